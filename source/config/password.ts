/** Gets the password of a user, never from the command line. */
import {keepSecret} from '../wire/secrets.ts';
import {UsageError} from './errors.ts';
import {passwordFrom} from './password-command.ts';
import {askOnTerminal} from './prompt.ts';
import type {Service} from './service.ts';
import {lineOfInput} from './standard-input.ts';

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
	keepSecret(password);
	return password;
};
