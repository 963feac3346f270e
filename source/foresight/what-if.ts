/** What other levels, and other agents, would do to a floor: its trade-off, level by level as each becomes ready. */
import type {NoForecast} from './calibrate.ts';
import {movedBy, runsOfLevel, safely, safestLevel, type TradeOffPoint, tradeOff, valuesAround} from './curve.ts';
import {agentsOf} from './floor.ts';
import {extraOf} from './forecast.ts';
import {type Asked, type FloorOfDay, type Grounds, groundsOf} from './foresee.ts';

/** Live answers and drops of the time that a limit is for, before what is to come today. */
export type Counted = {humans: number; drops: number};

/** What is asked: the floor of a campaign, or the one that is fitted already if it is as it was at `until`, UTC milliseconds. */
export type WhatIfQuestion = {
	floor: Asked | {until: number};
	campaignId: string;
	/** Agents who come as well, or leave if negative. */
	extraAgents: number;
	/** Percent of the live answers that may be dropped. */
	limit: number;
	/** What the limit counts so far, if it is not the day. */
	counted?: Counted | undefined;
	/** When the day closes, UTC milliseconds. */
	closesAt: number;
};

/** The trade-off of a floor, as far as it is simulated. */
export type WhatIf = {
	/** What moves along it: the dial level, or the drop limit where the method sets its level by that. */
	moved: 'level' | 'dropLimit';
	/** All of its values, ascending, and the one in force. */
	values: readonly number[];
	present: number;
	/** Of the values that are simulated, ascending; safe if they keep the limit in 19 of 20 runs. */
	points: readonly (TradeOffPoint & {isSafe: boolean})[];
	/** The highest value that keeps the limit, as do all below it; undefined if none does, or not all are simulated. */
	safest: number | undefined;
	/** Agents who are there. */
	agents: number;
	/** Agents who come as well, or leave if negative: no more than there are. */
	extraAgents: number;
	limit: number;
	/** Whether the limit is for a longer time than the day. */
	isPeriod: boolean;
	closesAt: number;
	/** Runs of each value. */
	runs: number;
	calibratedOn: Grounds['calibratedOn'];
};

/** The nearest to the present one first: these are asked about most. */
const nearestFirst = (values: readonly number[], present: number): number[] =>
	values.toSorted((one, other) => Math.abs(one - present) - Math.abs(other - present));

/** Simulates the values of a floor one after the other. A generator, to be worked off in slices, that gives what is ready after each value. */
function* valuesOf(
	{floor, day, grounds: {ahead: minutes, calibratedOn}}: FloorOfDay,
	{extraAgents, limit, counted, closesAt}: WhatIfQuestion,
): Generator<WhatIf | undefined, WhatIf> {
	const moved = movedBy(floor.dialing);
	const present = floor.dialing[moved];
	const values = valuesAround(floor.dialing);
	const extra = extraOf(floor, extraAgents);
	const points: TradeOffPoint[] = [];
	const soFar = (): WhatIf => ({
		moved,
		values,
		present,
		points: points
			.toSorted((one, other) => one.value - other.value)
			.map(point => ({...point, isSafe: point.under >= safely})),
		safest: undefined,
		agents: agentsOf(floor.seats),
		extraAgents: extra,
		limit,
		isPeriod: counted !== undefined,
		closesAt,
		runs: runsOfLevel,
		calibratedOn,
	});
	yield soFar();
	for (const value of nearestFirst(values, present)) {
		points.push(...(yield* tradeOff(floor, day, {values: [value], extraAgents: extra, minutes, limit, counted})));
		yield soFar();
	}
	const whole = soFar();
	return {...whole, safest: safestLevel(whole.points)};
}

/** What answers such questions. It remembers the floor that was fitted last, so that other agents are tried on the same one. */
export const createWhatIf = () => {
	let last: {campaignId: string; known: FloorOfDay} | undefined;
	return function* (question: WhatIfQuestion): Generator<WhatIf | undefined, WhatIf | NoForecast> {
		const {floor, campaignId} = question;
		if ('points' in floor) {
			const known = yield* groundsOf(floor);
			if ('why' in known) {
				return known;
			}
			last = {campaignId, known};
		}
		const isLast =
			last?.campaignId === campaignId && ('points' in floor || floor.until === last.known.grounds.calibratedOn.until);
		return last && isLast ? yield* valuesOf(last.known, question) : {why: 'its floor is not remembered any longer'};
	};
};
