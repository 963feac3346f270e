/** The leads that remain after a shift, and when they run out. */

import type {DialState} from '../model/campaign.ts';
import {timeLeft} from '../model/derived.ts';
import {countBetween, edgeOf, lastBy, type Series, type SeriesPoint} from '../model/series.ts';
import {minute} from '../model/time.ts';

/** Leads at the end of a shift. */
export type RemainingLeads = {
	remaining: number;
	/** When they run out, if the campaign goes on as it does; undefined if it does not dial, or its pace is not known. */
	endsAt: number | undefined;
	/** True if that is dialtop's own forecast, by the leads dialed in the last quarter of an hour. */
	isDerived: boolean;
};

const quarter = 15 * minute;

/** Seconds that the leads last at the pace of the last quarter of an hour. */
const ownForecast = (series: Series, remaining: number, to: number): number | undefined => {
	const [first, last] = [edgeOf(series, to - quarter), edgeOf(series, to)];
	const dialed =
		first === undefined || last === undefined
			? undefined
			: countBetween(series, first, last, figures => figures.calledToday);
	return first === undefined || last === undefined || last - first < 5 * minute || !dialed
		? undefined
		: ((remaining / dialed) * (last - first)) / 1000;
};

/** The leads at a moment. */
export const leadsAt = (
	series: Series,
	state: DialState,
	to: number,
	endOf: (sample: SeriesPoint, seconds: number, state: DialState) => number | undefined = ({at}, seconds) =>
		at + seconds * 1000,
): RemainingLeads | undefined => {
	const remaining = lastBy(series.samples, to, figures => figures.remainingLeads);
	if (remaining === undefined) {
		return undefined;
	}
	const sample = series.samples.findLast(({at}) => at <= to);
	const isOff = state === 'paused' || state === 'stopped';
	if (!sample || isOff || remaining === 0) {
		return {remaining, endsAt: undefined, isDerived: false};
	}
	const forecast = timeLeft({
		figures: sample.figures,
		dashboard: undefined,
		state,
	});
	const seconds = forecast?.seconds ?? ownForecast(series, remaining, to);
	return {
		remaining,
		endsAt: seconds === undefined ? undefined : endOf(sample, seconds, state),
		isDerived: forecast === undefined && seconds !== undefined,
	};
};
