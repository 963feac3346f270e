/** The credentials of an engine: a bearer token, a user and a password, or headers, from commands of the configuration. */
import {passwordFrom} from '../config/password-command.ts';
import type {Clock} from '../system/clock.ts';
import {messageOf} from '../wire/causes.ts';
import {registerSecret} from '../wire/secrets.ts';
import {EngineError, section} from './error.ts';

/** What the configuration gives; commands print what is secret. */
export type CredentialSettings = {
	user?: string | undefined;
	passwordCommand?: string | undefined;
	bearerCommand?: string | undefined;
	/** Values by the names of headers; none is a secret. */
	headers?: Readonly<Record<string, string>>;
	/** Commands by the names of headers. */
	headerCommands?: Readonly<Record<string, string>>;
};

/** The credentials as headers. */
export type Credentials = {
	/** Whether there are none: headers that are no secret do not count. */
	readonly isEmpty: boolean;
	/**
	 * The headers of a request; the commands run when they are first asked for.
	 *
	 * @throws EngineError `credentials` if a command fails
	 */
	headers(): Promise<Readonly<Record<string, string>>>;
	/**
	 * Whether to ask again with other headers than those that the engine rejected: the commands run anew, unless they have just
	 * run.
	 */
	renew(rejected: Readonly<Record<string, string>>): boolean;
	/** Ends commands that are under way. */
	close(): void;
};

/** Milliseconds between two runs of the commands: an engine that rejects all, or a command that fails, is not asked without end. */
const leastPause = 30_000;

/** What a header may hold. */
const headerText = /^[\t\x20-\x7e\x80-\xff]+$/;

/** Runs commands. @param isSilent whether they must not use the terminal */
export const createCredentials = (
	{user, passwordCommand, bearerCommand, headers = {}, headerCommands = {}}: CredentialSettings,
	{env, isSilent, clock}: {env: NodeJS.ProcessEnv; isSilent: boolean; clock: Pick<Clock, 'now'>},
): Credentials => {
	const leaving = new AbortController();
	const commands = Object.entries(headerCommands);
	let made: Promise<Readonly<Record<string, string>>> | undefined;
	let ranAt = Number.NEGATIVE_INFINITY;
	let hasFailed = false;
	let latest: Readonly<Record<string, string>> | undefined;

	const secretOf = async (setting: string, command: string): Promise<string> => {
		const secret = await passwordFrom(command, env, {setting, isSilent, signal: leaving.signal});
		registerSecret(secret);
		if (!headerText.test(secret)) {
			throw new Error(
				`${setting} prints characters that no header may hold; it is in your configuration (dialtop config)`,
			);
		}
		return secret;
	};

	const authorization = async (): Promise<string | undefined> => {
		if (bearerCommand !== undefined) {
			return `Bearer ${await secretOf('bearer_command', bearerCommand)}`;
		}
		if (user === undefined) {
			return undefined;
		}
		const password = passwordCommand === undefined ? '' : await secretOf('password_command', passwordCommand);
		const encoded = Buffer.from(`${user}:${password}`).toString('base64');
		registerSecret(encoded);
		return `Basic ${encoded}`;
	};

	const make = async (): Promise<Readonly<Record<string, string>>> => {
		ranAt = clock.now().mono;
		hasFailed = false;
		try {
			const all: Record<string, string> = {...headers};
			const value = await authorization();
			if (value !== undefined) {
				all.authorization = value;
			}
			// One after the other: two could ask on the terminal at once.
			for (const [name, command] of commands) {
				all[name] = await secretOf(`header_commands.${name}`, command);
			}
			latest = all;
			return all;
		} catch (cause) {
			hasFailed = true;
			throw new EngineError('credentials', `the ${section}: ${messageOf(cause)}`, '', {cause});
		}
	};

	const hasCommands = passwordCommand !== undefined || bearerCommand !== undefined || commands.length > 0;
	const isDue = (): boolean => clock.now().mono - ranAt >= leastPause;
	return {
		isEmpty: !hasCommands && user === undefined,
		async headers() {
			if (hasFailed && isDue()) {
				made = undefined;
			}
			made ??= make();
			return made;
		},
		renew(rejected) {
			if (latest !== rejected) {
				return true;
			}
			if (!hasCommands || !isDue()) {
				return false;
			}
			made = undefined;
			latest = undefined;
			return true;
		},
		close: () => leaving.abort(),
	};
};
