/** Lines over a time axis that is true for the points drawn: by asciichart, and by divided cells in few rows. */
import asciichart from 'asciichart';
import {fit, width as widthOf} from '../../present/format.ts';
import type {Span, Spans} from '../../present/spans.ts';
import {chartStyle, type Look, type Role} from '../../present/theme.ts';
import {type Chart, endOf, known, lastOf, type Point, type TimeAxis, type Widths, widthOfBeside} from './chart.ts';
import {type Dots, dotsOf, dotted} from './dots.ts';
import {digitsOf, labelOf, type Scale, scaleOf, smallScale} from './scale.ts';
import {columnOf, type Extent, expectedIn, inColumns, newestColumn} from './time-columns.ts';

export type Cell = {role: Role; char: string};

/** How charts are drawn. */
export type ChartLook = Pick<Look, 'ascii' | 'charts'>;

/** The pieces of a row of cells. */
export const spansOf = (cells: readonly Cell[]): Spans => {
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

/** What the trail of a week earlier is made of: of nothing that other lines are made of, as not every theme has colours. */
export const weekMark = ({ascii}: ChartLook): string => (ascii ? "'" : '°');

/** The runs of known values, each with its first column. */
export const runsOf = (values: readonly (number | undefined)[]): {from: number; run: number[]}[] => {
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

/** Writes over the cells of a row, as far as they reach. */
export const writeOver = (row: Cell[] | undefined, from: number, text: string, role: Role): void => {
	for (const [index, char] of Array.from(text).entries()) {
		if (row?.[from + index]) {
			row[from + index] = {role, char};
		}
	}
};

const isFreeAt = (row: readonly Cell[] | undefined, from: number, length: number): boolean =>
	row?.slice(from, from + length).every(({char}) => char === ' ') ?? false;

/** Writes a text beside a column, in the first of these rows that is free there, else over the contents of the last of them. */
const writeBeside = (cells: Cell[][], rows: readonly number[], column: number, text: string, role: Role): void => {
	const columns = cells[0]?.length ?? 0;
	const from = Math.max(0, Math.min(column, columns - widthOf(text)));
	const there = rows.filter(row => cells[row]);
	const isFree = (row: number): boolean => isFreeAt(cells[row], from, widthOf(text));
	writeOver(cells[there.find(isFree) ?? there.at(-1) ?? 0], from, text, role);
};

/** Fewer rows than this are divided; so are more, where a limit lies between two of them. */
const wholeRows = 5;

/** Where a chart is drawn, and on which scale. */
type Canvas = {
	cells: Cell[][];
	scale: Scale;
	limit: number | undefined;
	extent: Extent;
	columns: number;
	look: ChartLook;
};

/** How high a value lies between labels in the middle of whole rows: in levels from below. */
const heightBetweenRows = ({scale: {min, max, rows}}: Canvas, levels: number, value: number): number =>
	Math.ceil((((value - min) / (max - min)) * (rows - 1) + 0.5) * levels - 1);

/** How high a value lies: in levels from below. What is below the limit or above it is drawn there, however near it is. */
const heightOf = ({scale: {min, max, rows}, limit}: Canvas, levels: number, value: number): number => {
	const most = rows * levels - 1;
	const rounded = (one: number): number => Math.round(((one - min) / (max - min)) * most);
	const height = rounded(value);
	if (limit === undefined || value === limit) {
		return height;
	}
	const line = rounded(limit);
	return value < limit ? Math.max(0, Math.min(height, line - 1)) : Math.min(most, Math.max(height, line + 1));
};

/** The row of a value from above, and its level in there from below. */
const positionOf = (canvas: Canvas, levels: number, value: number) => {
	const height = heightOf(canvas, levels, value);
	return {row: canvas.cells.length - 1 - Math.floor(height / levels), level: height % levels};
};

/** A line by asciichart through heights in rows, from 0 to `most` above the lowest: the rows of its characters, from above. */
export const lineThrough = (heights: readonly number[], most: number, {ascii}: Pick<ChartLook, 'ascii'>): string[][] =>
	asciichart
		// The first value is drawn on asciichart's axis, which is cut off.
		.plot([[heights[0] ?? 0, ...heights]], {
			height: most,
			min: 0,
			max: most,
			offset: 1,
			colors: [],
			format: () => ' ',
			...(ascii ? {symbols: asciiSymbols} : {}),
		})
		.split('\n')
		.map(line => Array.from(line.slice(1, heights.length + 1)));

/** A line over time. Its text is written over cells, since other lines, marks and the limit share its rows. */
const drawLine = (canvas: Canvas, points: readonly Point[], role: Role): void => {
	const {cells, scale, extent, columns, look} = canvas;
	const above = cells.length - scale.rows;
	for (const {from, run} of runsOf(inColumns(points, extent.span, columns, extent.ahead))) {
		const heights = run.map(value => heightOf(canvas, 1, value));
		for (const [row, line] of lineThrough(heights, scale.rows - 1, look).entries()) {
			for (const [index, char] of line.entries()) {
				if (char !== ' ') {
					writeOver(cells[above + row], from + index, char, role);
				}
			}
		}
	}
};

/** A line in divided cells. */
const drawDots = (
	canvas: Canvas,
	points: readonly Point[],
	role: Role,
	dots: Dots,
	heightIn: typeof heightOf = heightOf,
): void => {
	const {cells, scale, extent, columns} = canvas;
	const measured = newestColumn(extent, columns) + 1;
	const values = inColumns(points, extent.span, measured * dots.columns);
	const heights = values.map(value => (value === undefined ? value : heightIn(canvas, dots.levels, value)));
	const above = cells.length - scale.rows;
	dotted(heights, scale.rows, dots).forEach((row, at) => {
		row.forEach((char, column) => {
			if (char !== undefined) {
				writeOver(cells[above + at], column, char, role);
			}
		});
	});
};

/** The axis left of the cells: labels in the rows of their values, and the limit's in its own. */
const labelsOf = (canvas: Canvas, chart: Chart, levels: number): Map<number, Span> => {
	const {cells, scale} = canvas;
	const rowOf = (value: number): number => positionOf(canvas, levels, value).row;
	const {limit} = chart;
	const ticks = scale.ticks.filter(tick => tick !== limit?.value);
	const labels = new Map(ticks.map((tick): [number, Span] => [rowOf(tick), ['faint', labelOf(tick, scale, chart)]]));
	if (limit) {
		const row = rowOf(limit.value);
		const text = labelOf(limit.value, {...scale, digits: Math.max(scale.digits, digitsOf(limit.value))}, chart);
		const isEnd = row === rowOf(scale.min) || row === rowOf(scale.max);
		if (!isEnd || [scale.min, scale.max].includes(limit.value)) {
			labels.set(row, [limit.role, text]);
		} else {
			// That row has the label of an end, so the limit's label goes into its line.
			writeOver(cells[row], 1, text, limit.role);
		}
	}
	return labels;
};

/** A chart of at most so many rows: labels on the left, the line, and its last value at its end. */
export const plot = (
	chart: Chart,
	span: number,
	most: number,
	{left, columns}: Pick<Widths, 'left' | 'columns'>,
	look: ChartLook,
	axisAhead?: TimeAxis['ahead'],
): Spans[] => {
	const style = chartStyle(look);
	const extent = {span, ahead: axisAhead?.span ?? 0};
	const values = inColumns(chart.points, span, columns, extent.ahead);
	const expected = expectedIn(chart, extent, columns);
	const lastWeek = inColumns(chart.lastWeek ?? [], span, columns, extent.ahead);
	const held = {
		values: [...values, ...expected, ...lastWeek, ...(chart.also ? known(chart.also) : [])].flatMap(
			value => value ?? [],
		),
		isWhole: chart.format === undefined,
		cap: chart.most,
		isStock: chart.isStock,
		limit: chart.limit?.value,
	};
	const whole = most < wholeRows ? undefined : scaleOf(held, most);
	const isSmall = whole === undefined;
	const {levels, dotted: dotAt} = isSmall ? dotsOf[style] : {levels: 1, dotted: undefined};
	const scale = whole ?? smallScale(held, most);
	// How many rows a scale with a limit takes follows from the values: the others are empty, so that nothing below moves.
	const cells: Cell[][] = Array.from({length: chart.limit ? most : scale.rows}, () =>
		Array.from({length: columns}, () => ({role: 'faint', char: ' '})),
	);
	const canvas = {cells, scale, limit: chart.limit?.value, extent, columns, look};
	const position = (value: number) => positionOf(canvas, levels, value);
	const rowOf = (value: number): number => position(value).row;
	if (chart.limit) {
		const {role, value} = chart.limit;
		const char = dotAt?.(position(value).level) ?? (look.ascii ? '.' : '╌');
		cells[rowOf(value)]?.fill({role, char});
	}
	const labels = labelsOf(canvas, chart, levels);
	const newest = newestColumn(extent, columns);
	// Another scale of time begins here.
	for (const row of extent.ahead > 0 ? cells : []) {
		writeOver(row, newest, look.ascii ? ':' : '┊', 'faint');
	}
	for (const [column, value] of lastWeek.entries()) {
		if (value !== undefined) {
			writeOver(cells[rowOf(value)], column, weekMark(look), 'faint');
		}
	}
	if (chart.also) {
		// Divided in many rows too: it is mostly small on this scale, and looks other than the line where there are no colours.
		drawDots(canvas, chart.also.points, chart.also.role, dotsOf[style], isSmall ? heightOf : heightBetweenRows);
	}
	if (isSmall) {
		drawDots(canvas, chart.points, chart.role, dotsOf[style]);
	} else {
		drawLine(canvas, chart.points, chart.role);
	}
	for (const {at} of axisAhead?.ticks.filter(({hasLine}) => hasLine) ?? []) {
		for (const row of cells) {
			writeOver(row, columnOf(at, extent, columns), look.ascii ? ':' : '┊', 'faint');
		}
	}
	for (const [column, value] of expected.entries()) {
		if (value !== undefined) {
			const {row, level} = position(value);
			const char = style === 'braille' && dotAt ? dotAt(level) : look.ascii ? '.' : '·';
			writeOver(cells[row], column, char, chart.role);
		}
	}
	for (const {at, text, role} of chart.marks ?? []) {
		const column = columnOf(at, extent, columns);
		const row = rowOf(values[Math.max(0, column - 1)] ?? scale.max);
		writeBeside(cells, [row, row - 1, row + 1, Math.max(0, row - 1)], column + 1, text, role);
	}
	if (chart.isTitleInside) {
		const length = widthOf(chart.title);
		const from = [columns - length, 1].find(at => isFreeAt(cells[0], at, length));
		if (from !== undefined) {
			writeOver(cells[0], from, chart.title, 'faint');
		}
	}
	const endRowOf = (one: Pick<Chart, 'points'>): number | undefined => {
		const last = lastOf(one);
		const drawn = one === chart ? values : inColumns(one.points, span, columns, extent.ahead);
		return last === undefined ? undefined : rowOf(drawn.findLast(value => value !== undefined) ?? last);
	};
	const lastRow = endRowOf(chart);
	const ends = new Map<number | undefined, Span>();
	if (extent.ahead === 0) {
		if (chart.also) {
			ends.set(endRowOf(chart.also), [chart.also.role, ` ${endOf({...chart, ...chart.also})}`]);
		}
		ends.set(lastRow, [chart.role, ` ${endOf(chart)}`]);
	} else if (lastRow !== undefined && endOf(chart) !== '') {
		writeOver(cells[lastRow], newest + 1, ` ${endOf(chart)} `, chart.role);
	}
	const beside = chart.titleBeside ?? [];
	const besideRoom = widthOfBeside(chart);
	return cells.map((row, index): Spans => {
		const [role, text] = labels.get(index) ?? ['faint', undefined];
		const title = besideRoom > 0 ? fit(` ${beside[index] ?? ''}`, besideRoom) : '';
		const also = chart.also?.title === beside[index] ? chart.also : undefined;
		const end = ends.get(index);
		return [
			[also?.role ?? 'faint', title],
			[role, fit(text ?? '', left - 1 - besideRoom, 'right')],
			['faint', text === undefined ? '│' : '┤'],
			...spansOf(row),
			...(end ? [end] : []),
		];
	});
};
