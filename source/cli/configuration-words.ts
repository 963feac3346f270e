/**
 * The names that the configuration may use (columns, keys, rules, themes) and its defaults, made from the program's
 * tables.
 */
import {notifierDefaults} from '../alerts/notifier.ts';
import {initialState} from '../alerts/reducer.ts';
import {alertDefaults, allRules} from '../alerts/rules.ts';
import type {Problem} from '../config/checks.ts';
import {engineProblems} from '../config/engine.ts';
import type {Config, Given, RuleConfig, RuleWords, Words} from '../config/schema.ts';
import type {AlertSettings, RuleId} from '../model/alert.ts';
import {ruleCalls} from '../model/call-count.ts';
import {plainWord} from '../model/campaign.ts';
import {complianceProblems, complianceRules} from '../model/compliance.ts';
import {regulatorsLimit} from '../model/derived.ts';
import {actionRows} from '../present/actions.ts';
import {boardColumns} from '../present/board-columns.ts';
import {ownRows} from '../present/own-commands.ts';
import {chartStyles} from '../present/theme.ts';
import {themes} from '../present/themes.ts';
import {defaultKeys, type KeysGiven, remappable, remapped} from './configured-keys.ts';
import {ownProblems} from './own-commands.ts';
import {dashed} from './text.ts';

const nowhere = {profile: '', environment: '', host: '', readOnly: true};

/** The board's columns with their names in the configuration; those without a width are only orders to sort by. */
const columns = boardColumns(initialState(nowhere, {mono: 0, wall: 0}), 0).map(({id, width}) => ({
	id,
	name: dashed(id),
	isShown: Number.isFinite(width),
}));

/** The board's id of a column. */
export const columnId = (name: string): string => columns.find(column => column.name === name)?.id ?? name;

/** The board's ids of the configured columns, and of the orders that are not columns. */
export const columnIds = (names: readonly string[]): string[] => [
	...names.map(columnId),
	...columns.flatMap(({id, isShown}) => (isShown ? [] : [id])),
];

/** The order without a column: the service's own. */
export const asListed = 'service';

/** The defaults. */
export const defaults: Config = {
	theme: 'dark',
	interval: 2,
	ascii: false,
	charts: 'braille',
	mask: false,
	mute: false,
	mouse: false,
	bell: notifierDefaults.bell,
	columns: columns.filter(({isShown}) => isShown).map(({name}) => name),
	sort: {column: 'trouble', reversed: false},
	company_id: null,
	call_limit: ruleCalls,
	export: null,
	profile: null,
	profiles: {},
	views: {},
	history: {record: true, path: null, polls: 7, minutes: 31, hours: 400, days: 2192, megabytes: 500},
	alerts: {
		notify: 'auto',
		command: notifierDefaults.command ?? null,
		'shift-ends': null,
		every: notifierDefaults.every,
		'least-human': alertDefaults.leastHuman,
		'least-drops': alertDefaults.leastDrops,
		'merge-within': alertDefaults.mergeWithin,
		rules: alertDefaults.rules as Config['alerts']['rules'],
	},
	keys: Object.fromEntries(remappable.map(action => [dashed(action), defaultKeys(action)])),
	commands: {},
};

type Section = Readonly<Record<string, unknown>>;

const isSection = (value: unknown): value is Section =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const overlaid = (base: Section, given: Section): Section =>
	Object.fromEntries(
		Object.entries(base).map(([name, value]) => {
			const other = given[name] ?? value;
			return [name, isSection(value) && isSection(other) ? overlaid(value, other) : other];
		}),
	);

/** The whole configuration: the given settings over the defaults. */
export const whole = (given: Given): Config =>
	({
		...overlaid(defaults, given),
		profiles: given.profiles ?? {},
		views: given.views ?? {},
		commands: given.commands ?? {},
	}) as Config;

/** The configured keys by action. */
export const keysOf = (given: Pick<Given, 'keys'>): KeysGiven =>
	Object.fromEntries(
		remappable.flatMap(action => {
			const keys = given.keys?.[dashed(action)];
			return keys ? [[action, keys]] : [];
		}),
	);

/** The configured settings of the alerts. */
export const alertSettingsOf = ({alerts}: Config): AlertSettings => ({
	rules: alerts.rules as Readonly<Record<RuleId, RuleConfig>>,
	leastHuman: alerts['least-human'],
	leastDrops: alerts['least-drops'],
	mergeWithin: alerts['merge-within'],
});

/** The rules of the drop rate in ascending order of their thresholds. */
const dropRules = allRules.flatMap(({id, kind, unit}) => (kind === 'drop' && unit === 'percent' ? [id] : []));

const dropProblems = (given: Given): Problem[] => {
	const {rules} = whole(given).alerts;
	return dropRules.slice(1).flatMap((graver, index) => {
		const milder = dropRules[index] ?? graver;
		const [low, high] = [rules[milder]?.threshold ?? 0, rules[graver]?.threshold ?? 0];
		const at = given.alerts?.rules?.[graver]?.threshold === undefined ? milder : graver;
		return low > high
			? [
					{
						path: ['alerts', 'rules', at, 'threshold'],
						message: `the line of ${milder}, ${low}, is above that of ${graver}, ${high}: it must not`,
					},
				]
			: [];
	});
};

/** The column to sort by must be shown. */
const orderProblems = (given: Given): Problem[] => {
	const config = whole(given);
	const {column} = config.sort;
	return column === asListed || columnIds(config.columns).includes(columnId(column))
		? []
		: [{path: ['sort', 'column'], message: `"${column}" is not among the columns`}];
};

/** Spellings of one status word must mean the same, and PLAY means play by the interface. */
const statusWordProblems = ({profiles = {}}: Given): Problem[] =>
	Object.entries(profiles).flatMap(([profile, settings]) => {
		const known = new Map<string, string>([['PLAY', 'play']]);
		return Object.entries(settings?.status_words ?? {}).flatMap(([word, meaning]) => {
			const before = meaning && known.get(plainWord(word));
			if (meaning && before === undefined) {
				known.set(plainWord(word), meaning);
			}
			return before === undefined || before === meaning
				? []
				: [
						{
							path: ['profiles', profile, 'status_words', word],
							message: `${plainWord(word)} means ${before} already${plainWord(word) === 'PLAY' ? ': the interface says so' : ''}`,
						},
					];
		});
	});

/** What a rule of compliance lacks, or has twice. */
const ruleProblems = ({profiles = {}}: Given): Problem[] =>
	Object.entries(profiles).flatMap(([profile, settings]) =>
		complianceProblems(settings?.compliance ?? {}).map(({path, message}) => ({
			path: ['profiles', profile, 'compliance', ...path],
			message,
		})),
	);

/** What is wrong with the keys of actions, and of commands of the operator's own beside them. */
const keyProblems = (given: Given): Problem[] => {
	const {keymap, problems} = remapped(keysOf(given), dashed);
	return [
		...problems.map(({action, message}) => ({path: ['keys', dashed(action)], message})),
		...ownProblems(given, keymap),
	];
};

/** The bounds of a rule's threshold, by its unit. */
const bounds: Record<string, Pick<RuleWords, 'least' | 'most'>> = {
	// A threshold above the regulator's limit would be useless.
	percent: {least: 0.1, most: regulatorsLimit},
	calls: {least: 1, most: 10_000},
	agents: {least: 1, most: 10_000},
	changes: {least: 1, most: 100},
	times: {least: 1.1, most: 20},
	minutes: {least: 1, most: 1440},
	seconds: {least: 1, most: 86_400},
};

export const words: Words = {
	defaults,
	themes: Object.keys(themes),
	charts: chartStyles,
	columns: defaults.columns,
	// The board writes a pending command over these two.
	firstColumns: ['state', 'name'],
	orders: [...columns.map(({name}) => name), asListed],
	actions: remappable.map(action => ({name: dashed(action), about: actionRows[action].label})),
	rules: allRules.map(({id, title, unit, level, isLow = false, bounds: own}) => ({
		id,
		about: `${level}: ${title}`,
		unit,
		isLow,
		...(own ?? bounds[unit] ?? {least: 0, most: 86_400}),
		of: own?.of === undefined ? '' : ` of ${own.of}`,
		// The configuration has it as a percentage.
		...(unit === 'share' && {unit: 'percent'}),
	})),
	ownRows,
	compliance: complianceRules,
	problemsOf: given => [
		...keyProblems(given),
		...ruleProblems(given),
		...statusWordProblems(given),
		...dropProblems(given),
		...orderProblems(given),
		...engineProblems(given.profiles),
	],
};
