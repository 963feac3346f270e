/** The lines that charts draw of a campaign: of the points of its graphs, and of steps before them. */
import {chartSpans} from '../../../../model/chart-steps.ts';
import {dropRateBefore, dropRateOfHourBefore, liveAnswerBefore, occupancy} from '../../../../model/derived.ts';
import type {PastStep} from '../../../../model/past.ts';
import {minute} from '../../../../model/time.ts';
import type {AgentsPoint, CallsPoint} from '../../../../model/wire.ts';
import type {ChartTime, PastSteps} from './chart-time.ts';
import {byTimeOfDay, cached, pointsOf} from './points.ts';

/** The lines of calls_graph_data. */
export const linesOfCalls = cached((calls: readonly CallsPoint[]) => {
	const timed = byTimeOfDay(calls);
	return {
		axis: timed.axis,
		dialed: pointsOf(timed, ({dialed}) => dialed),
		dropRate: pointsOf(timed, (_, index) => dropRateBefore(calls, index)),
		// The newest alone: those before it are no steps of an hour.
		dropRateOfHour: pointsOf(timed, (_, index) =>
			index === calls.length - 1 ? dropRateOfHourBefore(calls, index) : undefined,
		),
		liveAnswers: pointsOf(timed, (_, index) => liveAnswerBefore(calls, index)),
	};
});

/** The lines of agent_graph_data. */
export const linesOfAgents = cached((agents: readonly AgentsPoint[]) => {
	const timed = byTimeOfDay(agents);
	return {
		axis: timed.axis,
		occupied: pointsOf(timed, occupancy),
		loggedIn: pointsOf(timed, ({agents: count}) => count),
		paused: pointsOf(timed, ({paused}) => paused),
	};
});

const percentOf = (part: number | undefined, whole: number | undefined): number | undefined =>
	part === undefined || !whole ? undefined : (part / whole) * 100;

/** What each line is in a step of the past. */
export const inStep = {
	dialed: ({dialed}: PastStep) => dialed,
	liveAnswers: ({delivered, drops, dialed}: PastStep) =>
		delivered === undefined || drops === undefined ? undefined : percentOf(delivered + drops, dialed),
	/** Answers by people and machines; the graphs count no machines, so these are dialtop's own. */
	connects: ({called, answered}: PastStep) => percentOf(answered, called),
	loggedIn: ({agents}: PastStep) => agents,
	/** Those who are not available. */
	paused: ({agents, available}: PastStep) =>
		agents === undefined || available === undefined ? undefined : agents - available,
	occupied: ({occupied, available}: PastStep) => percentOf(occupied, available),
	remainingLeads: ({remainingLeads}: PastStep) => remainingLeads,
} satisfies Record<string, (step: PastStep) => number | undefined>;

/** Minutes of which a chart shows the drop rate: fifteen, but a longer step is not divided. */
export const dropMinutes = ({span}: Pick<ChartTime, 'span'>): number =>
	span === undefined ? 15 : Math.max(15, chartSpans[span].step / minute);

/** How these are called: `15 min`. */
export const dropWindow = (time: Pick<ChartTime, 'span'>): string => {
	const minutes = dropMinutes(time);
	return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
};

/** The drop rate of some minutes up to the end of each step, percent. */
export const dropRateOver =
	(steps: PastSteps, minutes: number) =>
	(_step: PastStep, index: number): number | undefined => {
		const {at = 0, length = 0} = steps[index] ?? {};
		const from = at + length / 2 - minutes * 60;
		let [drops, answers] = [0, 0];
		for (let before = index, begin = at; begin > from; before--) {
			const step = steps[before];
			if (!step) {
				return undefined;
			}
			begin = step.at - step.length / 2;
			drops += (step.record.drops ?? Number.NaN) * step.length;
			answers += (step.record.delivered ?? Number.NaN) * step.length;
		}
		return Number.isNaN(drops + answers) ? undefined : percentOf(drops, drops + answers);
	};
