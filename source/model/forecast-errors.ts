/**
 * How far off the forecast of when leads run out was: made again at moments of the last days, by the code that the screen has it
 * from, and compared with when that few leads really remained.
 */

import {dialStateOf} from './campaign.ts';
import {projectionOf} from './projection.ts';
import type {ForecastError, Source} from './state.ts';
import {minute} from './time.ts';
import type {Figures} from './wire.ts';

/** A campaign in a minute. */
export type ForecastSample = {
	/** UTC milliseconds. */
	at: number;
	figures: Pick<Figures, 'remainingLeads' | 'remainingTime' | 'status' | 'schedule' | 'ringing'>;
};

/** How far ahead forecasts are judged, minutes. */
export const aheads = [15, 30, 60] as const;

/** Milliseconds between the moments at which one is made. */
const every = 15 * minute;

/** How much later than forecast the search goes on, as a multiple of how far ahead the forecast was. */
const furthest = 4;

/** A stretch without a minute, or without dialing, that ends a search: the floor was closed, or nobody looked. */
const longestPause = 60 * minute;

/** Fewer forecasts do not predict the error of the next one: five hours of them. */
const leastForecasts = 20;

/** What a sample forecasts: how many leads remain at a moment; undefined without a forecast, or if they are to end before. */
const forecastOf = (
	{at, figures}: ForecastSample,
	source: Source,
): ((then: number) => number | undefined) | undefined => {
	const {remainingLeads, remainingTime} = figures;
	const moment = {wall: at, mono: at};
	const projection =
		remainingLeads && remainingTime
			? projectionOf({
					figures: {...figures, extra: {}, unreadable: []},
					dashboard: undefined,
					state: dialStateOf(figures.status, source.statusWords),
					span: {sentAt: moment, receivedAt: moment},
					source,
				})
			: undefined;
	if (!projection || !remainingLeads) {
		return undefined;
	}
	const {seconds, dialing = [{from: at, until: at + seconds * 1000}]} = projection;
	return then => {
		const dialed = dialing.reduce((sum, {from, until}) => sum + Math.max(0, Math.min(until, then) - from), 0);
		const remaining = remainingLeads * (1 - dialed / (seconds * 1000));
		return dialed > 0 && remaining > 0 ? remaining : undefined;
	};
};

/** Leads that are added while others are called; a few come back by themselves. */
const isAdded = (before: number, after: number): boolean => after > before * 1.01;

/**
 * When no more leads remained than so many: infinite if not until long after it was forecast. Undefined where leads were added
 * before, nothing was dialed for long, or the recording ends.
 */
const reachedAt = (
	samples: readonly ForecastSample[],
	index: number,
	remaining: number,
	latest: number,
): number | undefined => {
	let before = samples[index];
	let fellAt = before?.at ?? 0;
	for (let next = index + 1; next < samples.length; next++) {
		const sample = samples[next];
		const [was, is] = [before?.figures.remainingLeads, sample?.figures.remainingLeads];
		if (!sample || was === undefined || is === undefined || isAdded(was, is) || sample.at - fellAt > longestPause) {
			return undefined;
		}
		if (is <= remaining) {
			return sample.at;
		}
		if (sample.at > latest) {
			return Number.POSITIVE_INFINITY;
		}
		fellAt = is < was ? sample.at : fellAt;
		before = sample;
	}
	return undefined;
};

const medianOf = (values: readonly number[]): number => {
	const sorted = values.toSorted((one, other) => one - other);
	const half = sorted.length / 2;
	return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
};

/**
 * By how many minutes each forecast of a campaign was off, by how many minutes ahead it was. A moment is skipped from which on leads
 * were added or nothing was dialed: the forecast is of the leads and the dialing of then. Yields between moments, so that it can be
 * worked out in slices.
 *
 * @param samples oldest first, one a minute
 */
export function* forecastMisses(
	samples: readonly ForecastSample[],
	source: Source,
): Generator<undefined, ReadonlyMap<number, readonly number[]>> {
	const misses = new Map<number, number[]>(aheads.map(ahead => [ahead, []]));
	let next = Number.NEGATIVE_INFINITY;
	for (const [index, sample] of samples.entries()) {
		if (sample.at < next) {
			continue;
		}
		next = sample.at + every;
		const forecast = forecastOf(sample, source);
		for (const [ahead, found] of misses) {
			const then = sample.at + ahead * minute;
			const remaining = forecast?.(then);
			const reached =
				remaining === undefined ? undefined : reachedAt(samples, index, remaining, then + furthest * ahead * minute);
			if (reached !== undefined) {
				found.push(Math.abs(reached - then) / minute);
			}
		}
		yield;
	}
	return misses;
}

/** The errors of the forecasts of a campaign, for each time ahead of which there were enough; as {@link forecastMisses}. */
export function* forecastErrors(
	samples: readonly ForecastSample[],
	source: Source,
): Generator<undefined, readonly ForecastError[]> {
	const misses = yield* forecastMisses(samples, source);
	return [...misses].flatMap(([ahead, found]) =>
		found.length < leastForecasts ? [] : [{ahead, within: medianOf(found), forecasts: found.length}],
	);
}

/** The error that a forecast of so many seconds usually has: that of the time ahead which is nearest below; undefined if none is known. */
export const usualError = (errors: readonly ForecastError[] | undefined, seconds: number): ForecastError | undefined =>
	errors?.findLast(({ahead}) => ahead * 60 <= Math.max(seconds, 15 * 60)) ?? undefined;
