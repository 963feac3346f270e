/** How far off the forecasts of a campaign were over the last days, by its recorded minutes. */

import {type ForecastSample, forecastErrors} from '../model/forecast-errors.ts';
import type {ForecastError, Source} from '../model/state.ts';
import {hour} from '../model/time.ts';
import type {Recording} from './recording.ts';
import {number, text} from './row-values.ts';

/** How far back forecasts are judged, milliseconds. */
const judgedFor = 7 * 24 * hour;

/** Rows that are read at once. */
const readAtOnce = 3 * hour;

/**
 * Works them out in slices: a few milliseconds of reading or reckoning up to each yield.
 *
 * @throws Error what the recording throws
 */
export function* judgedForecasts(
	recording: Pick<Recording, 'rows'>,
	campaignId: string,
	source: Source,
	now: number,
): Generator<undefined, readonly ForecastError[]> {
	const samples: ForecastSample[] = [];
	for (let from = now - judgedFor; from < now; from += readAtOnce) {
		const period = {from, to: Math.min(from + readAtOnce, now) - 1};
		for (const {at, values} of recording.rows(`figures/${campaignId}`, period, 'minute').rows) {
			samples.push({
				at,
				figures: {
					remainingLeads: number(values.remainingLeads),
					remainingTime: number(values.remainingTime),
					ringing: number(values.ringing),
					status: text(values.status),
					schedule: text(values.schedule),
				},
			});
		}
		yield;
	}
	return yield* forecastErrors(samples, source);
}
