/** What a change is likely to do: pairs of runs with and without it, whose difference is sharper than either. */

import {isDeepStrictEqual} from 'node:util';
import {normalQuantile, purpose, uniform} from '../sandbox/world/draw.ts';
import {agentsOf, type Dialing, type Floor, type Parameters} from './floor.ts';
import {type Course, type Day, type Likely, likelyOf} from './likely.ts';
import {type Outcome, simulate} from './simulate.ts';

/** A change of a floor. */
export type Change = {
	dialing?: Partial<Dialing>;
	extraAgents?: number;
	/** Leads that come, or go if negative: a list is switched. */
	leads?: number;
};

export type Forecast = {asIs: Likely; changed: Likely; runs: number};

const names = [
	'human',
	'machine',
	'ring',
	'talk',
	'wrap',
	'pause',
	'drops',
	'leads',
	'callbacks',
] as const satisfies readonly (keyof Parameters)[];

/** Draws the parameters of a run: their own uncertainty is a part of the band. */
export const drawn = ({parameters}: Floor, seed: number): Parameters<number> =>
	Object.fromEntries(
		names.map((name, index) => {
			const {value, error} = parameters[name];
			return [name, value * Math.exp(error * normalQuantile(uniform(seed, index, 0, purpose.arrival)))];
		}),
	) as Parameters<number>;

/** How many agents come, or leave: no more than there are. */
export const extraOf = ({seats}: Floor, extraAgents = 0): number => Math.max(-agentsOf(seats), extraAgents);

/** Runs a floor on with parameters drawn by the seed. The draws of one seed are the same whatever is changed. */
export const courseOf = (
	floor: Floor,
	dialing: Dialing,
	extraAgents: number,
	minutes: number,
	seed: number,
): Course => {
	const parameters = drawn(floor, seed);
	const {at, dialing: before, seats} = floor;
	const [next, later] = simulate({seed, at, parameters, before, dialing, seats, extraAgents, minutes}, 2) as [
		Outcome,
		Outcome,
	];
	return {parameters, next, later};
};

/** How a forecast is made. */
export type ForecastOptions = {
	/** Minutes ahead. */
	minutes: number;
	/** The most pairs of runs, and the fewest: {@link fewestPairs} if undefined. */
	pairs: number;
	fewest?: number | undefined;
	/** Whether time is up: then what was run so far is used. */
	isOver?: () => boolean;
	seed?: number;
};

/** The fewest pairs that a band is made of, unless another number is given. */
export const fewestPairs = 40;

/** Runs as it is, and as changed: the same if nothing changes. */
export type Pairs = {asIs: readonly Course[]; changed: readonly Course[]};

/**
 * Runs a floor on with a change and without it. A generator, so that it can be worked off in slices. The fewest pairs are run in any
 * case.
 */
export function* pairsOf(
	floor: Floor,
	change: Change,
	{minutes, pairs, fewest = fewestPairs, isOver = () => false, seed: first = 1}: ForecastOptions,
): Generator<undefined, Pairs> {
	const {dialing} = floor;
	const after: Dialing = {...dialing, ...change.dialing};
	const extraAgents = extraOf(floor, change.extraAgents);
	// A list that is switched changes how long the leads last, not how the floor runs.
	const isSame = extraAgents === 0 && isDeepStrictEqual(after, dialing);
	const [asIs, changed]: [Course[], Course[]] = [[], []];
	for (let pair = 0; pair < pairs && !(pair >= fewest && isOver()); pair++) {
		asIs.push(courseOf(floor, dialing, 0, minutes, first + pair));
		yield;
		if (!isSame) {
			changed.push(courseOf(floor, after, extraAgents, minutes, first + pair));
			yield;
		}
	}
	return {asIs, changed: isSame ? asIs : changed};
}

/** A day as a change leaves it. */
export const dayAfter = (day: Day, {leads = 0}: Change): Day => ({
	...day,
	remaining: day.remaining === undefined ? undefined : Math.max(0, day.remaining + leads),
});

/** What is likely to come of a floor with a change and without it. A generator, as {@link pairsOf}. */
export function* forecast(
	floor: Floor,
	change: Change,
	day: Day,
	options: ForecastOptions,
): Generator<undefined, Forecast> {
	const {asIs, changed} = yield* pairsOf(floor, change, options);
	return {
		asIs: likelyOf(asIs, options.minutes, day),
		changed: likelyOf(changed, options.minutes, dayAfter(day, change)),
		runs: asIs.length,
	};
}
