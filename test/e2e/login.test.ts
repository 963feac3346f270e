/** Signing in for the commands to come, on a terminal and without one. */
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, expect, test} from 'vitest';
import {compiledCode, openSandbox, program, type SandboxProcess} from '../helpers/monitor.ts';
import {openPty} from '../helpers/terminal.ts';

let home: string;
let config: string;
let kept: string;
let sandbox: SandboxProcess;
let env: Record<string, string>;

beforeAll(async () => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-login-'));
	config = join(home, 'config.yml');
	kept = join(home, '.local', 'state', 'dialtop', 'tokens');
	sandbox = await openSandbox();
	env = {...compiledCode, PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', DIALTOP_CONFIG: config};
	writeFileSync(
		config,
		[
			'profile: qa',
			'profiles:',
			`  qa: {url: "${sandbox.url}", environment: qa, user: ${sandbox.user}, read_only: true}`,
			`  by-command: {url: "${sandbox.url}", user: ${sandbox.user}, password_command: "env | grep DIALTOP_ || cat '${join(home, 'pass')}'"}`,
		].join('\n'),
	);
	writeFileSync(join(home, 'pass'), `${sandbox.password}\nnot this line\n`);
});

afterEach(() => rmSync(kept, {recursive: true, force: true}));

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
	rmSync(home, {recursive: true});
});

/** Runs the program without any terminal. */
const run = (args: readonly string[], {input = '', more = {}}: {input?: string; more?: Record<string, string>} = {}) =>
	spawnSync(process.execPath, [program, ...args], {
		env: {...env, ...more},
		encoding: 'utf8',
		input,
		// A session of its own has no terminal, whoever runs the tests.
		...{detached: true},
	});

/** The only token that is stored. */
const tokenFile = (): string => join(kept, readdirSync(kept)[0] ?? '');

const tokenOf = (): string => JSON.parse(readFileSync(tokenFile(), 'utf8')).token;

const onTerminal = (line: string) =>
	openPty({command: '/bin/sh', args: ['-c', line], env: {...env, TERM: 'xterm'}, columns: 120, rows: 20});

test('asks on the terminal even where standard input is a pipe, shows nothing of it, and leaves the terminal as it was', async () => {
	const dialtop = `"${process.execPath}" "${program}"`;
	await using terminal = onTerminal(
		`before=$(stty -g); echo wrong | ${dialtop} login -p qa >"${home}/out"; echo "code $?"; for way in 1 2; do echo again | ${dialtop} login; echo "then $?"; done; [ "$before" = "$(stty -g)" ] && echo in order`,
	);
	const question = `Password of ${sandbox.user} at ${new URL(sandbox.url).host} (QA): `.trim();
	await terminal.waitFor(question);
	terminal.write(`oops\x15${sandbox.password}x\x7f\r`);
	await terminal.waitFor('code 0');
	expect(terminal.text()).toContain(`dialtop: signed in: ${sandbox.user} at`);
	expect(readFileSync(join(home, 'out'), 'utf8')).toBe('');
	const token = tokenOf();
	// Ctrl-C breaks it off, and so does Ctrl-D, whatever was typed by then.
	for (const [index, key] of ['\x03', '\x04'].entries()) {
		await terminal.waitFor(() => terminal.text().split(question).length === index + 3);
		terminal.write(`half${key}`);
	}
	await terminal.waitFor('in order');
	expect(terminal.text().split('then 130')).toHaveLength(3);
	for (const secret of [sandbox.password, token, 'oops', 'half']) {
		expect(terminal.raw).not.toContain(secret);
	}
	expect([statSync(tokenFile()).mode & 0o777, statSync(kept).mode & 0o777]).toEqual([0o600, 0o700]);
	expect(tokenOf()).toBe(token);
});

test('stopped by somebody else and let go on, it still shows nothing of a password; Ctrl-\\ breaks it off', async () => {
	await using shell = openPty({command: 'bash', args: ['--norc', '-i'], env: {...env, TERM: 'xterm', PS1: 'shell> '}});
	await shell.waitFor('shell>');
	shell.write(`"${process.execPath}" "${program}" login -p qa\r`);
	await shell.waitFor('Password of');
	const [own = ''] = readFileSync(`/proc/${shell.pid}/task/${shell.pid}/children`, 'utf8').split(' ');
	process.kill(Number(own), 'SIGSTOP');
	await shell.waitFor('Stopped');
	shell.write('fg\r');
	await shell.waitFor(() => shell.text().split('Password of').length === 3);
	shell.write('secret\x1c');
	await shell.waitFor(/shell>\s*$/);
	shell.write('echo "code $?"\r');
	await shell.waitFor('code 131');
	expect(shell.raw).not.toContain('secret');
});

test('takes the password from standard input, the environment or a command, and says nothing on standard output', () => {
	for (const [args, options] of [
		[['-p', 'qa', '--password-stdin', '--hours', '1'], {input: `${sandbox.password}\nmore`}],
		[['-p', 'qa'], {more: {DIALTOP_PASSWORD: sandbox.password, DIALTOP_PROFILE: 'qa'}}],
		[['-p', 'by-command'], {}],
	] as const) {
		const {status, stdout, stderr} = run(['login', ...args], options);
		expect([status, stdout], args.join(' ')).toEqual([0, '']);
		expect(stderr).toMatch(/^dialtop: signed in: .*; the token is in .*tokens\n$/);
		expect(stderr).not.toContain(sandbox.password);
		expect(stderr).not.toContain(tokenOf());
	}
	expect(readFileSync(tokenFile(), 'utf8')).not.toContain(sandbox.password);
});

test.for<[string, string[], Parameters<typeof run>[1], number, RegExp]>([
	[
		'no terminal',
		['-p', 'qa'],
		{},
		2,
		/no terminal to ask on: give the password by --password-stdin, DIALTOP_PASSWORD/,
	],
	['a wrong password', ['-p', 'qa', '--password-stdin'], {input: 'not-it\n'}, 1, /not signed in: .*\(QA\): /],
	['an empty standard input', ['-p', 'qa', '--password-stdin'], {}, 2, /found no password on standard input/],
])('%s', ([, args, options, code, says]) => {
	const {status, stdout, stderr} = run(['login', ...args], options);
	expect(stderr).toMatch(says);
	expect([status, stdout]).toEqual([code, '']);
	expect(stderr).not.toMatch(/not-it/);
});
