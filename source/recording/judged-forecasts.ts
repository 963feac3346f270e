/** How the forecasts of a campaign did over the last days, by what was recorded of it. */

import {dayIn, type Zone} from '../model/calling-hours.ts';
import {type CloseRecord, type CloseSample, closeRecordOf, wholeDays} from '../model/close-record.ts';
import {type ForecastSample, forecastErrors} from '../model/forecast-errors.ts';
import type {ForecastError, Source} from '../model/state.ts';
import {day, hour} from '../model/time.ts';
import type {Recording} from './recording.ts';
import {number, text} from './row-values.ts';

/** How far back the forecast of leads is judged, milliseconds. */
const leadsJudgedFor = 7 * day;

/** How far back that of the drop rate at close is: as many weekdays as it looks back on, and as many again to judge it by. */
const closeJudgedFor = 30 * day;

/** Minutes, and hours, that are read at once. */
const minutesAtOnce = 3 * hour;
const hoursAtOnce = 5 * day;

/** What the recording says of the forecasts of a campaign. */
export type JudgedForecasts = {errors: readonly ForecastError[]; close: CloseRecord};

/** A campaign, and by whose clock its days are. */
export type Judged = {campaignId: string; zone: Zone};

function* leadErrors(
	recording: Pick<Recording, 'rows'>,
	campaignId: string,
	source: Source,
	now: number,
): Generator<undefined, readonly ForecastError[]> {
	const samples: ForecastSample[] = [];
	for (let from = now - leadsJudgedFor; from < now; from += minutesAtOnce) {
		const period = {from, to: Math.min(from + minutesAtOnce, now) - 1};
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

function* closeJudged(
	recording: Pick<Recording, 'rows'>,
	{campaignId, zone}: Judged,
	now: number,
): Generator<undefined, CloseRecord> {
	const samples: CloseSample[] = [];
	for (let from = now - closeJudgedFor; from < now; from += hoursAtOnce) {
		const period = {from, to: Math.min(from + hoursAtOnce, now) - 1};
		for (const {at, values} of recording.rows(`figures/${campaignId}`, period, 'hour').rows) {
			samples.push({at, humanAnswered: number(values.humanAnswered), dropRate: number(values.dropRate)});
		}
		yield;
	}
	return yield* closeRecordOf(wholeDays(samples, zone, dayIn(zone, now).number));
}

/**
 * Works them out in slices: a few milliseconds of reading or reckoning up to each yield.
 *
 * @throws Error what the recording throws
 */
export function* judgedForecasts(
	recording: Pick<Recording, 'rows'>,
	judged: Judged,
	source: Source,
	now: number,
): Generator<undefined, JudgedForecasts> {
	const close = yield* closeJudged(recording, judged, now);
	const errors = yield* leadErrors(recording, judged.campaignId, source, now);
	return {errors, close};
}
