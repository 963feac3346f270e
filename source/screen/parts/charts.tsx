/** Charts one below the other over one time axis: as lines where there is room, else as rows of blocks, else in words. */

import {isDeepStrictEqual} from 'node:util';
import {memo} from 'react';
import {shownIn, whenShown} from '../../model/calling-hours.ts';
import {weekdayIn} from '../../present/forecast-text.ts';
import {clockIn, width as widthOf} from '../../present/format.ts';
import type {Span, Spans} from '../../present/spans.ts';
import {
	type Chart,
	chosen,
	known,
	leastRows,
	type Point,
	type TimeAxis,
	type Widths,
	widthOfBeside,
	writtenAs,
} from './chart.ts';
import {Lines, useLook} from './line.tsx';
import type {Size} from './panel.tsx';
import {type ChartLook, plot, weekMark} from './plot.ts';
import {roomBefore, strip} from './strip.ts';
import {columnOf, newestColumn} from './time-columns.ts';

const tickSteps = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600];

/** Cells from one label of the time axis to the next, at least. */
const tickRoom = 9;

/** A time so many seconds before the newest point: `-40m`. */
const beforeNewest = (seconds: number): string => {
	if (seconds % 60 !== 0) {
		return `-${seconds}s`;
	}
	const [hours, minutes] = [Math.floor(seconds / 3600), (seconds % 3600) / 60];
	return seconds < 7200 ? `-${seconds / 60}m` : `-${hours}h${minutes === 0 ? '' : `${minutes}m`}`;
};

/** Steps between names of the time on a clock, and up to which span hours are named, seconds; weekdays are, from there on. */
const clockSteps = [600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600];
const day = 86_400;
const mostHours = 2 * day;

/** Names along an axis by the clock: its hours, or the weekdays, each at its midnight. */
const clockTicks = ({zone, newest}: NonNullable<TimeAxis['clock']>, span: number, most: number) => {
	const step = span > mostHours ? day : (clockSteps.find(seconds => span / seconds <= most) ?? day);
	const ticks: {at: number; text: string}[] = [];
	const shown = shownIn(zone, newest);
	for (let tick = Math.floor(shown / 1000 / step) * step * 1000; tick > shown - span * 1000; tick -= step * 1000) {
		const wall = whenShown(zone, tick);
		const at = Math.round((wall - newest) / 1000);
		if (at < 0 && at >= -span) {
			ticks.push({at, text: step === day ? weekdayIn(zone, wall) : clockIn(zone, wall).slice(0, 5)});
		}
	}
	return ticks;
};

/** The time axis: how long before the newest point, what that is called, and the times after it. */
const timeAxis = ({span, end, ahead, clock}: TimeAxis, {left, columns, right}: Widths): Spans => {
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
	// What is written first is never omitted: the end, then breaks, then the times between them.
	const ticks = ahead?.ticks ?? [];
	const last = ticks.at(-1);
	for (const {at, text} of [...(last ? [last] : []), ...ticks.filter(({hasLine}) => hasLine), ...ticks]) {
		writeFree(text, columnOf(at, extent, columns));
	}
	const most = Math.max(1, Math.floor((newest + 1) / tickRoom));
	if (clock) {
		for (const {at, text} of clockTicks(clock, span, most)) {
			writeFree(text, columnOf(at, extent, columns));
		}
		return [['faint', cells.join('').trimEnd()]];
	}
	const step = tickSteps.find(seconds => span / seconds <= most) ?? 86_400;
	for (let seconds = step; seconds <= span; seconds += step) {
		writeFree(beforeNewest(seconds), columnOf(-seconds, extent, columns));
	}
	return [['faint', cells.join('').trimEnd()]];
};

/** What a chart says in words, where it has no line to draw: nothing is known yet, or it was 0 throughout. */
const inWords = (chart: Chart): Spans | undefined => {
	const values = known(chart);
	const [first] = values;
	const title: Span = ['faint', ` ${chart.title} `];
	if (first === undefined) {
		return [title, ['faint', '—']];
	}
	if (values.length < 2) {
		return [title, [chart.role, writtenAs(chart, first)], ['faint', ' no earlier points yet']];
	}
	return values.every(value => value === 0) ? [title, [chart.role, '0'], ['faint', ' throughout']] : undefined;
};

const withTitleAbove = ({titleBeside: _, ...chart}: Chart): Chart => chart;

const titleOf = ({title, also}: Chart): Spans => [
	['faint', ` ${title}${also ? ', ' : ''}`],
	...(also ? [[also.role, also.title] as const] : []),
];

/** Cells of the labels of a vertical axis, the axis itself with them. */
const labelRoom = 7;

/** The same for counts in millions, whose steps may be any. */
const wideLabelRoom = 10;
const isWide = (chart: Chart): boolean => known(chart).some(value => value >= 100_000);

/** The share of the width that titles and scales before rows of blocks may take. */
const mostBefore = 0.45;

/** Less than this is no line over time. */
const leastColumns = 12;

/** Cells of values at the ends of lines, a blank with them: as many as the widest value has taken, so that nothing jumps. */
const roomBehind = (charts: readonly Chart[]): number =>
	1 + Math.max(4, ...charts.map(chart => Math.max(0, ...known(chart).map(value => widthOf(writtenAs(chart, value))))));

/** A row of blocks without an axis below it says itself since when it is. */
const withTime = (chart: Chart, {span}: TimeAxis): Chart => {
	const {brief: _, ...others} = chart;
	return span === undefined || inWords(chart)
		? chart
		: {...others, title: `${chart.brief ?? chart.title} ${beforeNewest(span)}`};
};

/**
 * Charts one below the other in so many lines, over one time axis: as lines where there is room, of `most` rows each, else as
 * rows of blocks.
 */
export const stackedCharts = (
	given: readonly Chart[],
	axis: TimeAxis,
	{width, height}: Size,
	look: ChartLook,
	most = Number.POSITIVE_INFINITY,
): Spans[] => {
	const charts = height === 1 ? given.map(chart => withTime(chart, axis)) : given;
	const drawn = charts.filter(chart => !inWords(chart));
	// The axis takes a row if anything is drawn above it.
	const hasAxis = drawn.length > 0 && height > 1;
	const hasLegend = hasAxis && axis.legend !== undefined && height >= roomForLegend;
	const {shown, tall, beside, free} = chosen(charts, drawn, height - Number(hasAxis) - Number(hasLegend));
	const strips = shown.filter(chart => !inWords(chart) && !tall.includes(chart));
	const labels = tall.some(isWide) ? wideLabelRoom : labelRoom;
	const leftOf = (titles: readonly string[]): number =>
		Math.max(
			0,
			...tall.map(chart => labels + (beside.has(chart) ? widthOfBeside(chart) : 0)),
			...titles.map(title => roomBefore(widthOf(title))),
		);
	// Where the titles of the rows of blocks leave the room anyway, a title beside saves its row.
	const alsoBeside = tall.filter(
		chart =>
			chart.titleBeside &&
			!beside.has(chart) &&
			labels + widthOfBeside(chart) <= leftOf(strips.map(({title}) => title)),
	);
	const isBeside = (chart: Chart): boolean => beside.has(chart) || alsoBeside.includes(chart);
	const wide = leftOf(strips.map(({title}) => title));
	const isBrief = wide > width * mostBefore;
	const left = isBrief ? leftOf(strips.map(({title, brief = title}) => brief)) : wide;
	const right = roomBehind(drawn);
	const ahead = tall.some(chart => chart.ahead) && axis.span !== undefined ? axis.ahead : undefined;
	const shownAxis = {...axis, ahead, ...(ahead && {end: 'now'})};
	const columns = width - left - right;
	if (columns < leastColumns) {
		return [];
	}
	const widths = {left, columns, right};
	const span = axis.span ?? Math.max(...charts.map(({points}) => -(points[0]?.at ?? 0)));
	const spread = Math.min(free + alsoBeside.length, tall.length * Math.max(0, most - leastRows));
	const extra = tall.map(
		(_, index) => Math.floor(((index + 1) * spread) / tall.length) - Math.floor((index * spread) / tall.length),
	);
	// Rows that a scale cannot use, as its labels are at even distances, go to the next line.
	let unused = 0;
	const lines = shown.flatMap((chart): Spans[] => {
		const words = inWords(chart);
		if (words) {
			return [words];
		}
		const index = tall.indexOf(chart);
		if (index < 0) {
			return [strip(isBrief && chart.brief ? {...chart, title: chart.brief} : chart, span, widths, ahead?.span)];
		}
		const rows = Math.min(most, leastRows + (extra[index] ?? 0) + unused);
		const drawnRows = plot(isBeside(chart) ? chart : withTitleAbove(chart), span, rows, widths, look, ahead);
		unused = rows - drawnRows.length;
		return [...(chart.isTitleInside || isBeside(chart) ? [] : [titleOf(chart)]), ...drawnRows];
	});
	return [
		...(hasLegend ? [legendOf(axis, tall, width, look)] : []),
		...lines,
		...(hasAxis ? [timeAxis(shownAxis, widths)] : []),
	];
};

/** Rows from which on one of them says which time is shown. */
const roomForLegend = 8;

/** Which time is shown, and what the trail is, if one is drawn. */
const legendOf = ({legend = ''}: TimeAxis, tall: readonly Chart[], width: number, look: ChartLook): Spans => {
	const hasWeek = tall.some(({lastWeek = []}) => lastWeek.some(({value}) => value !== undefined));
	const week = hasWeek ? `, ${weekMark(look).repeat(3)} same weekday last week` : '';
	// The name of the trail has its cells before the source of the points.
	// Where there is no room for both, what is from metrics goes before what is recorded.
	const [span = '', _recorded, ...others] = legend.split(', ');
	const shorter = [legend, [span, ...others].join(', ')].find(text => widthOf(text + week) < width);
	return [['faint', ` ${shorter ?? span}${week}`]];
};

const samePoints = (one: readonly Point[], other: readonly Point[]): boolean =>
	one === other ||
	(one.length === other.length &&
		one.every(
			({at, value, length}, index) =>
				at === other[index]?.at && value === other[index]?.value && length === other[index]?.length,
		));

/** Whether two charts draw the same: their functions are the same in each frame, or do not affect the text. */
const sameChart = (one: Chart, other: Chart | undefined): boolean => {
	if (one === other) {
		return true;
	}
	if (
		other === undefined ||
		!samePoints(one.points, other.points) ||
		!samePoints(one.lastWeek ?? [], other.lastWeek ?? [])
	) {
		return false;
	}
	const plain = ({points: _points, lastWeek: _lastWeek, format: _format, ...rest}: Chart) => rest;
	return isDeepStrictEqual(plain(one), plain(other));
};

const sameCharts = (one: ChartsProps, other: ChartsProps): boolean =>
	one.width === other.width &&
	one.height === other.height &&
	one.axis.span === other.axis.span &&
	one.axis.end === other.axis.end &&
	isDeepStrictEqual(one.axis.ahead, other.axis.ahead) &&
	one.charts.length === other.charts.length &&
	one.charts.every((chart, index) => sameChart(chart, other.charts[index]));

type ChartsProps = Size & {charts: readonly Chart[]; axis: TimeAxis};

/** Charts, drawn again only when a point has changed: figures by the minute are the same for many frames. */
export const Charts = memo(({charts, axis, width, height}: ChartsProps) => {
	const look = useLook();
	return <Lines lines={stackedCharts(charts, axis, {width, height}, look)} width={width} height={height} />;
}, sameCharts);
