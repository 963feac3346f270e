/** What the runs of a floor come to: figures of each, and the bands that hold four of five. */
import type {Band} from '../model/drop-at-close.ts';
import {normalQuantile, purpose, uniform} from '../sandbox/world/draw.ts';
import type {Parameters} from './floor.ts';
import type {Outcome} from './simulate.ts';

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

/** Two runs of the same parameters: what differs between them is chance. */
export type Twins = {parameters: Parameters<number>; runs: readonly [Outcome, Outcome]};

/** What of a day is to come in a run: live answers, drops among them, and the standard deviation of these by chance. */
type ToCome = {humans: number; drops: number; chance: number};

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

const mean = (values: readonly number[]): number => sum(values) / Math.max(1, values.length);

const rateOf = ({drops, humans}: Pick<Outcome, 'drops' | 'humans'>): number => (humans === 0 ? 0 : drops / humans);

/** The variance of drops by chance alone, as a multiple of what independent calls would have: they come in bursts. */
const burstOf = (all: readonly Twins[]): number => {
	const drops = sum(all.flatMap(({runs}) => runs.map(one => one.drops)));
	const squares = sum(all.map(({runs: [one, other]}) => (one.drops - other.drops) ** 2));
	return drops === 0 ? 1 : Math.max(1, squares / drops);
};

/** How much of the spread of the rates is of the parameters, and no chance. */
const shareOfParameters = (all: readonly Twins[], rates: readonly number[]): number => {
	const middle = mean(rates);
	const spread = mean(rates.map(rate => (rate - middle) ** 2));
	const chance = mean(all.map(({runs: [one, other]}) => ((rateOf(one) - rateOf(other)) / 2) ** 2));
	return spread === 0 ? 0 : Math.max(0, 1 - chance / spread);
};

/** What is to come until the close if the floor goes on as in each pair of twins. */
const toCome = (all: readonly Twins[], minutes: number, day: Day): ToCome[] => {
	const burst = burstOf(all);
	const rates = all.map(({runs: [one, other]}) =>
		rateOf({drops: one.drops + other.drops, humans: one.humans + other.humans}),
	);
	// The rates differ by the chance of an hour, too, which is not the chance of the day.
	const factor = Math.sqrt(shareOfParameters(all, rates));
	const middle = mean(rates);
	return all.map(({runs: [one, other]}, index) => {
		const humans = ((one.humans + other.humans) / (2 * minutes)) * day.minutes;
		const drops = humans * (middle + factor * ((rates[index] ?? 0) - middle));
		return {humans, drops, chance: Math.sqrt(burst * drops)};
	});
};

/** A standard normal draw of a run. */
const normal = (index: number): number => normalQuantile(uniform(index, 99, 1, purpose.arrival));

/** What twins say of the next minutes, and of the day. */
export const likelyOf = (all: readonly Twins[], minutes: number, day: Day): Likely => {
	const outcomes = all.map(({runs: [outcome]}) => outcome);
	const until = all.map(({parameters, runs: [{dials}]}) => {
		const used = (dials / minutes) * parameters.leads;
		return used > 0 && day.remaining !== undefined ? day.remaining / used : Number.POSITIVE_INFINITY;
	});
	const leadsOut = bandOf(until);
	return {
		drop: bandOf(outcomes.map(outcome => 100 * rateOf(outcome))),
		dropAtClose: bandOf(
			toCome(all, minutes, day).map(({humans, drops, chance}, index) => {
				const come = Math.max(0, drops + chance * normal(index));
				return 100 * rateOf({drops: day.drops + come, humans: day.humans + humans});
			}),
		),
		talk: bandOf(outcomes.map(({talk, present}) => (60 * talk) / Math.max(1, present))),
		ready: bandOf(outcomes.map(({ready, present}) => (60 * ready) / Math.max(1, present))),
		leadsOut: leadsOut.median <= day.minutes ? leadsOut : undefined,
	};
};

/** The share of a normal distribution below a value, by its distance from the mean in standard deviations. */
const shareBelow = (distance: number): number => {
	// Logistic approximation of the normal distribution, off by less than 0.0002.
	const x = 1.5976 * distance + 0.070565992 * distance ** 3;
	return 1 / (1 + Math.exp(-x));
};

/**
 * The share of runs in which a day closes at its limit or below.
 *
 * @param limit percent of the live answers
 */
export const shareUnder = (all: readonly Twins[], minutes: number, day: Day, limit: number): number =>
	mean(
		toCome(all, minutes, day).map(({humans, drops, chance}) => {
			const allowed = (limit / 100) * (day.humans + humans) - day.drops;
			return allowed < 0 ? 0 : chance === 0 ? Number(drops <= allowed) : shareBelow((allowed - drops) / chance);
		}),
	);
