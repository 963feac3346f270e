/** Looks up in a recording what came of forecasts. */
import {cameOf, dialsAlike, isUndisturbed} from '../foresight/came.ts';
import type {Zone} from '../model/calling-hours.ts';
import {seriesOf} from '../model/series.ts';
import {minute} from '../model/time.ts';
import {isInOrder, pointsOf} from '../recording/points.ts';
import type {Recording} from '../recording/recording.ts';
import {polledIn} from '../recording/row-values.ts';
import type {KnownForecast, Outcome} from './forecast-rows.ts';

/** How long after its time a forecast is compared, milliseconds: the last poll has come by then. */
const afterwards = 2 * minute;

/** How long after a change the service may still show what was before. */
const settles = minute;

/** How long before its close a day may have been seen last. */
const seenBefore = 15 * minute;

/** What of a forecast can be compared now; undefined if nothing can. */
export const dueOf = (
	{at, ahead, closesAt, isOver, isClosed}: KnownForecast,
	now: number,
): Outcome['of'] | undefined => {
	if (!isOver && now >= at + ahead * minute + afterwards) {
		return 'half-hour';
	}
	return !isClosed && now >= closesAt + afterwards ? 'close' : undefined;
};

type Source = Pick<Recording, 'rows' | 'last'>;

const halfHourOf = (recording: Source, {campaignId, at, ahead, kind}: KnownForecast, zone: Zone): Outcome['came'] => {
	const to = at + ahead * minute;
	const reading = recording.rows(`figures/${campaignId}`, {from: at - 2 * minute, to: to + minute});
	const series = seriesOf(pointsOf(reading), zone);
	const from = kind === 'changed' ? at + settles : at;
	return isInOrder(reading) && isUndisturbed(series, from, to) ? (cameOf(series, at, to) ?? {}) : {};
};

/** The rate at which a day closed, if nobody changed meanwhile how the campaign dials. */
const closeOf = (recording: Source, {campaignId, at, closesAt, kind}: KnownForecast): Outcome['came'] => {
	const stream = `figures/${campaignId}`;
	const end = recording.last(stream, closesAt - 1000);
	const begin = recording.last(stream, kind === 'changed' ? at + settles : at);
	if (!begin || !end || end.at < closesAt - seenBefore) {
		return {};
	}
	const hours = recording.rows(stream, {from: at, to: closesAt}, 'hour');
	const first = polledIn(begin.values);
	const isSame = [...hours.rows.filter(row => row.at < closesAt), end].every(
		({at: then, values}) => then <= begin.at || dialsAlike(first, polledIn(values)),
	);
	const {dropRate, humanAnswered = 0} = polledIn(end.values);
	return isInOrder(hours) && isSame && dropRate !== undefined && humanAnswered > 0 ? {dropAtClose: dropRate} : {};
};

/**
 * What came of a forecast; no figures where that is not known, or where somebody changed how the campaign dials meanwhile.
 *
 * @throws Error what the recording throws
 */
export const outcomeOf = (recording: Source, forecast: KnownForecast, of: Outcome['of'], zone: Zone): Outcome => ({
	campaignId: forecast.campaignId,
	at: forecast.at,
	kind: forecast.kind,
	of,
	came: of === 'close' ? closeOf(recording, forecast) : halfHourOf(recording, forecast, zone),
});
