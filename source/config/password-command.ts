/** Runs a command of the operator's that prints a secret, such as a password manager: password_command and its like. */
import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {closeSync, openSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import {childEnvironment} from '../system/child.ts';
import {onEnding} from '../system/ending-signals.ts';
import {isAlive} from '../system/process.ts';
import {messageOf} from '../wire/causes.ts';
import {UsageError} from './errors.ts';

/** Milliseconds that the command may take: it may ask for a passphrase. */
const patience = 60_000;

/** Milliseconds to wait for its remaining output after it has ended. */
const lastWords = 300;

/** The most characters of its output. */
const longest = 64 * 1024;

/** True if there is a terminal that a command could ask on. */
const hasTerminal = (): boolean => {
	try {
		closeSync(openSync('/dev/tty', 'r'));
		return true;
	} catch {
		return false;
	}
};

/** Milliseconds between SIGTERM and SIGKILL, and between checks whether it has ended. */
const grace = 2000;
const betweenLooks = 50;

/** A process and its descendants, except those whose parents have ended. */
const familyOf = (pid: number): number[] => {
	const {stdout} = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], {encoding: 'utf8'});
	const rows = (stdout ?? '').split('\n').map(line => line.trim().split(/\s+/).map(Number));
	const family = new Set([pid]);
	for (const one of family) {
		for (const [child, parent] of rows) {
			if (child && parent === one) {
				family.add(child);
			}
		}
	}
	return [...family];
};

const signalTo = (pids: readonly number[], signal: NodeJS.Signals): void => {
	for (const pid of pids) {
		try {
			process.kill(pid, signal);
		} catch {
			// It has ended.
		}
	}
};

/**
 * Ends a process and its descendants: its group if it has its own, else the processes found below it. SIGTERM is sent
 * at once; resolves when they have ended, or have been killed after the grace period.
 */
const endAll = async (pid: number, hasGroup: boolean): Promise<void> => {
	const members = hasGroup ? [-pid] : familyOf(pid);
	signalTo(members, 'SIGTERM');
	const deadline = performance.now() + grace;
	while (members.some(isAlive) && performance.now() < deadline) {
		await pause(betweenLooks);
	}
	signalTo(members, 'SIGKILL');
};

/** How a command is run. */
export type PasswordCommandOptions = {
	/** The setting that names it, for messages; password_command by default. */
	setting?: string;
	/** How long it may take. */
	milliseconds?: number;
	/** Whether it must not use the terminal. */
	isSilent?: boolean;
	/** Cancels it. */
	signal?: AbortSignal;
};

/**
 * Runs a command in a shell and returns the first line of its output. Its standard error is the terminal, and it stays
 * in the foreground, so that it can ask there. If it takes too long or the program ends, it is ended with all the
 * processes that it has started.
 *
 * @throws UsageError if it fails, prints nothing, takes too long or is cancelled; the message never holds its output
 */
export const passwordFrom = async (
	command: string,
	env: NodeJS.ProcessEnv,
	{
		setting = 'password_command',
		milliseconds = patience,
		isSilent = false,
		signal: calledOff,
	}: PasswordCommandOptions = {},
): Promise<string> => {
	const {promise, resolve, reject} = Promise.withResolvers<string>();
	const fail = (reason: string): void =>
		reject(new UsageError(`${setting} ${reason}; it is in your configuration (dialtop config)`));
	// A group of its own can be ended as a whole, but could not ask on the terminal.
	const hasGroup = isSilent || !hasTerminal();
	let child: ChildProcess | undefined;
	let ending: Promise<void> | undefined;
	const giveUp = (reason: string): void => {
		fail(reason);
		ending ??= child?.pid === undefined ? undefined : endAll(child.pid, hasGroup);
	};
	const tooLate = setTimeout(() => giveUp(`did not end within ${milliseconds / 1000} seconds`), milliseconds);
	const callOff = (): void => giveUp('was called off');
	calledOff?.addEventListener('abort', callOff);
	// Before the command starts: a signal that comes as soon as it runs would not end it.
	const stopListening = onEnding(signal => {
		stopListening();
		giveUp('was called off');
		// Without another listener, the signal ends the program as it would have.
		if (process.listenerCount(signal) === 0) {
			process.kill(process.pid, signal);
		}
	});
	let output = '';
	// A process that it has started may keep its output open.
	let lingering: NodeJS.Timeout | undefined;
	const end = (code: number | null, signal: NodeJS.Signals | null): void => {
		const [line = ''] = output.split('\n', 1);
		const password = line.replace(/\r$/, '');
		if (code !== 0) {
			fail(signal ? `was ended by ${signal}` : `failed with exit code ${code}`);
		} else if (password === '') {
			fail('gave nothing on the first line of its output');
		} else {
			resolve(password);
		}
	};
	const cannotRun = (error: unknown): void => fail(`cannot be run: ${messageOf(error)}`);
	try {
		child = spawn(command, {
			shell: true,
			detached: hasGroup,
			stdio: ['ignore', 'pipe', isSilent ? 'ignore' : 'inherit'],
			env: childEnvironment(env),
		});
		child.on('error', cannotRun);
		child.on('exit', (code, signal) => {
			lingering = setTimeout(() => end(code, signal), lastWords);
		});
		child.on('close', end);
		child.stdout?.setEncoding('utf8');
		child.stdout?.on('data', (text: string) => {
			output += text;
			if (output.length > longest) {
				giveUp('says too much: its first line must be the secret');
			}
		});
	} catch (error) {
		cannotRun(error);
	}
	try {
		return await promise;
	} finally {
		stopListening();
		calledOff?.removeEventListener('abort', callOff);
		clearTimeout(tooLate);
		clearTimeout(lingering);
		child?.stdout?.destroy();
		await ending;
	}
};
