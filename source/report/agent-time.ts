/** How long agents did what over a shift: the time between two samples, times the agents that they show. */

import {occupancyCounts} from '../model/derived.ts';
import {type Of, overTime, type Series} from '../model/series.ts';
import {hour} from '../model/time.ts';

/** What agents do, and all of them together. */
const states = ['agents', 'ready', 'onCall', 'wrapUp', 'paused', 'dead'] as const;

/** Agents' time in hours, by what they did; undefined where the service did not show it. */
export type AgentTime = Record<(typeof states)[number], number | undefined> & {
	/** Percent of the time not paused in which they were on call, wrapping up or dead; undefined without any. */
	occupancy: number | undefined;
};

const counts: Of<ReturnType<typeof occupancyCounts>> = ({onCall, wrapUp, dead, agents, paused}) =>
	occupancyCounts({onCall, wrapUp, dead, agents, paused});

/** Agents' time between two moments; undefined if no agents were shown. */
export const agentTimeIn = (series: Series, from: number, to: number): AgentTime | undefined => {
	const hours = (of: Of<number>): number | undefined => {
		const {sum, known} = overTime(series, from, to, of);
		return known === 0 ? undefined : sum / hour;
	};
	const occupied = hours(figures => counts(figures)?.occupied);
	const available = hours(figures => counts(figures)?.available);
	const byState = Object.fromEntries(states.map(state => [state, hours(figures => figures[state])]));
	return byState.agents === undefined
		? undefined
		: {
				...(byState as Record<(typeof states)[number], number | undefined>),
				occupancy: occupied !== undefined && available ? (100 * occupied) / available : undefined,
			};
};
