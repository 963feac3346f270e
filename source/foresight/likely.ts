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

/** How a floor goes on in a run: over the next minutes, and at a time of the day after them. */
export type Course = {
	parameters: Parameters<number>;
	next: Outcome;
	later: Outcome;
	/** Which time of the day that is. */
	of: number;
	/** How readily people answer over the day after them: the logarithm of their share, the hour aside. */
	answers: number;
};

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

/** A standard normal draw of a run. */
const normal = (index: number, turn: number): number => normalQuantile(uniform(index, 99, turn, purpose.arrival));

/** By how much the live answers of the rest of a day are off, as a share of them: agents leave, or come (ours). */
const answersDrift = 0.12;

/** By how much the drops of the rest of a day are off in all runs alike, as a share of them: a day is not like its hour (ours). */
const dayDrift = 0.2;

/** The share of the runs that are alike: together they show what is no chance of how they drop. */
const alike = 1 / 4;

/** Drops that show as much of how runs differ as is known without them (ours). */
const fewDrops = 3;

/** Drops of a live answer after the next minutes in each run, and their variance by chance, as a multiple of what independent calls would have. */
type Settled = {rates: readonly number[]; burst: number};

/** The drops of a run's later part as by its parameters alone: how many times as many there really are is another one. */
const plainDrops = ({later, parameters}: Course): number => later.drops / parameters.drops;

/** What a run drops once it has settled is seen of all runs in which people answer about as readily. */
const settledOf = (all: readonly Course[]): Settled => {
	const dropsOf = (some: readonly Course[]): number => sum(some.map(plainDrops));
	const rateIn = (some: readonly Course[]): number =>
		dropsOf(some) / Math.max(1, sum(some.map(({later}) => later.humans)));
	const sorted = all.toSorted((one, other) => one.answers - other.answers);
	const reach = Math.ceil((alike * all.length) / 2);
	const groups = new Map(
		sorted.map((one, rank) => {
			const some = sorted.slice(Math.max(0, rank - reach), rank + reach + 1);
			return [one, {drops: dropsOf(some), rate: rateIn(some)}];
		}),
	);
	const usual = rateIn(all);
	const groupOf = (one: Course) => groups.get(one) ?? {drops: 0, rate: usual};
	const expected = all.map(one => one.later.humans * groupOf(one).rate);
	const off = sum(all.map((one, index) => (plainDrops(one) - (expected[index] ?? 0)) ** 2));
	const burst = Math.max(1, off / Math.max(1, sum(expected)));
	const rates = all.map(one => {
		const {drops, rate} = groupOf(one);
		const known = drops / (drops + fewDrops * burst);
		return one.parameters.drops * (usual + known * (rate - usual));
	});
	return {rates, burst};
};

/** What is to come until the close: the next minutes, and then what is usual of all hours of the day that runs are of. */
const toCome = (all: readonly Course[], minutes: number, day: Day): ToCome[] => {
	const {rates, burst} = settledOf(all);
	const [first, later] = [Math.min(minutes, day.minutes), Math.max(0, day.minutes - minutes)];
	const usual = mean(all.map(one => one.later.humans / one.later.minutes)) * later;
	return all.map(({next}, index) => {
		const humans = usual * Math.exp(answersDrift * normal(index, 2));
		const drops = humans * (rates[index] ?? 0);
		return {
			humans: (next.humans / minutes) * first + humans,
			drops: (next.drops / minutes) * first + drops,
			chance: Math.sqrt(burst * drops + (dayDrift * drops) ** 2),
		};
	});
};

/** The figures of {@link Likely} in each run; infinite minutes for leads that are not known to run out. */
export type Values = Readonly<Record<keyof Likely, readonly number[]>>;

/** The figures of each run, in no order. */
export const valuesOf = (all: readonly Course[], minutes: number, day: Day): Values => {
	const outcomes = all.map(({next}) => next);
	return {
		drop: outcomes.map(outcome => 100 * rateOf(outcome)),
		dropAtClose: toCome(all, minutes, day).map(({humans, drops, chance}, index) => {
			const come = Math.max(0, drops + chance * normal(index, 1));
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
