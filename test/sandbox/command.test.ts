import {mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {sandboxCommand} from '../../source/commands/sandbox.ts';
import {dataFolder} from '../../source/config/paths.ts';
import {struck} from '../../source/wire/secrets.ts';
import {runCommand} from '../helpers/command.ts';

const small = ['--campaigns', '1', '--agents', '4', '--leads', '100'];

let folder: string;
/** The chunks written to standard output and error. */
let out: string[];
let errors: string[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-command-'));
	vi.stubEnv('XDG_DATA_HOME', folder);
	out = [];
	errors = [];
	vi.spyOn(process.stdout, 'write').mockImplementation(text => out.push(String(text)) > 0);
	vi.spyOn(process.stderr, 'write').mockImplementation(text => errors.push(String(text)) > 0);
});

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
	rmSync(folder, {recursive: true});
});

/** Runs the command, calls `meanwhile` once it has printed its address, then ends it; returns its output. */
const run = async (argv: string[], meanwhile: (line: string) => unknown = () => undefined): Promise<string> => {
	out.length = 0;
	errors.length = 0;
	const ended = runCommand(sandboxCommand, argv);
	await vi.waitFor(() => expect(out).toHaveLength(1), {timeout: 10_000});
	await meanwhile(out[0] ?? '');
	process.emit('SIGTERM');
	expect(await ended).toBe(0);
	return out[0] ?? '';
};

test.each([
	[['--port', 'abc'], '--port must be a whole number from 0 to 65535'],
	[['--port', '65536'], '--port must be a whole number from 0 to 65535'],
	[['--port'], '--port needs a value'],
	[['--admin-port', '-1'], '--admin-port must be a whole number from 0 to 65535'],
	[['--at', '--json'], '--at needs a value'],
	[['--at', '25:00'], '--at must be a time of day such as 11:00'],
	[['--time-zone', 'Mars/Olympus'], '--time-zone must be a time zone such as America/New_York'],
	[['--time-zone', '+05:00'], '--time-zone must be a time zone such as America/New_York'],
	[['--speed', '0'], '--speed must be a number from 0.01 to 100000'],
	[['--seed', '1.5'], '--seed must be a whole number from 0 to 4294967295'],
	[['--pacing', 'fast'], '--pacing must be one of damped, classic, not "fast"'],
	[['--database'], '--database needs a value'],
	[['--database='], '--database needs a value'],
	[['--log'], '--log needs a value'],
	[['--ephemeral', '--database', 'x.db'], '--ephemeral and --database exclude each other'],
	[['--fault', 'slowly'], 'there is no fault "slowly"; there is bad-json, expired-token, hang'],
	[['--fault', 'slow=2'], 'the rate of the fault slow must be a number from 0 to 1'],
	[['--fault', 'slow='], 'the rate of the fault slow must be a number from 0 to 1'],
	[['--fault', 'hang:nothing'], 'there is no operation "nothing" for the fault hang to strike'],
	[['now'], 'dialtop sandbox takes flags only, not "now"'],
])('%j is refused and named', async (argv, problem) => {
	expect(await runCommand(sandboxCommand, argv)).toBe(2);
	expect(errors.join('')).toContain(`dialtop: ${problem}`);
	expect(out).toEqual([]);
});

test('it says where it is, and ends with a signal', async () => {
	vi.stubEnv('DIALTOP_SANDBOX_PASSWORD', 'from the environment');
	const line = await run(['--json', '--ephemeral', ...small]);
	expect(JSON.parse(line)).toEqual({
		url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
		user: 'ops',
		password: 'from the environment',
	});
	expect(readdirSync(folder)).toEqual([]);
	// What it says of a fault of its own goes through this.
	expect(struck('x from the environment')).toBe('x •••');
});

test('it keeps its world in the data folder, which is its owner’s alone', async () => {
	const first = await run([...small, '--json'], () => {
		expect(statSync(join(folder, 'dialtop')).mode & 0o777).toBe(0o700);
		for (const file of readdirSync(join(folder, 'dialtop'))) {
			expect(statSync(join(folder, 'dialtop', file)).mode & 0o777).toBe(0o600);
		}
	});
	const {password} = JSON.parse(first);
	expect(password).toMatch(/^[\w-]{12}$/);

	const second = await run(['--json', '--seed', '7', '--leads', '5', '--speed', '2'], async line => {
		const {url, user} = JSON.parse(line);
		const body = new URLSearchParams({type: 'login_user', user, pass: password});
		const reply = await fetch(`${url}/api/`, {method: 'POST', body});
		expect(await reply.json()).toMatchObject({response: {success: 1}});
	});
	expect(JSON.parse(second).password).toBe(null);
	expect(errors).toEqual([
		'dialtop sandbox: --seed, --leads ignored: the world in the database goes on at its own time\n',
	]);

	expect(await run([])).toMatch(/, user ops, password as before \(DIALTOP_SANDBOX_PASSWORD sets another\)\n$/);
	expect(errors).toEqual([]);

	vi.stubEnv('DIALTOP_SANDBOX_PASSWORD', 'another one');
	expect(await run([])).toContain(', password another one\n');
});

test('it says where the administrative port is', async () => {
	const line = await run(['--ephemeral', ...small, '--json', '--admin-port', '0'], async text => {
		const {admin} = JSON.parse(text);
		expect(await (await fetch(admin)).json()).toMatchObject({speed: 1, faults: []});
	});
	expect(JSON.parse(line).admin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	expect(await run(['--ephemeral', ...small, '--admin-port', '0'])).toMatch(/, administrative port at http:/);
});

test('one line of standard error for every request, where the log is -', async () => {
	await run(['--ephemeral', ...small, '--json', '--fault', 'html', '--fault', 'slow=0', '--log', '-'], async line => {
		const {url} = JSON.parse(line);
		const reply = await fetch(`${url}/api/`, {method: 'POST', body: new URLSearchParams({type: 'get_campaigns'})});
		expect(await reply.text()).toContain('<title>');
	});
});

test.each<[string, () => string[], RegExp]>([
	['a database in use', () => [], /sandbox\.db is in use by another sandbox/],
	['a folder', () => ['--database', folder], /is a folder; name a file/],
	['a folder that is not there', () => ['--database', join(folder, 'no', 'x.db')], /there is no folder/],
	['a log that cannot be', () => ['--ephemeral', '--log', join(folder, 'no', 'x.log')], /cannot write the log: ENOENT/],
])('%s: it does not start, and says why', async (_, argv, reason) => {
	await run(small, async () => {
		errors.length = 0;
		expect(await runCommand(sandboxCommand, [...small, ...argv()])).toBe(70);
		expect(errors.join('')).toMatch(reason);
	});
});

test('a port in use: it does not start, and has not made anything yet', async () => {
	const other = createServer().listen(0, '127.0.0.1');
	await new Promise(resolve => other.once('listening', resolve));
	const address = other.address();
	const port = String(typeof address === 'object' ? address?.port : 0);
	expect(await runCommand(sandboxCommand, [...small, '--port', port])).toBe(70);
	expect(errors).toEqual([`dialtop sandbox: port ${port} is in use; choose another, or 0 for any free one\n`]);
	errors.length = 0;
	expect(await runCommand(sandboxCommand, [...small, '--admin-port', port])).toBe(70);
	expect(errors).toEqual([`dialtop sandbox: port ${port} is in use; choose another, or 0 for any free one\n`]);
	other.close();
	// A start that fails shows no password.
	expect(await run([])).toMatch(/, password [\w-]{12}\n$/);
});

test('no home: it says what to use instead', async () => {
	vi.stubEnv('XDG_DATA_HOME', '');
	vi.stubEnv('HOME', '');
	vi.stubEnv('LOCALAPPDATA', '');
	expect(await runCommand(sandboxCommand, small)).toBe(70);
	expect(errors.join('')).toContain('use --database FILE or --ephemeral');
	await run(['--ephemeral', ...small]);
});

test('a file where the data folder should be: it says so', async () => {
	writeFileSync(join(folder, 'dialtop'), '');
	expect(await runCommand(sandboxCommand, small)).toBe(70);
	expect(errors.join('')).toMatch(/EEXIST|ENOTDIR|is no folder/);
	rmSync(join(folder, 'dialtop'));
	mkdirSync(join(folder, 'dialtop'));
});

test.each<[string, NodeJS.ProcessEnv, NodeJS.Platform, string | undefined]>([
	['Linux', {HOME: '/home/ann'}, 'linux', '/home/ann/.local/share/dialtop'],
	['Linux, asked', {HOME: '/home/ann', XDG_DATA_HOME: '/data'}, 'linux', '/data/dialtop'],
	[
		'Linux, asked for a relative folder',
		{HOME: '/home/ann', XDG_DATA_HOME: 'data'},
		'linux',
		'/home/ann/.local/share/dialtop',
	],
	['macOS', {HOME: '/Users/ann'}, 'darwin', '/Users/ann/Library/Application Support/dialtop'],
	['Windows', {LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local'}, 'win32', 'C:\\Users\\ann\\AppData\\Local\\dialtop'],
	['no home', {}, 'linux', undefined],
	['an empty home', {HOME: ''}, 'linux', undefined],
])('the data folder: %s', (_, env, platform, expected) => {
	expect(dataFolder(env, platform)).toBe(expected);
});
