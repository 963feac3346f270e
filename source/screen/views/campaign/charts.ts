/** The last hour of a campaign as charts. */

import {dropLine, dropRateBefore, type dropStatus, liveAnswerBefore, occupancy} from '../../../model/derived.ts';
import {type DropRow, dialsForAgents, dropStatusOf, placesCalls} from '../../../model/drops.ts';
import type {AgentsPoint, CallsPoint, Dashboard} from '../../../model/wire.ts';
import type {Spans} from '../../../present/spans.ts';
import type {Role} from '../../../present/theme.ts';
import type {Chart, Point, TimeAxis} from '../../parts/chart.ts';
import {stackedCharts} from '../../parts/charts.tsx';
import type {Size} from '../../parts/panel.tsx';
import type {ChartLook} from '../../parts/plot.ts';
import {besideTimed, byTimeOfDay, cached, pointsOf} from '../board/panes/points.ts';

const hour = 3600;

const ofLastHour = (points: readonly Point[]): Point[] => points.filter(({at}) => at >= -hour);

const shortened = ({span, end}: TimeAxis): TimeAxis => ({end, span: span === undefined ? span : Math.min(span, hour)});

const linesOfCalls = cached((calls: readonly CallsPoint[]) => {
	const timed = byTimeOfDay(calls);
	return {
		axis: shortened(timed.axis),
		dropRate: ofLastHour(pointsOf(timed, (_, index) => dropRateBefore(calls, index))),
		liveAnswers: ofLastHour(pointsOf(timed, (_, index) => liveAnswerBefore(calls, index))),
		dialed: ofLastHour(pointsOf(timed, ({dialed}) => dialed)),
	};
});

const linesOfAgents = cached((agents: readonly AgentsPoint[]) => {
	const timed = byTimeOfDay(agents);
	return {
		axis: shortened(timed.axis),
		occupied: ofLastHour(pointsOf(timed, occupancy)),
		loggedIn: ofLastHour(pointsOf(timed, ({agents: count}) => count)),
		paused: ofLastHour(pointsOf(timed, ({paused}) => paused)),
	};
});

const dropRoles: Record<ReturnType<typeof dropStatus>, Role> = {
	unknown: 'faint',
	ok: 'ok',
	near: 'drop.near',
	high: 'drop.high',
};

const tenths = (value: number): string => value.toFixed(1);
const hundredths = (value: number): string => value.toFixed(2);

/** The points of the last hour; the same objects until a point changes, and so are the lines drawn of them. */
export type Hour = {calls: ReturnType<typeof linesOfCalls>; agents: ReturnType<typeof linesOfAgents>};

const noPoints: readonly never[] = [];

/** The points of the last hour. */
export const hourOf = (dashboard: Pick<Dashboard, 'calls' | 'agents'> | undefined): Hour => ({
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
const first = ({calls, agents}: Hour, {dropRole, dropLimit, hasDrops, hasAnswers}: Measures): Timed[] => [
	{
		axis: calls.axis,
		chart: {
			title: 'drop % 15 min*',
			role: dropRole,
			points: hasDrops ? calls.dropRate : noPoints,
			format: hundredths,
			most: 100,
			limit: {value: dropLine(dropLimit), role: 'drop.high'},
		},
	},
	{
		axis: calls.axis,
		chart: {
			title: 'live answer %*',
			role: 'chart.second',
			points: hasAnswers ? calls.liveAnswers : noPoints,
			format: tenths,
			most: 100,
		},
	},
	{
		axis: agents.axis,
		chart: {title: 'occupancy %*', role: 'chart.first', points: agents.occupied, format: tenths, most: 100},
	},
];

/** Rows of a line at most, titles aside: a higher line shows no more. */
const mostRows = 12;

/** The calls on the lines, by the graph without times. */
const onLines = (
	dashboard: Dashboard,
	title: string,
	role: Role,
	of: (calls: Counted) => number | undefined,
): Timed => {
	const timed = besideTimed<Counted>(dashboard.liveCalls ?? noPoints, dashboard);
	return {axis: shortened(timed.axis), chart: {title, role, points: ofLastHour(pointsOf(timed, of))}};
};

type Counted = {[name in 'ringing' | 'waiting']?: number | undefined};

/** Further ones, for where there is room: what is dialed, who is there, what remains. */
const further = ({calls, agents}: Hour, leads: Timed['axis'], remaining: readonly Point[]): Timed[] => [
	{axis: calls.axis, chart: {title: 'dialed/min', role: 'chart.first', points: calls.dialed}},
	{
		axis: agents.axis,
		chart: {
			title: 'logged in',
			role: 'chart.fourth',
			points: agents.loggedIn,
			also: {title: 'paused', role: 'agent.paused', points: agents.paused},
		},
	},
	{axis: leads, chart: {title: 'leads remaining', role: 'chart.second', points: remaining, isStock: true}},
];

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
	return stacks.flatMap(stack => {
		const share = Math.floor((height * stack.length) / charts.length);
		return stackedCharts(
			stack.map(({chart}) => chart),
			stack[0]?.axis ?? noAxis,
			{width, height: share},
			look,
			mostRows,
		);
	});
};

const noAxis: TimeAxis = {span: undefined, end: ''};

/** The positions and kinds of the charts; with four charts calls are among them. */
type Drawing = Size & {look: ChartLook; count: number};

/** The last hour as lines, or in a row of blocks each; those without data in words. */
export const hourCharts = (
	hour: Hour,
	dashboard: Dashboard,
	measures: Measures,
	{isFlat, look, count, ...size}: Drawing & {isFlat: boolean},
): Spans[] => {
	const charts = [
		...first(hour, measures),
		...(count > 3 ? [onLines(dashboard, 'waiting', 'chart.third', ({waiting}) => waiting)] : []),
	];
	return stacked(isFlat ? charts.map(one => ({...one, chart: {...one.chart, isSmall: true}})) : charts, size, look);
};

/** Further charts of that hour. */
export const furtherCharts = (hour: Hour, dashboard: Dashboard, {look, count, ...size}: Drawing): Spans[] => {
	const leads = besideTimed(dashboard.leads ?? noPoints, dashboard);
	const remaining = ofLastHour(pointsOf(leads, ({remainingLeads}) => remainingLeads));
	const charts = [
		...further(hour, shortened(leads.axis), remaining),
		...(count > 3 ? [onLines(dashboard, 'ringing', 'chart.first', ({ringing}) => ringing)] : []),
	];
	return stacked(charts, size, look);
};
