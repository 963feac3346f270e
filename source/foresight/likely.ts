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

/** How a floor goes on in a run: over the next minutes, and over as many after them. */
export type Course = {parameters: Parameters<number>; next: Outcome; later: Outcome};

/** What of a day is to come in a run: live answers, drops among them, and by how much these may be off: a standard deviation. */
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
const burstOf = (all: readonly Course[]): number => {
	const drops = sum(all.map(({next, later}) => next.drops + later.drops));
	const differences = all.map(({next, later}) => later.drops - next.drops);
	const middle = mean(differences);
	return drops === 0 ? 1 : Math.max(1, sum(differences.map(one => (one - middle) ** 2)) / drops);
};

const covariance = (one: readonly number[], other: readonly number[]): number => {
	const [middle, otherMiddle] = [mean(one), mean(other)];
	return mean(one.map((value, index) => (value - middle) * ((other[index] ?? 0) - otherMiddle)));
};

/** By how much the drops of the rest of a day are off in all runs alike, as a share of them: a day is not like its hour (ours). */
const dayDrift = 0.2;

/**
 * What is to come until the close. After the next minutes a floor goes on as in the minutes after them, by when it has settled; of how
 * the runs differ then only what they have in common with the minutes before is of their parameters, and no chance.
 */
const toCome = (all: readonly Course[], minutes: number, day: Day): ToCome[] => {
	const burst = burstOf(all);
	const [first, later] = [Math.min(minutes, day.minutes), Math.max(0, day.minutes - minutes)];
	const rates = all.map(one =>
		rateOf({drops: one.next.drops + one.later.drops, humans: one.next.humans + one.later.humans}),
	);
	const common = covariance(
		all.map(one => rateOf(one.next)),
		all.map(one => rateOf(one.later)),
	);
	const spread = covariance(rates, rates);
	const factor = spread === 0 ? 0 : Math.sqrt(Math.min(1, Math.max(0, common / spread)));
	const middle = mean(rates);
	const settled = sum(all.map(one => one.later.drops)) / Math.max(1, sum(all.map(one => one.later.humans)));
	return all.map((one, index) => {
		const humans = (one.later.humans / minutes) * later;
		const drops = humans * Math.max(0, settled + factor * ((rates[index] ?? 0) - middle));
		return {
			humans: (one.next.humans / minutes) * first + humans,
			drops: (one.next.drops / minutes) * first + drops,
			chance: Math.sqrt(burst * drops + (dayDrift * drops) ** 2),
		};
	});
};

/** A standard normal draw of a run. */
const normal = (index: number): number => normalQuantile(uniform(index, 99, 1, purpose.arrival));

/** The figures of {@link Likely} in each run; infinite minutes for leads that are not known to run out. */
export type Values = Readonly<Record<keyof Likely, readonly number[]>>;

/** The figures of each run, in no order. */
export const valuesOf = (all: readonly Course[], minutes: number, day: Day): Values => {
	const outcomes = all.map(({next}) => next);
	return {
		drop: outcomes.map(outcome => 100 * rateOf(outcome)),
		dropAtClose: toCome(all, minutes, day).map(({humans, drops, chance}, index) => {
			const come = Math.max(0, drops + chance * normal(index));
			return 100 * rateOf({drops: day.drops + come, humans: day.humans + humans});
		}),
		talk: outcomes.map(({talk, present}) => (60 * talk) / Math.max(1, present)),
		ready: outcomes.map(({ready, present}) => (60 * ready) / Math.max(1, present)),
		leadsOut: all.map(({parameters, next}) => {
			const used = (next.dials / minutes) * parameters.leads;
			return used > 0 && day.remaining !== undefined ? day.remaining / used : Number.POSITIVE_INFINITY;
		}),
	};
};

/** What runs say of the next minutes, and of the day. */
export const likelyOf = (all: readonly Course[], minutes: number, day: Day): Likely => {
	const {drop, dropAtClose, talk, ready, leadsOut} = valuesOf(all, minutes, day);
	const out = bandOf(leadsOut);
	return {
		drop: bandOf(drop),
		dropAtClose: bandOf(dropAtClose),
		talk: bandOf(talk),
		ready: bandOf(ready),
		leadsOut: out.median <= day.minutes ? out : undefined,
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
export const shareUnder = (all: readonly Course[], minutes: number, day: Day, limit: number): number =>
	mean(
		toCome(all, minutes, day).map(({humans, drops, chance}) => {
			const allowed = (limit / 100) * (day.humans + humans) - day.drops;
			return allowed < 0 ? 0 : chance === 0 ? Number(drops <= allowed) : shareBelow((allowed - drops) / chance);
		}),
	);
