/** The drops of a campaign day by day, as a recording has them: what was seen, and what the service reported of days that were not. */

import {dayIn} from '../model/calling-hours.ts';
import {dayNumberOf} from '../model/compliance.ts';
import {type DropDay, dropCountOf, plus} from '../model/drop-days.ts';
import {day, minute} from '../model/time.ts';
import type {Recording, Row, Values} from './recording.ts';
import {number} from './row-values.ts';

/** The stream of the days of a campaign that the service reported. */
const streamOf = (campaignId: string): string => `days/${campaignId}`;

/** The row of a day that the service reported, and its stream; undefined for a day that was seen, whose polls are recorded. */
export const rowOfDay = (
	campaignId: string,
	{day: number, answers, least, most, source, isRecorded}: DropDay,
): {stream: string; values: Values} | undefined =>
	source === 'seen' || isRecorded
		? undefined
		: {stream: streamOf(campaignId), values: {day: number, answers, least, most, source}};

const reportedDay = (row: Row): DropDay[] => {
	const [dayNumber, answers, least, most] = ['day', 'answers', 'least', 'most'].map(name => number(row.values[name]));
	const {source: from} = row.values;
	const source = from === 'search' || from === 'metrics' ? from : 'service';
	return dayNumber === undefined || answers === undefined || least === undefined || most === undefined
		? []
		: [{day: dayNumber, answers, least, most, source, isWhole: true, isRecorded: true}];
};

/** A day is whole if it was polled up to so short a time before its end. */
const unseen = 10 * minute;

/**
 * Days of a campaign between two days, both included.
 *
 * @param zone the time zone of the service's days
 * @throws Error of the system, or of SQLite
 */
export const recordedDays = (
	recording: Pick<Recording, 'days' | 'rows'>,
	zone: string | undefined,
	campaignId: string,
	[first, last]: readonly [number, number],
): DropDay[] => {
	const period = {from: (first - 1) * day, to: (last + 2) * day};
	const isWithin = ({day: number}: DropDay): boolean => number >= first && number <= last;
	const seen = recording.days(campaignId, period).flatMap(({date, to, values}): DropDay[] => {
		const dayNumber = dayNumberOf(date);
		const [answers, rate] = [number(values.humanAnswered), number(values.dropRate)];
		return dayNumber === undefined || answers === undefined || rate === undefined
			? []
			: [
					{
						...dropCountOf(answers, rate),
						day: dayNumber,
						source: 'seen',
						isWhole: dayIn(zone, to + unseen).number > dayNumber,
						isRecorded: true,
					},
				];
	});
	// Counts that the service began anew within a day are days of their own in the recording.
	const byDay = Map.groupBy(seen, ({day: number}) => number);
	const summed = [...byDay.values()].flatMap(parts =>
		parts.slice(1).reduce((sum, part) => ({...part, ...plus(sum, part)}), parts[0] as DropDay),
	);
	const reported = recording.rows(streamOf(campaignId), {from: period.from, to: Number.MAX_SAFE_INTEGER}).rows;
	return [...reported.flatMap(reportedDay), ...summed].filter(isWithin);
};
