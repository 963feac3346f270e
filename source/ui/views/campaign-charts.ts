/** The last hour of a campaign as charts. */
import type {Spans} from '../../look/spans.ts';
import type {Role} from '../../look/theme.ts';
import {dropLine, dropRateBefore, dropStanding, liveAnswerBefore, occupancy} from '../../model/derived.ts';
import type {AgentsPoint, CallsPoint, Dashboard, Figures} from '../../model/wire.ts';
import {besideTimed, byTimeOfDay, kept, pointsOf} from '../panes/points.ts';
import {stackedCharts} from '../parts/charts.tsx';
import type {Size} from '../parts/panel.tsx';
import type {Chart, Point, TimeAxis} from '../parts/plot.ts';

const hour = 3600;

const ofLastHour = (points: readonly Point[]): Point[] => points.filter(({at}) => at >= -hour);

const shortened = ({span, end}: TimeAxis): TimeAxis => ({end, span: span === undefined ? span : Math.min(span, hour)});

const linesOfCalls = kept((calls: readonly CallsPoint[]) => {
	const timed = byTimeOfDay(calls);
	return {
		axis: shortened(timed.axis),
		dropRate: ofLastHour(pointsOf(timed, (_, index) => dropRateBefore(calls, index))),
		liveAnswers: ofLastHour(pointsOf(timed, (_, index) => liveAnswerBefore(calls, index))),
		dialed: ofLastHour(pointsOf(timed, ({dialed}) => dialed)),
	};
});

const linesOfAgents = kept((agents: readonly AgentsPoint[]) => {
	const timed = byTimeOfDay(agents);
	return {
		axis: shortened(timed.axis),
		occupied: ofLastHour(pointsOf(timed, occupancy)),
		loggedIn: ofLastHour(pointsOf(timed, ({agents: count}) => count)),
	};
});

const dropRoles: Record<ReturnType<typeof dropStanding>, Role> = {
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

/** The charts that matter most: what is dropped, who answers, who is busy. */
const first = ({calls, agents}: Hour, dropRole: Role, dropLimit: number | undefined): Timed[] => [
	{
		axis: calls.axis,
		chart: {
			title: 'drop % 15 min*',
			role: dropRole,
			points: calls.dropRate,
			format: hundredths,
			most: 100,
			limit: {value: dropLine(dropLimit), role: 'drop.high'},
		},
	},
	{
		axis: calls.axis,
		chart: {title: 'live answer %*', role: 'chart.second', points: calls.liveAnswers, format: tenths, most: 100},
	},
	{
		axis: agents.axis,
		chart: {title: 'occupancy %*', role: 'chart.first', points: agents.occupied, format: tenths, most: 100},
	},
];

/** Further ones, for where there is room: what is dialed, who is there, what remains. */
const further = ({calls, agents}: Hour, leads: Timed['axis'], remaining: readonly Point[]): Timed[] => [
	{axis: calls.axis, chart: {title: 'dialed/min', role: 'chart.first', points: calls.dialed}},
	{axis: agents.axis, chart: {title: 'logged in', role: 'chart.fourth', points: agents.loggedIn}},
	{axis: leads, chart: {title: 'leads remaining', role: 'chart.second', points: remaining}},
];

const sameAxis = (one: TimeAxis, other: TimeAxis): boolean => one.span === other.span && one.end === other.end;

/** Charts one below the other; those of one time share its axis. */
const stacked = (charts: readonly Timed[], {width, height}: Size, ascii: boolean): Spans[] => {
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
			ascii,
		);
	});
};

const noAxis: TimeAxis = {span: undefined, end: ''};

/** How the drop rate of the day stands, for the eye. */
export const dropRoleOf = ({dropRate, dropLimit}: Figures): Role => dropRoles[dropStanding(dropRate, dropLimit)];

/** What is drawn where, and how. */
type Drawing = Size & {ascii: boolean};

/** The last hour as lines, or in a row of blocks each; what there is nothing to draw of in words. */
export const hourCharts = (
	hour: Hour,
	dropRole: Role,
	dropLimit: number | undefined,
	{isFlat, ascii, ...size}: Drawing & {isFlat: boolean},
): Spans[] => {
	const charts = first(hour, dropRole, dropLimit);
	return stacked(isFlat ? charts.map(one => ({...one, chart: {...one.chart, isSmall: true}})) : charts, size, ascii);
};

/** What else was going on in that hour. */
export const furtherCharts = (hour: Hour, dashboard: Dashboard, {ascii, ...size}: Drawing): Spans[] => {
	const leads = besideTimed(dashboard.leads ?? noPoints, dashboard);
	const remaining = ofLastHour(pointsOf(leads, ({remainingLeads}) => remainingLeads));
	return stacked(further(hour, shortened(leads.axis), remaining), size, ascii);
};
