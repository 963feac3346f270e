/**
 * The drop rate with which a day will close, as a band that holds it in four of five cases: out of today's counts, and of how the
 * hours of earlier days went.
 */

import {day, hour} from './time.ts';

/** An estimate with its 80 % band: the value is below `low` in one of ten cases, and above `high` in one of ten. */
export type Band = {median: number; low: number; high: number};

/** What a campaign had counted at a time of a day. Drops are the rate × live answers, so they need not be whole. */
export type DayPoint = {
	/** Milliseconds since midnight on the service's clock. */
	time: number;
	answers: number;
	drops: number;
};

/** How the counts of a day grew, from its beginning to its close. */
export type DayCourse = {
	/** Days since 1970 on the service's calendar. */
	day: number;
	/** Oldest first, an hour or so apart. */
	points: readonly DayPoint[];
};

/** What is assumed of a floor until its own days say otherwise; each weighs as much as so many days, hours or answers of it. */
const assumed = {
	/** The relative difference between the rate of a day and the usual one. */
	dayDeviation: 0.25,
	days: 1,
	/** How many times as much the drops of an hour vary as they would by chance alone. */
	dispersion: 1.2,
	hours: 10,
	/** Live answers over which the rate is taken to be the same all day. */
	evenAnswers: 2000,
};

/** The relative difference between the rate of the remaining day and that of its beginning, with and without earlier days. */
const drift = {known: 0.12, unknown: 0.3};

/** Days that are looked back on. */
export const daysLookedAt = 10;

/** No rate is 0, whatever was counted. */
const leastRate = 1e-4;

/** Answers at the usual rate that a rate of few answers is mixed with. */
const few = 20;

/** An hour with fewer answers does not show how drops vary. */
const fewestInHour = 20;

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

/** The middle of values, the upper one of two; undefined without any. */
export const medianOf = (values: readonly number[]): number | undefined =>
	values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** What had been counted at a time; undefined before the first point. */
const countedAt = ({points}: DayCourse, time: number): DayPoint | undefined => {
	const next = points.findIndex(point => point.time > time);
	const [before, after] = next === -1 ? [points.at(-1), undefined] : [points[next - 1], points[next]];
	if (!before || !after) {
		return before;
	}
	const share = (time - before.time) / (after.time - before.time);
	const between = (of: (point: DayPoint) => number): number => of(before) + share * (of(after) - of(before));
	return {time, answers: between(({answers}) => answers), drops: between(({drops}) => drops)};
};

/** The share of drops among some answers, mixed with as many answers at another rate. */
const mixed = (drops: number, answers: number, rate: number, weight: number): number =>
	Math.max(leastRate, (drops + weight * rate) / (answers + weight));

/** The variance by chance of a rate of so many answers, beside the rate squared. */
const chanceOf = (rate: number, answers: number): number => (1 - rate) / (rate * Math.max(1, answers));

/** How many times as much the drops of hours vary as they would by chance. */
const dispersionOf = (days: readonly DayCourse[]): number => {
	let [squares, freedom] = [assumed.dispersion * assumed.hours, assumed.hours];
	for (const {points} of days) {
		const end = points.at(-1);
		const rate = end ? Math.max(leastRate, end.drops / end.answers) : leastRate;
		const hours = points.slice(1).flatMap((point, index) => {
			const answers = point.answers - (points[index]?.answers ?? 0);
			const drops = point.drops - (points[index]?.drops ?? 0);
			return answers < fewestInHour ? [] : [(drops - rate * answers) ** 2 / (answers * rate * (1 - rate))];
		});
		squares += sum(hours, square => square);
		freedom += Math.max(0, hours.length - 1);
	}
	return squares / freedom;
};

/** Sundays, Saturdays and the other days are each of a kind. */
const kindOf = (number: number): 'Sunday' | 'Saturday' | 'weekday' => {
	const weekday = new Date(number * day).getUTCDay();
	return weekday === 0 ? 'Sunday' : weekday === 6 ? 'Saturday' : 'weekday';
};

/** The newest days of the same kind as another, oldest first; of any kind if there is none. */
export const daysLike = (number: number, days: readonly DayCourse[]): readonly DayCourse[] => {
	const same = days.filter(other => kindOf(other.day) === kindOf(number));
	return (same.length > 0 ? same : days).slice(-daysLookedAt);
};

/** How far the outer tenths of a standard normal distribution lie from its middle. */
const outerTenth = 1.2816;

/** A quantile of a gamma distribution by its mean and variance (Wilson and Hilferty); `z` is that of a standard normal one. */
const gammaQuantile = (mean: number, variance: number, z: number): number => {
	const square = variance / mean ** 2;
	return mean * Math.max(0, 1 - square / 9 + (z * Math.sqrt(square)) / 3) ** 3;
};

/** Counts whose variance is so close to their mean, or below it, are not overdispersed. */
const leastExcess = 0.02;

/**
 * The band of a count by its mean and variance, between the whole numbers: negative binomial, as of a count by chance at a rate
 * that is not known; gamma where it varies less than by chance, as behind a controller.
 */
const countBand = (mean: number, variance: number): Band => {
	if (variance < mean * (1 + leastExcess) && mean > 10) {
		return {
			median: gammaQuantile(mean, variance, 0),
			low: gammaQuantile(mean, variance, -outerTenth),
			high: gammaQuantile(mean, variance, outerTenth),
		};
	}
	const size = mean ** 2 / Math.max(variance - mean, mean * leastExcess);
	const [low = 0, median = mean, high = mean] = [0.1, 0.5, 0.9].map(share => {
		let chance = (size / (size + mean)) ** size;
		let below = 0;
		let count = 0;
		for (; below + chance < share && count < 10 * mean + 100; count++) {
			below += chance;
			chance *= ((count + size) / (count + 1)) * (mean / (size + mean));
		}
		return Math.max(0, count - 0.5 + (share - below) / chance);
	});
	return {low, median, high};
};

/** What a forecast is made of. */
export type CloseParts = {
	/** The number of the day. */
	day: number;
	now: DayPoint;
	/** Whole days before it, oldest first. */
	before: readonly DayCourse[];
	/** Live answers that are to come at the present pace: the only estimate without earlier days, or after the time at which these ended. */
	restAtPace: number;
	/** The factor by which the band is widened, because of what earlier forecasts missed. */
	widening: number;
};

/** How a campaign usually does at a time of day: its rate all day, up to that time and after it. */
const usualRates = (ends: readonly DayPoint[], then: readonly DayPoint[], now: DayPoint) => {
	const count = (points: readonly DayPoint[], of: 'answers' | 'drops'): number => sum(points, point => point[of]);
	const [answers, drops] = [count(ends, 'answers'), count(ends, 'drops')];
	const usual = answers > 0 ? Math.max(leastRate, drops / answers) : mixed(now.drops + 0.5, now.answers, 0, few);
	const [answersBefore, dropsBefore] = [count(then, 'answers'), count(then, 'drops')];
	return {
		usual,
		before: mixed(dropsBefore, answersBefore, usual, assumed.evenAnswers),
		after: mixed(drops - dropsBefore, answers - answersBefore, usual, assumed.evenAnswers),
	};
};

/**
 * The drop rate at close, percent. Today's deviation from the usual rate counts by what chance leaves of it (empirical Bayes): much
 * where earlier days differ among themselves, or where many have answered today. Undefined where it is not known how many are still to
 * answer yet.
 */
export const dropRateAtClose = ({day: number, now, before, restAtPace, widening}: CloseParts): Band | undefined => {
	const known = daysLike(number, before).flatMap(course => {
		const [then, end] = [countedAt(course, now.time), course.points.at(-1)];
		return then && end && end.answers > 0 ? [{then, end}] : [];
	});
	const ends = known.map(({end}) => end);
	const dispersion = dispersionOf(before.slice(-daysLookedAt));
	const rates = usualRates(
		ends,
		known.map(({then}) => then),
		now,
	);
	const chance = (answers: number, rate: number): number => dispersion * chanceOf(rate, answers);
	const deviations = sum(
		ends,
		({drops, answers}) => (drops / answers / rates.usual - 1) ** 2 - chance(answers, rates.usual),
	);
	const betweenDays = Math.max(
		0,
		(assumed.dayDeviation ** 2 * assumed.days + deviations) / (assumed.days + Math.max(0, ends.length - 1)),
	);
	const all = sum(ends, ({answers}) => answers);
	const prior = betweenDays * (1 + 1 / Math.max(1, ends.length)) + chance(all, rates.usual);
	const own = mixed(now.drops, now.answers, rates.before, few);
	const noise = chance(now.answers, Math.max(rates.before, own / 3));
	const weight = ends.length > 0 ? prior / (prior + noise) : 1;
	const rate = Math.max(leastRate, rates.after * (1 + weight * (own / rates.before - 1)));
	const rests = known.map(
		({then, end}) => (end.answers - then.answers) * Math.min(3, (now.answers + 50) / (then.answers + 50)),
	);
	const usualRest = medianOf(rests) ?? 0;
	const rest = usualRest >= 1 ? usualRest : restAtPace;
	if (rest < 1) {
		return undefined;
	}
	const drops = rest * rate;
	const spread = noise * weight + (ends.length > 0 ? drift.known : drift.unknown) ** 2;
	const counts = countBand(drops, dispersion * drops * (1 - rate) + drops ** 2 * spread);
	const percent = (count: number): number => (100 * (now.drops + count)) / (now.answers + rest);
	const median = percent(counts.median);
	return {
		median,
		low: Math.max((100 * now.drops) / (now.answers + rest), median - widening * (median - percent(counts.low))),
		high: Math.min(100, median + widening * (percent(counts.high) - median)),
	};
};

/** Live answers that come in some time at a pace. */
export const answersAtPace = (perHour: number, milliseconds: number): number =>
	(perHour * Math.max(0, milliseconds)) / hour;
