/** The monitor as an operator has it: the built program in a pseudo-terminal, driven by keys and read from the screen. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {createDialer, type Dialer} from '../../source/wire/client/dialer.ts';
import {createHttpTransport} from '../../source/wire/client/transport.ts';
import {openPty, type Pty, type PtyOptions} from './terminal.ts';

/** The built program, which `npm run bundle` makes, or the copy of it that the campaign of faults is run against. */
export const program = process.env.DIALTOP_TEST_PROGRAM ?? new URL('../../dist/cli.js', import.meta.url).pathname;

/** Tokens and the audit of the tests: nothing of them goes to where those of whoever runs the tests are. */
const stateHome = process.env.DIALTOP_TEST_STATE ?? mkdtempSync(join(tmpdir(), 'dialtop-state-'));
if (process.env.DIALTOP_TEST_STATE === undefined) {
	process.on('exit', () => rmSync(stateHome, {recursive: true, force: true}));
}

/** What the tests' environment adds for nobody: no account, no token, no locale but UTF-8. */
export const cleanEnvironment = {
	PATH: process.env.PATH,
	HOME: process.env.HOME,
	LANG: 'C.UTF-8',
	// Whoever runs the tests may have a configuration of their own.
	XDG_CONFIG_HOME: '/nonexistent',
	XDG_STATE_HOME: stateHome,
};

/** Compiled code that others have written, for a program in a home of its own: it starts three times as fast. */
export const compiledCode = {NODE_COMPILE_CACHE: join(homedir(), '.cache', 'dialtop')};

/** How the monitor is started. */
export type MonitorOptions = {
	args?: readonly string[];
	env?: Readonly<Record<string, string | undefined>>;
	columns?: number;
	rows?: number;
	/** Another command that runs it: its words stand before those of the program. */
	before?: readonly string[];
} & Pick<PtyOptions, 'cwd' | 'onWritten'>;

/**
 * Starts the monitor in a pseudo-terminal. Use with `await using`. What it keeps of its own (the audit) goes with it,
 * where `env` names no XDG_STATE_HOME.
 */
export const openMonitor = (options: MonitorOptions = {}): Pty => {
	const {args = [], env = {}, columns = 120, rows = 40, before = [], ...more} = options;
	const [command = '', ...words] = [...before, process.execPath, program, ...args];
	const state = mkdtempSync(join(tmpdir(), 'dialtop-state-'));
	const pty = openPty({
		command,
		args: words,
		env: {...cleanEnvironment, XDG_STATE_HOME: state, ...env},
		columns,
		rows,
		...more,
	});
	const end = pty[Symbol.asyncDispose];
	return Object.assign(pty, {
		async [Symbol.asyncDispose]() {
			await end();
			rmSync(state, {recursive: true, force: true});
		},
	});
};

/** A sandbox in a process of its own. */
export type SandboxProcess = {
	url: string;
	user: string;
	password: string;
	/** Asks the service itself, past the screen. */
	call: Dialer['call'];
	/** Simulated seconds per second, from now on. */
	setSpeed(speed: number): Promise<void>;
	/** The rates of its faults from now on, by `NAME` or `NAME:OPERATION`. */
	setFaults(rates: Readonly<Record<string, number>>): Promise<void>;
	/** How many requests its faults have struck. */
	struck(): Promise<number>;
	/** Ends it as a power failure does. */
	kill(): void;
	/** What the monitor is to be given to sign in there. */
	env: Record<string, string>;
	[Symbol.asyncDispose](): Promise<void>;
};

/** Starts a sandbox over HTTP. Use with `await using`. */
export const openSandbox = async (...args: string[]): Promise<SandboxProcess> => {
	const child: ChildProcess = spawn(
		process.execPath,
		[program, 'sandbox', '--ephemeral', '--json', '--admin-port', '0', ...args],
		{
			stdio: ['ignore', 'pipe', 'inherit'],
			env: cleanEnvironment,
		},
	);
	if (!child.stdout) {
		throw new Error('the sandbox has no output');
	}
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`the sandbox ended with ${code}`);
	});
	const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
	// From here on it ends when it is told to.
	ended.catch(() => undefined);
	const {url, user, password, admin} = JSON.parse(line) as Record<'url' | 'user' | 'password' | 'admin', string>;
	const http = createHttpTransport(url);
	let token: string | undefined;
	const {call} = createDialer({transport: http.send, token: () => token});
	const signedIn = await call('login_user', {user, pass: password});
	token = signedIn.kind === 'done' ? signedIn.answer.token : undefined;
	return {
		url,
		user,
		password,
		call,
		async setSpeed(speed) {
			await fetch(`${admin}/speed`, {method: 'PUT', body: JSON.stringify({speed})});
		},
		async setFaults(rates) {
			await fetch(`${admin}/faults`, {method: 'PUT', body: JSON.stringify(rates)});
		},
		async struck() {
			const {faults} = (await (await fetch(admin)).json()) as {faults: {struck: number}[]};
			return faults.reduce((sum, fault) => sum + fault.struck, 0);
		},
		kill: () => child.kill('SIGKILL'),
		env: {DIALTOP_URL: url, DIALTOP_USER: user, DIALTOP_PASSWORD: password, DIALTOP_ENVIRONMENT: 'qa'},
		async [Symbol.asyncDispose]() {
			await http.close();
			if (child.exitCode === null && child.signalCode === null) {
				child.kill('SIGTERM');
				await once(child, 'exit');
			}
		},
	};
};

/** A board by id: which campaign has trouble first, and so stands first unless told otherwise, is chance. */
const byId = new URL('by-id.yml', import.meta.url).pathname;

/** Opens the monitor on a sandbox, and waits until its board is there: the newest id first, unless `env` names another configuration. */
export const openOn = async (
	{env}: Pick<SandboxProcess, 'env'>,
	options: Parameters<typeof openMonitor>[0] = {},
): Promise<Pty> => {
	const monitor = openMonitor({...options, env: {DIALTOP_CONFIG: byId, ...env, ...options.env}});
	await monitor.waitFor('Spring Collections');
	return monitor;
};
