/** What a chart shows: its points, its limit, what is expected, and the time that it shares with others. */
import {number, width as widthOf} from '../../present/format.ts';
import type {Role} from '../../present/theme.ts';

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
	/** A stock, such as leads: its scale may begin above 0, as little of it moves at a time. */
	isStock?: boolean;
	/** A row of blocks is enough for it, however much room there is. */
	isSmall?: boolean;
	/** Drawn only where the others, as lines, leave a row, and where anything is known of it. */
	isSpare?: boolean;
	/** Drawn as a line before the others are, where there is room for one alone. */
	isFirst?: boolean;
	/** Its title stands in the upper right corner of its line, or the left one, where that stays free, not in a row of its own. */
	isTitleInside?: boolean;
	/** Its title in rows that may stand left of the labels of its line, where that saves a row that it lacks. */
	titleBeside?: readonly string[];
	/** What it is called before a row of blocks where the whole title would take too much of the width. */
	brief?: string;
	/** What is expected, from the newest point on: a dotted line through these points, whose `at` is 0 or more. */
	ahead?: readonly {at: number; value: number}[];
	/** What happened at a time, beside the line. */
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
	/** What comes after it: seconds, and what times of it are called. A tick with a line marks a break, such as a night. */
	ahead?: {span: number; ticks: readonly {at: number; text: string; hasLine?: boolean}[]} | undefined;
};

/** How wide what stands left of the columns is, how many columns there are, and the room for the last value. */
export type Widths = {left: number; columns: number; right: number};

/** A value as its chart writes it. */
export const writtenAs = ({format = number}: Pick<Chart, 'format'>, value: number): string => format(value);

/** The last value that is known. */
export const lastOf = ({points}: Pick<Chart, 'points'>): number | undefined =>
	points.findLast(({value}) => value !== undefined)?.value;

/** The values that are known. */
export const known = ({points}: Pick<Chart, 'points'>): number[] => points.flatMap(({value}) => value ?? []);

/** The last value, as it stands at the end of its line; empty if the newest point has none. */
export const endOf = (chart: Pick<Chart, 'points' | 'format'>): string => {
	const last = lastOf(chart);
	return last === undefined || chart.points.at(-1)?.value === undefined ? '' : writtenAs(chart, last);
};

/** Cells of a title that stands left of the labels, with a blank before it. */
export const widthOfBeside = ({titleBeside = []}: Chart): number =>
	titleBeside.length > 0 ? 1 + Math.max(...titleBeside.map(widthOf)) : 0;
