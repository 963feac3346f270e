/**
 * What a campaign showed over some hours, as samples: polls, or minutes and hours of a recording. From them its counts are taken by
 * difference, and its gauges by the time between two samples.
 */
import {dayIn, type Stretch, type Zone} from './calling-hours.ts';
import type {Figures} from './wire.ts';

/** What a campaign showed at a moment, or over some time that ends then: gauges are means of it, counts those of its end. */
export type SeriesPoint = {
	/** Milliseconds since 1970. */
	at: number;
	/** Milliseconds that the gauges are means of, at least: they are taken to reach to the sample before. 0 for a single poll. */
	span: number;
	figures: Figures;
};

/** Something that is read of the figures; undefined if it was not shown. */
export type Of<T> = (figures: Figures) => T | undefined;

/** Samples of one campaign, oldest first, with what follows from them. */
export type Series = {
	samples: readonly SeriesPoint[];
	/** After more milliseconds without a sample, nothing is known of the time in between. */
	longest: number;
	/** The same samples by the service's days: its counts of a day begin at 0. */
	days: readonly CountedDay[];
};

/** Samples of one day, over which its counts go on; before the first of them they are known to be 0 if the day began within the series. */
type CountedDay = {samples: readonly SeriesPoint[]; isFromStart: boolean};

const second = 1000;

/** Polls are further apart where there are many campaigns: a few rounds may be missing, and a minute always. */
const [shortestGap, mostRounds] = [90 * second, 5];
/** Of samples that are far apart by themselves, one may be missing. */
const beyond = 300 * second;

const longestOf = (samples: readonly SeriesPoint[]): number => {
	const steps = samples.slice(1).map(({at}, index) => at - (samples[index]?.at ?? at));
	const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
	return Math.max(shortestGap, Math.min(mostRounds * usual, 2 * usual + beyond));
};

/**
 * Whether the day's counts began anew between two samples: they fell, or nothing was seen of the service's midnight. A count
 * that is set right by a few on the same day goes on.
 */
const hasBegunAnew = (before: SeriesPoint, after: SeriesPoint, longest: number, zone: Zone): boolean => {
	const isGap = after.at - after.span - before.at > longest;
	const [was, is] = [before.figures.calledToday, after.figures.calledToday];
	const falls = was !== undefined && is !== undefined && is < was;
	if (!isGap && !falls) {
		return false;
	}
	const isOtherDay = dayIn(zone, before.at).number !== dayIn(zone, after.at).number;
	return isOtherDay || (falls && (isGap || is < was / 2));
};

/** A series of samples, oldest first. @param zone whose midnight ends the service's days */
export const seriesOf = (samples: readonly SeriesPoint[], zone: Zone): Series => {
	const longest = longestOf(samples);
	const days: {samples: SeriesPoint[]; isFromStart: boolean}[] = [];
	let before: SeriesPoint | undefined;
	for (const sample of samples) {
		const isNew = before !== undefined && hasBegunAnew(before, sample, longest, zone);
		if (before === undefined || isNew) {
			days.push({samples: [], isFromStart: isNew});
		}
		days.at(-1)?.samples.push(sample);
		before = sample;
	}
	return {samples, longest, days};
};

/** How many samples were taken at a moment or before it. */
const countBy = (samples: readonly SeriesPoint[], at: number): number => {
	let [low, high] = [0, samples.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((samples[middle]?.at ?? 0) <= at) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
};

/** What was last shown at a moment or before it. */
export const lastBy = <T>(samples: readonly SeriesPoint[], at: number, of: Of<T>): T | undefined => {
	for (let index = countBy(samples, at) - 1; index >= 0; index--) {
		const value = of((samples[index] as SeriesPoint).figures);
		if (value !== undefined) {
			return value;
		}
	}
	return undefined;
};

/** The time of the sample that has the counts as of a moment; undefined if there is none near it. */
export const edgeOf = ({samples, longest}: Series, at: number): number | undefined => {
	const next = countBy(samples, at);
	return [samples[next - 1], samples[next]].find(sample => sample && Math.abs(sample.at - at) <= longest)?.at;
};

/**
 * What each day of the service's counts added between two moments: the count when it ended, and when it began. The first is that
 * of the first sample where the series begins later.
 */
export const addedBetween = <T>({days}: Series, from: number, to: number, of: Of<T>): {from: T | undefined; to: T}[] =>
	days.flatMap(({samples, isFromStart}) => {
		const [first] = samples;
		if (first === undefined || first.at > to || (samples.at(-1)?.at ?? 0) <= from) {
			return [];
		}
		const last = lastBy(samples, to, of);
		if (last === undefined) {
			return [];
		}
		// Undefined means 0 on a day that began within the series.
		const before = lastBy(samples, from, of);
		const begin =
			before ?? (isFromStart ? undefined : samples.map(({figures}) => of(figures)).find(one => one !== undefined));
		return [{from: begin, to: last}];
	});

/** How much a count of the day grew between two moments; undefined if it was not shown. */
export const countBetween = (series: Series, from: number, to: number, of: Of<number>): number | undefined => {
	const isShown = series.samples.some(({figures}) => of(figures) !== undefined);
	return isShown
		? addedBetween(series, from, to, of).reduce((sum, day) => sum + day.to - (day.from ?? 0), 0)
		: undefined;
};

/** A stretch between two samples: what was shown at its beginning and its end. */
type Step = Stretch & {begin: SeriesPoint; end: SeriesPoint};

/** The stretches between two moments that samples cover. */
function* stepsOf({samples, longest}: Series, from: number, to: number): Generator<Step> {
	for (let index = countBy(samples, from); index < samples.length; index++) {
		const end = samples[index] as SeriesPoint;
		const before = samples[index - 1];
		const isNear = before !== undefined && end.at - before.at <= longest;
		const [began, begin] = [isNear ? before.at : end.at - end.span, end.span > 0 ? end : before];
		if (began >= to) {
			return;
		}
		// Two polls may have come in the same moment.
		if (begin && end.at > began && (isNear || end.span > 0)) {
			yield {from: began, until: end.at, begin, end};
		}
	}
}

/** A gauge over time: the sum of its value times milliseconds, and over how many milliseconds it is known. */
export type OverTime = {sum: number; known: number};

/** Sums a gauge over the time between two moments; between two samples it is taken to go straight from one to the other. */
export const overTime = (series: Series, from: number, to: number, of: Of<number>): OverTime => {
	let [sum, known] = [0, 0];
	for (const step of stepsOf(series, from, to)) {
		const [first, last] = [of(step.begin.figures), of(step.end.figures)];
		if (first === undefined || last === undefined) {
			continue;
		}
		const [begin, until] = [Math.max(from, step.from), Math.min(to, step.until)];
		const middle = ((begin + until) / 2 - step.from) / (step.until - step.from);
		sum += (first + (last - first) * middle) * (until - begin);
		known += until - begin;
	}
	return {sum, known};
};

/** The mean of a gauge between two moments; undefined if it is known of less than `least` milliseconds. */
export const meanBetween = (
	series: Series,
	from: number,
	to: number,
	of: Of<number>,
	least = 1,
): number | undefined => {
	const {sum, known} = overTime(series, from, to, of);
	return known < least ? undefined : sum / known;
};

/** The stretches between two moments that no samples cover. */
export const gapsBetween = (series: Series, from: number, to: number): Stretch[] => {
	const gaps: Stretch[] = [];
	let known = from;
	for (const step of stepsOf(series, from, to)) {
		// Adjacent stretches leave no gap.
		if (step.from > known) {
			gaps.push({from: known, until: step.from});
		}
		known = Math.max(known, step.until);
	}
	return known < to ? [...gaps, {from: known, until: to}] : gaps;
};
