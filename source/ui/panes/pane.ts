/** What every pane is given, and what they share. */

import {timeOfDay} from '../../look/format.ts';
import type {Look} from '../../look/theme.ts';
import type {LiveCalls} from '../../model/history.ts';
import type {Dashboard, Figures} from '../../model/wire.ts';
import {type Line, line} from '../parts/box.ts';
import {chart, type Series} from '../parts/chart.ts';
import {type Pair, pairs} from '../parts/pairs.ts';

/** The selected campaign's figures. */
export type PaneData = {
	figures: Figures;
	dashboard: Dashboard;
	/** Live calls at dialtop's own polls, oldest first. */
	history: readonly LiveCalls[];
};

/** A pane: a pure function from data and size to lines. */
export type Pane = (data: PaneData, width: number, height: number, look: Look) => Line[];

/** The least height of a chart that says something. */
const chartAtLeast = 3;

/** With less than this beside it, the legend gives its lines to the chart: the figures above name the same colours. */
const chartWithLegend = 4;

/** From when to when a graph runs, by the service's own times of day. */
export const spanOf = (points: readonly {time?: number | undefined}[] | undefined): Pair[] => {
	const [first, last] = [points?.at(0)?.time, points?.at(-1)?.time];
	return first === undefined || last === undefined
		? []
		: [{label: 'from', value: `${timeOfDay(first)} to ${timeOfDay(last)}`, room: 14, role: 'faint'}];
};

/** Figures above, a legend and a chart in what is left of the height; the chart is the first to go. */
export const figuresAndChart = (
	figures: readonly Line[],
	legend: readonly Pair[],
	series: readonly Series[],
	width: number,
	height: number,
	look: Look,
): Line[] => {
	const whole = pairs(legend, width, look);
	const legendLines = height - figures.length - whole.length < chartWithLegend ? [] : whole;
	const room = height - figures.length - legendLines.length;
	if (room < chartAtLeast) {
		return figures.slice(0, height);
	}
	const drawn = chart(series, width, room, look);
	const none: Line[] = [line(look, ['faint', ' no points to draw yet'])];
	return [...figures, ...legendLines, ...(drawn.length > 0 ? drawn : none)];
};
