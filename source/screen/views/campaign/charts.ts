/** A campaign as charts: its last hour, or the span that was chosen. */

import {dropLine, type dropStatus} from '../../../model/derived.ts';
import {type DropRow, dialsForAgents, dropStatusOf, placesCalls} from '../../../model/drops.ts';
import type {PastStep} from '../../../model/past.ts';
import type {Dashboard} from '../../../model/wire.ts';
import type {Spans} from '../../../present/spans.ts';
import type {Role} from '../../../present/theme.ts';
import type {Chart, Point, TimeAxis} from '../../parts/chart.ts';
import {stackedCharts} from '../../parts/charts.tsx';
import type {Size} from '../../parts/panel.tsx';
import type {ChartLook} from '../../parts/plot.ts';
import {type ChartTime, pointsLastWeek, type Reach, reachOfCharts, withPast} from '../board/panes/chart-time.ts';
import {dropMinutes, dropRateOver, dropWindow, inStep, linesOfAgents, linesOfCalls} from '../board/panes/lines.ts';
import {besideTimed, pointsOf} from '../board/panes/points.ts';

const hour = 3600;

/** What charts of a graph show: an hour of it, until another span is chosen. */
const reachOf = (axis: TimeAxis, time: ChartTime): Reach => {
	const reach = reachOfCharts(axis, time);
	const {span} = reach.axis;
	return time.span !== undefined || span === undefined
		? reach
		: {...reach, axis: {...reach.axis, span: Math.min(span, hour)}};
};

/** A line with what is known of the time before its graph, and of the week before. */
const lineOf = (
	reach: Reach,
	points: readonly Point[],
	of: (step: PastStep) => number | undefined,
): Pick<Chart, 'points' | 'lastWeek'> => ({
	points: withPast(reach, points, of),
	lastWeek: pointsLastWeek(reach, of),
});

const dropRoles: Record<ReturnType<typeof dropStatus>, Role> = {
	unknown: 'faint',
	ok: 'ok',
	near: 'drop.near',
	high: 'drop.high',
};

const tenths = (value: number): string => value.toFixed(1);
const hundredths = (value: number): string => value.toFixed(2);

const noPoints: readonly never[] = [];

/** What is drawn of the graphs; the same objects until a point of them changes. */
export type Graphs = {calls: ReturnType<typeof linesOfCalls>; agents: ReturnType<typeof linesOfAgents>};

/** The lines of the graphs. */
export const graphsOf = (dashboard: Pick<Dashboard, 'calls' | 'agents'> | undefined): Graphs => ({
	calls: linesOfCalls(dashboard?.calls ?? noPoints),
	agents: linesOfAgents(dashboard?.agents ?? noPoints),
});

/** A chart and its time. */
type Timed = {chart: Chart; axis: TimeAxis};

/** Its points of drop rate and answers, if it has them: a text is neither dropped nor answered. */
export type Measures = {dropRole: Role; dropLimit: number | undefined; hasDrops: boolean; hasAnswers: boolean};

/** What can be measured of a campaign. */
export const measuresOf = (row: DropRow): Measures => ({
	dropRole: dropRoles[dropStatusOf(row)],
	dropLimit: row.figures?.dropLimit,
	hasDrops: dialsForAgents(row),
	hasAnswers: placesCalls(row),
});

/** The charts that matter most: what is dropped, who answers, who is busy. */
const first = (
	{calls, agents}: Graphs,
	{dropRole, dropLimit, hasDrops, hasAnswers}: Measures,
	time: ChartTime,
): Timed[] => {
	const [ofCalls, ofAgents] = [reachOf(calls.axis, time), reachOf(agents.axis, time)];
	const minutes = dropMinutes(time);
	return [
		{
			axis: ofCalls.axis,
			chart: {
				title: `drop % ${dropWindow(time)}*`,
				role: dropRole,
				...(hasDrops
					? {
							points: withPast(
								ofCalls,
								minutes === 15 ? calls.dropRate : calls.dropRateOfHour,
								dropRateOver(ofCalls.steps, minutes),
							),
							lastWeek: pointsLastWeek(ofCalls, dropRateOver(ofCalls.lastWeek, minutes)),
						}
					: {points: noPoints}),
				format: hundredths,
				most: 100,
				limit: {value: dropLine(dropLimit), role: 'drop.high'},
			},
		},
		{
			axis: ofCalls.axis,
			chart: {
				title: 'live answer %*',
				role: 'chart.second',
				...(hasAnswers ? lineOf(ofCalls, calls.liveAnswers, inStep.liveAnswers) : {points: noPoints}),
				format: tenths,
				most: 100,
			},
		},
		{
			axis: ofAgents.axis,
			chart: {
				title: 'occupancy %*',
				role: 'chart.first',
				...lineOf(ofAgents, agents.occupied, inStep.occupied),
				format: tenths,
				most: 100,
			},
		},
	];
};

/** Rows of a line at most, titles aside: a higher line shows no more. */
const mostRows = 12;

/** The calls on the lines, by the graph without times. */
const onLines = (dashboard: Dashboard, title: 'ringing' | 'waiting', role: Role, time: ChartTime): Timed => {
	const timed = besideTimed<Counted>(dashboard.liveCalls ?? noPoints, dashboard);
	const reach = reachOf(timed.axis, time);
	return {
		axis: reach.axis,
		chart: {
			title,
			role,
			...lineOf(
				reach,
				pointsOf(timed, calls => calls[title]),
				step => step[title],
			),
		},
	};
};

type Counted = {[name in 'ringing' | 'waiting']?: number | undefined};

/** Further ones, for where there is room: what is dialed, who is there, what remains. */
const further = ({calls, agents}: Graphs, dashboard: Dashboard, time: ChartTime): Timed[] => {
	const leads = besideTimed(dashboard.leads ?? noPoints, dashboard);
	const [ofCalls, ofAgents, ofLeads] = [calls.axis, agents.axis, leads.axis].map(axis => reachOf(axis, time)) as [
		Reach,
		Reach,
		Reach,
	];
	return [
		{
			axis: ofCalls.axis,
			chart: {title: 'dialed/min', role: 'chart.first', ...lineOf(ofCalls, calls.dialed, inStep.dialed)},
		},
		{
			axis: ofAgents.axis,
			chart: {
				title: 'logged in',
				role: 'chart.fourth',
				...lineOf(ofAgents, agents.loggedIn, inStep.loggedIn),
				also: {title: 'paused', role: 'agent.paused', points: withPast(ofAgents, agents.paused, inStep.paused)},
			},
		},
		{
			axis: ofLeads.axis,
			chart: {
				title: 'leads remaining',
				role: 'chart.second',
				...lineOf(
					ofLeads,
					pointsOf(leads, ({remainingLeads}) => remainingLeads),
					inStep.remainingLeads,
				),
				isStock: true,
			},
		},
	];
};

const sameAxis = (one: TimeAxis, other: TimeAxis): boolean => one.span === other.span && one.end === other.end;

/** Charts one below the other; those of one time share its axis. */
const stacked = (charts: readonly Timed[], {width, height}: Size, look: ChartLook): Spans[] => {
	const stacks: Timed[][] = [];
	for (const timed of charts) {
		const last = stacks.at(-1);
		if (last?.[0] && sameAxis(last[0].axis, timed.axis)) {
			last.push(timed);
		} else {
			stacks.push([timed]);
		}
	}
	return stacks.flatMap((stack, index) => {
		const share = Math.floor((height * stack.length) / charts.length);
		const {legend, ...axis} = stack[0]?.axis ?? noAxis;
		return stackedCharts(
			stack.map(({chart}) => chart),
			index === 0 && legend !== undefined ? {...axis, legend} : axis,
			{width, height: share},
			look,
			mostRows,
		);
	});
};

const noAxis: TimeAxis = {span: undefined, end: ''};

/** The positions, the time and the kinds of the charts; with four charts calls are among them. */
type Drawing = Size & {time: ChartTime; look: ChartLook; count: number};

/** The charts that matter most as lines, or in a row of blocks each; those without data in words. */
export const mainCharts = (
	graphs: Graphs,
	dashboard: Dashboard,
	measures: Measures,
	{isFlat, time, look, count, ...size}: Drawing & {isFlat: boolean},
): Spans[] => {
	const charts = [
		...first(graphs, measures, time),
		...(count > 3 ? [onLines(dashboard, 'waiting', 'chart.third', time)] : []),
	];
	return stacked(isFlat ? charts.map(one => ({...one, chart: {...one.chart, isSmall: true}})) : charts, size, look);
};

/** Further charts of that time. */
export const furtherCharts = (graphs: Graphs, dashboard: Dashboard, {time, look, count, ...size}: Drawing): Spans[] => {
	const charts = [
		...further(graphs, dashboard, time),
		...(count > 3 ? [onLines(dashboard, 'ringing', 'chart.first', time)] : []),
	];
	return stacked(charts, size, look);
};
