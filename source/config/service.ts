/** Chooses the service. Settings and secrets of one service are never used for another. */
import {resolve} from 'node:path';
import {endpoint, isLoopback} from '../wire/address.ts';
import type {Encoding} from '../wire/client/body.ts';
import {assumed, checkUrl, environmentOf, sandboxEnvironment} from './checks.ts';
import {type EngineConfig, engineOf} from './engine.ts';
import {UsageError} from './errors.ts';
import {didYouMean} from './nearest.ts';
import {homeOf} from './paths.ts';
import type {ComplianceConfig, Profile, StatusMeaning} from './profiles.ts';
import type {Given} from './schema.ts';

/** The flags about the service. */
export type ServiceFlags = {
	profile?: string | undefined;
	url?: string | undefined;
	environment?: string | undefined;
	user?: string | undefined;
	ca?: string | undefined;
	proxy?: string | undefined;
	encoding?: string | undefined;
	log?: string | undefined;
	config?: string | undefined;
	tokenStdin?: boolean | undefined;
	passwordStdin?: boolean | undefined;
	readOnly?: boolean | undefined;
	/** Whether the service is not asked at all, so that nothing can be changed. */
	watchOnly?: boolean | undefined;
	insecureHttp?: boolean | undefined;
	sandbox?: boolean | undefined;
};

/** The service that was chosen. */
export type Service = {
	/** Empty if none was named, or if another address replaces the profile's. */
	profile: string;
	/** The base address; undefined for the embedded sandbox. */
	url: string | undefined;
	/** As the screen shows it: PRODUCTION, QA, SANDBOX or PRODUCTION (assumed). */
	environment: string;
	user?: string | undefined;
	/** From DIALTOP_PASSWORD. */
	password?: string | undefined;
	passwordCommand?: string | undefined;
	/** From DIALTOP_TOKEN. */
	token?: string | undefined;
	readOnly: boolean;
	encoding: Encoding;
	/** Requests a second; the profile's. */
	perSecond?: number | undefined;
	/** The absolute path of a file of certificates. */
	ca?: string | undefined;
	/** An address; one from DIALTOP_PROXY may hold a user and a password. */
	proxy?: string | undefined;
	/** Plain http to another machine, which the screen marks. */
	isPlain: boolean;
	/** The profile's; undefined for this machine's own. */
	timeZone?: string | undefined;
	/** When calls are allowed, and the time zones of its leads; the profile's. */
	callingHours?: string | undefined;
	callingZones?: string | undefined;
	/** The meaning of its own status words; the profile's. */
	statusWords?: Readonly<Record<string, StatusMeaning>> | undefined;
	/** By which drops are counted over a longer time; the profile's. */
	compliance?: ComplianceConfig | undefined;
	/** The metrics engine from which its past is read; the profile's. */
	engine?: EngineConfig | undefined;
	/** Whether nothing is asked of the service, and all is read from its engine. */
	watchOnly?: boolean;
	/** The profile's. */
	theme?: string | undefined;
	/** Seconds; the profile's. */
	interval?: number | undefined;
	/** The company whose accounts are shown; the profile's. */
	companyId?: string | undefined;
};

/** A profile, and what named it. */
export type ChosenProfile = {name: string; from: '--profile' | 'DIALTOP_PROFILE' | 'profile'; settings: Profile};

/** The configured profiles by name; a name without settings is skipped. */
export const profilesOf = ({profiles = {}}: Given): ReadonlyMap<string, Profile> =>
	new Map(Object.entries(profiles).flatMap(([name, profile]) => (profile ? [[name, profile as Profile]] : [])));

/** Flags that must not be empty. */
const needed: readonly (readonly [flag: 'profile' | 'url' | 'ca' | 'proxy', needs: string])[] = [
	['profile', 'a name'],
	['url', 'an address'],
	['ca', 'a file'],
	['proxy', 'an address'],
];

const checkFlags = (flags: ServiceFlags): void => {
	for (const [flag, needs] of needed) {
		if (flags[flag] === '') {
			throw new UsageError(`--${flag} needs ${needs}`);
		}
	}
	const excluded = (['url', 'profile'] as const).find(flag => flags.sandbox && flags[flag] !== undefined);
	if (excluded) {
		throw new UsageError(`--sandbox and --${excluded} exclude each other`);
	}
	if (flags.tokenStdin && flags.passwordStdin) {
		throw new UsageError('--token-stdin and --password-stdin exclude each other: there is one standard input');
	}
};

/**
 * The profile in force: by flag, by the environment, else the configured default unless an address is given.
 *
 * @throws UsageError if there is none of that name
 */
export const chooseProfile = (flags: ServiceFlags, env: NodeJS.ProcessEnv, given: Given): ChosenProfile | undefined => {
	const isElsewhere = flags.url !== undefined || env.DIALTOP_URL;
	const [name, from]: [string | undefined | null, ChosenProfile['from']] =
		flags.profile !== undefined
			? [flags.profile, '--profile']
			: env.DIALTOP_PROFILE
				? [env.DIALTOP_PROFILE, 'DIALTOP_PROFILE']
				: [isElsewhere ? undefined : given.profile, 'profile'];
	if (flags.sandbox || name === undefined || name === null) {
		return undefined;
	}
	const profiles = profilesOf(given);
	const settings = profiles.get(name);
	if (!settings) {
		const known = [...profiles.keys()];
		const instead = known.length === 0 ? ': the configuration has none (see dialtop config --example)' : '';
		throw new UsageError(`${from} names "${name}", and there is no such profile${instead}${didYouMean(name, known)}`);
	}
	return {name, from, settings};
};

const originOf = (url: string): string => new URL(url).origin;

const isSameService = (url: string, other: string): boolean =>
	URL.canParse(other) && endpoint(url).href === endpoint(other).href;

/** The environment variables for the chosen service. */
type FromEnvironment = {
	user?: string | undefined;
	password?: string | undefined;
	token?: string | undefined;
	environment?: string | undefined;
	/** Why its password and token must not be sent to the chosen service. */
	refusal?: string;
};

/**
 * The variables belong to the service at DIALTOP_URL, and do not apply to another. Without DIALTOP_URL, its secrets
 * belong to the profile that DIALTOP_PROFILE, or else the configuration, names.
 */
const ofEnvironment = (flags: ServiceFlags, env: NodeJS.ProcessEnv, given: Given, url: string): FromEnvironment => {
	const [user, environment] = [env.DIALTOP_USER || undefined, env.DIALTOP_ENVIRONMENT || undefined];
	const own = {
		user,
		environment,
		password: env.DIALTOP_PASSWORD || undefined,
		token: env.DIALTOP_TOKEN || undefined,
	};
	const {DIALTOP_URL: address, DIALTOP_PROFILE: named} = env;
	const current = named || given.profile;
	const isElsewhere = (name: string): boolean => flags.profile !== undefined && flags.profile !== name;
	if (address) {
		return (named && isElsewhere(named)) || !isSameService(url, address) ? {} : own;
	}
	if (current ? !isElsewhere(current) && isSameService(url, profilesOf(given).get(current)?.url ?? '') : flags.url) {
		return own;
	}
	const whose = current
		? `to the profile ${current}, which ${named ? 'DIALTOP_PROFILE' : 'the configuration'} names`
		: 'to no service, since neither the environment nor the configuration names one';
	const mend = flags.url === undefined ? `DIALTOP_PROFILE=${flags.profile}` : `DIALTOP_URL=${flags.url}`;
	const refusal = `belongs ${whose}: unset it, or set ${mend} beside it to use it here`;
	return {...own, ...(named && {user: undefined, environment: undefined}), refusal};
};

/** A secret of the environment, if it may be used. @throws UsageError if it belongs to another service */
const secretOf = (name: string, secret: string | undefined, {refusal}: FromEnvironment): string | undefined => {
	if (secret !== undefined && refusal !== undefined) {
		throw new UsageError(`${name} ${refusal}`);
	}
	return secret;
};

const statusWordsOf = ({status_words: words}: Partial<Profile>): Service['statusWords'] =>
	words &&
	Object.fromEntries(
		Object.entries(words).flatMap(([word, meaning]) => (meaning === undefined ? [] : [[word, meaning]])),
	);

/** The environment as the screen shows it. Variable and profile must not differ: one of them would be a leftover. */
const wordsOf = (flag: string | undefined, variable: string | undefined, profile: string | undefined): string => {
	if (flag !== undefined && flag !== '') {
		return environmentOf(flag, '--environment');
	}
	const [fromVariable, configured] = [
		variable === undefined ? undefined : environmentOf(variable, 'DIALTOP_ENVIRONMENT'),
		profile === undefined ? undefined : environmentOf(profile, 'environment'),
	];
	if (fromVariable !== undefined && configured !== undefined && fromVariable !== configured) {
		throw new UsageError(
			`DIALTOP_ENVIRONMENT says ${fromVariable}, and the profile says ${configured}: take one away, or say --environment`,
		);
	}
	return fromVariable ?? configured ?? assumed;
};

const encodingOf = (flag: string | undefined, profile: Encoding | undefined): Encoding => {
	const encoding = flag ?? profile ?? 'form';
	if (encoding !== 'form' && encoding !== 'json') {
		throw new UsageError(`--encoding must be form or json, not "${encoding}"`);
	}
	return encoding;
};

/** The proxy. Only the variable may hold a password: process lists and the configuration would show it. */
const proxyOf = (flag: string | undefined, variable: string | undefined, profile: string | undefined) => {
	if (flag !== undefined) {
		return checkUrl(flag, '--proxy', 'proxy');
	}
	return variable || profile;
};

const expanded = (path: string, env: NodeJS.ProcessEnv): string => path.replace(/^~(?=\/)/, homeOf(env) ?? '~');

/** Whether an address is plain http to another machine. @throws UsageError if that is not allowed */
const checkPlain = (url: string, isAllowed: boolean): boolean => {
	const {protocol, hostname} = new URL(url);
	const isPlain = protocol === 'http:' && !isLoopback(hostname);
	if (isPlain && !isAllowed) {
		throw new UsageError(
			`http:// to ${hostname} would send passwords and tokens for everybody in between to read: use https://, or allow it with --insecure-http`,
		);
	}
	return isPlain;
};

const sandboxService = ({user, readOnly = false, encoding}: ServiceFlags): Service => ({
	profile: '',
	url: undefined,
	environment: sandboxEnvironment,
	user: user || undefined,
	readOnly,
	encoding: encodingOf(encoding, undefined),
	isPlain: false,
});

/** The address in force; undefined for the embedded sandbox. */
const addressOf = (
	flags: ServiceFlags,
	env: NodeJS.ProcessEnv,
	profile: ChosenProfile | undefined,
): string | undefined => {
	if (flags.url !== undefined) {
		return checkUrl(flags.url, '--url');
	}
	if (env.DIALTOP_URL && flags.profile === undefined && !flags.sandbox) {
		return checkUrl(env.DIALTOP_URL, 'DIALTOP_URL');
	}
	return profile?.settings.url;
};

/** Flags about asking the service, which `--watch-only` does not. */
const aboutAsking = [
	['tokenStdin', '--token-stdin'],
	['passwordStdin', '--password-stdin'],
	['user', '--user'],
	['log', '--log'],
] as const satisfies readonly (readonly [flag: keyof ServiceFlags, name: string])[];

/** Checks that all can be read from an engine. @throws UsageError */
const checkWatchOnly = (flags: ServiceFlags, {profile, engine}: Pick<Service, 'profile' | 'engine'>): void => {
	const [, odd] = aboutAsking.find(([flag]) => flags[flag]) ?? [];
	if (odd !== undefined) {
		throw new UsageError(`--watch-only asks nothing of the service, and ${odd} is about asking it: leave one out`);
	}
	if (profile === '') {
		throw new UsageError(
			'--watch-only reads the metrics engine of a profile: give --profile NAME, of a profile that sets history: {prometheus: ADDRESS}',
		);
	}
	if (!engine) {
		throw new UsageError(
			`--watch-only reads the metrics engine of a profile, and the profile ${profile} names none: set history: {prometheus: ADDRESS} in it, the engine that scrapes dialtop export -p ${profile}`,
		);
	}
};

/**
 * Chooses the service: flags over the environment over the configuration.
 *
 * If an address of another origin replaces that of a profile, only its read_only still applies. DIALTOP_USER applies
 * only to the service that the environment names, and a password or token only to the user it belongs to.
 *
 * @throws UsageError
 */
export const chooseService = (flags: ServiceFlags, env: NodeJS.ProcessEnv, given: Given): Service => {
	checkFlags(flags);
	const profile = chooseProfile(flags, env, given);
	const url = addressOf(flags, env, profile);
	const {watchOnly = false} = flags;
	if (url === undefined) {
		if (watchOnly) {
			checkWatchOnly(flags, {profile: ''});
		}
		return sandboxService(flags);
	}
	const isOwn = profile !== undefined && originOf(url) === originOf(profile.settings.url);
	const own: Partial<Profile> = isOwn ? profile.settings : {};
	const variables = ofEnvironment(flags, env, given, url);
	const user = flags.user || variables.user || own.user;
	// Where nothing is asked, nobody signs in.
	const isSameUser = !watchOnly && (variables.user === undefined || variables.user === user);
	const isProfileUser = own.user === undefined || own.user === user;
	const engine = isOwn ? engineOf(profile.name, own.history, path => expanded(path, env)) : undefined;
	if (watchOnly) {
		checkWatchOnly(flags, {profile: isOwn ? profile.name : '', engine});
	}
	return {
		profile: isOwn ? profile.name : '',
		url,
		environment: wordsOf(flags.environment, variables.environment, own.environment),
		user,
		password:
			isSameUser && !flags.passwordStdin ? secretOf('DIALTOP_PASSWORD', variables.password, variables) : undefined,
		passwordCommand: isProfileUser ? own.password_command : undefined,
		token: isSameUser && !flags.tokenStdin ? secretOf('DIALTOP_TOKEN', variables.token, variables) : undefined,
		readOnly: (flags.readOnly ?? false) || (profile?.settings.read_only ?? false),
		encoding: encodingOf(flags.encoding, own.encoding),
		perSecond: own.requests,
		ca: flags.ca === undefined ? own.ca && expanded(own.ca, env) : resolve(flags.ca),
		proxy: proxyOf(flags.proxy, env.DIALTOP_PROXY, own.proxy),
		isPlain: checkPlain(url, (flags.insecureHttp ?? false) || (own.insecure_http ?? false)),
		timeZone: own.time_zone,
		callingHours: own.calling_hours,
		callingZones: own.calling_zones,
		statusWords: statusWordsOf(own),
		compliance: own.compliance,
		engine,
		...(watchOnly && {watchOnly}),
		theme: own.theme,
		interval: own.interval,
		companyId: own.company_id,
	};
};
