/** Commands of the operator's own, as a shift has them: a ticket, one that takes the terminal, one whose output is read, one that hangs. */
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {openOn, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';

let sandbox: SandboxProcess;
let folder: string;

const inFolder = (name: string): string => join(folder, name);

/** A program of the operator's; `$0.given` has its arguments, a line each, and then its environment. */
const script = (name: string, lines: readonly string[]): string => {
	const path = inFolder(name);
	const notes = [`printf '%s\\n' "$@" > '${path}.new'`, `env >> '${path}.new'`, `mv '${path}.new' '${path}.given'`];
	writeFileSync(path, ['#!/bin/sh', ...notes, ...lines, ''].join('\n'), {mode: 0o700});
	return path;
};

const given = (name: string): string =>
	existsSync(inFolder(`${name}.given`)) ? readFileSync(inFolder(`${name}.given`), 'utf8') : '';

const config = (): string => {
	const file = inFolder('config.yml');
	const commands = {
		ticket: {
			key: 'f5',
			run: [script('ticket', ['exit 3']), '{name}', '--id={id}', '{environment}'],
			on: 'campaign',
			dangerous: true,
		},
		edit: {
			key: 'f6',
			run: [script('edit', ['echo EDITING', 'read line', 'echo "$line" > "$0.read"']), '{id}'],
			on: 'campaign',
			terminal: true,
		},
		show: {
			key: 'f7',
			run: [
				script('show', ["printf '\\033[31mred\\033[0m \\033]0;title\\007\\033[2Jline\\n'", 'seq 1 100']),
				'{ready}',
			],
			on: 'campaign',
			output: 'sheet',
		},
		hang: {
			key: 'f8',
			run: [script('hang', ['trap "" TERM', 'echo $$ > "$0.pid"', 'sleep 600']), '{id}'],
			on: 'campaign',
		},
	};
	writeFileSync(file, JSON.stringify({sort: {column: 'id', reversed: true}, commands}), {mode: 0o600});
	return file;
};

beforeAll(async () => {
	sandbox = await openSandbox();
});

afterAll(() => sandbox[Symbol.asyncDispose]());

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-own-'));
});

afterEach(() => rmSync(folder, {recursive: true}));

const isGone = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return false;
	} catch {
		return true;
	}
};

test('a shift with commands of its own', async () => {
	const state = inFolder('state');
	await using monitor = await openOn(sandbox, {env: {DIALTOP_CONFIG: config(), XDG_STATE_HOME: state}});
	await monitor.waitFor(/ live\b/);
	const audited = (): Record<string, unknown>[] =>
		existsSync(join(state, 'dialtop', 'audit.jsonl'))
			? readFileSync(join(state, 'dialtop', 'audit.jsonl'), 'utf8')
					.trim()
					.split('\n')
					.map(line => JSON.parse(line))
			: [];

	// The question names the environment and the line; the answer runs it, once, and its exit code is said and audited.
	monitor.press('f5');
	await monitor.waitFor(/QA: run ticket on campaign \d+\? \[y\/N\] +Name: \S/);
	expect(monitor.text().replace(/\s+/g, ' ')).toMatch(/Command: \S+ticket '[^']+' --id=\d+ QA/);
	await monitor.answer('y');
	await monitor.waitFor(/ticket on campaign \d+: exit code 3/);
	const [name = '', id = '', environment] = given('ticket').split('\n');
	expect(monitor.text()).toContain(name.slice(0, 12));
	expect([id, environment]).toEqual([expect.stringMatching(/^--id=\d+$/), 'QA']);
	expect(given('ticket')).not.toContain('DIALTOP_');
	expect(given('ticket')).not.toContain(sandbox.password);
	await expect
		.poll(() => audited().map(({kind, operation, verb}) => [kind, operation, verb]))
		.toEqual([
			['intent', 'own_command', 'ticket'],
			['outcome', 'own_command', 'ticket'],
		]);
	expect(audited()[1]).toMatchObject({outcome: 'refused', reason: 'exit code 3', target: {kind: 'campaign', name}});

	// One gets the terminal, with its keys, Ctrl-C too; then the screen is drawn anew.
	monitor.press('f6');
	await monitor.waitFor('EDITING');
	expect(monitor.modes.alternate).toBe(false);
	monitor.press('from the keyboard', 'enter');
	await monitor.waitFor(/edit on campaign \d+: exit code 0/);
	expect(monitor.modes.alternate).toBe(true);
	expect(readFileSync(inFolder('edit.read'), 'utf8')).toBe('from the keyboard\n');
	await monitor.waitFor(/\d+ campaigns/);
	monitor.press('f6');
	// What the first run wrote is on the ordinary screen again before the second one has begun.
	await monitor.waitFor(() => monitor.text().match(/EDITING/g)?.length === 2 && !monitor.modes.alternate);
	monitor.press('ctrl-c');
	await monitor.waitFor(/edit on campaign \d+: ended by SIGINT/);

	// The output of one is read, without what it does to terminals.
	monitor.press('f7');
	await monitor.waitFor(/exit code 0, after .*101 lines/);
	await monitor.waitFor('red line');
	monitor.press('G');
	await monitor.waitFor(/│ 100 /);
	monitor.press('escape');
	await monitor.waitFor(/\d+ campaigns/);

	// Nothing runs while the lock is on.
	monitor.press('!', 'f8');
	await monitor.waitFor(/not now, the read-only lock is on/);
	monitor.press('!');
	await monitor.waitFor('the read-only lock is off');
	expect(given('hang')).toBe('');

	// One that hangs does not hold dialtop up, and does not outlive it.
	await monitor.answer('f8');
	await monitor.waitFor(
		() => existsSync(inFolder('hang.pid')) && readFileSync(inFolder('hang.pid'), 'utf8').endsWith('\n'),
	);
	const pid = Number(readFileSync(inFolder('hang.pid'), 'utf8'));
	monitor.press('f8');
	await monitor.waitFor(/not now, it still runs/);
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
	await expect.poll(() => isGone(pid)).toBe(true);
	expect(audited().at(-1)).toMatchObject({kind: 'outcome', verb: 'hang', outcome: 'unknown'});
}, 90_000);
