/** What a chart shows: its points, its limit, the forecast, and the time axis that it shares with others. */

import type {Zone} from '../../model/calling-hours.ts';
import {number, width as widthOf} from '../../present/format.ts';
import type {Role} from '../../present/theme.ts';

/** Fewest rows of a line: with fewer, blocks show more. */
export const leastRows = 4;

/** Rows that a chart takes as a line, beyond the one that it takes as blocks: its title has one of its own. */
const moreRows = ({isTitleInside}: Chart): number => (isTitleInside ? leastRows - 1 : leastRows);

/** The same if its title may be beside its labels. */
const leastMore = (chart: Chart): number => (chart.titleBeside ? leastRows - 1 : moreRows(chart));

/** What is drawn, each as a line or as a row: of blocks or of words. */
type Chosen = {
	shown: readonly Chart[];
	/** Those drawn as lines, and those of them whose title is beside their labels. */
	tall: readonly Chart[];
	beside: ReadonlySet<Chart>;
	/** Rows that remain. */
	free: number;
};

/** The other line of a chart as one of its own. */
const alsoOf = ({also, most, format}: Chart): Chart | undefined =>
	also && {...also, ...(most !== undefined && {most}), ...(format && {format})};

/** Which charts fit into so many rows as lines, which as blocks or words; rows of blocks are given up for the most important line if it fits then. */
export const chosen = (charts: readonly Chart[], drawn: readonly Chart[], room: number): Chosen => {
	const first = drawn.find(({isFirst}) => isFirst);
	const all = charts.filter(({isSpare}) => !isSpare);
	const fitting = [...(first ? [first] : []), ...all.filter(chart => chart !== first)].slice(0, Math.max(0, room));
	const asked = all.filter(chart => fitting.includes(chart));
	const givesWay = (chart: Chart): boolean => chart.isSmall === true && chart !== first;
	const lacking = first && asked.includes(first) ? leastMore(first) - (room - asked.length) : 0;
	const given = lacking > 0 ? asked.filter(givesWay).slice(-lacking) : [];
	const shown = given.length === lacking ? asked.filter(chart => !given.includes(chart)) : asked;
	const tall: Chart[] = [];
	const beside = new Set<Chart>();
	let free = room - shown.length;
	for (const chart of [...drawn].sort((a, b) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false))) {
		if (shown.includes(chart) && !chart.isSmall && free >= leastMore(chart)) {
			const more = Math.min(free, moreRows(chart));
			tall.push(chart);
			free -= more;
			if (more < moreRows(chart)) {
				beside.add(chart);
			}
		}
	}
	const more = [
		...shown.flatMap(chart => (tall.includes(chart) ? [] : (alsoOf(chart) ?? []))),
		...charts.filter(chart => chart.isSpare && known(chart).length > 0),
	].slice(0, Math.max(0, free));
	return {shown: [...shown, ...more], tall, beside, free: free - more.length};
};

/** A point: seconds from the newest one, so 0 or less, and its value, undefined where nothing is known; of how many seconds, if of more than the others. */
export type Point = {at: number; value: number | undefined; length?: number};

/** One line over time. */
export type Chart = {
	/** What it shows, with its unit. */
	title: string;
	role: Role;
	points: readonly Point[];
	/** How its values are written; whole numbers if it is not given. */
	format?: (value: number) => string;
	/** What its values never pass: 100 for a percentage. */
	most?: number;
	/** A line that does not move: a limit. */
	limit?: {value: number; role: Role};
	/** Another line on the same scale; a row of blocks of its own where there is no room for lines. */
	also?: {title: string; role: Role; points: readonly Point[]};
	/** The same a week earlier: a faint trail below its line, not drawn where there is no room for lines. */
	lastWeek?: readonly Point[];
	/** A stock, such as leads: its scale may begin above 0, as little of it moves at a time. */
	isStock?: boolean;
	/** It is always drawn as a row of blocks, however much room there is. */
	isSmall?: boolean;
	/** Drawn only where the others, as lines, leave a row, and where anything is known of it. */
	isSpare?: boolean;
	/** Drawn as a line before the others are, where there is room for one alone. */
	isFirst?: boolean;
	/** Its title is in the upper right corner of its line, or the left one, if that is free, not in a row of its own. */
	isTitleInside?: boolean;
	/** Its title in rows that may be to the left of the labels of its line, if that saves a row that it lacks. */
	titleBeside?: readonly string[];
	/** What it is called before a row of blocks where the whole title would take too much of the width. */
	brief?: string;
	/** The forecast, from the newest point on: a dotted line through these points, whose `at` is 0 or more. */
	ahead?: readonly {at: number; value: number}[];
	/** Events, marked beside the line. */
	marks?: readonly Mark[];
};

/** A short text at a time, such as `▼5`. */
export type Mark = {at: number; text: string; role: Role};

/** The time that charts one below the other share. */
export type TimeAxis = {
	/** Seconds from the oldest to the newest point; undefined if the points have no times. */
	span: number | undefined;
	/** What the newest point is called: `now`, or its time of day. */
	end: string;
	/** The time of day of the newest point by the service's clock, in seconds. */
	newest?: number;
	/** The clock by which times along the axis are named, and its newest moment, UTC milliseconds; else they count from there. */
	clock?: {zone: Zone; newest: number};
	/** A line above the charts that names the time that they show. */
	legend?: string;
	/** The time after it: seconds, and the labels of its ticks. A tick with a line marks a break, such as a night. */
	ahead?: {span: number; ticks: readonly {at: number; text: string; hasLine?: boolean}[]} | undefined;
};

/** The cells to the left of the columns, how many columns there are, and the room for the last value. */
export type Widths = {left: number; columns: number; right: number};

/** A value as its chart writes it. */
export const writtenAs = ({format = number}: Pick<Chart, 'format'>, value: number): string => format(value);

/** From here on floating-point numbers have no digits left for a fraction; nothing that a dialer counts is as large. */
const tooLarge = 1e15;

/** The value of a point; undefined where it is unknown, or no number that a row could show. */
export const shownOf = ({value}: Point): number | undefined =>
	value !== undefined && Math.abs(value) < tooLarge ? value : undefined;

/** The last value that is known. */
export const lastOf = ({points}: Pick<Chart, 'points'>): number | undefined =>
	points.findLast(point => shownOf(point) !== undefined)?.value;

/** The values that are known. */
export const known = ({points}: Pick<Chart, 'points'>): number[] => points.flatMap(point => shownOf(point) ?? []);

/** The last value, as it is written at the end of its line; empty if the newest point has none. */
export const endOf = (chart: Pick<Chart, 'points' | 'format'>): string => {
	const newest = chart.points.at(-1);
	const value = newest && shownOf(newest);
	return value === undefined ? '' : writtenAs(chart, value);
};

/** Cells of a title left of the labels, with a blank before it. */
export const widthOfBeside = ({titleBeside = []}: Chart): number =>
	titleBeside.length > 0 ? 1 + Math.max(...titleBeside.map(widthOf)) : 0;
