/**
 * How far off the forecast of when leads run out was: made again at moments of the last days, by the code that the screen has it
 * from, and compared with when as few leads as it spoke of were really left.
 */
import {dialStateOf} from './campaign.ts';
import {projectionOf} from './projection.ts';
import type {Source} from './state.ts';
import type {Figures} from './wire.ts';

/** The error of a forecast, so far ahead. */
export type ForecastError = {
	/** Minutes. */
	ahead: number;
	/** The median of how far off it was, minutes. */
	within: number;
	/** How many forecasts it is of. */
	forecasts: number;
};

/** A campaign in a minute. */
export type ForecastSample = {
	/** UTC milliseconds. */
	at: number;
	figures: Pick<Figures, 'remainingLeads' | 'remainingTime' | 'status' | 'schedule' | 'ringing'>;
};

const minute = 60_000;

/** How far ahead forecasts are judged, minutes. */
export const aheads = [15, 30, 60] as const;

/** Milliseconds between the moments at which one is made. */
const every = 15 * minute;

/** Milliseconds within which a sample must lie of the moment that it is for. */
const near = 2 * minute;

/** Fewer forecasts say nothing of the next one: five hours of them. */
const leastForecasts = 20;

/** The newest sample at a moment, if it is near. */
const sampleAt = (samples: readonly ForecastSample[], at: number): ForecastSample | undefined => {
	let [low, high] = [0, samples.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((samples[middle]?.at ?? at) <= at) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	const found = samples[low - 1];
	return found && at - found.at <= near ? found : undefined;
};

/** When, by a sample, no more leads remain than so many; undefined without a forecast. */
const reachedAt = ({at, figures}: ForecastSample, left: number, source: Source): number | undefined => {
	const {remainingLeads = 0, remainingTime} = figures;
	if (!remainingTime || left >= remainingLeads) {
		return undefined;
	}
	const leads = remainingLeads - left;
	const moment = {wall: at, mono: at};
	const projection = projectionOf({
		figures: {
			...figures,
			remainingLeads: leads,
			remainingTime: remainingTime * (leads / remainingLeads),
			extra: {},
			unreadable: [],
		},
		dashboard: undefined,
		state: dialStateOf(figures.status, source.statusWords),
		span: {sentAt: moment, receivedAt: moment},
		source,
	});
	return projection && (projection.dialing?.at(-1)?.until ?? projection.from + projection.seconds * 1000);
};

const medianOf = (values: readonly number[]): number => {
	const sorted = values.toSorted((one, other) => one - other);
	const half = sorted.length / 2;
	return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
};

/**
 * The errors of the forecasts of a campaign, for each time ahead of which there were enough. A moment is skipped from which on
 * leads were added or nothing was dialed: the forecast is of the leads and the dialing of then. Yields between moments, so that
 * it can be worked out in slices.
 *
 * @param samples oldest first, one a minute
 */
export function* forecastErrors(
	samples: readonly ForecastSample[],
	source: Source,
): Generator<undefined, readonly ForecastError[]> {
	const errors = new Map<number, number[]>(aheads.map(ahead => [ahead, []]));
	let next = Number.NEGATIVE_INFINITY;
	for (const sample of samples) {
		if (sample.at < next) {
			continue;
		}
		next = sample.at + every;
		for (const [ahead, found] of errors) {
			const later = sampleAt(samples, sample.at + ahead * minute);
			const left = later?.figures.remainingLeads;
			const reached = left === undefined ? undefined : reachedAt(sample, left, source);
			if (later && reached !== undefined) {
				found.push(Math.abs(reached - later.at) / minute);
			}
		}
		yield;
	}
	return [...errors].flatMap(([ahead, found]) =>
		found.length < leastForecasts ? [] : [{ahead, within: medianOf(found), forecasts: found.length}],
	);
}

/** The error that a forecast of so many seconds usually has: that of the time ahead which is nearest below; undefined if none is known. */
export const usualError = (errors: readonly ForecastError[] | undefined, seconds: number): ForecastError | undefined =>
	errors?.findLast(({ahead}) => ahead * 60 <= Math.max(seconds, 15 * 60)) ?? undefined;
