/** Random calls of `dialtop mcp`, by the names of its tools and of all that writes, with values that are flags of writes: nothing may be sent. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {commands} from '../../../../source/commands/commands.ts';
import {operations} from '../../../../source/wire/operations/index.ts';
import {startAssistant} from '../../../helpers/assistant.ts';
import {cleanEnvironment} from '../../../helpers/monitor.ts';
import {hostileTexts, isCommand, startOtherService} from '../../../helpers/other-service.ts';
import type {Random, Trials} from '../../row.ts';

const writes = Object.entries(operations).flatMap(([type, {effect}]) => (effect === 'read' ? [] : type));

const words = [
	'--yes',
	'--all',
	'--confirm',
	'--read-only=false',
	'-p',
	'pause',
	'prune',
	'cut',
	'PRODUCTION',
	'1001',
	'1002',
];

/** Something that is given to a tool under one of these names. */
const givenBy = ({pick, below}: Random, names: readonly string[]): Record<string, unknown> =>
	Object.fromEntries(
		Array.from({length: below(4)}, () => {
			const text = pick<string>([...words, ...hostileTexts, ...writes]);
			return [pick(names), pick<unknown>([text, [text, pick(words)], true, below(3000), {type: text}, null])];
		}),
	);

/** Calls so often, and reports whatever reaches the service that is not a read. */
export const runAssistant = async ({random, tried, failed, progress}: Trials, count: number): Promise<void> => {
	const home = mkdtempSync(join(tmpdir(), 'dialtop-assistant-'));
	const service = await startOtherService();
	try {
		await using assistant = await startAssistant(['--url', service.url], {
			...cleanEnvironment,
			XDG_STATE_HOME: home,
			DIALTOP_USER: 'ops',
			DIALTOP_PASSWORD: 'secret',
			DIALTOP_ENVIRONMENT: 'qa',
		});
		const {tools} = await assistant.client.listTools();
		const names = tools.map(({name}) => name);
		const fields = [
			...tools.flatMap(({inputSchema}) => Object.keys(inputSchema.properties ?? {})),
			...['yes', 'confirm', 'all', 'read_only', 'type', 'campaign_id', 'config', 'log', 'unmask'],
		];
		const all = [...writes, ...commands.map(({name}) => name)];
		for (let index = 0; index < count; index++) {
			const own = random(`assistant ${index}`);
			// Most of the calls reach a tool; the readings of one take a request, and the budget a fifth of a second.
			const name = own.below(4) === 0 ? own.pick(all) : own.pick(names.slice(3));
			const told = await assistant.call(name, givenBy(own, fields));
			if (!names.includes(name) && !told.isError) {
				failed(`a call of ${name} was answered`, `assistant ${index}`);
			}
			tried('calls of an assistant');
		}
		for (const {type} of service.requests.filter(one => isCommand(one.type))) {
			failed(`${type} reached the service`, 'assistant');
		}
		for (const error of assistant.errors) {
			failed(`standard output had something else than the protocol: ${error.message}`, 'assistant');
		}
		// It still answers, and what it asks is seen here.
		const from = service.requests.length;
		if ((await assistant.call('campaigns')).isError || service.requests.length === from) {
			failed('it answers no more', 'assistant');
		}
		progress('the calls of an assistant are done');
	} finally {
		await service.close();
		rmSync(home, {recursive: true, force: true});
	}
};
