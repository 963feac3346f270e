/**
 * Scales that do not exaggerate: counts and rates begin at 0, a limit has a row of its own, and a stock, such as leads, shows a
 * range that is wide enough for a small move to look small.
 */
import {decimals, number} from '../../present/format.ts';
import type {Chart} from './chart.ts';

/** The lowest and the highest value drawn, the values between them that are labelled, and the rows they take. */
export type Scale = {min: number; max: number; ticks: readonly number[]; digits: number; rows: number};

/** What a scale must hold. */
export type Held = {
	values: readonly number[];
	/** Counts: no label has a fraction. */
	isWhole?: boolean;
	/** What no label passes, if no value does: 100 for a percentage. */
	cap?: number | undefined;
	/** The scale may begin above 0. */
	isStock?: boolean | undefined;
	/** A value that has a label. */
	limit?: number | undefined;
};

const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6];

/** How many intervals there may be between labels. */
const intervalCounts = [2, 3, 4];

/** The part of its highest value that a stock shows at least: a fall of 2 % is a tenth of the height. */
const leastSpan = 0.2;

/** Below this share of the highest value, a scale from 0 would leave the line without movement. */
const liesHigh = 0.4;

/** Decimals that write a step exactly: 0.25 takes two. */
export const digitsOf = (step: number): number => (String(step).split('.')[1] ?? '').length;

/** A figure without the error of binary fractions. */
const plain = (value: number): number => Number(value.toPrecision(12));

/** The counts of intervals that so many rows hold evenly; every odd number of rows holds some. */
const evenly = (rows: number): number[] => intervalCounts.filter(count => (rows - 1) % count === 0);

/** The lowest value that a scale shows, if nothing rounds it: 0, but for a stock, and for what is below 0. */
const lowOf = ({values, isStock}: Held): number => {
	const [lowest, highest] = [Math.min(...values), Math.max(...values)];
	return lowest < 0 ? lowest : isStock && lowest > highest * liesHigh ? Math.min(lowest, highest * (1 - leastSpan)) : 0;
};

/** What labels may reach; figures that contradict each other may pass it: more agents busy than there are. */
const topOf = ({cap = Number.POSITIVE_INFINITY}: Held, highest: number): number =>
	highest > cap ? Number.POSITIVE_INFINITY : cap;

/** The tightest scale of exactly so many rows with round labels at even distances; undefined where no round step fits. */
const tightest = (held: Held, rows: number): Scale | undefined => {
	const highest = Math.max(...held.values);
	const low = lowOf(held);
	const range = highest - low || Math.abs(highest) || 1;
	const top = topOf(held, highest);
	const power = Math.max(Math.floor(Math.log10(range)) - 2, held.isWhole ? 0 : Number.NEGATIVE_INFINITY);
	let best: Scale | undefined;
	for (const magnitude of [power, power + 1, power + 2, power + 3]) {
		for (const factor of steps) {
			const step = Number((factor * 10 ** magnitude).toPrecision(3));
			for (const count of held.isWhole && !Number.isInteger(step) ? [] : evenly(rows)) {
				const from = Math.min(Math.floor(low / step), Math.floor(top / step) - count);
				const holds =
					from + count >= highest / step &&
					(from >= 0 || low < 0) &&
					Number.isFinite(Math.max(-from, from + count) * step);
				// Of those that hold the values the tightest one, with the most labels.
				if (holds && (!best || plain(count * step) < plain(best.max - best.min))) {
					const ticks = Array.from({length: count + 1}, (_, at) => plain((from + at) * step));
					best = {min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks, digits: digitsOf(step), rows};
				}
			}
		}
	}
	return best;
};

/** Round labels at even distances, in at most so many rows. */
const roundScale = (held: Held, most: number): Scale => {
	// From 0 to its cap not every number of intervals is round: 100 % make two or four.
	for (let rows = most; rows > 1; rows--) {
		const scale = tightest(held, rows);
		if (scale) {
			return scale;
		}
	}
	if (held.cap !== undefined) {
		return roundScale({...held, cap: undefined}, most);
	}
	// Of the size of the largest and the smallest numbers there are, no step is round.
	const [low, highest] = [lowOf(held), Math.max(...held.values)];
	const max = highest > low ? highest : low + (Math.abs(low) || 1);
	return {min: low, max, ticks: [low, max], digits: 0, rows: most};
};

const isShort = (value: number): boolean => Number(value.toPrecision(2)) === value;

/** The least round end of a scale from 0 whose limit is exactly on one of so many steps. */
const endWithLimit = (limit: number, highest: number, stepCount: number, top: number): number | undefined => {
	for (let below = stepCount; below > 0; below--) {
		const end = plain((limit * stepCount) / below);
		if (end >= highest && (isShort(end) || below === stepCount)) {
			return end <= top ? end : undefined;
		}
	}
	return undefined;
};

/** Labels: 0, the limit, the end, and between these two multiples of the limit, at even distances if there are any. */
const limitTicks = (limit: number, end: number): number[] => {
	const count = Math.floor(end / limit);
	const even = Array.from({length: count}, (_, at) => at + 1).find(
		every => (every * limit * Math.round(count / every)).toFixed(6) === end.toFixed(6) && count / every <= 5,
	);
	const every = even !== undefined && even < count ? even : Math.ceil(count / 3);
	const between = Array.from({length: count}, (_, at) => plain((at + 1) * limit)).filter(
		(value, at) => (at + 1) % every === 0 && value > limit && value <= end - limit * every,
	);
	return [...new Set([0, limit, ...between, end])];
};

/** A scale from 0 in at most so many rows, whose limit has a row exactly; undefined where none has room for the values. */
const scaleWithLimit = (held: Held, limit: number, most: number): Scale | undefined => {
	const highest = Math.max(...held.values, limit);
	const scales = [most, most - 1].flatMap((rows): Scale[] => {
		const end = endWithLimit(limit, highest, rows - 1, topOf(held, highest));
		const ticks = end === undefined ? [] : limitTicks(limit, end);
		return end === undefined ? [] : [{min: 0, max: end, ticks, digits: Math.max(...ticks.map(digitsOf)), rows}];
	});
	const rowOf = ({max, rows}: Scale): number => plain(max / (rows - 1));
	return scales.reduce<Scale | undefined>(
		(best, scale) => (best && rowOf(best) <= rowOf(scale) ? best : scale),
		undefined,
	);
};

/**
 * A scale of at most so many rows, each of its labels in a row of its own; undefined where the limit can have none, as values
 * lie too far above it.
 */
export const scaleOf = (held: Held, most: number): Scale | undefined => {
	const {limit = 0} = held;
	return limit > 0 && lowOf(held) === 0 ? scaleWithLimit(held, limit, most) : roundScale(held, most);
};

const ends = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round value. */
const roundedUp = (value: number, isWhole: boolean): number => {
	const power = 10 ** Math.max(Math.floor(Math.log10(value)), isWhole ? 0 : Number.NEGATIVE_INFINITY);
	const all = ends.map(factor => plain(factor * power));
	return all.find(end => end >= value && (isWhole ? Number.isInteger(end) : Number.isFinite(end))) ?? value;
};

/** The end of a scale from 0, rounded. */
const endFromZero = (held: Held): number => {
	const highest = Math.max(...held.values, held.limit ?? 0);
	return highest > 0 ? Math.min(roundedUp(highest, held.isWhole ?? false), topOf(held, highest)) : 1;
};

/** A scale of few rows that are divided: both ends are labelled, and the limit. It ends at the limit, or else at a round value. */
export const smallScale = (held: Held, rows: number): Scale => {
	const low = lowOf(held);
	if (low !== 0) {
		const {min, max} = roundScale(held, 5);
		return {min, max, ticks: [min, max], digits: Math.max(digitsOf(min), digitsOf(max)), rows};
	}
	const {limit = 0, values} = held;
	const max = limit > 0 && Math.max(...values) <= limit ? limit : endFromZero(held);
	const ticks = [...new Set([0, ...(limit > 0 ? [limit] : []), max])];
	return {min: 0, max, ticks, digits: Math.max(...ticks.map(digitsOf)), rows};
};

/** The scale of a strip: one row from 0 to a round end, or between its ends where there are values below 0. */
export const stripScale = (held: Held): Pick<Scale, 'min' | 'max'> => {
	const lowest = Math.min(0, ...held.values);
	return {min: lowest < 0 ? -roundedUp(-lowest, held.isWhole ?? false) : 0, max: endFromZero(held)};
};

/** A count as an axis writes it: from 100,000 on in thousands, if its steps are. */
const shortened = (value: number, step: number): string =>
	value >= 100_000 && step % 1000 === 0 ? `${number(value / 1000)}k` : number(value);

/** The labels of a scale, as the axis of a chart writes them. */
export const labelOf = (
	tick: number,
	{ticks, digits}: Pick<Scale, 'ticks' | 'digits'>,
	{format}: Pick<Chart, 'format'>,
): string => {
	const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
	return format === undefined ? shortened(tick, step) : decimals(tick, digits);
};

/** A round value in four cells: `120`, `2.5k`, `1.2M`. */
const brief = (value: number): string => {
	const [unit, name] = Math.abs(value) >= 1e6 ? [1e6, 'M'] : Math.abs(value) >= 1000 ? [1000, 'k'] : [1, ''];
	return `${plain(value / unit)}${name}`;
};

/** Both ends of the scale of a strip: `0-120`. */
export const endsText = ({min, max}: Pick<Scale, 'min' | 'max'>): string => `${brief(min)}-${brief(max)}`;

/** Cells of both ends: they keep them while the scale changes. */
export const endsRoom = 6;
