/** On a machine that is not kind: odd arguments, no terminal, no locale, strange homes, other users, signals, others at once. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {constants, tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {compiledCode, openSandbox, program, type SandboxProcess} from '../helpers/monitor.ts';
import {openPty} from '../helpers/terminal.ts';

let folder: string;
let sandbox: SandboxProcess;
let silent: Server;
/** As cron has it: no locale, no terminal. */
let bare: Record<string, string>;
let env: Record<string, string>;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-box-'));
	chmodSync(folder, 0o755);
	mkdirSync(join(folder, 'home'), {mode: 0o700});
	bare = {...compiledCode, PATH: '/usr/bin:/bin', HOME: join(folder, 'home')};
	sandbox = await openSandbox('--fault', 'hang:pause_campaign');
	env = {...bare, LANG: 'C.UTF-8', ...sandbox.env};
	silent = createServer(() => undefined).listen(0, '127.0.0.1');
	await once(silent, 'listening');
});

afterAll(async () => {
	silent.closeAllConnections();
	silent.close();
	await sandbox[Symbol.asyncDispose]();
	rmSync(folder, {recursive: true});
});

type Ended = {code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string};

const ended = async (child: ChildProcess, input = ''): Promise<Ended> => {
	let [stdout, stderr] = ['', ''];
	child.stdout?.on('data', data => {
		stdout += data;
	});
	child.stderr?.on('data', data => {
		stderr += data;
	});
	child.stdin?.on('error', () => undefined);
	child.stdin?.end(input);
	const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
	return {code, signal, stdout, stderr};
};

type RunOptions = {more?: Record<string, string>; input?: string; uid?: number; from?: Record<string, string>};

const start = (args: readonly string[], {more = {}, uid, from = env}: RunOptions = {}): ChildProcess =>
	spawn(process.execPath, [program, ...args], {
		env: {...from, ...more},
		detached: true,
		...(uid === undefined ? {} : {uid, gid: uid}),
	});

const run = (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
	ended(start(args, options), options.input);

/** Runs a line of the shell, in which "$@" is the program. */
const shell = (line: string, args: readonly string[], from = env): Promise<Ended> =>
	ended(spawn('/bin/sh', ['-c', line, 'sh', process.execPath, program, ...args], {env: from, cwd: folder}));

const lines = /^(?:dialtop: [^\p{Cc}]+\n){1,2}$/u;

test('whatever an argument holds, what is said of it drives no terminal and forges no line', async () => {
	const odd = '\u001b[31mred\u009b\nforged\u0007';
	const calls = [
		[odd],
		['campaigns', '--url', odd],
		['campaigns', '-p', odd],
		['watch', '--kinds', odd],
		['call', 'get_campaigns', `${odd}=1`],
		['sandbox', '--scenario', odd],
		['log', '--file', join(folder, odd)],
		[`--${'x'.repeat(100_000)}`],
	];
	for (const {code, stdout, stderr} of await Promise.all(
		calls.map(args => run(args, {from: {...bare, LANG: 'C.UTF-8'}})),
	)) {
		expect([code, stdout]).toEqual([2, '']);
		expect(stderr).toMatch(lines);
		expect(stderr.length).toBeLessThan(4000);
	}
	const [twice, help] = await Promise.all([run(['sandbox', '--port', '1', '--port', '2']), run(['help', '--help'])]);
	expect(twice.stderr).toContain('--port can be given once only');
	expect([help.code, help.stderr]).toEqual([0, '']);
});

test('no reader, no descriptor, no room: no stack, and an exit code that says so', async () => {
	const full = existsSync('/dev/full');
	const [head, none, mistake, crowded, mute] = await Promise.all([
		shell('{ "$@"; echo "code $?" >&2; } | head -1', ['operations']),
		shell('"$@" <&- >&- 2>&-', ['operations']),
		shell('"$@" <&- >&- 2>&-', ['no-such']),
		full ? shell('"$@" >/dev/full', ['operations']) : undefined,
		full ? shell('"$@" 2>/dev/full', []) : undefined,
	]);
	expect([head.stdout.split('\n').length, head.stderr]).toEqual([2, 'code 0\n']);
	expect([none.code, mistake.code]).toEqual([0, 2]);
	if (crowded && mute) {
		expect(crowded).toMatchObject({code: 74, stdout: '', stderr: expect.stringMatching(lines)});
		expect(mute.code).toBe(2);
	}
});

test('cron: without a locale in ASCII, without a home that can be, without the folder it was started in', async () => {
	const id = 'campaign 1001'.split(' ');
	const from = {...bare, ...sandbox.env};
	const [ascii, wide, help, unknown, nowhere, gone] = await Promise.all([
		run(id, {from}),
		run(id),
		run(['play', '--help'], {from: bare}),
		run(['campaign'], {from: bare}),
		run(['log'], {from: {...bare, HOME: '/proc'}}),
		shell('mkdir gone && cd gone && rmdir ../gone && "$@"', ['campaigns', '--config', 'x']),
	]);
	expect([ascii.code, help.code, unknown.code]).toEqual([0, 0, 2]);
	for (const {stdout, stderr} of [ascii, help, unknown]) {
		expect(`${stdout}${stderr}`).toMatch(/^[\n\x20-\x7e]+$/);
	}
	expect(wide.stdout).toMatch(/[^\n\x20-\x7e]/);
	expect(nowhere).toMatchObject({code: 0, stdout: ''});
	expect(gone).toMatchObject({code: 2, stderr: expect.stringMatching(/^dialtop: the working directory is gone.*\n$/)});
});

const modes = (path: string): string[] =>
	readdirSync(path, {recursive: true, withFileTypes: true})
		.filter(entry => !entry.parentPath.includes('.cache'))
		.map(
			entry =>
				`${entry.isDirectory() ? 'd' : 'f'} ${(statSync(join(entry.parentPath, entry.name)).mode & 0o777).toString(8)}`,
		);

test.for(['0', '0777'])('umask %s: what it makes is private, and of use', async umask => {
	const home = join(folder, `umask-${umask}`);
	mkdirSync(home, {mode: 0o700});
	const from = {...env, HOME: home};
	const line = `umask ${umask}; "$@" </dev/null`;
	expect(await shell(line, ['login', '--log', join(home, 'requests')], from)).toMatchObject({code: 0, stdout: ''});
	// Twice: what the first one made is found again.
	for (const verb of ['list-off', 'list-on']) {
		expect(await shell(line, [verb, '50022', '--yes'], from)).toMatchObject({code: 0, stderr: ''});
	}
	expect(new Set(modes(home))).toEqual(new Set(['d 700', 'f 600']));
});

test.skipIf(process.getuid?.() !== 0)(
	'another user is told what mends it, and root leaves nothing in their home',
	async () => {
		const home = join(folder, 'theirs');
		mkdirSync(home, {mode: 0o700});
		chownSync(home, 65_534, 65_534);
		const [locked, root, own] = await Promise.all([
			run(['campaigns'], {uid: 12_345}),
			run(['login'], {more: {HOME: home, SUDO_USER: 'nobody'}}),
			run(['campaigns'], {uid: 12_345, from: {PATH: '/usr/bin:/bin', ...sandbox.env}}),
		]);
		expect(locked).toMatchObject({
			code: 2,
			stdout: '',
			stderr: expect.stringMatching(/export XDG_STATE_HOME=FOLDER\n$/),
		});
		expect(root).toMatchObject({code: 2, stdout: '', stderr: expect.stringMatching(/sudo -H dialtop\n$/)});
		expect(readdirSync(home)).toEqual([]);
		expect(own).toMatchObject({code: 2, stderr: expect.stringMatching(/no home folder .* XDG_STATE_HOME/)});
	},
);

// Ctrl-C, Ctrl-\ and another one: the signals of one list have the same listener.
test.for(['SIGINT', 'SIGQUIT', 'SIGUSR2'] as const)(
	'%s: ends at once what waits, and a question with its terminal in order',
	async signal => {
		const number = constants.signals[signal];
		const {port} = silent.address() as AddressInfo;
		const address = {DIALTOP_URL: `http://127.0.0.1:${port}`, DIALTOP_TOKEN: 'a-token-of-the-tests'};
		const asked = once(silent, 'request');
		const child = start(['call', 'get_campaigns'], {more: address});
		const end = ended(child);
		await asked;
		child.kill(signal);
		const {stdout, stderr, ...how} = await end;
		expect([stdout, stderr]).toEqual(['', '']);
		expect(how.signal === signal || how.code === 128 + number).toBe(true);

		const line = `b=$(stty -g); "${process.execPath}" "${program}" login & echo "pid $!"; wait $!; echo "code $?"; [ "$b" = "$(stty -g)" ] && echo in order; cat`;
		const {DIALTOP_PASSWORD: _password, ...less} = env;
		await using terminal = openPty({command: '/bin/sh', args: ['-c', line], env: less, columns: 150, rows: 20});
		await terminal.waitFor('Password of');
		process.kill(Number(/pid (\d+)/.exec(terminal.text())?.[1]), signal);
		await terminal.waitFor('in order');
		expect(terminal.text()).toContain(`code ${128 + number}`);
	},
);

test('several at once: every token kept, every line whole, and what another one still waits for is not recalled', async () => {
	const home = join(folder, 'together');
	mkdirSync(home, {mode: 0o700});
	const more = {HOME: home};
	const audit = join(home, '.local', 'state', 'dialtop', 'audit.jsonl');
	const first = start(['pause', '1002', '--yes'], {more});
	const end = ended(first);
	await expect
		.poll(() => existsSync(audit) && readFileSync(audit, 'utf8').split('\n').length, {timeout: 15_000})
		.toBe(2);
	const [watching, ...logins] = await Promise.all([
		run(['watch', '--count', '1'], {more}),
		...[1, 2, 3].map(hours => run(['login', '--hours', String(hours)], {more})),
	]);
	expect(watching.code).toBe(0);
	expect(watching.stderr).not.toContain('earlier run');
	expect(logins.map(({code}) => code)).toEqual([0, 0, 0]);
	expect(readdirSync(join(audit, '..', 'tokens'))).toHaveLength(1);
	first.kill('SIGKILL');
	expect((await end).stdout).toBe('');
	const after = await run(['watch', '--count', '1'], {more});
	expect(after.stderr).toContain('1 command of an earlier run has no known outcome');
	for (const line of readFileSync(audit, 'utf8').trim().split('\n')) {
		expect(() => JSON.parse(line)).not.toThrow();
	}
});
