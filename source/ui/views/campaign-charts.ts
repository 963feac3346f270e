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

/** A chart and its time. */
type Timed = {chart: Chart; axis: TimeAxis};

/** The charts that matter most: what is dropped, who answers, who is busy. */
const first = (
	{dropRate, dropLimit}: Figures,
	calls: readonly CallsPoint[],
	agents: readonly AgentsPoint[],
): Timed[] => {
	const [ofCalls, ofAgents] = [linesOfCalls(calls), linesOfAgents(agents)];
	return [
		{
			axis: ofCalls.axis,
			chart: {
				title: 'drop % 15 min*',
				role: dropRoles[dropStanding(dropRate, dropLimit)],
				points: ofCalls.dropRate,
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
				points: ofCalls.liveAnswers,
				format: tenths,
				most: 100,
			},
		},
		{
			axis: ofAgents.axis,
			chart: {title: 'occupancy %*', role: 'chart.first', points: ofAgents.occupied, format: tenths, most: 100},
		},
	];
};

/** Further ones, for where there is room: what is dialed, who is there, what remains. */
const further = (dashboard: Dashboard, calls: readonly CallsPoint[], agents: readonly AgentsPoint[]): Timed[] => {
	const [ofCalls, ofAgents] = [linesOfCalls(calls), linesOfAgents(agents)];
	const leads = besideTimed(dashboard.leads ?? [], dashboard);
	return [
		{axis: ofCalls.axis, chart: {title: 'dialed/min', role: 'chart.first', points: ofCalls.dialed}},
		{axis: ofAgents.axis, chart: {title: 'logged in', role: 'chart.fourth', points: ofAgents.loggedIn}},
		{
			axis: shortened(leads.axis),
			chart: {
				title: 'leads remaining',
				role: 'chart.second',
				points: ofLastHour(pointsOf(leads, ({remainingLeads}) => remainingLeads)),
			},
		},
	];
};

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

/** The last hour of a campaign in such an area: as lines, or in a row of blocks each; what there is nothing to draw of in words. */
export const hourCharts = (
	figures: Figures,
	dashboard: Dashboard,
	{isFlat, ascii, ...size}: Size & {isFlat: boolean; ascii: boolean},
): Spans[] => {
	const charts = first(figures, dashboard.calls ?? [], dashboard.agents ?? []);
	return stacked(isFlat ? charts.map(one => ({...one, chart: {...one.chart, isSmall: true}})) : charts, size, ascii);
};

/** What else was going on in that hour. */
export const furtherCharts = (dashboard: Dashboard, {ascii, ...size}: Size & {ascii: boolean}): Spans[] =>
	stacked(further(dashboard, dashboard.calls ?? [], dashboard.agents ?? []), size, ascii);
