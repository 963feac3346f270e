/** Alerts in one line, the most important parts first: which campaign, what, the figure and its threshold. */

import {type AlertGroup, isFlood} from '../alerts/floods.ts';
import {ruleOf} from '../alerts/rules.ts';
import type {Alert} from '../model/alert.ts';
import type {Moment} from '../model/time.ts';
import type {Keys} from './advice.ts';
import {
	alertMark,
	alertRole,
	alertStatus,
	amount,
	figureCell,
	figureText,
	floodCount,
	thresholdText,
	whatOf,
} from './alert-text.ts';
import {width as cells, cut, dayOrTime} from './format.ts';
import type {Spans} from './spans.ts';

/** A name is cut down to so many cells before the sentence after it is shortened. */
const leastName = 12;

/** Fewer cells of a name identify nothing. */
const leastPiece = 5;

/** From so many cells on there is room for the level in words; it is in the header too. */
const roomForLevel = 100;

/** What the line shows beside the alert. */
export type AlertLine = {
	now: Moment;
	width: number;
	/** The keys for its sentence. */
	keys: Keys;
	/** The key that answers it, and what it does in a word; undefined if none does. */
	answer: readonly [key: string, does: string] | undefined;
	/** The service that it is of, where there are several. */
	service?: string | undefined;
	/** How many more are open. */
	others: number;
	/** How old the campaign's figures are, in words, if they are older than they should be. */
	old: string | undefined;
};

/** Texts that are shorter than its sentence, the longest first: its figure with its threshold; for a rate also as the board writes it. */
const briefly = (alert: Alert): readonly string[] => {
	const {rule, unit, threshold} = alert;
	const figure = figureText(alert);
	const inCells = `${ruleOf[rule].title} ${figureCell(alert)}`;
	// The threshold of a count is mostly 1.
	return unit === 'agents' || unit === 'calls'
		? [figure, inCells]
		: [
				`${figure} (${thresholdText(alert)})`,
				...(unit === 'percent' ? [`${inCells}/${amount(threshold, unit)}`] : [figure, inCells]),
			];
};

/**
 * What an alert is about, in so many cells: its sentence, else as many whole clauses of it as fit or its figure with its
 * threshold, whichever says more. It is cut within a word only where not even the figure fits.
 */
export const whatWithin = (alert: Alert, keys: Keys, room: number): string => {
	const whole = whatOf(alert, keys);
	const clauses = Array.from(whole.matchAll(/[,;:] /g), ({index}) => `${whole.slice(0, index)}…`);
	const [longest = cut(whole, room)] = [whole, ...clauses, ...(alert.wellSince ? [] : briefly(alert))]
		.filter(form => cells(form) <= room)
		.toSorted((one, other) => cells(other) - cells(one));
	return longest;
};

/** What follows the alert: since when, unless there is no room for it, and what answers it. */
const tailOf = ({since}: Alert, {now, answer, old, others}: AlertLine, isDated: boolean): Spans => [
	...(isDated ? [['faint', ` since ${dayOrTime(since, now).replace(/:\d\d$/, '')}`] as const] : []),
	...(old === undefined ? [] : [['warning', `${isDated ? ',' : ''} figures ${old}`] as const]),
	...(others > 0 ? [['warning', `  +${others} more`] as const] : []),
	...(answer
		? ([
				['key', `  ${answer[0]}`],
				['text', ` ${answer[1]} `],
			] as const)
		: [['text', ' '] as const]),
];

/** The line, in at most its width. */
export const alertSpans = (group: AlertGroup, line: AlertLine, isDated = true): Spans => {
	const {width, keys, service} = line;
	const {lead: alert} = group;
	const tail = tailOf(alert, line, isDated);
	const room = width - tail.reduce((sum, [, text]) => sum + cells(text), 0);
	const isWide = width >= roomForLevel;
	const level = isWide ? `${alertStatus(alert)} ` : '';
	const flood = isFlood(group) ? `${floodCount(group)}, ${isWide ? 'the ' : ''}worst ` : '';
	const id = alert.campaignId === undefined ? '' : `${alert.campaignId} `;
	const of = service === undefined ? '' : `${service} `;
	const head = ` ${alertMark(alert)} ${level}${of}${flood}`;
	const textRoom = room - cells(head) - cells(id) - 2;
	const whole = whatOf(alert, keys);
	const fits = (what: string, name: number): boolean => cells(what) + Math.min(cells(alert.name), name) <= textRoom;
	const shorter = alert.wellSince ? [] : briefly(alert);
	const what = [whole, ...shorter].find(one => fits(one, leastName)) ?? shorter.find(one => fits(one, 0));
	if (what === undefined && isDated) {
		return alertSpans(group, line, false);
	}
	const sentence = what ?? shorter.at(-1) ?? whole;
	const forName = textRoom - cells(sentence);
	// The id is never cut; without room for a piece of the name it is alone.
	const name = id !== '' && forName < leastPiece ? id.trimEnd() : id + cut(alert.name, Math.max(forName, leastPiece));
	const text = cut(`${head}${name}: ${sentence}`, room);
	return [[alertRole(alert), text], ['text', ' '.repeat(Math.max(0, room - cells(text)))], ...tail];
};
