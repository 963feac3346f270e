/** The environments of a service, and how they stand on screen: in words. */
import {UsageError} from './errors.ts';

const shown = new Map([
	['production', 'PRODUCTION'],
	['qa', 'QA'],
	['sandbox', 'SANDBOX'],
]);

/** As flags and the configuration write them. */
export const environmentNames: readonly string[] = [...shown.keys()];

/** A service of which nobody has said what it is, taken for the gravest. */
export const assumed = 'PRODUCTION (assumed)';

/** The embedded sandbox. */
export const sandboxEnvironment = 'SANDBOX';

/** The environment of a profile in words; one of which nobody says what it is, is assumed. @throws UsageError */
export const environmentOfProfile = (name: string | undefined): string =>
	name === undefined ? assumed : environmentOf(name, 'environment');

/** The environment in words. @throws UsageError */
export const environmentOf = (name: string, from: string): string => {
	const words = shown.get(name.toLowerCase());
	if (words === undefined) {
		throw new UsageError(`${from} must be production, qa or sandbox, not "${name}"`);
	}
	return words;
};
