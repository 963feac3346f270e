/** The settings of the alert rules with changes that a command line gives: `drop-near.threshold=2`. */
import {alertSettingsOf, whole, words} from '../../cli/configuration-words.ts';
import {UsageError} from '../../config/errors.ts';
import {readText} from '../../config/file.ts';
import {didYouMean} from '../../config/nearest.ts';
import type {Given} from '../../config/schema.ts';
import type {AlertSettings} from '../../model/alert.ts';

/** The settings of a rule, and those of all rules, by their names in the configuration. */
const ofRule = ['on', 'threshold', 'margin', 'seconds', 'polls'];
const ofAll = ['least-human', 'least-drops', 'merge-within'];

type Nested = {[name: string]: string | number | boolean | Nested};

const valueIn = (written: string): string | number | boolean => {
	if (written === 'true' || written === 'false') {
		return written === 'true';
	}
	const value = Number(written);
	return written === '' || Number.isNaN(value) ? written : value;
};

/** The names of a change: a setting of all rules, or a rule and its setting. @throws UsageError if there is none of that name */
const pathOf = (change: string, name: string): readonly string[] => {
	const [first = '', ...others] = name.replace(/^(?:alerts\.)?(?:rules\.)?/, '').split('.');
	if (others.length === 0 && ofAll.includes(first)) {
		return [first];
	}
	const rules = words.rules.map(({id}) => id);
	if (!rules.includes(first)) {
		const alike = rules.filter(rule => first !== '' && rule.startsWith(first));
		const known = others.length === 0 ? [...rules, ...ofAll] : rules;
		throw new UsageError(`--set ${change}: there is no rule "${first}"${didYouMean(first, known)}`, [
			`${alike.length > 0 ? 'rules that begin so' : 'rules'}: ${(alike.length > 0 ? alike : rules).join(', ')}`,
		]);
	}
	const setting = others.join('.');
	if (!ofRule.includes(setting)) {
		throw new UsageError(
			`--set ${change}: ${setting === '' ? `say which setting of ${first}` : `there is no setting "${setting}" of ${first}${didYouMean(setting, ofRule)}`}`,
			[`settings: ${ofRule.join(', ')}`],
		);
	}
	return ['rules', first, setting];
};

const withValue = (
	nested: Nested,
	[name = '', ...path]: readonly string[],
	value: string | number | boolean,
): Nested => ({
	...nested,
	[name]: path.length === 0 ? value : withValue((nested[name] ?? {}) as Nested, path, value),
});

/** The rules of the drop rate, the milder before the graver: the threshold of one must not be above that of the next. */
const dropLines = ['drop-near', 'drop-close', 'drop-limit'] as const;

/** Lowers the lines of milder rules that no change names to one that was lowered below them; says which. */
const lowered = (
	alerts: Nested,
	named: ReadonlySet<string>,
	defaults: AlertSettings['rules'],
): {alerts: Nested; lower: string[]} => {
	const rules = (alerts.rules ?? {}) as Record<string, Nested | undefined>;
	const lineOf = (rule: (typeof dropLines)[number]): number =>
		Number(rules[rule]?.threshold ?? defaults[rule].threshold);
	const lower: string[] = [];
	let result = alerts;
	for (const [index, rule] of dropLines.slice(0, -1).entries()) {
		const line = Math.min(...dropLines.slice(index + 1).map(lineOf));
		if (line < lineOf(rule) && !named.has(rule)) {
			lower.push(`${rule}.threshold is ${line} as well: it may not be above that of a graver rule`);
			result = withValue(result, ['rules', rule, 'threshold'], line);
		}
	}
	return {alerts: result, lower};
};

/**
 * The configured settings with changes, each `RULE.SETTING=VALUE`, and what follows from them in words.
 *
 * @throws UsageError if one names no setting, or has a value that the configuration may not have
 */
export const changedSettings = (
	given: Given,
	changes: readonly string[],
): {settings: AlertSettings; notes: readonly string[]} => {
	const configured = alertSettingsOf(whole(given));
	if (changes.length === 0) {
		return {settings: configured, notes: []};
	}
	const alerts = changes.reduce<Nested>(
		(nested, change) => {
			const [name = '', ...value] = change.split('=');
			if (value.length === 0) {
				throw new UsageError(`--set takes RULE.SETTING=VALUE, such as drop-near.threshold=2, not "${change}"`);
			}
			return withValue(nested, pathOf(change, name.trim()), valueIn(value.join('=').trim()));
		},
		(given.alerts ?? {}) as Nested,
	);
	const {alerts: complete, lower} = lowered(
		alerts,
		new Set(changes.flatMap(change => dropLines.filter(rule => change.includes(`${rule}.threshold`)))),
		configured.rules,
	);
	const read = readText(JSON.stringify({alerts: complete}), '--set', words);
	if (read.kind === 'wrong') {
		const [first = '', ...others] = read.problems.map(problem =>
			problem.replace(/^--set:\d+:\d+: (?:alerts\.)?(?:rules\.)?/, '--set '),
		);
		throw new UsageError(first, others);
	}
	return {settings: alertSettingsOf(whole(read.given)), notes: lower};
};
