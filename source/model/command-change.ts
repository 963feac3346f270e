/**
 * Which figures of a campaign differed after a command from those before it. That they changed does not say that the command changed
 * them: the floor moves by itself, and other commands may lie within the same minutes.
 */

import type {Zone} from './calling-hours.ts';
import {occupancy} from './derived.ts';
import {dropRateOf, rowOfFigures} from './drops.ts';
import {countBetween, edgeOf, meanBetween, type Of, type Series, type SeriesPoint, seriesOf} from './series.ts';
import {minute} from './time.ts';
import {levelOf} from './usual.ts';

/** The minutes that are compared, and those before the command whose minutes say how much a figure varies. */
const [compared, variedOver] = [10, 60];

/** Minutes of which a figure must be known on each side, and of the hour before. */
const [leastCompared, leastVaried] = [3, 15];

/** How many figures are shown. */
const mostFigures = 5;

/**
 * A figure that is compared: the mean of a gauge, a count a minute, or what one count is of another in percent; and the least
 * deviation that it is taken to have, as one that never moved would be infinitely far from itself.
 */
type Compared = {
	name: string;
	unit: 'agents' | 'calls' | 'per minute' | 'percent' | 'level' | 'seconds';
	least: number;
} & ({gauge: Of<number>} | {count: Of<number>} | {part: Of<number>; whole: Of<number>});

const compare = (name: string, unit: Compared['unit'], least: number, of: Of<number>): Compared => ({
	name,
	unit,
	least,
	gauge: of,
});

const dialLevel: Of<number> = figures => {
	const level = levelOf(figures);
	return Number.isNaN(level) ? undefined : level;
};

/** Drops of the day so far, as exactly as a rate of two decimals gives them. */
const dropped: Of<number> = figures => {
	const rate = dropRateOf(rowOfFigures(figures));
	return rate === undefined || figures.humanAnswered === undefined ? undefined : (rate * figures.humanAnswered) / 100;
};

/** The figures that are compared. */
const figures: readonly Compared[] = [
	{name: 'dialed', unit: 'per minute', least: 1, count: one => one.calledToday},
	{name: 'live answers', unit: 'per minute', least: 0.5, count: one => one.humanAnswered},
	{name: 'live answer rate', unit: 'percent', least: 1, part: one => one.humanAnswered, whole: one => one.calledToday},
	{name: 'sales', unit: 'per minute', least: 0.1, count: one => one.sales},
	{name: 'drop rate', unit: 'percent', least: 0.3, part: dropped, whole: one => one.humanAnswered},
	compare('dial level', 'level', 0.05, dialLevel),
	compare('ringing', 'calls', 0.5, one => one.ringing),
	compare('waiting', 'calls', 0.3, one => one.waiting),
	compare('agents', 'agents', 0.5, one => one.agents),
	compare('ready', 'agents', 0.5, one => one.ready),
	compare('on call', 'agents', 0.5, one => one.onCall),
	compare('wrapping up', 'agents', 0.5, one => one.wrapUp),
	compare('paused', 'agents', 0.5, one => one.paused),
	compare('dead', 'agents', 0.5, one => one.dead),
	compare('occupancy', 'percent', 1, one =>
		occupancy({onCall: one.onCall, wrapUp: one.wrapUp, dead: one.dead, agents: one.agents, paused: one.paused}),
	),
	compare('average wrap-up', 'seconds', 0.5, one => one.averageWrap),
	compare('average talk', 'seconds', 1, one => one.averageTalk),
];

/** A figure that changed. */
export type FigureChange = {
	/** Within a sentence: `live answers`. */
	name: string;
	unit: Compared['unit'];
	before: number;
	after: number;
	/** How far apart these are, in standard deviations of the figure's minutes in the hour before. */
	deviations: number;
};

/** What was different after a command, the figure that changed most first. */
export type CommandChange = {
	/** Minutes after the command that were compared: fewer than ten if they are not over or not recorded. */
	minutes: number;
	changes: readonly FigureChange[];
};

/** The value of a figure between two moments; undefined if it is not known of at least so many milliseconds. */
const between = (figure: Compared, series: Series, from: number, to: number, least: number): number | undefined => {
	if ('gauge' in figure) {
		return meanBetween(series, from, to, figure.gauge, least);
	}
	const [first, last] = [edgeOf(series, from), edgeOf(series, to)];
	if (first === undefined || last === undefined || last - first < least) {
		return undefined;
	}
	const grown = (of: Of<number>): number | undefined => countBetween(series, first, last, of);
	if ('count' in figure) {
		const count = grown(figure.count);
		return count === undefined ? undefined : count / ((last - first) / minute);
	}
	const [part, whole] = [grown(figure.part), grown(figure.whole)];
	// Of a rate of two decimals, what grew may come out a little below none.
	return part === undefined || !whole ? undefined : Math.max(0, (100 * part) / whole);
};

/** How much a figure's minutes vary; undefined if too few of them are known. */
const deviationOf = (figure: Compared, series: Series, at: number): number | undefined => {
	const values = Array.from({length: variedOver}, (_, index) => at - (variedOver - index) * minute).flatMap(
		from => between(figure, series, from, from + minute, minute / 2) ?? [],
	);
	if (values.length < leastVaried) {
		return undefined;
	}
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
	return Math.max(figure.least, Math.sqrt(variance));
};

/** The span of the samples that matter to a command: the hour before it and the minutes after it, with a poll on either side. */
export const periodOfChange = (at: number): {from: number; until: number} => ({
	from: at - (variedOver + 2) * minute,
	until: at + (compared + 2) * minute,
});

/**
 * The five figures that changed most in the ten minutes after a command against the ten before; undefined if too little was
 * recorded around it.
 *
 * @param samples of the campaign, oldest first
 * @param at when it was asked for, milliseconds since 1970
 */
export const changeAfter = (samples: readonly SeriesPoint[], at: number, zone: Zone): CommandChange | undefined => {
	const {from, until: to} = periodOfChange(at);
	const series = seriesOf(
		samples.filter(sample => sample.at >= from && sample.at <= to),
		zone,
	);
	const last = series.samples.at(-1)?.at ?? at;
	const until = Math.min(at + compared * minute, last);
	const least = leastCompared * minute;
	const known = figures.flatMap((figure): FigureChange[] => {
		const before = between(figure, series, at - compared * minute, at, least);
		const after = between(figure, series, at, until, least);
		const deviation = before === undefined || after === undefined ? undefined : deviationOf(figure, series, at);
		return before === undefined || after === undefined || deviation === undefined
			? []
			: [{name: figure.name, unit: figure.unit, before, after, deviations: (after - before) / deviation}];
	});
	return known.length === 0
		? undefined
		: {
				minutes: Math.floor((until - at) / minute),
				changes: known
					.filter(({deviations}) => deviations !== 0)
					.toSorted((one, other) => Math.abs(other.deviations) - Math.abs(one.deviations))
					.slice(0, mostFigures),
			};
};
