/** What a change is likely to do: pairs of runs with and without it, whose difference is sharper than either. */

import {isDeepStrictEqual} from 'node:util';
import type {Band} from '../model/drop-at-close.ts';
import {normalQuantile, purpose, uniform} from '../sandbox/world/draw.ts';
import {agentsOf, type Dialing, type Floor, type Parameters} from './floor.ts';
import {type Outcome, simulate} from './simulate.ts';

/** A change of a floor. */
export type Change = {
	dialing?: Partial<Dialing>;
	extraAgents?: number;
	/** Leads that come, or go if negative: a list is switched. */
	leads?: number;
};

/** What of the day is known and to come. */
export type Day = {
	/** Live answers and drops since midnight. */
	humans: number;
	drops: number;
	/** Minutes until dialing ends. */
	minutes: number;
	/** Leads that remain; undefined if that is not shown. */
	remaining: number | undefined;
};

/** What is likely to come of a floor. Undefined where nothing is known of it. */
export type Likely = {
	/** Drops of the live answers over the next minutes, percent. */
	drop: Band;
	/** The same for the whole day. */
	dropAtClose: Band;
	/** Minutes of talk, and of waiting for a call, that an agent has in an hour. */
	talk: Band;
	ready: Band;
	/** Minutes until the leads run out; undefined if not today. */
	leadsOut: Band | undefined;
};

export type Forecast = {asIs: Likely; changed: Likely; runs: number};

/** How the widths of bands are scaled, by what earlier forecasts missed. */
export type Widening = number;

const names = [
	'human',
	'machine',
	'ring',
	'talk',
	'wrap',
	'pause',
	'drops',
	'leads',
] as const satisfies readonly (keyof Parameters)[];

/** Draws the parameters of a run: their own uncertainty is a part of the band. */
export const drawn = ({parameters}: Floor, seed: number): Parameters<number> =>
	Object.fromEntries(
		names.map((name, index) => {
			const {value, error} = parameters[name];
			return [name, value * Math.exp(error * normalQuantile(uniform(seed, index, 0, purpose.arrival)))];
		}),
	) as Parameters<number>;

const quantile = (sorted: readonly number[], share: number): number => {
	const at = share * (sorted.length - 1);
	const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
	return low + (high - low) * (at - Math.floor(at));
};

/** The band of values that holds four of five. */
const bandOf = (values: readonly number[]): Band => {
	const sorted = values.toSorted((one, other) => one - other);
	return {median: quantile(sorted, 0.5), low: quantile(sorted, 0.1), high: quantile(sorted, 0.9)};
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The variance of drops by chance alone, as a multiple of what independent calls would have: they come in bursts. */
const burstOf = (twins: readonly (readonly [Outcome, Outcome])[]): number => {
	const drops = sum(twins.flat().map(one => one.drops));
	const squares = sum(twins.map(([one, other]) => (one.drops - other.drops) ** 2));
	return drops === 0 ? 1 : Math.max(1, squares / drops);
};

/** A standard normal draw of a run. */
const normal = (seed: number, turn: number): number => normalQuantile(uniform(seed, 99, turn, purpose.arrival));

const likelyOf = (
	floor: Floor,
	outcomes: readonly (readonly [Outcome, Outcome])[],
	draws: readonly Parameters<number>[],
	minutes: number,
	day: Day,
): Likely => {
	const burst = burstOf(outcomes);
	const all = outcomes.map(([outcome]) => outcome);
	const rate = ({drops, humans}: Pick<Outcome, 'drops' | 'humans'>): number =>
		humans === 0 ? 0 : (100 * drops) / humans;
	const atClose = outcomes.map(([one, other], index) => {
		// Two runs of the same parameters say more of the rate than one; what chance adds shrinks with the calls that are to come.
		const humans = ((one.humans + other.humans) / (2 * minutes)) * day.minutes;
		const mean = (one.drops + other.drops) / Math.max(1, one.humans + other.humans);
		const noise = Math.sqrt((burst * mean) / Math.max(1, humans)) * normal(index, 1);
		const drops = Math.max(0, mean + noise) * humans;
		return rate({drops: day.drops + drops, humans: day.humans + humans});
	});
	const until = outcomes.map(([{dials}], index) => {
		const used = (dials / minutes) * (draws[index]?.leads ?? floor.parameters.leads.value);
		return used > 0 && day.remaining !== undefined ? day.remaining / used : Number.POSITIVE_INFINITY;
	});
	const leadsOut = bandOf(until);
	return {
		drop: bandOf(all.map(rate)),
		dropAtClose: bandOf(atClose),
		talk: bandOf(all.map(({talk, present}) => (60 * talk) / Math.max(1, present))),
		ready: bandOf(all.map(({ready, present}) => (60 * ready) / Math.max(1, present))),
		leadsOut: leadsOut.median <= day.minutes ? leadsOut : undefined,
	};
};

/** How a forecast is made. */
export type ForecastOptions = {
	/** Minutes ahead. */
	minutes: number;
	/** The most pairs of runs, and the fewest. */
	pairs: number;
	/** Whether time is up: then what was run so far is used. */
	isOver?: () => boolean;
	seed?: number;
};

/** The fewest pairs that a band is made of. */
export const fewestPairs = 40;

/**
 * Runs a floor on with a change and without it. A generator, so that it can be worked off in slices; undefined if time was up before there
 * were {@link fewestPairs}.
 */
export function* forecast(
	floor: Floor,
	change: Change,
	day: Day,
	options: ForecastOptions,
): Generator<undefined, Forecast | undefined> {
	const {minutes, pairs, isOver = () => false, seed: first = 1} = options;
	const {dialing, seats} = floor;
	const after: Dialing = {...dialing, ...change.dialing};
	const extraAgents = Math.max(-agentsOf(seats), change.extraAgents ?? 0);
	// A list that is switched changes how long the leads last, not how the floor runs.
	const isSame = extraAgents === 0 && isDeepStrictEqual(after, dialing);
	const [asIs, changed, draws]: [[Outcome, Outcome][], [Outcome, Outcome][], Parameters<number>[]] = [[], [], []];
	for (let pair = 0; pair < pairs && !(pair >= fewestPairs && isOver()); pair++) {
		const parameters = drawn(floor, first + pair);
		const run = (turn: number, to: Dialing, extra: number): Outcome =>
			simulate({
				seed: 2 * (first + pair) + turn,
				parameters,
				before: dialing,
				dialing: to,
				seats,
				extraAgents: extra,
				minutes,
			});
		asIs.push([run(0, dialing, 0), run(1, dialing, 0)]);
		yield;
		draws.push(parameters);
		if (!isSame) {
			changed.push([run(0, after, extraAgents), run(1, after, extraAgents)]);
			yield;
		}
	}
	return {
		asIs: likelyOf(floor, asIs, draws, minutes, day),
		changed: likelyOf(floor, isSame ? asIs : changed, draws, minutes, {
			...day,
			remaining: day.remaining === undefined ? undefined : Math.max(0, day.remaining + (change.leads ?? 0)),
		}),
		runs: asIs.length,
	};
}
