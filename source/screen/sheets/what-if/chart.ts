/** A trade-off as a chart: a value across, and above it a figure with the band that holds four of five runs. */
import type {Band} from '../../../model/drop-at-close.ts';
import {fit, width as widthOf} from '../../../present/format.ts';
import type {Span, Spans} from '../../../present/spans.ts';
import type {Role} from '../../../present/theme.ts';
import type {Size} from '../../parts/panel.tsx';
import {type Cell, type ChartLook, lineThrough, runsOf, spansOf, writeOver} from '../../parts/plot.ts';
import {digitsOf, labelOf, type Scale, scaleOf, smallScale} from '../../parts/scale.ts';

/** A value that is simulated, and what came of it. */
export type ChartPoint = {value: number; band: Band; role: Role};

/** What a chart shows. */
export type TradeOffChart = {
	/** All values across, ascending; those that are not simulated yet have no point. */
	values: readonly number[];
	points: readonly ChartPoint[];
	limit?: number;
	/** What the scale reaches in any case. */
	reaches: number;
	/** The value that is shown. */
	shown: number;
};

/** Cells left of the columns: labels and the axis. */
const left = 7;

/** Columns between the first and the last value, and the edges. */
const margin = 3;

/** How many times the limit the scale reaches at most: what matters lies around the limit, and what is above has its row in the table. */
const mostLimits = 4;

/** The column of a value. */
const columnOf = (values: readonly number[], value: number, columns: number): number => {
	const [first = 0, last = 1] = [values[0], values.at(-1)];
	return margin + Math.round(((value - first) / Math.max(1e-9, last - first)) * (columns - 1 - 2 * margin));
};

/** A figure in every column, on straight lines between neighbours; undefined where one of them is not simulated. */
const inColumns = (
	{values, points}: TradeOffChart,
	columns: number,
	of: (band: Band) => number,
): (number | undefined)[] => {
	const figures = Array.from({length: columns}, (): number | undefined => undefined);
	const bands = values.map(value => points.find(point => point.value === value)?.band);
	for (const [index, band] of bands.entries()) {
		const from = columnOf(values, values[index] ?? 0, columns);
		const next = bands[index + 1];
		if (band) {
			figures[from] = of(band);
		}
		if (band && next) {
			const to = columnOf(values, values[index + 1] ?? 0, columns);
			for (let column = from + 1; column < to; column++) {
				figures[column] = of(band) + ((of(next) - of(band)) * (column - from)) / (to - from);
			}
		}
	}
	return figures;
};

/** @param isCut whether what is in the highest row may be above it */
const labelsOf = (
	scale: Scale,
	limit: number | undefined,
	isCut: boolean,
	rowOf: (value: number) => number,
): Map<number, Span> => {
	const format = String;
	const labels = new Map(
		scale.ticks.map((tick): [number, Span] => [rowOf(tick), ['faint', labelOf(tick, scale, {format})]]),
	);
	if (isCut) {
		labels.set(0, ['faint', `>${labelOf(scale.max, scale, {format})}`]);
	}
	if (limit !== undefined) {
		const digits = Math.max(scale.digits, digitsOf(limit));
		labels.set(rowOf(limit), ['drop.high', labelOf(limit, {...scale, digits}, {format})]);
	}
	return labels;
};

/** A chart of so many rows. */
export const plotTradeOff = (chart: TradeOffChart, {width, height}: Size, look: ChartLook): Spans[] => {
	const {values, points, limit, reaches, shown} = chart;
	const columns = Math.max(2 * margin + values.length, width - left - 1);
	const most = limit === undefined ? Number.POSITIVE_INFINITY : Math.max(mostLimits * limit, reaches);
	const held = {values: [reaches, ...points.map(({band}) => Math.min(most, band.high))], limit};
	const scale = scaleOf(held, height) ?? smallScale(held, height);
	const {rows, min, max} = scale;
	const rounded = (value: number): number =>
		Math.max(0, Math.min(rows - 1, Math.round(((value - min) / Math.max(1e-9, max - min)) * (rows - 1))));
	const line = limit === undefined ? undefined : rounded(limit);
	// What is below the limit or above it is drawn there, however near it is.
	const heightOf = (value: number): number =>
		limit === undefined || line === undefined || value === limit
			? rounded(value)
			: value < limit
				? Math.max(0, Math.min(rounded(value), line - 1))
				: Math.min(rows - 1, Math.max(rounded(value), line + 1));
	const rowOf = (value: number): number => rows - 1 - heightOf(value);
	const cells: Cell[][] = Array.from({length: rows}, () =>
		Array.from({length: columns}, () => ({role: 'faint', char: ' '})),
	);
	const [lows, highs, medians] = (['low', 'high', 'median'] as const).map(end =>
		inColumns(chart, columns, band => band[end]),
	);
	for (let column = 0; column < columns; column++) {
		const [low, high] = [lows?.[column], highs?.[column]];
		for (let row = high === undefined ? rows : rowOf(high); low !== undefined && row <= rowOf(low); row++) {
			writeOver(cells[row], column, '░', 'faint');
		}
	}
	if (limit !== undefined) {
		writeOver(cells[rowOf(limit)], 0, (look.ascii ? '-' : '╌').repeat(columns), 'drop.high');
	}
	const at = columnOf(values, shown, columns);
	for (const row of cells) {
		writeOver(row, at, '│', 'key');
	}
	for (const {from, run} of runsOf(medians ?? [])) {
		for (const [row, line] of lineThrough(run.map(heightOf), rows - 1, look).entries()) {
			for (const [index, char] of line.entries()) {
				if (char !== ' ') {
					writeOver(cells[row], from + index, char, 'chart.first');
				}
			}
		}
	}
	for (const {value, band, role} of points) {
		writeOver(cells[rowOf(band.median)], columnOf(values, value, columns), '◆', role);
	}
	const isCut = points.some(({band}) => band.high > max);
	const labels = labelsOf(scale, limit, isCut, rowOf);
	return cells.map((row, index): Spans => {
		const [role, text]: Span = labels.get(index) ?? ['faint', ''];
		return [[role, fit(text, left - 1, 'right')], ['faint', text === '' ? '│' : '┤'], ...spansOf(row)];
	});
};

/** A text below a value. */
export type Mark = {value: number; text: string; role: Role};

/** Texts below their values, those that come first before the others; one that has no room beside them is omitted. */
export const marksBelow = (marks: readonly Mark[], values: readonly number[], width: number): Spans => {
	const columns = Math.max(2 * margin + values.length, width - left - 1);
	const cells: Cell[] = Array.from({length: left + columns}, () => ({role: 'faint', char: ' '}));
	for (const {value, text, role} of marks) {
		const middle = left + columnOf(values, value, columns);
		const from = Math.max(0, Math.min(cells.length - widthOf(text), middle - (widthOf(text) >> 1)));
		if (cells.slice(Math.max(0, from - 1), from + widthOf(text) + 1).every(({char}) => char === ' ')) {
			writeOver(cells, from, text, role);
		}
	}
	return spansOf(cells);
};
