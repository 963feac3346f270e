/** Checks addresses and environments from flags, the environment's variables and the configuration. */
import {UsageError} from './errors.ts';

/** A mistake and its path; `ofKey` if the key itself is wrong. */
export type Problem = {path: readonly PropertyKey[]; message: string; ofKey?: boolean};

/** What an address is for. */
export type AddressUse = 'service' | 'proxy' | 'engine';

const passwordAdvice: Readonly<Record<AddressUse, string>> = {
	service: '; use --user and DIALTOP_PASSWORD, or sign in on screen',
	proxy: '; an address that holds one belongs in DIALTOP_PROXY',
	engine: '; use user and password_command beside it',
};

const examples: Readonly<Record<AddressUse, string>> = {
	service: 'https://dialer.example.com',
	proxy: 'https://proxy.example.com:3128',
	engine: 'https://metrics.example.com/prefix',
};

/** A malformed address for a message, without what may be a secret: a password, or what follows the path. */
const shown = (text: string): string =>
	text
		.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@')
		.replace(/[?#].*$/s, '?…')
		.replace(/:(?!\/\/|\d{1,5}(?:\/|$)).*$/s, ':…');

/** What is wrong with an address, to follow its name in a message; undefined if it is right. Repeats no secret. */
export const addressProblem = (text: string, use: AddressUse = 'service'): string | undefined => {
	let parsed: URL;
	try {
		parsed = new URL(text);
	} catch {
		return `is not an address: "${shown(text)}". Give one such as ${examples[use]}`;
	}
	if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
		// Without slashes, the text before the colon is a user or a host.
		const [scheme] = /^[a-z][a-z\d+.-]*:\/\//i.exec(text) ?? [];
		return `must begin with https:// or http://${scheme === undefined ? '' : `, not "${scheme.toLowerCase()}"`}`;
	}
	if (parsed.username !== '' || parsed.password !== '') {
		return `must not hold a user or a password${passwordAdvice[use]}`;
	}
	return /[?#]/.test(text) ? 'must end with its host or path: nothing behind a ? or # in it would be sent' : undefined;
};

/** Checks a base address. @throws UsageError naming what is wrong and where it came from. */
export const checkUrl = (url: string, from: string, use: AddressUse = 'service'): string => {
	const problem = addressProblem(url, use);
	if (problem !== undefined) {
		throw new UsageError(`${from} ${problem}`);
	}
	return url;
};

const environments = new Map([
	['production', 'PRODUCTION'],
	['qa', 'QA'],
	['sandbox', 'SANDBOX'],
]);

/** The names for flags and the configuration. */
export const environmentNames: readonly string[] = [...environments.keys()];

/** The name of an environment as the screen shows it; undefined if it is only assumed. */
export const environmentNamed = (shown: string): string | undefined =>
	environmentNames.find(name => environments.get(name) === shown);

/** A service without a stated environment, which is taken for the gravest. */
export const assumed = 'PRODUCTION (assumed)';

/** The embedded sandbox. */
export const sandboxEnvironment = 'SANDBOX';

/** A profile's environment as the screen shows it; assumed if the profile states none. @throws UsageError */
export const environmentOfProfile = (name: string | undefined): string =>
	name === undefined ? assumed : environmentOf(name, 'environment');

/** An environment as the screen shows it. @throws UsageError */
export const environmentOf = (name: string, from: string): string => {
	const words = environments.get(name.toLowerCase());
	if (words === undefined) {
		throw new UsageError(`${from} must be production, qa or sandbox, not "${name}"`);
	}
	return words;
};
