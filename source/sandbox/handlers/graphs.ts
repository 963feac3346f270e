/** Writes the graphs of a campaign for an answer. */
import type {GraphsWritten} from '../../api/dashboard.ts';
import type {GraphPoint, World} from '../world/state.ts';
import {midnightAfter, midnightOf, secondOfDay} from '../world/time.ts';

/** The midnight of a point's day; a point at midnight itself belongs to the day before. */
export const dayOfPoint = (world: World, {time}: GraphPoint): number => midnightOf(world, time - 1);

/**
 * Gathers points into longer intervals: counts are summed, states are those of the last point. Intervals count from
 * midnight, and the last of a day ends at the next.
 *
 * @param interval milliseconds
 */
export const gatherPoints = (world: World, points: readonly GraphPoint[], interval: number): GraphPoint[] => {
	const gathered = new Map<number, GraphPoint>();
	for (const point of points) {
		const midnight = dayOfPoint(world, point);
		const whole = midnight + Math.ceil((point.time - midnight) / interval) * interval;
		const end = Math.min(midnightAfter(world, midnight), whole);
		const before = gathered.get(end);
		gathered.set(end, {
			...point,
			dialed: point.dialed + (before?.dialed ?? 0),
			answered: point.answered + (before?.answered ?? 0),
			delivered: point.delivered + (before?.delivered ?? 0),
			drops: point.drops + (before?.drops ?? 0),
		});
	}
	return [...gathered.values()];
};

export const graphsOf = (world: World, points: readonly GraphPoint[]): GraphsWritten => ({
	calls: points.map(({dialed, delivered, drops, time}) => ({dialed, delivered, drops, time: secondOfDay(world, time)})),
	agents: points.map(({agents, ready, onCall, wrapUp, paused, dead, time}) => ({
		agents,
		ready,
		onCall,
		wrapUp,
		paused,
		dead,
		time: secondOfDay(world, time),
	})),
	leads: points.map(({activeLeads, remainingLeads}) => ({activeLeads, remainingLeads})),
	liveCalls: points.map(({ringing, waiting, inIvr}) => ({
		activeCalls: ringing + waiting + inIvr,
		ringing,
		waiting,
		inIvr,
	})),
});
