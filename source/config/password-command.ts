/** A password from a command of the operator's own, such as a password manager's. */
import {spawn} from 'node:child_process';
import {closeSync, openSync} from 'node:fs';
import {onEnding} from '../machine/ending-signals.ts';
import {endAll} from './end-process.ts';
import {UsageError} from './errors.ts';

/** Milliseconds: long enough to type a passphrase into what the command opens. */
const patience = 60_000;

/** Milliseconds that its last words are waited for once it has ended. */
const lastWords = 300;

/** Characters. */
const longest = 64 * 1024;

/** Without what belongs to dialtop: the command has no use for its secrets. */
const withoutOwn = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
	Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('DIALTOP_')));

/** True if there is a terminal that a command could ask on. */
const hasTerminal = (): boolean => {
	try {
		closeSync(openSync('/dev/tty', 'r'));
		return true;
	} catch {
		return false;
	}
};

/** How a command is run. */
export type PasswordCommandOptions = {
	/** How long it may take. */
	milliseconds?: number;
	/** Whether the terminal is not to be read or written to. */
	isSilent?: boolean;
	/** Calls it off. */
	signal?: AbortSignal;
};

/**
 * Runs a command by a shell and takes the first line of its output. What it says on standard error goes to the
 * terminal; it stays in the foreground, so that it can ask there. If it is not to go on, because it takes too long or the
 * program ends, whatever it has started is ended with it.
 *
 * @throws UsageError if it fails, says nothing, takes too long or is called off; never with its output
 */
export const passwordFrom = async (
	command: string,
	env: NodeJS.ProcessEnv,
	{milliseconds = patience, isSilent = false, signal: calledOff}: PasswordCommandOptions = {},
): Promise<string> => {
	const {promise, resolve, reject} = Promise.withResolvers<string>();
	const fail = (reason: string): void =>
		reject(new UsageError(`password_command ${reason}; it is in your configuration (dialtop config)`));
	// All of a group can be ended, but one of its own could not ask on the terminal.
	const hasGroup = isSilent || !hasTerminal();
	const child = spawn(command, {
		shell: true,
		detached: hasGroup,
		stdio: ['ignore', 'pipe', isSilent ? 'ignore' : 'inherit'],
		env: withoutOwn(env),
	});
	let ending: Promise<void> | undefined;
	const giveUp = (reason: string): void => {
		fail(reason);
		ending ??= child.pid === undefined ? undefined : endAll(child.pid, hasGroup);
	};
	let output = '';
	child.stdout.setEncoding('utf8');
	child.stdout.on('data', (text: string) => {
		output += text;
		if (output.length > longest) {
			giveUp('says too much: its first line must be the password');
		}
	});
	const tooLate = setTimeout(() => giveUp(`did not end within ${milliseconds / 1000} seconds`), milliseconds);
	const callOff = (): void => giveUp('was called off');
	calledOff?.addEventListener('abort', callOff);
	const stopListening = onEnding(signal => {
		stopListening();
		giveUp('was called off');
		// Nobody else heeds it: it ends the program as it would have.
		if (process.listenerCount(signal) === 0) {
			process.kill(process.pid, signal);
		}
	});
	// What it started may keep its output open.
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
	child.on('error', error => fail(`cannot be run: ${error.message}`));
	child.on('exit', (code, signal) => {
		lingering = setTimeout(() => end(code, signal), lastWords);
	});
	child.on('close', end);
	try {
		return await promise;
	} finally {
		stopListening();
		calledOff?.removeEventListener('abort', callOff);
		clearTimeout(tooLate);
		clearTimeout(lingering);
		child.stdout.destroy();
		await ending;
	}
};
