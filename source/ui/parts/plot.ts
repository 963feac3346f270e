/** Lines by asciichart, and sparklines, over a time axis that is true for the points drawn: pure functions to lines of spans. */
import asciichart from 'asciichart';
import {decimals, fit, number, width as widthOf} from '../../look/format.ts';
import type {Span, Spans} from '../../look/spans.ts';
import type {Role} from '../../look/theme.ts';

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
	/** A row of blocks is enough for it, however much room there is. */
	isSmall?: boolean;
	/** Drawn only where the others, as lines, leave a row. */
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

/** The lowest and the highest value drawn, the round values between them that are labelled, and the rows they take. */
export type Scale = {min: number; max: number; ticks: readonly number[]; digits: number; rows: number};

const steps = [1, 2, 2.5, 3, 4, 5];

/** How many intervals there may be between labels. */
const intervalCounts = [2, 3, 4];

/** Below this share of the highest value, a scale from 0 would leave the line without movement. */
const liesHigh = 0.4;

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

/** The seconds that columns stand for: so many before the newest point, and so many after it. */
export type Extent = {span: number; ahead: number};

/** The share of the columns that what is measured keeps beside what comes after it: an hour is seen beside the rest of the day. */
const measuredShare = 0.5;

/** The last column of what is measured. */
const newestColumn = ({ahead}: Extent, columns: number): number =>
	ahead > 0 ? Math.round((columns - 1) * measuredShare) : columns - 1;

/** The column that a time falls in: what is measured and what comes after it have a scale each. */
const columnOf = (at: number, extent: Extent, columns: number): number => {
	const {span, ahead} = extent;
	const newest = newestColumn(extent, columns);
	return at > 0 && ahead > 0
		? newest + Math.round((at / ahead) * (columns - 1 - newest))
		: span <= 0
			? newest
			: Math.round(((at + span) / span) * newest);
};

/**
 * The points in so many columns: the average where several fall in one, the newest by itself, held where they are further
 * apart, undefined in a gap, and after the newest point.
 */
export const inColumns = (
	points: readonly Point[],
	span: number,
	columns: number,
	ahead = 0,
): (number | undefined)[] => {
	const extent = {span, ahead};
	const at: number[][] = Array.from({length: columns});
	const lengths: number[] = [];
	const newest = newestColumn(extent, columns);
	for (const point of points) {
		// The newest value stands alone at the end of the line, as the number beside it.
		const column = Math.min(columnOf(point.at, extent, columns), point.at < 0 ? Math.max(0, newest - 1) : newest);
		if (column >= 0 && column < columns) {
			const here = at[column] ?? [];
			at[column] = point.value === undefined ? here : [...here, point.value];
			lengths[column] = point.length ?? 0;
		}
	}
	const apart = median(points.slice(1).map((point, index) => point.at - (points[index]?.at ?? 0)));
	const heldFor = (length: number): number =>
		span > 0 ? Math.ceil((Math.max(apart, length) / span) * newest * holds) : 0;
	let value: number | undefined;
	let since = 0;
	return at.map((here, column) => {
		if (here) {
			since = column;
			value = here.length > 0 ? here.reduce((sum, one) => sum + one, 0) / here.length : undefined;
		}
		return column <= newest && column - since <= heldFor(lengths[since] ?? 0) ? value : undefined;
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

/** Cells of a title that stands left of the labels, with a blank before it. */
export const widthOfBeside = ({titleBeside = []}: Chart): number =>
	titleBeside.length > 0 ? 1 + Math.max(...titleBeside.map(widthOf)) : 0;

/** What is expected in each column after the newest point: on the straight lines between its points. */
const expectedIn = ({ahead = []}: Chart, extent: Extent, columns: number): (number | undefined)[] => {
	const newest = newestColumn(extent, columns);
	const perColumn = extent.ahead / Math.max(1, columns - 1 - newest);
	return Array.from({length: columns}, (_, column) => {
		const at = (column - newest) * perColumn;
		const next = ahead.findIndex(point => point.at >= at - perColumn / 2);
		const [from, to] = [ahead[Math.max(0, next - 1)], ahead[next]];
		if (at <= 0 || !from || !to) {
			return undefined;
		}
		const share = to.at > from.at ? Math.min(1, Math.max(0, (at - from.at) / (to.at - from.at))) : 1;
		return from.value + (to.value - from.value) * share;
	});
};

/** Writes over the cells of a row, as far as they reach. */
const writeOver = (row: Cell[] | undefined, from: number, text: string, role: Role): void => {
	for (const [index, char] of Array.from(text).entries()) {
		if (row?.[from + index]) {
			row[from + index] = {role, char};
		}
	}
};

/** Writes a text beside a column, in the first of these rows that is free there, else over what stands in the last of them. */
const writeBeside = (cells: Cell[][], rows: readonly number[], column: number, text: string, role: Role): void => {
	const columns = cells[0]?.length ?? 0;
	const from = Math.max(0, Math.min(column, columns - widthOf(text)));
	const there = rows.filter(row => cells[row]);
	const isFree = (row: number): boolean =>
		cells[row]?.slice(from, from + widthOf(text)).every(({char}) => char === ' ') ?? false;
	writeOver(cells[there.find(isFree) ?? there.at(-1) ?? 0], from, text, role);
};

/** A chart of at most so many rows: labels on the left, the line, and its last value at its end. */
export const plot = (
	chart: Chart,
	span: number,
	most: number,
	{left, columns}: Pick<Widths, 'left' | 'columns'>,
	ascii: boolean,
	axisAhead?: TimeAxis['ahead'],
): Spans[] => {
	const extent = {span, ahead: axisAhead?.span ?? 0};
	const values = inColumns(chart.points, span, columns, extent.ahead);
	const drawn = values.flatMap(value => value ?? []);
	const expected = expectedIn(chart, extent, columns);
	const all = [...drawn, ...expected.flatMap(value => value ?? [])];
	const held = chart.limit ? [...all, chart.limit.value] : all;
	const scale = scaleOf(held, most, chart.format === undefined, chart.most);
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
	const newest = newestColumn(extent, columns);
	// Another scale of time begins here.
	for (const row of extent.ahead > 0 ? cells : []) {
		writeOver(row, newest, ascii ? ':' : '┊', 'faint');
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
	for (const {at} of axisAhead?.ticks.filter(({hasLine}) => hasLine) ?? []) {
		for (const row of cells) {
			writeOver(row, columnOf(at, extent, columns), ascii ? ':' : '┊', 'faint');
		}
	}
	for (const [column, value] of expected.entries()) {
		if (value !== undefined) {
			writeOver(cells[rowOf(value)], column, ascii ? '.' : '·', chart.role);
		}
	}
	for (const {at, text, role} of chart.marks ?? []) {
		const column = columnOf(at, extent, columns);
		const row = rowOf(values[Math.max(0, column - 1)] ?? scale.max);
		writeBeside(cells, [row, row - 1, row + 1, Math.max(0, row - 1)], column + 1, text, role);
	}
	if (chart.isTitleInside) {
		const length = widthOf(chart.title);
		const from = [columns - length, 1].find(at => cells[0]?.slice(at, at + length).every(({char}) => char === ' '));
		if (from !== undefined) {
			writeOver(cells[0], from, chart.title, 'faint');
		}
	}
	const labels = new Map(scale.ticks.map(tick => [rowOf(tick), tick]));
	const last = lastOf(chart);
	const lastRow = last === undefined ? undefined : rowOf(values.findLast(value => value !== undefined) ?? last);
	const endRow = extent.ahead > 0 ? undefined : lastRow;
	if (extent.ahead > 0 && lastRow !== undefined && endOf(chart) !== '') {
		writeOver(cells[lastRow], newest + 1, ` ${endOf(chart)} `, chart.role);
	}
	const beside = chart.titleBeside ?? [];
	const besideRoom = widthOfBeside(chart);
	const step = (scale.ticks[1] ?? 0) - (scale.ticks[0] ?? 0);
	return cells.map((row, index): Spans => {
		const tick = labels.get(index);
		const label = tick === undefined ? '' : decimals(tick, scale.digits);
		const shown = tick !== undefined && chart.format === undefined ? shortened(tick, step) : label;
		const axis = tick === undefined ? '│' : '┤';
		const end: Span[] = index === endRow ? [[chart.role, ` ${endOf(chart)}`]] : [];
		const title = besideRoom > 0 ? fit(` ${beside[index] ?? ''}`, besideRoom) : '';
		return [['faint', `${title}${fit(shown, left - 1 - besideRoom, 'right')}${axis}`], ...spansOf(row), ...end];
	});
};

/** A count as an axis writes it: from 100,000 on in thousands, if its steps are. */
const shortened = (value: number, step: number): string =>
	value >= 100_000 && step % 1000 === 0 ? `${number(value / 1000)}k` : number(value);

const blocks = '▁▂▃▄▅▆▇█';
const asciiBlocks = '_.-=+*#@';

/** A row of blocks from the least to the highest value, with its title before and its last value behind it. */
export const sparkline = (
	chart: Chart,
	span: number,
	{left, columns}: Pick<Widths, 'left' | 'columns'>,
	ascii: boolean,
	ahead = 0,
): Spans => {
	const values = inColumns(chart.points, span, columns, ahead);
	const drawn = values.flatMap(value => value ?? []);
	const [least, most] = [Math.min(...drawn), Math.max(...drawn)];
	const marks = ascii ? asciiBlocks : blocks;
	const text = values.map(value => {
		const share = most === least ? 0.4 : ((value ?? 0) - least) / (most - least);
		return value === undefined ? ' ' : (marks[Math.round(share * (marks.length - 1))] ?? ' ');
	});
	const cells = text.map((char): Cell => ({role: chart.role, char}));
	for (const {at, text: said, role} of chart.marks ?? []) {
		const column = columnOf(at, {span, ahead}, columns);
		writeOver(cells, Math.max(0, Math.min(column, columns - widthOf(said))), said, role);
	}
	return [['faint', fit(` ${chart.title}`, left)], ...spansOf(cells), [chart.role, ` ${endOf(chart)}`]];
};

const tickSteps = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600];

/** Cells from one label of the time axis to the next, at least. */
const tickRoom = 9;

const before = (seconds: number): string => {
	if (seconds % 60 !== 0) {
		return `-${seconds}s`;
	}
	const [hours, minutes] = [Math.floor(seconds / 3600), (seconds % 3600) / 60];
	return seconds < 7200 ? `-${seconds / 60}m` : `-${hours}h${minutes === 0 ? '' : `${minutes}m`}`;
};

/** The time axis: how long before the newest point, what that is called, and the times after it. */
export const timeAxis = ({span, end, ahead}: TimeAxis, {left, columns, right}: Widths): Spans => {
	const cells = Array.from({length: left + columns + right}, () => ' ');
	const extent = {span: span ?? 1, ahead: ahead?.span ?? 0};
	const placed = (text: string, column: number): number =>
		Math.max(0, Math.min(left + column - (text.length >> 1), cells.length - text.length));
	const write = (text: string, column: number): void => {
		cells.splice(placed(text, column), text.length, ...text);
	};
	/** Writes where there is a blank on both sides. */
	const writeFree = (text: string, column: number): void => {
		const from = placed(text, column);
		if (cells.slice(Math.max(0, from - 1), from + text.length + 1).every(char => char === ' ')) {
			write(text, column);
		}
	};
	const newest = newestColumn(extent, columns);
	write(end, newest);
	if (span === undefined) {
		writeFree('oldest', 3);
		return [['faint', cells.join('').trimEnd()]];
	}
	// What is written first is never left out: the end, then breaks, then the times between them.
	const ticks = ahead?.ticks ?? [];
	const last = ticks.at(-1);
	for (const {at, text} of [...(last ? [last] : []), ...ticks.filter(({hasLine}) => hasLine), ...ticks]) {
		writeFree(text, columnOf(at, extent, columns));
	}
	const most = Math.max(1, Math.floor((newest + 1) / tickRoom));
	const step = tickSteps.find(seconds => span / seconds <= most) ?? 86_400;
	for (let seconds = step; seconds <= span; seconds += step) {
		writeFree(before(seconds), columnOf(-seconds, extent, columns));
	}
	return [['faint', cells.join('').trimEnd()]];
};
