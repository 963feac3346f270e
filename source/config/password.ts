/**
 * Gets the password of a user, never from the command line: a question is asked on the controlling terminal, even if
 * standard input and output are redirected.
 */

import {closeSync, constants, openSync, writeSync} from 'node:fs';
import {constants as system} from 'node:os';
import {StringDecoder} from 'node:string_decoder';
import {ReadStream} from 'node:tty';
import {onEnding} from '../system/ending-signals.ts';
import {registerSecret} from '../wire/secrets.ts';
import {Interrupted, UsageError} from './errors.ts';
import {passwordFrom} from './password-command.ts';
import type {Service} from './service.ts';
import {lineOfInput} from './standard-input.ts';

const ctrl = {
	c: '\x03',
	d: '\x04',
	quit: '\x1c',
	backspace: '\b',
	enter: ['\r', '\n'],
	u: '\x15',
	w: '\x17',
	delete: '\x7f',
} as const;

/**
 * Ends the question at a signal, so that the terminal is restored first, and sets the exit code of the signal. Returns
 * a function that stops listening.
 */
const listen = (breakOff: (reason: Interrupted) => void): (() => void) =>
	onEnding((signal, code) => {
		process.exitCode = code;
		breakOff(new Interrupted(signal));
	});

/** Opens the terminal; undefined if there is none. */
const openTty = (): number | undefined => {
	try {
		return openSync('/dev/tty', constants.O_RDWR | (constants.O_NOCTTY ?? 0));
	} catch {
		return undefined;
	}
};

/** Asks; resolves with what is typed until Enter. */
const readTyped = (
	input: ReadStream,
	write: (text: string) => void,
	{question, isHidden}: {question: string; isHidden: boolean},
): Promise<string> => {
	const {promise, resolve, reject} = Promise.withResolvers<string>();
	const decoder = new StringDecoder('utf8');
	let typed: string[] = [];
	const erase = (count: number): void => {
		const gone = Math.min(count, typed.length);
		typed = typed.slice(0, typed.length - gone);
		if (!isHidden) {
			write('\b \b'.repeat(gone));
		}
	};
	const press = (key: string): boolean => {
		switch (key) {
			case ctrl.enter[0]:
			case ctrl.enter[1]:
				resolve(typed.join(''));
				return true;
			case ctrl.c:
			case ctrl.d:
				reject(new Interrupted('broken off'));
				return true;
			case ctrl.quit:
				process.exitCode = 128 + system.signals.SIGQUIT;
				reject(new Interrupted('broken off'));
				return true;
			case ctrl.backspace:
			case ctrl.delete:
				erase(1);
				return false;
			case ctrl.u:
			case ctrl.w:
				erase(typed.length);
				return false;
			default:
				if (!/\p{Cc}/u.test(key)) {
					typed.push(key);
					if (!isHidden) {
						write(key);
					}
				}
				return false;
		}
	};
	input.on('data', (chunk: Buffer) => {
		[...decoder.write(chunk)].some(press);
	});
	input.on('error', reject);
	input.on('end', () => reject(new Interrupted('the terminal is gone')));
	const draw = (): void => {
		// The terminal must not echo from here on, not even while the question is written. Node skips the call if it
		// has set the mode before, though a shell may have changed it while the program was stopped: hence off and on.
		input.setRawMode(false);
		input.setRawMode(true);
		write(`${question}${isHidden ? '' : typed.join('')}`);
	};
	process.on('SIGCONT', draw);
	input.on('close', () => process.off('SIGCONT', draw));
	draw();
	return promise;
};

/**
 * Asks on the terminal, in one line.
 *
 * @returns what was typed; undefined if there is no terminal
 * @throws Interrupted by Ctrl-C, Ctrl-D, a signal or the end of the terminal, which is then as it was
 */
const askOnTerminal = async (question: string, {isHidden}: {isHidden: boolean}): Promise<string | undefined> => {
	const descriptor = openTty();
	const own = descriptor === undefined ? undefined : openTty();
	if (descriptor === undefined || own === undefined) {
		return undefined;
	}
	// The stream closes its own descriptor.
	const input = new ReadStream(own);
	const write = (text: string): void => {
		writeSync(descriptor, text);
	};
	const broken = Promise.withResolvers<never>();
	const stopListening = listen(broken.reject);
	try {
		return await Promise.race([readTyped(input, write, {question, isHidden}), broken.promise]);
	} finally {
		input.setRawMode(false);
		stopListening();
		input.destroy();
		write('\n');
		closeSync(descriptor);
	}
};

/** Where a password may come from. */
export type PasswordSource = Pick<Service, 'password' | 'passwordCommand'> & {passwordStdin?: boolean | undefined};

/** Asks a question that must be answered. @throws UsageError without a terminal or an answer, Interrupted */
const ask = async (question: string, isHidden: boolean, otherwise: string): Promise<string> => {
	const typed = await askOnTerminal(question, {isHidden});
	if (typed === undefined) {
		throw new UsageError(`there is no terminal to ask on: ${otherwise}`);
	}
	if (typed === '') {
		throw new UsageError('nothing was typed');
	}
	return typed;
};

/** Asks for the user's name. @throws UsageError, Interrupted */
export const askUser = (host: string): Promise<string> =>
	ask(`User at ${host}: `, false, 'give the user by --user, DIALTOP_USER or the profile');

const from = async (source: PasswordSource, about: string, env: NodeJS.ProcessEnv): Promise<string> => {
	if (source.passwordStdin) {
		return lineOfInput('--password-stdin', 'password');
	}
	if (source.password !== undefined) {
		return source.password;
	}
	if (source.passwordCommand !== undefined) {
		return passwordFrom(source.passwordCommand, env);
	}
	return ask(
		`Password of ${about}: `,
		true,
		'give the password by --password-stdin, DIALTOP_PASSWORD or the password_command of a profile',
	);
};

/**
 * The password: from standard input, the environment, the profile's command, or a question on the terminal.
 *
 * @param about user and service, such as `ann at dialer.example.com (QA)`
 * @throws UsageError if there is none, Interrupted
 */
export const passwordOf = async (source: PasswordSource, about: string, env: NodeJS.ProcessEnv): Promise<string> => {
	const password = await from(source, about, env);
	registerSecret(password);
	return password;
};
