/** Several services on one screen, as an operator has them: real sandboxes on loopback, which list the same campaigns. */
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, expect, test} from 'vitest';
import type {AuditRecord} from '../../source/audit/read.ts';
import {openMonitor, openSandbox, type SandboxProcess} from '../helpers/monitor.ts';
import {type OtherService, startOtherService} from '../helpers/other-service.ts';
import {runProgram} from '../helpers/run-program.ts';
import type {Pty} from '../helpers/terminal.ts';

let east: SandboxProcess;
let west: SandboxProcess;
let home: string;

beforeAll(async () => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-several-'));
	[east, west] = await Promise.all([openSandbox(), openSandbox()]);
});

afterAll(async () => {
	await Promise.all([east[Symbol.asyncDispose](), west[Symbol.asyncDispose]()]);
	rmSync(home, {recursive: true});
});

afterEach(() => west.setFaults({}).catch(() => undefined));

/** A configuration with both, and what else the profile of the second has; its board is ordered by id. */
const configured = (name: string, more = ''): string => {
	const file = join(home, `${name}.yml`);
	const profile = ({url, user, password}: SandboxProcess, rest: string): string =>
		`{url: "${url}", environment: qa, user: ${user}, password_command: "echo ${password}"${rest}}`;
	writeFileSync(
		file,
		`sort: {column: id, reversed: true}\nprofiles:\n  east: ${profile(east, '')}\n  west: ${profile(west, more)}\n`,
		{mode: 0o600},
	);
	return file;
};

/** Opens the monitor on both, and filters the board down to one campaign of each. */
const openBoth = async (file: string, state = join(home, 'state')): Promise<Pty> => {
	const monitor = openMonitor({
		args: ['--config', file, '-p', 'east,west'],
		env: {XDG_STATE_HOME: state},
		columns: 160,
	});
	await monitor.waitFor('Spring Collections');
	monitor.press('/');
	await monitor.waitFor('Filter');
	monitor.press('Spring Collections', 'enter');
	await monitor.waitFor(() => rowOf(monitor, 'east') > 0 && rowOf(monitor, 'west') > 0 && countOf(monitor) === 2);
	// The service that answered first has its row selected.
	monitor.press('g');
	return monitor;
};

const rows = (monitor: Pty): string[] => monitor.text().split('\n');

/** The row of a service's campaign on the board. */
const rowOf = (monitor: Pty, name: string): number =>
	rows(monitor).findIndex(row => row.includes('Spring Collections') && row.includes(` ${name} `));

/** The rows of campaigns, without those of totals. */
const countOf = (monitor: Pty): number =>
	rows(monitor).filter(row => /^│(?!total)\w+.* (?:east|west) /.test(row)).length;

/** The colours of the figures on a service's row: those that cannot be relied on have another. */
const coloursOf = (monitor: Pty, name: string): string[] => {
	const cells = monitor.cells()[rowOf(monitor, name)] ?? [];
	const figures = cells.slice(
		cells.findIndex(
			(_, x) =>
				cells
					.slice(x, x + 4)
					.map(({char}) => char)
					.join('') === name,
		) + 5,
	);
	return [...new Set(figures.flatMap(({char, fg, dim}) => (/\d/.test(char) ? [`${fg}${dim ? ' dim' : ''}`] : [])))];
};

const recordsIn = (state: string): AuditRecord[] =>
	readFileSync(join(state, 'dialtop', 'audit.jsonl'), 'utf8')
		.trim()
		.split('\n')
		.map(line => JSON.parse(line) as AuditRecord);

test('one may only be read, and one is signed out: the other is steered as ever', async () => {
	const state = join(home, 'state-of-two');
	await using monitor = await openBoth(configured('read-only', ', read_only: true'), state);
	monitor.press('j', 'P');
	await monitor.waitFor(/not now, .*read-only/);
	monitor.press('k');
	// Within half a second of a key that did nothing, nothing is asked.
	await monitor.answer('P');
	await monitor.waitFor(/east, QA: pause \d+\?[\s\S]*\[y\/N\]/);
	await monitor.answer('y');
	await monitor.waitFor(/Pause \d+: done, observed/);
	await west.setFaults({'expired-token': 1});
	await monitor.waitFor('west is signed out: i signs in');
	await monitor.waitFor(() => coloursOf(monitor, 'west').join() !== coloursOf(monitor, 'east').join());
	monitor.press('P');
	await monitor.waitFor(/east, QA: play \d+\?[\s\S]*\[y\/N\]/);
	await monitor.answer('y');
	await monitor.waitFor(/Play \d+: done, observed/);
	expect(new Set(recordsIn(state).map(({profile}) => profile))).toEqual(new Set(['east']));
});

test('one dies in the middle of a command, which is UNKNOWN; that at the other is done, and the next start tells them apart', async () => {
	const state = join(home, 'state');
	const file = configured('plain');
	{
		await using monitor = await openBoth(file);
		monitor.press('P');
		await monitor.waitFor(/east, QA: pause \d+\?[\s\S]*\[y\/N\]/);
		await monitor.answer('y');
		await monitor.waitFor(/Pause \d+: done, observed/);
		await west.setFaults({'hang:pause_campaign': 1});
		monitor.press('j', 'P');
		await monitor.waitFor(/west, QA: pause \d+\?[\s\S]*\[y\/N\]/);
		await monitor.answer('y');
		await expect.poll(() => west.struck()).toBe(1);
		west.kill();
		await monitor.waitFor('UNKNOWN');
		const usual = coloursOf(monitor, 'east');
		await monitor.waitFor(() => coloursOf(monitor, 'west').join() !== usual.join());
		expect(coloursOf(monitor, 'east')).toEqual(usual);
		monitor.press('8');
		await monitor.waitFor(/UNKNOWN .*pause/);
		monitor.press('ctrl-c');
		expect(await monitor.waitForExit()).toBe(0);
	}
	const {stdout} = await runProgram(['log', '--json'], {env: {XDG_STATE_HOME: state}});
	const logged = (JSON.parse(stdout) as {profile: string; outcome: string; target_id: string; url: string}[]).map(
		({profile, outcome, url}) => [profile, outcome, url],
	);
	expect(logged).toEqual([
		['east', 'done', `${east.url}/api/`],
		['west', 'unknown', `${west.url}/api/`],
	]);
	const table = await runProgram(['log'], {env: {XDG_STATE_HOME: state}});
	expect(table.stdout).toMatch(/ profile /);
	expect(table.stdout).toMatch(/ east +QA .*pause_campaign .* DONE/);
	expect(table.stdout).toMatch(/ west +QA .*pause_campaign .* UNKNOWN/);
	await using again = openMonitor({args: ['--config', file, '-p', 'east,west'], env: {XDG_STATE_HOME: state}});
	await again.waitFor('west: 1 command of an earlier run has no known outcome');
	expect(again.text()).not.toMatch(/east: \d commands? of an earlier run/);
});

/** How a monitor on several services ends. */
const endings: [how: string, leave: (monitor: Pty) => void, code: number][] = [
	['q', monitor => monitor.press('q'), 0],
	['SIGTERM', monitor => monitor.kill('SIGTERM'), 143],
	['an error that nothing caught', monitor => monitor.kill('SIGURG'), 70],
];

const crashing = `--import data:text/javascript,${encodeURIComponent("process.on('SIGURG', () => { throw new Error('the test threw this') })")}`;

test.concurrent.for(endings)(
	'%s: both are recorded and left, and the terminal is as it was',
	async ([how, leave, code], {expect}) => {
		const services = await Promise.all([startOtherService(), startOtherService()]);
		const state = mkdtempSync(join(home, 'ending-'));
		const [file, log, trace] = ['config.yml', 'requests.log', 'trace.jsonl'].map(name => join(state, name)) as [
			string,
			string,
			string,
		];
		const profiles = services.map(
			({url}, index) =>
				`  floor-${index}: {url: "${url}", environment: qa, user: ops, password_command: echo secret}\n`,
		);
		writeFileSync(file, `profiles:\n${profiles.join('')}`, {mode: 0o600});
		await using monitor = openMonitor({
			args: ['--config', file, '-p', 'floor-0,floor-1', '--log', log],
			env: {XDG_STATE_HOME: state, DIALTOP_TRACE: trace, NODE_OPTIONS: crashing},
		});
		await monitor.waitFor(() => / floor-0 /.test(monitor.text()) && / floor-1 /.test(monitor.text()));
		const history = join(state, 'dialtop', 'history');
		const recorded = (): string[] => {
			try {
				return readdirSync(history).filter(name => readdirSync(join(history, name)).length > 0);
			} catch {
				return [];
			}
		};
		await expect.poll(() => recorded().length, {timeout: 10_000}).toBe(2);
		leave(monitor);
		expect(await monitor.waitForExit()).toBe(code);
		expect(monitor.modes).toEqual({alternate: false, cursorHidden: false, bracketedPaste: false, wraparound: true});
		await expect.poll(() => services.map((service: OtherService) => service.open())).toEqual([0, 0]);
		const linesOf = (path: string): Record<string, unknown>[] =>
			readFileSync(path, 'utf8')
				.trim()
				.split('\n')
				.map(line => JSON.parse(line) as Record<string, unknown>);
		const hosts = services.map(({url}) => new URL(url).host).toSorted();
		expect([...new Set(linesOf(log).map(({host}) => host))].toSorted(), how).toEqual(hosts);
		const traced = linesOf(trace);
		expect([...new Set(traced.filter(({kind}) => kind === 'request').map(({host}) => host))].toSorted()).toEqual(hosts);
		expect([...new Set(traced.filter(({kind}) => kind === 'service').map(({floor}) => floor))].toSorted()).toEqual([
			'floor-0',
			'floor-1',
		]);
		await Promise.all(services.map(service => service.close()));
	},
);
