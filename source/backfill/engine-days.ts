/** The drops of days that were not seen, out of what an engine has of them. */
import {lastPoll} from '../metrics/campaign-metrics.ts';
import {campaignSelector} from '../metrics/figures-from.ts';
import {dayIn, whenShown, type Zone} from '../model/calling-hours.ts';
import {dayText} from '../model/compliance.ts';
import {type DropCount, type DropDay, dropCountOf, plus} from '../model/drop-days.ts';
import {day, hour, minute} from '../model/time.ts';
import type {Engine} from '../prometheus/client.ts';
import {daysAfter} from '../recording/gather.ts';
import type {Row} from '../recording/recording.ts';
import {number} from '../recording/row-values.ts';
import {figuresRows} from './engine-rows.ts';

/** The metrics by which drops of a day are counted, and by which it is seen to begin. */
const names = [
	lastPoll,
	'dialtop_campaign_dialed_total',
	'dialtop_campaign_live_answers_total',
	'dialtop_campaign_drop_ratio',
];

/** Around midnight, when counts begin anew, samples are this close; a service may be late with that. */
const closely = {step: 5 * minute, before: 30 * minute, after: 90 * minute};

/** A day is whole if it was polled up to so short a time before its end. */
const unseen = 10 * minute;

/** The most campaigns in one query. */
const atOnce = 500;

/** What a day brought, of rows around it; undefined if it is not known to its end. */
const dayOf = (rows: readonly Row[], dayNumber: number, zone: Zone): DropDay | undefined => {
	const dateOf = (at: number): string => dayText(dayIn(zone, at).number);
	const own = daysAfter(undefined, rows, dateOf).filter(({values}) => values.date === dayText(dayNumber));
	const last = own.at(-1)?.at;
	const counts = own.flatMap(({values}): DropCount[] => {
		const [answers, rate] = [number(values.humanAnswered), number(values.dropRate)];
		return answers === undefined || rate === undefined ? [] : [dropCountOf(answers, rate)];
	});
	// Counts that the service began anew within a day add up. Rates are never averaged.
	return last === undefined || counts.length < own.length || dayIn(zone, last + unseen).number <= dayNumber
		? undefined
		: {...counts.reduce(plus), day: dayNumber, source: 'metrics', isWhole: true};
};

/**
 * Reads a day of campaigns.
 *
 * @param dayNumber the day's, on the service's calendar
 * @returns those that are known to the end of the day
 * @throws EngineError
 */
export const engineDaysOf = async (
	engine: Engine,
	profile: string,
	zone: Zone,
	campaignIds: readonly string[],
	dayNumber: number,
): Promise<Map<string, DropDay>> => {
	const [begin, end] = [dayNumber, dayNumber + 1].map(one => whenShown(zone, one * day)) as [number, number];
	const around = (midnight: number) => ({
		from: midnight - closely.before,
		to: midnight + closely.after,
		step: closely.step,
	});
	const ranges = [around(begin), {from: begin + closely.after, to: end - closely.before, step: hour}, around(end)];
	const days = new Map<string, DropDay>();
	for (let first = 0; first < campaignIds.length; first += atOnce) {
		const expression = campaignSelector(profile, campaignIds.slice(first, first + atOnce), names);
		const streams = new Map<string, Row[]>();
		for (const range of ranges) {
			for (const [stream, rows] of await figuresRows(await engine.queryRange(expression, range))) {
				streams.set(stream, [...(streams.get(stream) ?? []), ...rows]);
			}
		}
		for (const [stream, rows] of streams) {
			const distinct = rows.filter(({at}, index) => at > (rows[index - 1]?.at ?? Number.NEGATIVE_INFINITY));
			const known = dayOf(
				distinct.map((row, seq) => ({...row, seq})),
				dayNumber,
				zone,
			);
			if (known) {
				days.set(stream.slice('figures/'.length), known);
			}
		}
	}
	return days;
};
