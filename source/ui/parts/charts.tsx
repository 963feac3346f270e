/** Charts one below the other over one time axis: as lines where there is room, else as rows of blocks, else in words. */
import {isDeepStrictEqual} from 'node:util';
import {memo} from 'react';
import {width as widthOf} from '../../look/format.ts';
import type {Span, Spans} from '../../look/spans.ts';
import {Lines, useLook} from './line.tsx';
import type {Size} from './panel.tsx';
import {
	type Chart,
	endOf,
	known,
	type Point,
	plot,
	sparkline,
	type TimeAxis,
	timeAxis,
	widthOfBeside,
	writtenAs,
} from './plot.ts';

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

/** Rows of a line: fewer say less than blocks do. */
const leastRows = 4;

const withTitleAbove = ({titleBeside: _, ...chart}: Chart): Chart => chart;

const titleOf = ({title}: Chart): Spans => [['faint', ` ${title}`]];

/** Rows that a chart takes as a line, beyond the one that it takes as blocks: its title has one of its own. */
const moreRows = ({isTitleInside}: Chart): number => (isTitleInside ? leastRows - 1 : leastRows);

/** The same where its title may stand beside its labels. */
const leastMore = (chart: Chart): number => (chart.titleBeside ? leastRows - 1 : moreRows(chart));

/** Cells of the labels of a vertical axis, the axis itself with them. */
const labelRoom = 7;

/** The same for counts in millions, whose steps may be any. */
const wideLabelRoom = 10;
const isWide = (chart: Chart): boolean => known(chart).some(value => value >= 100_000);

/** The share of the width that titles before rows of blocks may take. */
const mostTitle = 0.3;

/** Less than this is no line over time. */
const leastColumns = 12;

/**
 * Charts one below the other in so many lines, over one time axis: as lines where there is room, of `most` rows each, else as
 * rows of blocks.
 */
export const stackedCharts = (
	charts: readonly Chart[],
	axis: TimeAxis,
	{width, height}: Size,
	ascii: boolean,
	most = Number.POSITIVE_INFINITY,
): Spans[] => {
	const told = new Map(charts.map(chart => [chart, inWords(chart)]));
	const drawn = charts.filter(chart => !told.get(chart));
	// The axis takes a row where anything stands on it.
	const room = drawn.length > 0 ? height - 1 : height;
	const asked = charts.filter(({isSpare}) => !isSpare).slice(0, Math.max(0, room));
	// Rows of blocks give way to the one line that matters, if it has its room then.
	const first = drawn.find(({isFirst}) => isFirst);
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
	for (const chart of charts.filter(({isSpare}) => isSpare)) {
		if (free > 0) {
			shown.push(chart);
			free -= 1;
		}
	}
	const sparks = shown.filter(chart => !told.get(chart) && !tall.includes(chart));
	const labels = tall.some(isWide) ? wideLabelRoom : labelRoom;
	const leftOf = (titles: readonly string[]): number =>
		Math.max(
			0,
			...tall.map(chart => labels + (beside.has(chart) ? widthOfBeside(chart) : 0)),
			...titles.map(title => widthOf(title) + 2),
		);
	// Where the titles of the rows of blocks leave the room anyway, a title beside saves its row.
	for (const chart of tall.filter(({titleBeside}) => titleBeside)) {
		if (!beside.has(chart) && labels + widthOfBeside(chart) <= leftOf(sparks.map(({title}) => title))) {
			beside.add(chart);
			free += 1;
		}
	}
	const wide = leftOf(sparks.map(({title}) => title));
	const isBrief = wide > width * mostTitle;
	const left = isBrief ? leftOf(sparks.map(({title, brief = title}) => brief)) : wide;
	const right = 1 + Math.max(4, ...drawn.map(chart => widthOf(endOf(chart))));
	const ahead = tall.some(chart => chart.ahead) && axis.span !== undefined ? axis.ahead : undefined;
	const shownAxis = {...axis, ahead, ...(ahead && {end: 'now'})};
	const columns = width - left - right;
	if (columns < leastColumns) {
		return [];
	}
	const widths = {left, columns, right};
	const span = axis.span ?? Math.max(...charts.map(({points}) => -(points[0]?.at ?? 0)));
	free = Math.min(free, tall.length * Math.max(0, most - leastRows));
	const extra = tall.map(
		(_, index) => Math.floor(((index + 1) * free) / tall.length) - Math.floor((index * free) / tall.length),
	);
	const lines = shown.flatMap((chart): Spans[] => {
		const words = told.get(chart);
		if (words) {
			return [words];
		}
		const index = tall.indexOf(chart);
		return index < 0
			? [sparkline(isBrief && chart.brief ? {...chart, title: chart.brief} : chart, span, widths, ascii, ahead?.span)]
			: [
					...(chart.isTitleInside || beside.has(chart) ? [] : [titleOf(chart)]),
					...plot(
						beside.has(chart) ? chart : withTitleAbove(chart),
						span,
						leastRows + (extra[index] ?? 0),
						widths,
						ascii,
						ahead,
					),
				];
	});
	return shown.some(chart => !told.get(chart)) ? [...lines, timeAxis(shownAxis, widths)] : lines;
};

const samePoints = (one: readonly Point[], other: readonly Point[]): boolean =>
	one === other ||
	(one.length === other.length &&
		one.every(
			({at, value, length}, index) =>
				at === other[index]?.at && value === other[index]?.value && length === other[index]?.length,
		));

/** Whether two charts draw the same: their functions are the same ones in each frame, or make no difference to what is written. */
const sameChart = (one: Chart, other: Chart | undefined): boolean => {
	if (one === other) {
		return true;
	}
	if (other === undefined || !samePoints(one.points, other.points)) {
		return false;
	}
	const plain = ({points: _points, format: _format, ...rest}: Chart) => rest;
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
	const {ascii} = useLook();
	return <Lines lines={stackedCharts(charts, axis, {width, height}, ascii)} width={width} height={height} />;
}, sameCharts);
