/** The words for an alert: its figures with their units, its state in a word, and the whole of it in a sentence. */

import type {Alert, AlertSettings, AlertUnit} from '../model/alert.ts';
import {allRules, ruleOf} from '../model/alert-rules.ts';
import type {Moment} from '../model/time.ts';
import {causeText, type Keys} from './diagnosis-text.ts';
import {clock, counted, number, percent, span} from './format.ts';
import type {Role} from './theme.ts';

/** A figure with its unit. */
export const amount = (value: number, unit: AlertUnit): string => {
	switch (unit) {
		case 'percent':
			return percent(value, 2);
		case 'share':
			return percent(value, 0);
		case 'calls':
			return counted(value, 'call');
		case 'agents':
			return counted(value, 'agent');
		case 'minutes':
			return `${number(Math.floor(value))}m`;
		case 'seconds':
			return span(value);
	}
};

/** What an alert is about, in a sentence without its campaign. */
export const whatOf = ({rule, value, threshold, unit, note, cause}: Alert, keys?: Keys): string => {
	const told = cause ? causeText(cause, keys) : note;
	return ruleOf[rule].says({
		value: amount(value, unit),
		threshold: amount(threshold, unit),
		note: told,
		because: told === '' ? '' : `: ${told}`,
		isNone: value === 0,
	});
};

/** The whole of it in one sentence; a name cannot close the quotes that it stands in. */
export const alertSentence = (alert: Alert, keys?: Keys): string =>
	alert.campaignId === undefined
		? `${alert.name}: ${whatOf(alert, keys)}`
		: `"${alert.name.replaceAll('"', "'")}": ${whatOf(alert, keys)}`;

/** How an alert stands, in a word: its level in capitals while somebody should look at it. */
export const standingOf = ({level, acknowledgedAt, resolvedAt}: Alert): string =>
	resolvedAt ? 'past' : acknowledgedAt ? 'acknowledged' : level.toUpperCase();

/** What an alert is for the eye. */
export const alertRole = ({level, acknowledgedAt, resolvedAt}: Alert): Role =>
	resolvedAt ? 'faint' : acknowledgedAt ? 'text' : level === 'critical' ? 'error' : 'warning';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const dayOf = ({wall}: Moment): string => {
	const date = new Date(wall);
	return `${date.getDate()} ${months[date.getMonth()]}`;
};

/** When something was, in eight cells: the time if it was today, else the day. */
export const dayOrTime = (moment: Moment, now: Moment): string =>
	dayOf(moment) === dayOf(now) ? clock(moment.wall) : dayOf(moment);

/** The same in full: weeks go by in a terminal. */
export const dayAndTime = (moment: Moment, now: Moment): string =>
	dayOf(moment) === dayOf(now) ? clock(moment.wall) : `${dayOf(moment)} ${clock(moment.wall)}`;

/** When it was, in full: since when, until when, how often, and when it was acknowledged. */
export const lifeOf = ({since, resolvedAt, acknowledgedAt, times, worst}: Alert, now: Moment): string =>
	[
		`worst ${amount(worst.value, worst.unit)}`,
		`since ${dayAndTime(since, now)}`,
		...(resolvedAt ? [`until ${dayAndTime(resolvedAt, now)}`] : []),
		...(times > 1 ? [`${times} times`] : []),
		...(acknowledgedAt ? [`acknowledged at ${dayAndTime(acknowledgedAt, now)}`] : []),
	].join(', ');

/** The rules in force, a line each. */
export const rulesInForce = ({rules}: AlertSettings): string[] =>
	allRules.flatMap(({id, unit, inForce}) => {
		const {on, threshold, seconds} = rules[id];
		return on ? [inForce({threshold: amount(threshold, unit), seconds: span(seconds)})] : [];
	});

/** When a drop rate counts, and by which lines. */
export const dropRateNote = ({rules, leastHuman, leastDrops}: AlertSettings): string =>
	`A drop rate counts from ${number(leastHuman)} human answers and ${number(leastDrops)} drops on. Where a campaign's limit is below ${amount(rules['drop-limit'].threshold, 'percent')}, the lines before it are lower in proportion.`;
