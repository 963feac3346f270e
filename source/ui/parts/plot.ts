/** Lines by asciichart, and sparklines, over a time axis that is true for the points drawn: pure functions to lines of spans. */
import asciichart from 'asciichart';
import {decimals, fit, number} from '../../look/format.ts';
import type {Span, Spans} from '../../look/spans.ts';
import type {Role} from '../../look/theme.ts';

/** A point: seconds from the newest one, so 0 or less, and its value; undefined where nothing is known. */
export type Point = {at: number; value: number | undefined};

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
	/** A row of blocks is enough for it, however much room there is. */
	isSmall?: boolean;
	/** Drawn as a line before the others are, where there is room for one alone. */
	isFirst?: boolean;
};

/** The time that charts one below the other share. */
export type TimeAxis = {
	/** Seconds from the oldest to the newest point; undefined if the points have no times. */
	span: number | undefined;
	/** What the newest point is called: `now`, or its time of day. */
	end: string;
};

/** The lowest and the highest value drawn, the round values between them that are labelled, and the rows they take. */
export type Scale = {min: number; max: number; ticks: readonly number[]; digits: number; rows: number};

const steps = [1, 2, 2.5, 3, 4, 5];

/** How many intervals there may be between labels. */
const intervalCounts = [2, 3, 4];

/** Below this share of the highest value, a scale from 0 would leave the line without movement. */
const liesHigh = 0.5;

/** Counts up to this many are always seen from 0. */
const fewest = 10;

/** Decimals that write a step exactly: 0.25 takes two. */
const digitsOf = (step: number): number => (String(step).split('.')[1] ?? '').length;

/** The counts of intervals that so many rows hold evenly; every odd number of rows holds some. */
const evenly = (rows: number): number[] => intervalCounts.filter(count => (rows - 1) % count === 0);

/**
 * A scale of at most so many rows that holds the values between round ends: from 0 only if the values come near it, never from below 0
 * if none of them is. Three to five labels, each in a row of its own value.
 * @param isWhole true if the values are counts, whose steps are whole
 * @param cap what no label passes, if no value does: 100 for a percentage
 */
export const scaleOf = (
	values: readonly number[],
	most: number,
	isWhole: boolean,
	cap = Number.POSITIVE_INFINITY,
): Scale => {
	const rows = evenly(most).length > 0 ? most : most - 1;
	const counts = evenly(rows);
	const [lowest, highest] = [Math.min(...values), Math.max(...values)];
	const isNearZero = lowest <= highest * liesHigh || (isWhole && highest <= fewest);
	const low = lowest >= 0 && isNearZero ? 0 : lowest;
	const range = highest - low || Math.abs(highest) || 1;
	// Figures that contradict each other may pass it: more agents busy than there are.
	const top = highest > cap ? Number.POSITIVE_INFINITY : cap;
	const power = Math.floor(Math.log10(range)) - 2;
	for (const magnitude of [power, power + 1, power + 2, power + 3]) {
		for (const factor of steps) {
			const step = Number((factor * 10 ** magnitude).toPrecision(3));
			const fromWith = (count: number): number => Math.min(Math.floor(low / step), Math.floor(top / step) - count);
			const holds = (count: number): boolean => {
				const from = fromWith(count);
				return from + count >= highest / step && (from >= 0 || low < 0);
			};
			const count = counts.find(holds);
			if (count !== undefined && !(isWhole && !Number.isInteger(step))) {
				const from = fromWith(count);
				const ticks = Array.from({length: count + 1}, (_, at) => Number(((from + at) * step).toPrecision(12)));
				return {min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks, digits: digitsOf(step), rows};
			}
		}
	}
	// From 0 to its cap not every number of intervals is round: 100 % make two or four.
	return scaleOf(values, rows - 1, isWhole, cap);
};

/** A point holds until the next one comes, and for so many times their usual distance at most; after that there is a gap. */
const holds = 2.5;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The column that a time falls in. */
const columnOf = (at: number, span: number, columns: number): number =>
	span <= 0 ? columns - 1 : Math.round(((at + span) / span) * (columns - 1));

/**
 * The points in so many columns: the average where several fall in one, held where they are further apart, undefined in a
 * gap.
 */
export const inColumns = (points: readonly Point[], span: number, columns: number): (number | undefined)[] => {
	const at: number[][] = Array.from({length: columns});
	for (const point of points) {
		const column = columnOf(point.at, span, columns);
		if (column >= 0 && column < columns) {
			const here = at[column] ?? [];
			at[column] = point.value === undefined ? here : [...here, point.value];
		}
	}
	const apart = median(points.slice(1).map((point, index) => point.at - (points[index]?.at ?? 0)));
	const mostHeld = span > 0 ? Math.ceil((apart / span) * (columns - 1) * holds) : 0;
	let value: number | undefined;
	let since = 0;
	return at.map((here, column) => {
		if (here) {
			since = column;
			value = here.length > 0 ? here.reduce((sum, one) => sum + one, 0) / here.length : undefined;
		}
		return column - since <= mostHeld ? value : undefined;
	});
};

type Cell = {role: Role; char: string};

const spansOf = (cells: readonly Cell[]): Spans => {
	const spans: [Role, string][] = [];
	for (const {role, char} of cells) {
		const last = spans.at(-1);
		if (last?.[0] === role) {
			last[1] += char;
		} else {
			spans.push([role, char]);
		}
	}
	return spans;
};

const asciiSymbols = ['+', '|', '-', '-', '-', '\\', '/', '\\', '/', '|'];

/** The runs of known values, each with its first column. */
const runsOf = (values: readonly (number | undefined)[]): {from: number; run: number[]}[] => {
	const runs: {from: number; run: number[]}[] = [];
	values.forEach((value, column) => {
		if (value !== undefined) {
			const last = runs.at(-1);
			if (last && last.from + last.run.length === column) {
				last.run.push(value);
			} else {
				runs.push({from: column, run: [value]});
			}
		}
	});
	return runs;
};

/** How wide what stands left of the columns is, how many columns there are, and the room for the last value. */
export type Widths = {left: number; columns: number; right: number};

/** A value as its chart writes it. */
export const writtenAs = ({format = number}: Chart, value: number): string => format(value);

/** The last value that is known. */
const lastOf = ({points}: Chart): number | undefined => points.findLast(({value}) => value !== undefined)?.value;

/** The values that are known. */
export const known = ({points}: Chart): number[] => points.flatMap(({value}) => value ?? []);

/** The last value, as it stands at the end of its line; empty if the newest point has none. */
export const endOf = (chart: Chart): string => {
	const last = lastOf(chart);
	return last === undefined || chart.points.at(-1)?.value === undefined ? '' : writtenAs(chart, last);
};

/** A chart of at most so many rows: labels on the left, the line, its last value on the right. */
export const plot = (
	chart: Chart,
	span: number,
	most: number,
	{left, columns}: Pick<Widths, 'left' | 'columns'>,
	ascii: boolean,
): Spans[] => {
	const values = inColumns(chart.points, span, columns);
	const drawn = values.flatMap(value => value ?? []);
	const within = chart.limit ? [...drawn, chart.limit.value] : drawn;
	const scale = scaleOf(within, most, chart.format === undefined, chart.most);
	const {rows} = scale;
	const range = scale.max - scale.min;
	const rowOf = (value: number): number => rows - 1 - Math.round(((value - scale.min) / range) * (rows - 1));
	const cells: Cell[][] = Array.from({length: rows}, () =>
		Array.from({length: columns}, () => ({role: 'faint', char: ' '})),
	);
	if (chart.limit) {
		const {role} = chart.limit;
		cells[rowOf(chart.limit.value)]?.fill({role, char: ascii ? '.' : '╌'});
	}
	for (const {from, run} of runsOf(values)) {
		const [first = 0] = run;
		// asciichart draws the way from each value to the next; the first one stands on its axis, which is cut off.
		const lines = asciichart
			.plot([[first, ...run].map(value => value - scale.min)], {
				height: rows - 1,
				min: 0,
				max: range,
				offset: 1,
				colors: [],
				format: () => ' ',
				...(ascii ? {symbols: asciiSymbols} : {}),
			})
			.split('\n');
		lines.forEach((line, row) => {
			for (const [index, char] of Array.from(line.slice(1, run.length + 1)).entries()) {
				const cell = cells[row];
				if (cell && char !== ' ') {
					cell[from + index] = {role: chart.role, char};
				}
			}
		});
	}
	const labels = new Map(scale.ticks.map(tick => [rowOf(tick), tick]));
	const last = lastOf(chart);
	const endRow = last === undefined ? undefined : rowOf(values.findLast(value => value !== undefined) ?? last);
	return cells.map((row, index): Spans => {
		const tick = labels.get(index);
		const label = tick === undefined ? '' : decimals(tick, scale.digits);
		const shown = tick !== undefined && chart.format === undefined ? shortened(tick) : label;
		const axis = tick === undefined ? '│' : '┤';
		const end: Span[] = index === endRow ? [[chart.role, ` ${endOf(chart)}`]] : [];
		return [['faint', `${fit(shown, left - 1, 'right')}${axis}`], ...spansOf(row), ...end];
	});
};

/** A count as an axis writes it: from 100,000 on in thousands. */
const shortened = (value: number): string => (value >= 100_000 ? `${number(value / 1000)}k` : number(value));

const blocks = '▁▂▃▄▅▆▇█';
const asciiBlocks = '_.-=+*#@';

/** A row of blocks from the least to the highest value, with its title before and its last value behind it. */
export const sparkline = (
	chart: Chart,
	span: number,
	{left, columns}: Pick<Widths, 'left' | 'columns'>,
	ascii: boolean,
): Spans => {
	const values = inColumns(chart.points, span, columns);
	const drawn = values.flatMap(value => value ?? []);
	const [least, most] = [Math.min(...drawn), Math.max(...drawn)];
	const marks = ascii ? asciiBlocks : blocks;
	const text = values.map(value => {
		const share = most === least ? 0.4 : ((value ?? 0) - least) / (most - least);
		return value === undefined ? ' ' : (marks[Math.round(share * (marks.length - 1))] ?? ' ');
	});
	return [
		['faint', fit(` ${chart.title}`, left)],
		[chart.role, `${text.join('')} ${endOf(chart)}`],
	];
};

const tickSteps = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600];

/** Cells from one label of the time axis to the next, at least. */
const tickRoom = 10;

const before = (seconds: number): string =>
	seconds % 3600 === 0 && seconds > 3600
		? `-${seconds / 3600}h`
		: seconds % 60 === 0
			? `-${seconds / 60}m`
			: `-${seconds}s`;

/** The time axis: how long before the newest point, and what the newest point is called. */
export const timeAxis = ({span, end}: TimeAxis, {left, columns, right}: Widths): Spans => {
	const cells = Array.from({length: left + columns + right}, () => ' ');
	const write = (text: string, center: number): void => {
		const from = Math.max(0, Math.min(left + center - (text.length >> 1), cells.length - text.length));
		cells.splice(from, text.length, ...text);
	};
	if (span === undefined) {
		write('oldest', 3);
	} else {
		const most = Math.max(1, Math.floor(columns / tickRoom));
		const step = tickSteps.find(seconds => span / seconds <= most) ?? 86_400;
		for (let seconds = step; seconds <= span; seconds += step) {
			write(before(seconds), columnOf(-seconds, span, columns));
		}
	}
	write(end, columns - 1);
	return [['faint', cells.join('').trimEnd()]];
};
