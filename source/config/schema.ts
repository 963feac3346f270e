/** The schema of the configuration. The names that it allows (columns, keys, rules) are passed in. */
import * as z from 'zod';
import {type Profile, profilesSection} from './profiles.ts';
import {idOf, keysOf, numberOf, section, textOf, wordOf, wordsOf, yesNo} from './setting-kinds.ts';

/** The settings of an alert rule. */
export type RuleConfig = {on: boolean; threshold: number; margin: number; seconds: number; polls: number};

/** The whole configuration. */
export type Config = {
	theme: string;
	/** Seconds. */
	interval: number;
	ascii: boolean;
	mask: boolean;
	mute: boolean;
	bell: boolean;
	columns: readonly string[];
	sort: {column: string | null; reversed: boolean};
	company_id: string | null;
	export: string | null;
	/** The name of the default profile. */
	profile: string | null;
	/** By name. */
	profiles: Readonly<Record<string, Profile>>;
	/** By the action's name in the configuration. */
	keys: Readonly<Record<string, readonly string[]>>;
	alerts: {
		notify: 'none' | 'osc9' | 'osc777';
		command: string | null;
		/** Seconds. */
		every: number;
		'least-human': number;
		'least-drops': number;
		/** Seconds. */
		'merge-within': number;
		rules: Readonly<Record<string, RuleConfig>>;
	};
};

/** A configuration as it is written: every setting is optional. */
export type Given<T = Config> = {
	readonly [Name in keyof T]?: T[Name] extends readonly unknown[]
		? T[Name]
		: T[Name] extends object
			? Given<T[Name]>
			: T[Name];
};

/** A mistake and its path; `ofKey` if the key itself is wrong. */
export type Problem = {path: readonly PropertyKey[]; message: string; ofKey?: boolean};

/** An alert rule and the bounds of its threshold. */
export type RuleWords = {id: string; about: string; unit: string; least: number; most: number};

/** The names that a configuration may use. */
export type Words = {
	defaults: Config;
	themes: readonly string[];
	/** Of the board. */
	columns: readonly string[];
	/** The columns that the board always begins with. */
	firstColumns: readonly string[];
	/** What the board can be sorted by. */
	orders: readonly string[];
	actions: readonly {name: string; about: string}[];
	rules: readonly RuleWords[];
	/** Mistakes in the combination of settings that are right by themselves. */
	problemsOf(given: Given): readonly Problem[];
};

const day = 86_400;

const ruleOf = ({about, unit, least, most}: RuleWords) =>
	section(about, {
		on: yesNo('whether it is looked at'),
		threshold: numberOf('from here on it holds', {least, most, unit}),
		margin: numberOf('how far it must come back before the alert ends', {least: 0, most, unit}),
		seconds: numberOf('how long it must have held', {least: 0, most: day, unit: 'seconds'}),
		polls: numberOf('how many polls in a row must have shown it', {least: 1, most: 100, whole: true}),
	});

/** Makes the schema, with the description of each setting. */
export const createSchema = ({themes, columns, firstColumns, orders, actions, rules}: Words) =>
	z.strictObject(
		{
			theme: wordOf('Colours. NO_COLOR in the environment is stronger than any theme.', themes),
			interval: numberOf('How often the selected campaign is polled.', {least: 0.5, most: 60, unit: 'seconds'}),
			ascii: yesNo('Borders and charts in ASCII. Where the locale is not UTF-8 they always are.'),
			mask: yesNo('Starts with names and numbers of people masked.'),
			mute: yesNo('Starts with the bell muted.'),
			bell: yesNo('Rings the bell of the terminal for an alert.'),
			columns: wordsOf('The columns of the board, in their order.', columns, firstColumns),
			sort: section('The order of the board at the start; without a column as the service gives it.', {
				column: wordOf('what the board is sorted by', orders),
				reversed: yesNo('the other way round'),
			}),
			company_id: idOf('The company whose accounts are shown, until another is named on screen.'),
			export: textOf('The folder that exports are proposed in, such as ~/exports.', 'a folder'),
			profile: textOf(
				'The profile that holds where neither --profile nor the environment names one.',
				'a name of profiles',
			),
			profiles: profilesSection(themes),
			alerts: section('What is told as an alert, and how.', {
				notify: wordOf('how the terminal is asked to notify', ['none', 'osc9', 'osc777']),
				command: textOf('is run by a shell for each alert, which it gets as JSON on its input', 'a command'),
				every: numberOf('least time between two bells', {least: 1, most: 3600, unit: 'seconds'}),
				'least-human': numberOf('human answers below which a drop rate says nothing', {
					least: 0,
					most: 100_000,
					whole: true,
				}),
				'least-drops': numberOf('drops below which a drop rate says nothing', {least: 0, most: 10_000, whole: true}),
				'merge-within': numberOf('an alert that comes back so soon is the same one', {
					least: 0,
					most: day,
					unit: 'seconds',
				}),
				rules: section('Each rule by itself.', Object.fromEntries(rules.map(rule => [rule.id, ruleOf(rule)]))),
			}),
			keys: section(
				'A key, or a list of keys, for an action; [] for none. What writes takes capital letters only, and nothing else takes one. In questions, forms and lists of choices the keys are fixed.',
				Object.fromEntries(actions.map(({name, about}) => [name, keysOf(about)])),
			),
		},
		{
			error: ({code, input}) =>
				code === 'invalid_type'
					? `must be a map of settings, not ${typeof input === 'string' ? 'text' : 'a list or a value'}`
					: undefined,
		},
	);

export type Schema = ReturnType<typeof createSchema>;
