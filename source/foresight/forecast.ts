/** What a change is likely to do: pairs of runs with and without it, whose difference is sharper than either. */

import {isDeepStrictEqual} from 'node:util';
import {normalQuantile, purpose, uniform} from '../sandbox/world/draw.ts';
import {agentsOf, type Dialing, type Floor, type Parameters} from './floor.ts';
import {type Course, type Day, type Likely, likelyOf} from './likely.ts';
import {type Outcome, type Part, simulate} from './simulate.ts';
import {type Conditions, type Expected, expectedOf} from './week.ts';

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

/** A run's floor under some conditions. Pauses differ from those that were fitted by as much as the run's own do. */
export const under = (
	{parameters: {pause: fitted}}: Floor,
	{pause}: Parameters<number>,
	conditions: Conditions,
): Pick<Part, 'human' | 'agents' | 'pause'> => ({
	...conditions,
	pause: Math.max(0, fitted.value + conditions.pause) * (pause / fitted.value),
});

/** The share of the later part of a run in which the floor settles into the hour that it is of. */
const settles = 1 / 3;

/** The golden ratio: its multiples are spread evenly. */
const golden = (Math.sqrt(5) - 1) / 2;

/** How a floor is tried. */
export type Trial = {dialing: Dialing; extraAgents: number; minutes: number; expected: Expected};

/**
 * Runs a floor on with parameters drawn by the seed: over the next minutes, and over as many of the day after them. Those of all runs are
 * spread over the day evenly. The draws of one seed are the same whatever is changed.
 */
export const courseOf = (floor: Floor, {dialing, extraAgents, minutes, expected}: Trial, seed: number): Course => {
	const parameters = drawn(floor, seed);
	const {at, dialing: before, seats} = floor;
	const {next: soon, later: all, spread} = expected;
	const of = Math.floor(all.length * ((seed * golden) % 1));
	const then = all[of] ?? soon;
	const drift = spread * normalQuantile(uniform(seed, names.length, 0, purpose.arrival));
	const [next, later] = simulate({seed, at, parameters, before, dialing, seats, extraAgents}, [
		{...under(floor, parameters, soon), minutes, settling: 0},
		{
			...under(floor, parameters, {...then, human: then.human * Math.exp(drift)}),
			minutes,
			settling: settles * minutes,
		},
	]) as [Outcome, Outcome];
	return {parameters, next, later, of, answers: Math.log(parameters.human) + drift};
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
	day: Day,
	{minutes, pairs, fewest = fewestPairs, isOver = () => false, seed: first = 1}: ForecastOptions,
): Generator<undefined, Pairs> {
	const {dialing} = floor;
	const expected = expectedOf(floor, {minutes, closesIn: day.minutes});
	const after: Dialing = {...dialing, ...change.dialing};
	const extraAgents = extraOf(floor, change.extraAgents);
	// A list that is switched changes how long the leads last, not how the floor runs.
	const isSame = extraAgents === 0 && isDeepStrictEqual(after, dialing);
	const [asIs, changed]: [Course[], Course[]] = [[], []];
	for (let pair = 0; pair < pairs && !(pair >= fewest && isOver()); pair++) {
		asIs.push(courseOf(floor, {dialing, extraAgents: 0, minutes, expected}, first + pair));
		yield;
		if (!isSame) {
			changed.push(courseOf(floor, {dialing: after, extraAgents, minutes, expected}, first + pair));
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
	const {asIs, changed} = yield* pairsOf(floor, change, day, options);
	return {
		asIs: likelyOf(asIs, options.minutes, day),
		changed: likelyOf(changed, options.minutes, dayAfter(day, change)),
		runs: asIs.length,
	};
}
