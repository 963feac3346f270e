/** Chooses several services at once, each by a profile of its own: `-p east,west`. */
import {endpoint} from '../wire/address.ts';
import {assumed} from './checks.ts';
import {UsageError} from './errors.ts';
import type {Given} from './schema.ts';
import {chooseProfile, chooseService, profilesOf, type Service, type ServiceFlags} from './service.ts';

/** Flags about one service, and where the same is set for each of several. */
const ofOne: readonly (readonly [flag: keyof ServiceFlags, name: string, instead: string])[] = [
	['url', '--url', 'an address belongs in each profile'],
	['user', '--user', 'a user belongs in each profile'],
	['environment', '--environment', 'an environment belongs in each profile'],
	['ca', '--ca', 'certificates belong in each profile'],
	['proxy', '--proxy', 'a proxy belongs in each profile, or in DIALTOP_PROXY for all'],
	['tokenStdin', '--token-stdin', 'there is one standard input: sign in to each with dialtop login'],
	['passwordStdin', '--password-stdin', 'there is one standard input: sign in to each with dialtop login'],
];

/** The names that `--profile` gives, separated by commas. @throws UsageError if one is empty or given twice */
const namesIn = (given: string): string[] => {
	const names = given.split(',').map(name => name.trim());
	if (names.includes('')) {
		throw new UsageError(`--profile takes names with a comma between two, such as east,west, not "${given}"`);
	}
	const twice = names.find((name, at) => names.indexOf(name) < at);
	if (twice !== undefined) {
		throw new UsageError(`--profile names "${twice}" twice`);
	}
	return names;
};

/**
 * The variables for one of several profiles. Those about the service belong to the profile that DIALTOP_PROFILE or the
 * configuration names: the others sign in with what is their own.
 */
const variablesFor = (name: string, names: readonly string[], env: NodeJS.ProcessEnv, given: Given) => {
	const owner = env.DIALTOP_URL ? undefined : env.DIALTOP_PROFILE || given.profile;
	if (!owner || owner === name || !names.includes(owner)) {
		return env;
	}
	return {
		...env,
		DIALTOP_USER: undefined,
		DIALTOP_PASSWORD: undefined,
		DIALTOP_TOKEN: undefined,
		DIALTOP_ENVIRONMENT: undefined,
	};
};

/** An embedded sandbox with a name. @throws UsageError if it is the name of a profile, which would be another service */
const sandboxNamed = (name: string, flags: ServiceFlags, given: Given): Service => {
	if (profilesOf(given).has(name)) {
		throw new UsageError(
			`--sandbox begins a sandbox for each name, and "${name}" is a profile of your configuration: name the sandboxes otherwise`,
		);
	}
	return {...chooseService({...flags, profile: undefined}, {}, {}), profile: name};
};

/** A service by its profile, which messages about its settings name. @throws UsageError */
const serviceNamed = (profile: string, flags: ServiceFlags, env: NodeJS.ProcessEnv, given: Given): Service => {
	try {
		return chooseService({...flags, profile}, env, given);
	} catch (error) {
		throw error instanceof UsageError ? new UsageError(`${profile}: ${error.message}`, error.more) : error;
	}
};

/** Whether two profiles are one service and one user; a profile without a user may be signed in as any. */
const isSame = (one: Service, other: Service): boolean =>
	one.url !== undefined &&
	other.url !== undefined &&
	endpoint(one.url).href === endpoint(other.url).href &&
	(one.user === undefined || other.user === undefined || one.user === other.user);

/** An assumed environment is production, the gravest. */
const gravestOf = ({environment}: Service): string => (environment === assumed ? 'PRODUCTION' : environment);

/** @throws UsageError if two of the services must not be open at once */
const checkTogether = (services: readonly Service[], mayDiffer: boolean): void => {
	for (const [at, one] of services.entries()) {
		const same = services.slice(at + 1).find(other => isSame(one, other));
		if (same) {
			throw new UsageError(
				`${one.profile} and ${same.profile} are one service, ${one.url}: it would be asked twice as often, and its campaigns counted twice. Give one of them`,
			);
		}
	}
	const [first] = services;
	const other = first && services.find(one => gravestOf(one) !== gravestOf(first));
	if (other && !mayDiffer) {
		throw new UsageError(
			`${first.profile} is ${first.environment} and ${other.profile} is ${other.environment}: with both on one screen, a command for one is easily sent to the other by accident. Open one at a time, or add --read-only to compare them`,
		);
	}
};

/**
 * Chooses the services of `--profile`, in the order given; several names are separated by commas. With `--sandbox`, several
 * names begin as many embedded sandboxes, which need no configuration.
 *
 * Several are refused if they differ in environment, unless nothing can be changed: with `--read-only` or `--watch-only`, in
 * profiles that are all read-only, and in a command that only reads.
 *
 * @param isReading true for a command that only reads
 * @throws UsageError
 */
export const chooseServices = (
	flags: ServiceFlags,
	env: NodeJS.ProcessEnv,
	given: Given,
	isReading = false,
): readonly Service[] => {
	if (!flags.profile?.includes(',')) {
		return [chooseService(flags, env, given)];
	}
	const names = namesIn(flags.profile);
	for (const [flag, name, instead] of ofOne) {
		if (flags[flag] !== undefined && flags[flag] !== false) {
			throw new UsageError(`${name} is about one service, and --profile names ${names.length}: ${instead}`);
		}
	}
	if (flags.sandbox) {
		return names.map(name => sandboxNamed(name, flags, given));
	}
	for (const profile of names) {
		chooseProfile({profile}, env, given);
	}
	const services = names.map(name => serviceNamed(name, flags, variablesFor(name, names, env, given), given));
	checkTogether(services, isReading || flags.watchOnly === true || services.every(({readOnly}) => readOnly));
	return services;
};
