/** The recipes of the contributor's guide: the files that each names are all that it takes. */
import {spawnSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {cleanEnvironment} from '../helpers/monitor.ts';
import {pages} from '../helpers/pages.ts';

const root = new URL('../../', import.meta.url).pathname;

/** An addition to a file that the recipe names by this ending: after some of its text, or as a new file in that folder. */
type Addition = {to: string; text: string} & ({after: string} | {name: string});

const recipes: Record<string, readonly Addition[]> = {
	'Add a command': [
		{
			to: 'source/commands/',
			name: 'hello.ts',
			text: `import {command} from '../cli/command.ts';
				export const helloCommand = command({
					name: 'hello',
					summary: 'say hello',
					flags: {},
					examples: [['dialtop hello', 'says it']],
					async run({out}) {
						out.write('hello\\n');
						return 0;
					},
				});`,
		},
		{
			to: 'commands.ts',
			after: 'export const commands: readonly CommandEntry[] = [',
			text: "{name: 'hello', summary: 'say hello', load: async () => (await import('./hello.ts')).helloCommand},",
		},
	],
	'Add an operation': [
		{
			to: 'operations/messaging.ts',
			after: "export const messaging = family('messaging', {",
			text: `get_greeting: {
				effect: 'read',
				summary: 'Greets.',
				params: {name: p.text('whom', 40)},
				answer: ownAnswer({greeting: text}),
			},`,
		},
		{
			to: 'handlers/messaging.ts',
			after: 'export const messaging = {',
			text: "get_greeting: {level: 'agent', run: ({name}) => ({greeting: 'hello ' + name})},",
		},
	],
	'Add a column': [
		{
			to: 'board-columns.ts',
			after: "count('ringing', 'ringing', 7),",
			text: "count('transfers', 'moved', 5),",
		},
		{
			to: 'present/glossary.ts',
			after: 'export const glossary: readonly Term[] = [',
			text: "{word: 'moved', means: 'calls that went elsewhere.', columns: ['transfers']},",
		},
	],
	'Add a key': [
		{
			to: 'present/actions.ts',
			after: 'const rows = {',
			text: "greet: {keys: ['h'], group: 'look', label: 'greet', hint: 'greet'},",
		},
		{
			to: 'keys/actions.ts',
			after: 'const screenActions = {',
			text: "greet: {run: ({say}) => say('Hello')},",
		},
	],
	'Add an alert rule': [
		{to: 'model/alert.ts', after: 'export type RuleId =', text: "| 'ringing'"},
		{
			to: 'alerts/rules.ts',
			after: 'export const campaignRules: readonly CampaignRule[] = [',
			text: `{
				id: 'ringing',
				kind: 'waiting',
				level: 'warning',
				unit: 'calls',
				title: 'much rings',
				defaults: {threshold: 100, margin: 5, seconds: 0, polls: 1},
				says: ({value}) => 'ringing ' + value,
				inForce: ({threshold}) => 'more than ' + threshold + ' ringing',
				needs: ['ringing'],
				measure: ({row: {figures}}, {threshold}) =>
					figures?.ringing === undefined ? 'unknown' : {value: figures.ringing, threshold},
			},`,
		},
	],
};

/** The files and folders of the source that a recipe names. */
const namedIn = (title: string): string[] => {
	const [, section = ''] = pages.get('.github/contributing.md')?.split(`### ${title}\n`) ?? [];
	const [own = ''] = section.split(/^##/m);
	return [...new Set([...own.matchAll(/`(source\/[^`]+)`/g)].map(([, path = '']) => path))];
};

let folder = '';
const run = (...args: string[]): string => {
	const {stdout, stderr} = spawnSync(process.execPath, args, {cwd: folder, env: cleanEnvironment, encoding: 'utf8'});
	return stdout + stderr;
};

/** Runs commands of the changed source in one process, on one small sandbox, and returns what each printed. */
const dialtop = (...commands: readonly string[]): string[] => {
	writeFileSync(
		join(folder, 'commands.ts'),
		`import {run} from './source/commands/run.ts';
		import {startSandbox} from './source/sandbox/sandbox.ts';
		const sandbox = await startSandbox({campaigns: 1, agents: 4, leads: 200});
		Object.assign(process.env, {DIALTOP_URL: sandbox.url, DIALTOP_USER: sandbox.user, DIALTOP_PASSWORD: sandbox.password});
		for (const line of ${JSON.stringify(commands)}) {
			await run(line.split(' '));
			process.stdout.write('\\0');
		}
		await sandbox.close();`,
	);
	return run('commands.ts').split('\0');
};

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-recipes-'));
	for (const name of ['source', 'package.json', 'tsconfig.json']) {
		cpSync(join(root, name), join(folder, name), {recursive: true});
	}
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

test('each says all that it takes', () => {
	for (const [title, additions] of Object.entries(recipes)) {
		const named = namedIn(title);
		const used = additions.map(addition => {
			const path = named.find(one => one.endsWith(addition.to)) ?? '';
			expect(path, `${title}: ${addition.to}`).not.toBe('');
			if ('name' in addition) {
				writeFileSync(join(folder, path, addition.name), addition.text);
				return path;
			}
			const [before = '', behind, ...more] = readFileSync(join(folder, path), 'utf8').split(addition.after);
			expect([typeof behind, more], `${title}: ${addition.after}`).toEqual(['string', []]);
			writeFileSync(join(folder, path), [before, addition.after, addition.text, behind].join(''));
			return path;
		});
		expect(new Set(named), title).toEqual(new Set(used));
	}
	writeFileSync(
		join(folder, 'tsconfig.json'),
		JSON.stringify({...JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')), include: ['source']}),
	);
	// On two cores, two threads that check types take twice the processor for the same wait.
	expect(run('node_modules/typescript/bin/tsc', '--singleThreaded')).toBe('');

	const [hello, help, called, example, table, csv] = dialtop(
		'hello',
		'--help',
		'call get_greeting name=Ann',
		'config --example',
		'campaigns',
		'campaigns --csv',
	);
	expect(hello).toBe('hello\n');
	expect(help).toContain('say hello');
	expect(called).toContain('hello Ann');
	expect(example).toContain('#greet: h ');
	expect(example).toContain('\n    ringing:\n');
	expect(example).toMatch(/#columns: \[.*ringing, transfers, /);
	expect(table).toMatch(/^state .* ringing {2}moved /);
	expect(csv).toMatch(/^state,.*,ringing,transfers,/);
}, 120_000);
