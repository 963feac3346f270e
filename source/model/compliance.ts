/**
 * The rules by which the drops of a longer time are held against a limit, a row each. Such rules are mostly for telemarketing,
 * so a profile names its own. A figure by them is an indicator, not legal advice: the service does not say how it counts.
 */
import {day} from './time.ts';

/** The names of the rules, as a profile has them. */
export type ComplianceRuleName = 'thirty-days' | 'each-day' | 'last-hours' | 'none';

/** A rule. */
export type ComplianceRule = {
	name: ComplianceRuleName;
	/** What it counts, in a few words for the example configuration; the page of the configuration says more. */
	about: string;
	/** The most percent of the calls answered by a person that it allows; undefined if the law sets no number. */
	limit?: number;
	/** Seconds within which an answered call must have an agent; undefined if the law sets no number. */
	seconds?: number;
	/** How many days a period has, today's included; undefined if it is counted in hours. */
	days?: number;
	/** True if its periods follow each other from a day that the profile must name. */
	needsStart?: true;
};

/** The most hours of the rule that counts the last ones. */
export const mostHours = 24;

const noRule: ComplianceRule = {name: 'none', about: 'nothing is counted, as for collections'};

/** The rules. */
export const complianceRules: readonly ComplianceRule[] = [
	{
		name: 'thirty-days',
		about: 'periods of 30 days, one after another',
		limit: 3,
		seconds: 2,
		days: 30,
		needsStart: true,
	},
	{
		name: 'each-day',
		about: 'each day, with a limit of your own or none',
		seconds: 2,
		days: 1,
	},
	{
		name: 'last-hours',
		about: 'the last hours, with a limit of your own or none',
	},
	noRule,
];

/** A rule by its name. */
export const complianceRuleOf = (name: string | undefined): ComplianceRule =>
	complianceRules.find(rule => rule.name === name) ?? noRule;

/** The rule of a service, as its profile sets it. */
export type Compliance = {
	rule: Exclude<ComplianceRuleName, 'none'>;
	/** Percent; undefined for none. */
	limit: number | undefined;
	/** Seconds; undefined for none. */
	seconds: number | undefined;
	/** The number of the day on which the first period began; undefined if the rule needs none. */
	start: number | undefined;
	/** Of the rule that counts the last ones. */
	hours: number;
	/** The group of a campaign, by its id: the campaigns of one are counted together. */
	groups: ReadonlyMap<string, string>;
};

/** A rule as a profile writes it. */
export type ComplianceGiven = {
	readonly rule?: string | undefined;
	readonly limit?: number | undefined;
	readonly seconds?: number | undefined;
	readonly period_start?: string | undefined;
	readonly hours?: number | undefined;
	readonly groups?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
};

/** The number of a day, as a calendar writes it: `2026-11-02`; undefined for any other text, and for days that no calendar has. */
export const dayNumberOf = (text: string): number | undefined => {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
	return Number.isNaN(time) || dayText(time / day) !== text ? undefined : time / day;
};

/** A day as a calendar writes it. */
export const dayText = (number: number): string => new Date(number * day).toISOString().slice(0, 10);

/** The rule that a profile sets; undefined for none. */
export const complianceOf = (given: ComplianceGiven | undefined): Compliance | undefined => {
	const {rule, limit, seconds, period_start: start, hours = mostHours, groups = {}} = given ?? {};
	const {name, ...own} = complianceRuleOf(rule);
	return name === 'none'
		? undefined
		: {
				rule: name,
				limit: limit ?? own.limit,
				seconds: seconds ?? own.seconds,
				start: start === undefined ? undefined : dayNumberOf(start),
				hours,
				groups: new Map(Object.entries(groups).flatMap(([group, ids = []]) => ids.map(id => [id, group]))),
			};
};

/** What is wrong with a rule as a profile writes it beyond its single settings, and at which of them. */
export const complianceProblems = (given: ComplianceGiven): {path: readonly string[]; message: string}[] => {
	const {period_start: start, hours, groups = {}} = given;
	const {name, needsStart} = complianceRuleOf(given.rule);
	const seen = new Map<string, string>();
	const twice = Object.entries(groups).flatMap(([group, ids = []]) =>
		ids.flatMap(id => {
			const before = seen.get(id);
			seen.set(id, group);
			return before === undefined
				? []
				: [{path: ['groups', group], message: `names campaign ${id}, which is in ${before} already`}];
		}),
	);
	return [
		...(needsStart && start === undefined
			? [
					{
						path: ['rule'],
						message: `${name} counts from a day: set period_start beside it, such as period_start: 2026-11-02`,
					},
				]
			: []),
		...(hours !== undefined && name !== 'last-hours'
			? [{path: ['hours'], message: `belongs to the rule last-hours, and the rule is ${name}`}]
			: []),
		...twice,
	];
};
