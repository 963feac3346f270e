/** What the monitor is told: flags before the environment before the defaults. */
import type {ScenarioName} from '../sandbox/scenarios/index.ts';
import {type ThemeName, themes} from '../ui/themes/index.ts';
import {checkInterval, checkUrl, UsageError} from './environment.ts';
import type {Flags} from './flags.ts';

/** How the monitor is to run. */
export type MonitorSettings = {
	/** Nothing for the embedded sandbox. */
	url: string | undefined;
	/** In words, always on screen. */
	environment: string;
	user: string | undefined;
	password: string | undefined;
	token: string | undefined;
	tokenFromStdin: boolean;
	/** The story that the embedded sandbox tells. */
	scenario: ScenarioName | undefined;
	readOnly: boolean;
	/** Milliseconds. */
	interval: number;
	ascii: boolean;
	/** Where colours are not forbidden altogether. */
	theme: ThemeName;
};

/** Environments by name, as they stand on screen. */
const environments = new Map([
	['production', 'PRODUCTION'],
	['qa', 'QA'],
	['sandbox', 'SANDBOX'],
]);

/** A service that nobody has named is taken for the gravest. */
const assumed = 'PRODUCTION (assumed)';

const checkEnvironment = (name: string | undefined, from: string): string => {
	if (name === undefined || name === '') {
		return assumed;
	}
	const shown = environments.get(name.toLowerCase());
	if (!shown) {
		throw new UsageError(`${from} must be production, qa or sandbox, not "${name}"`);
	}
	return shown;
};

const isTheme = (name: string): name is ThemeName => Object.hasOwn(themes, name);

const checkTheme = (name: string, from: string): ThemeName => {
	if (!isTheme(name)) {
		throw new UsageError(`${from} must be one of ${Object.keys(themes).join(', ')}, not "${name}"`);
	}
	return name;
};

/** True where the locale's characters are UTF-8, by the variables that decide it, in their order. */
const isUtf8 = (env: NodeJS.ProcessEnv): boolean => /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || '');

/** The scenario asked for; the flags have checked its name. */
const scenarioOf = ({scenario, url}: Partial<Flags>): ScenarioName | undefined => {
	if (scenario !== undefined && url) {
		throw new UsageError('--scenario is for the embedded sandbox: it and --url exclude each other');
	}
	return scenario;
};

/** Settles what the monitor is told. @throws UsageError */
export const settle = (flags: Partial<Flags>, env: NodeJS.ProcessEnv): MonitorSettings => {
	const scenario = scenarioOf(flags);
	const url = flags.sandbox || scenario ? undefined : flags.url || env.DIALTOP_URL || undefined;
	if (flags.sandbox && flags.url) {
		throw new UsageError('--sandbox and --url exclude each other');
	}
	if (flags.url === '') {
		throw new UsageError('--url needs an address');
	}
	return {
		url: url && checkUrl(url, flags.url ? '--url' : 'DIALTOP_URL'),
		environment: url
			? checkEnvironment(
					flags.environment ?? env.DIALTOP_ENVIRONMENT,
					flags.environment ? '--environment' : 'DIALTOP_ENVIRONMENT',
				)
			: 'SANDBOX',
		user: flags.user || env.DIALTOP_USER || undefined,
		password: env.DIALTOP_PASSWORD || undefined,
		token: url ? env.DIALTOP_TOKEN || undefined : undefined,
		tokenFromStdin: flags.tokenStdin ?? false,
		scenario,
		readOnly: flags.readOnly ?? false,
		interval: checkInterval(flags.interval),
		theme: flags.theme ? checkTheme(flags.theme, '--theme') : checkTheme(env.DIALTOP_THEME || 'dark', 'DIALTOP_THEME'),
		ascii: (flags.ascii ?? false) || !isUtf8(env),
	};
};
