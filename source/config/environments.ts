/** The environments of a service, and their names on screen. */
import {UsageError} from './errors.ts';

const shown = new Map([
	['production', 'PRODUCTION'],
	['qa', 'QA'],
	['sandbox', 'SANDBOX'],
]);

/** The names for flags and the configuration. */
export const environmentNames: readonly string[] = [...shown.keys()];

/** A service without a stated environment, which is taken for the gravest. */
export const assumed = 'PRODUCTION (assumed)';

/** The embedded sandbox. */
export const sandboxEnvironment = 'SANDBOX';

/** A profile's environment as the screen shows it; assumed if the profile states none. @throws UsageError */
export const environmentOfProfile = (name: string | undefined): string =>
	name === undefined ? assumed : environmentOf(name, 'environment');

/** An environment as the screen shows it. @throws UsageError */
export const environmentOf = (name: string, from: string): string => {
	const words = shown.get(name.toLowerCase());
	if (words === undefined) {
		throw new UsageError(`${from} must be production, qa or sandbox, not "${name}"`);
	}
	return words;
};
