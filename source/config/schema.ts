/** The schema of the configuration. The names that it allows (columns, keys, rules) are passed in. */
import * as z from 'zod';
import {timesOfDay} from '../wire/calling-hours.ts';
import type {Problem} from './checks.ts';
import {type OwnCommandConfig, ownCommandsSection} from './own-commands.ts';
import {type Profile, profilesSection} from './profiles.ts';
import {checkedText, idOf, keysOf, numberOf, section, textOf, wordOf, wordsOf, yesNo} from './setting-kinds.ts';
import {type ViewConfig, viewsSection} from './views.ts';

/** The settings of an alert rule. */
export type RuleConfig = {
	on: boolean;
	threshold: number;
	margin: number;
	seconds: number;
	polls: number;
	/** An address of https. */
	runbook: string | null;
};

/** The whole configuration. */
export type Config = {
	theme: string;
	/** Seconds. */
	interval: number;
	ascii: boolean;
	/** What lines in few rows are made of. */
	charts: string;
	mask: boolean;
	mute: boolean;
	mouse: boolean;
	bell: boolean;
	columns: readonly string[];
	sort: {column: string; reversed: boolean};
	company_id: string | null;
	/** Calls to a person within seven days. */
	call_limit: number;
	export: string | null;
	/** The name of the default profile. */
	profile: string | null;
	/** By name. */
	profiles: Readonly<Record<string, Profile>>;
	/** By name. */
	views: Readonly<Record<string, ViewConfig>>;
	/** By the action's name in the configuration. */
	keys: Readonly<Record<string, readonly string[]>>;
	/** Commands of the operator's own, by name. */
	commands: Readonly<Record<string, OwnCommandConfig>>;
	alerts: {
		notify: 'auto' | 'osc9' | 'osc777' | 'osc99' | 'bell' | 'off';
		command: string | null;
		/** Times of day. */
		'shift-ends': string | null;
		/** Seconds. */
		every: number;
		'least-human': number;
		'least-drops': number;
		/** Seconds. */
		'merge-within': number;
		rules: Readonly<Record<string, RuleConfig>>;
	};
	/** What is recorded; each tier in days. */
	history: {
		record: boolean;
		path: string | null;
		polls: number;
		minutes: number;
		hours: number;
		days: number;
		megabytes: number;
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

/** An alert rule and the bounds of its threshold, which may be the most at which it holds. */
export type RuleWords = {
	id: string;
	about: string;
	unit: string;
	least: number;
	most: number;
	isLow: boolean;
	of: string;
};

/** The names that a configuration may use. */
export type Words = {
	defaults: Config;
	themes: readonly string[];
	/** What charts may be made of. */
	charts: readonly string[];
	/** Of the board. */
	columns: readonly string[];
	/** The columns that the board always begins with. */
	firstColumns: readonly string[];
	/** What the board can be sorted by. */
	orders: readonly string[];
	actions: readonly {name: string; about: string}[];
	rules: readonly RuleWords[];
	/** What commands of the operator's own can be about. */
	ownRows: readonly string[];
	/** The rules of compliance. */
	compliance: readonly {name: string; about: string}[];
	/** Mistakes in the combination of settings that are right by themselves. */
	problemsOf(given: Given): readonly Problem[];
};

const day = 86_400;

const runbookProblem = (text: string): string | undefined => {
	const address = URL.parse(text);
	return address?.protocol === 'https:' && address.username === '' && address.password === ''
		? undefined
		: 'must be an address that begins with https:// and holds no user and no password';
};

const ruleOf = (
	{about, unit, least, most, isLow, of}: RuleWords,
	runbook: ReturnType<typeof checkedText>['optional'],
) =>
	section(about, {
		on: yesNo('whether the rule is on'),
		threshold: numberOf(`value ${isLow ? 'down to' : 'from'} which it holds`, {least, most, unit: `${unit}${of}`}),
		margin: numberOf('how far it must come back before the alert ends', {least: 0, most, unit}),
		seconds: numberOf('how long it must hold', {least: 0, most: day, unit: 'seconds'}),
		polls: numberOf('how many polls in a row must show it', {least: 1, most: 100, whole: true}),
		runbook,
	});

/** For how long something is recorded. */
const daysOf = (what: string) =>
	numberOf(`how long ${what} stored`, {least: 1, most: 36_500, unit: 'days', whole: true});

const createSchema = ({themes, charts, columns, firstColumns, orders, actions, rules, ownRows, compliance}: Words) => {
	const runbook = checkedText('what to do about it; view 7 links it', 'an address of https', runbookProblem).optional;
	return z.strictObject(
		{
			theme: wordOf('Colours. NO_COLOR in the environment overrides it.', themes),
			interval: numberOf('How often the selected campaign is polled.', {least: 0.5, most: 60, unit: 'seconds'}),
			ascii: yesNo('Draws borders and charts in ASCII, as it always does if the locale is not UTF-8.'),
			charts: wordOf(
				'The characters of bars and of charts of few rows: choose those that the font of the terminal has. ascii: true overrides it.',
				charts,
			),
			mask: yesNo('Starts with names and numbers of people masked, and masks them in what commands print.'),
			mute: yesNo('Starts with the bell muted.'),
			mouse: yesNo(
				'Starts with the mouse on: the wheel scrolls; a click selects a row, sorts by a column, or opens a view. With Shift held the terminal selects text.',
			),
			bell: yesNo('Rings the bell of the terminal for an alert.'),
			columns: wordsOf('The columns of the board, in their order.', columns, firstColumns),
			sort: section('The order of the board at the start.', {
				column: wordOf("column to sort the board by; service is the service's own order", orders),
				reversed: yesNo('reverse the order'),
			}),
			views: viewsSection(columns, firstColumns, orders),
			company_id: idOf(
				'The company whose accounts are shown, unless the profile names one, and until another is named on screen.',
			),
			call_limit: numberOf(
				'How many calls to a person within seven days a complaint sheet allows: seven by the US rule for debt collectors, 12 CFR 1006.14(b).',
				{least: 1, most: 1000, unit: 'calls', whole: true},
			),
			export: textOf('The default folder for exports, such as ~/exports.', 'a folder'),
			profile: textOf('The default profile, if neither --profile nor the environment names one.', 'a name of profiles'),
			profiles: profilesSection(themes, compliance),
			history: section('What dialtop records of a service, and for how long.', {
				record: yesNo('whether to record; the embedded sandbox is recorded in memory unless there is a path'),
				path: textOf(
					'folder of the recordings, with a folder for each service; one that another user writes is only read',
					'a folder',
				),
				polls: daysOf('every poll is'),
				minutes: daysOf('a row a minute is'),
				hours: daysOf('a row an hour, alerts and changes are'),
				days: daysOf('a row a day and commands are'),
				megabytes: numberOf('largest size of the recording of a service; beyond it the oldest polls are removed', {
					least: 10,
					most: 1_000_000,
					unit: 'megabytes',
				}),
			}),
			alerts: section('Which alerts are raised, and how they are announced.', {
				notify: wordOf(
					'how alerts are announced: by the bell and, where the terminal shows them, by notifications; dialtop notify test shows whether they come',
					['auto', 'osc9', 'osc777', 'osc99', 'bell', 'off'],
				),
				command: textOf('command that a shell runs for each alert, with the alert as JSON on its input', 'a command'),
				'shift-ends': checkedText(
					'when shifts end; an alert may be acknowledged until the next of these times',
					'times of day such as 14:00, 22:00',
					text => (timesOfDay(text) ? undefined : 'must be times of day such as 14:00, 22:00'),
				).optional,
				every: numberOf('least time between two bells', {least: 1, most: 3600, unit: 'seconds'}),
				'least-human': numberOf('human answers below which a drop rate is ignored', {
					least: 0,
					most: 100_000,
					whole: true,
				}),
				'least-drops': numberOf('drops below which a drop rate is ignored', {least: 0, most: 10_000, whole: true}),
				'merge-within': numberOf('an alert that returns within this time is the same one', {
					least: 0,
					most: day,
					unit: 'seconds',
				}),
				rules: section(
					'The settings of each rule.',
					Object.fromEntries(rules.map(rule => [rule.id, ruleOf(rule, runbook)])),
				),
			}),
			keys: section(
				'A key, or a list of keys, for an action; [] for none. What writes takes capital letters only, and nothing else takes one but G. In questions, forms and lists of choices the keys are fixed.',
				Object.fromEntries(actions.map(({name, about}) => [name, keysOf(about)])),
			),
			commands: ownCommandsSection(ownRows),
		},
		{
			error: ({code, input}) =>
				code === 'invalid_type'
					? `must be a map of settings, not ${typeof input === 'string' ? 'text' : 'a list or a value'}`
					: undefined,
		},
	);
};

const schemas = new WeakMap<Words, ReturnType<typeof createSchema>>();

/** The schema, with the description of each setting. It is made once for the same words, which takes longer than to check a file. */
export const schemaOf = (words: Words): ReturnType<typeof createSchema> => {
	const schema = schemas.get(words) ?? createSchema(words);
	schemas.set(words, schema);
	return schema;
};
