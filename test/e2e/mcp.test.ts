/** An assistant that reads a service: a real child process, the client of the protocol's own library, real services. */
import {createHash} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {commands} from '../../source/commands/commands.ts';
import {operations} from '../../source/wire/operations/index.ts';
import {startAssistant} from '../helpers/assistant.ts';
import {linesOf} from '../helpers/audit.ts';
import {cleanEnvironment, openSandbox} from '../helpers/monitor.ts';
import {isCommand, type OtherService, startOtherService} from '../helpers/other-service.ts';
import {runProgram} from '../helpers/run-program.ts';

let service: OtherService;
let home: string;

beforeAll(async () => {
	service = await startOtherService({campaigns: 6});
});

afterAll(() => service.close());

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-mcp-'));
});

afterEach(() => rmSync(home, {recursive: true, force: true}));

const environment = () => ({
	...cleanEnvironment,
	XDG_STATE_HOME: home,
	DIALTOP_URL: service.url,
	DIALTOP_USER: 'ops',
	DIALTOP_PASSWORD: 'secret',
	DIALTOP_ENVIRONMENT: 'qa',
});

const audited = () => linesOf(join(home, 'dialtop', 'audit.jsonl'));

const hashOf = (number: string): string => createHash('sha256').update(number).digest('hex');

test('an assistant asks for campaigns, why, alerts and the calls of a number by its hash, and learns of no person', async () => {
	await using sandbox = await openSandbox();
	const {url, user, password} = sandbox;
	const env = {
		...environment(),
		DIALTOP_URL: url,
		DIALTOP_USER: user,
		DIALTOP_PASSWORD: password,
		DIALTOP_ENVIRONMENT: undefined,
	};
	const found = await runProgram(['search', '--days', '7', '--json', '--unmask'], {env});
	const calls = JSON.parse(found.stdout) as Record<string, string>[];
	const called = calls.find(({phone}) => /^\d{10}$/.test(phone ?? '')) ?? {};
	const {phone = '', name = ''} = called;
	expect(phone).toMatch(/^\d{10}$/);

	await using assistant = await startAssistant([], env);
	expect(assistant.client.getInstructions()).toContain('Nothing can be changed through it');
	const {tools} = await assistant.client.listTools();
	expect(tools.map(tool => tool.name)).toEqual([
		...['campaigns', 'campaign', 'alerts', 'history', 'calls', 'report', 'forecast'],
	]);
	expect(tools.every(({annotations}) => annotations?.readOnlyHint === true)).toBe(true);
	expect(tools[0]?.inputSchema).toMatchObject({
		properties: {state: {enum: ['dialing', 'paused', 'stopped', 'unknown']}, limit: {type: 'integer', minimum: 1}},
	});

	const listed = await assistant.call('campaigns', {state: 'dialing', limit: 2});
	const {rows, omitted} = JSON.parse(listed.text);
	expect(rows).toHaveLength(2);
	expect(rows[0]).toMatchObject({means: 'dialing', figures: {ready: expect.any(Number), drop: expect.any(Number)}});
	expect(omitted).toBeGreaterThan(0);
	const one = JSON.parse((await assistant.call('campaign', {campaign: rows[0].id, settings: true})).text);
	expect(one).toMatchObject({id: rows[0].id, why: [expect.stringMatching(/^Dialing/), ...one.why.slice(1)]});
	expect(one.settings.length).toBeGreaterThan(10);
	expect(JSON.parse((await assistant.call('alerts')).text).rows).toEqual(expect.any(Array));

	const sheet = await assistant.call('calls', {number_hash: hashOf(phone)});
	expect(JSON.parse(sheet.text)).toMatchObject({numbers: [hashOf(phone)], subject: hashOf(phone)});
	expect(sheet.text).not.toContain(phone);
	expect(sheet.text).not.toContain(name);
	expect(await assistant.call('calls', {number_hash: hashOf('2125550199')})).toMatchObject({
		isError: true,
		text: expect.stringContaining('no number of this hash was called within 7 days'),
	});
	expect(await assistant.call('calls', {number_hash: phone})).toMatchObject({isError: true});
	expect(await assistant.call('report')).toMatchObject({isError: true, text: expect.stringContaining('record')});
	expect(assistant.errors).toEqual([]);

	const intents = audited().filter(({kind}) => kind === 'intent');
	expect(intents.map(({operation}) => operation)).toEqual([
		...['mcp campaigns', 'mcp campaign', 'mcp alerts', 'mcp calls', 'mcp calls', 'mcp calls', 'mcp report'],
	]);
	expect(JSON.stringify(audited())).not.toContain(phone);
});

test('nothing that an assistant calls, gives or hides in a value writes', async () => {
	await using assistant = await startAssistant(['--url', service.url], environment());
	const {tools} = await assistant.client.listTools();
	const names = tools.map(({name}) => name);
	const writes = Object.entries(operations).flatMap(([type, {effect}]) => (effect === 'read' ? [] : type));
	for (const name of [...writes, ...commands.map(row => row.name).filter(one => !names.includes(one))]) {
		const told = await assistant.call(name, {campaign: '1001', campaign_id: '1001', yes: true, confirm: '1001'});
		expect(told, name).toEqual({isError: true, text: `there is no tool "${name}"`});
	}
	const values = ['--yes', '--all', '-p', '1001 --yes', '$(reboot)', '\n{"jsonrpc":"2.0"}', '--no-read-only', 'prune'];
	const flags = [
		'yes',
		'all',
		'confirm',
		'read_only',
		'readOnly',
		'unmask',
		'follow',
		'config',
		'log',
		'profile',
		'url',
	];
	for (const name of names) {
		for (const value of values) {
			await assistant.call(name, {campaign: value, campaigns: [value], number_hash: value, stream: value, from: value});
		}
		for (const flag of flags) {
			expect(await assistant.call(name, {[flag]: true, campaign: '1001', number_hash: hashOf('1')})).toMatchObject({
				isError: true,
			});
		}
	}
	expect(assistant.errors).toEqual([]);
	expect(service.commands.total).toBe(0);
	expect(service.requests.filter(({type}) => isCommand(type))).toEqual([]);
	expect(audited().every(({effect}) => effect === 'read')).toBe(true);
	// It still answers.
	expect(JSON.parse((await assistant.call('campaigns')).text).rows).toHaveLength(6);
}, 60_000);

test('all calls together stay within the requests a second of the profile, and an answer is bounded', async () => {
	const large = await startOtherService({campaigns: 300});
	try {
		await using assistant = await startAssistant(['--url', large.url], {...environment(), DIALTOP_URL: large.url});
		await assistant.call('campaigns', {limit: 5});
		const from = large.requests.length;
		const beganAt = large.requests.at(-1)?.at ?? 0;
		await Promise.all(Array.from({length: 8}, (_, index) => assistant.call('campaign', {campaign: `${1010 + index}`})));
		await Promise.all([assistant.call('campaigns', {limit: 10}), assistant.call('campaigns', {limit: 12})]);
		const sent = large.requests.slice(from);
		const seconds = ((sent.at(-1)?.at ?? 0) - beganAt) / 1000;
		// Fifteen at the start, and five a second.
		expect(sent.length).toBeLessThanOrEqual(15 + 5 * seconds + 2);
		// More campaigns than there is room for.
		const told = await assistant.call('campaigns', {campaigns: [], limit: 1});
		expect(JSON.parse(told.text)).toMatchObject({rows: [{}], omitted: 299});
		expect(told.text.length).toBeLessThan(100_000);
	} finally {
		await large.close();
	}
}, 60_000);

test('a service that refuses or does not answer is an error of the tool, and the next call is answered', async () => {
	await using assistant = await startAssistant([], environment());
	await service.setFault('refusal', {types: ['get_dashboard_stats']});
	const refused = await assistant.call('campaign', {campaign: '1001'});
	expect(refused).toMatchObject({isError: false, text: expect.stringContaining('The moon is full')});
	await service.setFault('reset-before', {types: ['get_campaigns']});
	const lost = await assistant.call('alerts');
	expect(lost).toMatchObject({isError: true, text: expect.stringMatching(/campaigns: /)});
	await service.setFault();
	expect((await assistant.call('alerts')).isError).toBe(false);
	expect(assistant.stderr()).toContain('dialtop: campaigns: ');
}, 60_000);
