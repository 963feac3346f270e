/** Line charts by asciichart, sized to the pane and in the theme's colours. */
import {isDeepStrictEqual} from 'node:util';
import asciichart from 'asciichart';
import {Text} from 'ink';
import {memo} from 'react';
import {number} from '../../look/format.ts';
import type {Look, Role} from '../../look/theme.ts';
import {Line, useLook} from './line.tsx';

/** One line of a chart. */
export type Series = {role: Role; values: readonly (number | undefined)[]};

/** Cells of the axis: its labels keep one width, so that nothing jumps when figures grow. */
const axis = 7;

const asciiSymbols = ['+', '|', '-', '-', '-', '\\', '/', '\\', '/', '|'];

/** The next round number, and never one so small that the axis repeats itself. */
const roundUp = (value: number, least: number): number => {
	if (value <= least) {
		return least;
	}
	const power = 10 ** Math.floor(Math.log10(value));
	return ([1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].find(step => step * power >= value) ?? 10) * power;
};

const label = (value: number): string => (value >= 100_000 ? `${Math.round(value / 1000)}k` : number(value));

/** So many points of a series, the newest last: stretched where there are fewer, cut where there are more. */
const resampled = (values: readonly number[], points: number): number[] =>
	values.length >= points
		? values.slice(-points)
		: Array.from({length: points}, (_, index) => values[Math.floor((index * values.length) / points)] ?? 0);

/** What a chart draws, and in how many cells. */
export type ChartProps = {series: readonly Series[]; width: number; height: number};

/**
 * Draws series over one axis from 0, as text with SGR: asciichart colours each cell. Columns where any series has no value
 * are left out: a gap is never drawn as a 0. No rows if there are fewer than two points to draw.
 */
const plotted = ({series, width, height}: ChartProps, {theme, ascii}: Look): string[] => {
	const length = Math.min(...series.map(({values}) => values.length));
	const whole = Array.from({length}, (_, index) => index).filter(index =>
		series.every(({values}) => values[values.length - length + index] !== undefined),
	);
	// The first point stands on the axis itself.
	const points = width - axis + 1;
	if (whole.length < 2 || points < 8 || height < 3) {
		return [];
	}
	const drawn = series.map(({values}) =>
		resampled(
			whole.map(index => values[values.length - length + index] ?? 0),
			points,
		),
	);
	const rows = height - 1;
	const max = roundUp(Math.max(...drawn.flat()), rows);
	const plot = asciichart.plot(drawn, {
		height: rows,
		min: 0,
		max,
		offset: 2,
		colors: series.map(({role}) => (theme[role] === '' ? undefined : `\u001b[${theme[role]}m`)),
		format: (value: number, index: number) =>
			// The ends and the middle only: an axis is read, not studied.
			(index === 0 || index === rows || index * 2 === rows ? label(value) : '').padStart(axis - 1),
		...(ascii ? {symbols: asciiSymbols} : {}),
	});
	// asciichart leaves a column free on the right.
	return plot.split('\n').map(text => text.slice(0, -1));
};

/** Lines over one axis, drawn again only when a point has changed: figures by the minute are the same for many frames. */
export const Chart = memo((props: ChartProps) => {
	const rows = plotted(props, useLook());
	return rows.length === 0 ? (
		<Line spans={[['faint', ' no points to draw yet']]} />
	) : (
		// All its rows change together.
		<Text wrap="truncate">{rows.join('\n')}</Text>
	);
}, isDeepStrictEqual);
