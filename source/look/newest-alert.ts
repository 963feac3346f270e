/** The newest alert in one line, which says the most where it is cut: which campaign, what, the figure and its threshold. */
import type {Alert} from '../model/alert.ts';
import {ruleOf} from '../model/alert-rules.ts';
import {type AlertGroup, isFlood} from '../model/floods.ts';
import type {Moment} from '../model/time.ts';
import {alertRole, amount, dayOrTime, floodCount, standingOf, whatOf} from './alert-text.ts';
import type {Keys} from './diagnosis-text.ts';
import {width as cells, cut} from './format.ts';
import type {Spans} from './spans.ts';

/** A name is cut down to so many cells before the sentence behind it is shortened. */
const leastName = 12;

/** From so many cells on there is room for the level in words; it is in the header too. */
const roomForLevel = 100;

/** What stands beside the alert. */
export type AlertLine = {
	now: Moment;
	width: number;
	/** In the sentence. */
	keys: Keys;
	/** The key that answers it, and what it does in a word; undefined if none does. */
	answer: readonly [key: string, does: string] | undefined;
	/** How old the campaign's figures are, in words, if they are older than they should be. */
	old: string | undefined;
};

/** What it is, its figure and its threshold, and nothing else. */
const briefly = (alert: Alert): string => {
	const {rule, value, threshold, unit} = alert;
	return `${ruleOf[rule].title} ${amount(value, unit)}, threshold ${amount(threshold, unit)}`;
};

/** The line, in at most its width. */
export const alertSpans = (group: AlertGroup, {now, width, keys, answer, old}: AlertLine): Spans => {
	const {lead: alert} = group;
	const role = alertRole(alert);
	const since = dayOrTime(alert.since, now).replace(/:\d\d$/, '');
	const tail: Spans = [
		['faint', ` since ${since}`],
		...(old === undefined ? [] : [['warning', `, figures ${old}`] as const]),
		...(answer
			? ([
					['key', ` ${answer[0]}`],
					['text', ` ${answer[1]} `],
				] as const)
			: [['text', ' '] as const]),
	];
	const room = width - tail.reduce((sum, [, text]) => sum + cells(text), 0);
	const level = width >= roomForLevel ? `${standingOf(alert)} ` : '';
	const flood = isFlood(group) ? `${floodCount(group)}, the worst ` : '';
	const head = ` ▲ ${level}${flood}${alert.campaignId === undefined ? '' : `${alert.campaignId} `}`;
	const left = room - cells(head) - 2;
	const whole = whatOf(alert, keys);
	const what =
		cells(whole) + Math.min(cells(alert.name), leastName) <= left || alert.wellSince ? whole : briefly(alert);
	const name = cut(alert.name, Math.max(Math.min(leastName, cells(alert.name)), left - cells(what)));
	const text = cut(`${head}${name}: ${what}`, room);
	return [[role, text], ['text', ' '.repeat(Math.max(0, room - cells(text)))], ...tail];
};
