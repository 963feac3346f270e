/** The monitor's settings: flags over the environment over the configuration over the defaults. */
import {join} from 'node:path';
import type {NotifierSettings} from '../../alerts/notifier.ts';
import {alertSettingsOf, columnIds, defaults, keysOf} from '../../cli/configuration-words.ts';
import {remapped} from '../../cli/configured-keys.ts';
import {ownCommandsOf} from '../../cli/own-commands.ts';
import {dashed, isColourless, isUtf8} from '../../cli/text.ts';
import {environmentOfProfile} from '../../config/checks.ts';
import {UsageError} from '../../config/errors.ts';
import {storedCompanies} from '../../config/name-cache.ts';
import {type ConfigFile, stateFolder} from '../../config/paths.ts';
import type {Config} from '../../config/schema.ts';
import {chooseService, profilesOf, type Service} from '../../config/service.ts';
import {chooseServices} from '../../config/services.ts';
import type {AlertSettings} from '../../model/alert.ts';
import {type ChartStyle, chartStyles} from '../../present/theme.ts';
import {type ThemeName, themes} from '../../present/themes.ts';
import {ownCompany} from '../../sandbox/rules/company.ts';
import type {ScenarioName} from '../../sandbox/scenarios/names.ts';
import type {ProfileNote, UiOptions} from '../../screen/state/options.ts';
import type {UiState} from '../../screen/state/state.ts';
import {intervalWithin} from '../../service/schedule.ts';
import {wayOf} from '../../terminal/notification-way.ts';
import {timesOfDay} from '../../wire/calling-hours.ts';
import {hostOf} from '../connect/chosen.ts';
import type {Flags} from './flags.ts';
import {sortOf, viewConfig, viewsOf, whyNotWritten} from './saved-views.ts';

export type MonitorSettings = {
	service: Service;
	/** The scenario of the embedded sandbox. */
	scenario: ScenarioName | undefined;
	/** No colours at all, whatever the theme. */
	colourless: boolean;
	ascii: boolean;
	charts: ChartStyle;
	theme: ThemeName;
	options: UiOptions;
	/** The screen's state at the start. */
	start: Pick<UiState, 'masked' | 'muted' | 'mouse' | 'sorts'>;
	alerts: AlertSettings;
	notifier: NotifierSettings;
	history: Config['history'];
};

/** How what is chosen on screen is stored. */
export type Storage = Pick<UiOptions, 'storeColumns' | 'storeView'>;

const isTheme = (name: string): name is ThemeName => Object.hasOwn(themes, name);

const checkTheme = (name: string, from: string): ThemeName => {
	if (!isTheme(name)) {
		throw new UsageError(`${from} must be one of ${Object.keys(themes).join(', ')}, not "${name}"`);
	}
	return name;
};

/** Checks the seconds between polls. @throws UsageError */
const checkInterval = (seconds: number): number => {
	if (!Number.isFinite(seconds) || seconds < 0.5 || seconds > 60) {
		throw new UsageError('--interval must be 0.5 to 60 seconds');
	}
	return seconds;
};

/** The given scenario, whose name was checked when the flags were read. */
const scenarioOf = ({scenario, url, profile}: Partial<Flags>): ScenarioName | undefined => {
	if (scenario !== undefined && (url || profile)) {
		throw new UsageError(
			`--scenario is for the embedded sandbox: it and ${url ? '--url' : '--profile'} exclude each other`,
		);
	}
	return scenario;
};

/** A setting that a flag, the environment or a profile decides, and which of them. */
export type Override<T> = {value: T; from: string};

/** Settings of the configuration that flags, the environment or a profile decide. */
export type Overrides = {
	theme?: Override<ThemeName> | undefined;
	/** Seconds. */
	interval?: Override<number> | undefined;
	ascii?: Override<boolean> | undefined;
	charts?: Override<ChartStyle> | undefined;
};

/** Flags over the environment over the profile. @throws UsageError */
export const overridesOf = (
	flags: Partial<Flags>,
	env: NodeJS.ProcessEnv,
	profile?: Pick<Service, 'profile' | 'theme' | 'interval'>,
): Overrides => {
	const ofProfile = `the profile ${profile?.profile}`;
	const [theme, from] = flags.theme
		? [flags.theme, '--theme']
		: env.DIALTOP_THEME
			? [env.DIALTOP_THEME, 'DIALTOP_THEME']
			: [profile?.theme, ofProfile];
	const named = theme ? {value: checkTheme(theme, from), from} : undefined;
	const locale = isUtf8(env) ? undefined : {value: true, from: 'the locale'};
	const polled = profile?.interval === undefined ? undefined : {value: profile.interval, from: ofProfile};
	const ascii = flags.ascii ? {value: true, from: '--ascii'} : locale;
	return {
		theme: isColourless(env) ? {value: 'mono', from: 'NO_COLOR'} : named,
		interval: flags.interval === undefined ? polled : {value: checkInterval(flags.interval), from: '--interval'},
		ascii,
		charts: ascii && {value: 'ascii', from: ascii.from},
	};
};

/** The profiles as the palette offers them. */
const profileNotes = (config: Config): ProfileNote[] =>
	[...profilesOf(config)].map(([name, {url, environment}]) => ({
		name,
		environment: environmentOfProfile(environment),
		host: hostOf({url}),
	}));

/** The company of the accounts: the profile's, that of the whole configuration, or the one that the sandbox has. */
const companyIdOf = ({url, companyId}: Service, config: Config): string | undefined =>
	companyId ?? config.company_id ?? (url === undefined ? String(ownCompany) : undefined);

/** The folder for pictures of the screen; undefined without a home folder. */
export const pictureFolderOf = (env: NodeJS.ProcessEnv): string | undefined => {
	const folder = stateFolder(env, process.platform);
	return folder === undefined ? undefined : join(folder, 'pictures');
};

const screenOf = (
	config: Config,
	{service, interval, env}: {service: Service; interval: number; env: NodeJS.ProcessEnv},
): Pick<MonitorSettings, 'options' | 'start'> => {
	const sort = sortOf(config.sort);
	let companies: readonly string[] | undefined;
	return {
		options: {
			interval,
			keymap: remapped(keysOf(config)).keymap,
			commands: ownCommandsOf(config),
			boardColumns: config.columns.join() === defaults.columns.join() ? undefined : columnIds(config.columns),
			views: viewsOf(config),
			profiles: profileNotes(config),
			companyId: companyIdOf(service, config),
			companies: () => (companies ??= storedCompanies(service, env)),
			callLimit: config.call_limit,
			shiftEnds: timesOfDay(config.alerts['shift-ends'] ?? '') ?? [],
			exportFolder: config.export ?? undefined,
			pictureFolder: pictureFolderOf(env),
		},
		start: {
			masked: config.mask,
			muted: config.mute,
			mouse: config.mouse,
			sorts: sort ? {campaigns: sort} : {},
		},
	};
};

/** The settings for one service. @throws UsageError */
const settingsOf = (
	service: Service,
	flags: Partial<Flags>,
	env: NodeJS.ProcessEnv,
	config: Config,
): MonitorSettings => {
	const scenario = scenarioOf(flags);
	const {theme, interval, ascii, charts} = overridesOf(flags, env, service);
	return {
		service,
		scenario,
		colourless: isColourless(env),
		theme: theme?.value ?? checkTheme(config.theme, 'theme'),
		ascii: ascii?.value ?? config.ascii,
		charts: charts?.value ?? chartStyles.find(style => style === config.charts) ?? 'ascii',
		// The default budgets allow every interval.
		...screenOf(config, {
			service,
			interval: intervalWithin((interval?.value ?? config.interval) * 1000, service.perSecond ?? Infinity),
			env,
		}),
		alerts: alertSettingsOf(config),
		history: config.history,
		notifier: {
			bell: config.bell && config.alerts.notify !== 'off',
			every: config.alerts.every,
			notification: wayOf(config.alerts.notify, env),
			command: config.alerts.command ?? undefined,
		},
	};
};

/** The service flags, among which a scenario chooses the embedded sandbox. */
const withSandbox = (flags: Partial<Flags>): Partial<Flags> => ({
	...flags,
	sandbox: flags.sandbox || scenarioOf(flags) !== undefined,
});

/** Resolves the settings of the monitor for one service. @throws UsageError */
export const resolveSettings = (
	flags: Partial<Flags>,
	env: NodeJS.ProcessEnv,
	config: Config = defaults,
): MonitorSettings => settingsOf(chooseService(withSandbox(flags), env, config), flags, env, config);

/** Resolves the settings of the monitor for each of the services that are on screen together, in order. @throws UsageError */
export const resolveAll = (
	flags: Partial<Flags>,
	env: NodeJS.ProcessEnv,
	config: Config,
): readonly [MonitorSettings, ...MonitorSettings[]] => {
	const [first, ...others] = chooseServices(withSandbox(flags), env, config).map(service =>
		settingsOf(service, flags, env, config),
	);
	return first ? [first, ...others] : [resolveSettings(flags, env, config)];
};

/** Variables about a service; they were set for the first one. */
const ofService = [
	'DIALTOP_PROFILE',
	'DIALTOP_URL',
	'DIALTOP_USER',
	'DIALTOP_PASSWORD',
	'DIALTOP_TOKEN',
	'DIALTOP_ENVIRONMENT',
	'DIALTOP_PROXY',
];

/**
 * The settings for another profile. Of the flags only those about the screen and the
 * read-only lock still apply.
 *
 * @throws UsageError
 */
export const settingsFor = (profile: string, flags: Partial<Flags>, config: Config): MonitorSettings => {
	const {theme, ascii = false, interval, readOnly = false, watchOnly = false} = flags;
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofService.includes(name)));
	return resolveSettings({profile, theme, ascii, interval, readOnly, watchOnly}, env, config);
};

/**
 * How columns and views are written into a configuration; what writes it is loaded when it is asked to. Nothing without a file.
 *
 * @param reload called once a setting was written, with what has changed, in words
 */
export const storageIn = (
	file: ConfigFile | undefined,
	reload: (written: string) => Promise<void> | undefined,
): Storage => {
	if (!file) {
		return {};
	}
	const {path} = file;
	const written = async (problem: string | undefined, what: string): Promise<string | undefined> => {
		if (problem === undefined) {
			await reload(what);
		}
		return problem;
	};
	const load = () => Promise.all([import('../../config/write.ts'), import('../../cli/configuration-words.ts')]);
	return {
		storeColumns: {
			file: path,
			async write(columns) {
				const [{writeSetting}, {words}] = await load();
				const value = columns.map(dashed);
				return written(writeSetting(path, {name: 'columns', value}, words), 'columns');
			},
		},
		storeView: {
			file: path,
			async write(name, view) {
				const [{writeView}, {words}] = await load();
				const why = view && whyNotWritten(view);
				return why ?? written(writeView(path, name, view && viewConfig(view, words.defaults), words), '1 view');
			},
		},
	};
};
