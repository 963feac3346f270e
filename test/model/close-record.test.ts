/** Which recorded days the forecast of the drop rate at close is made of, and what its track record says. */
import {describe, expect, test} from 'vitest';
import {type CloseSample, closeRecordOf, usualClose, wholeDays} from '../../source/model/close-record.ts';
import type {DayCourse} from '../../source/model/drop-at-close.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** A Monday. */
const monday = Date.parse('2026-11-16T00:00:00Z');
const firstDay = monday / day;

/** The hours of a day as a recording has them: 100 live answers an hour from 9 to 21, with a rate. */
const hoursOf = (index: number, rateAt: (time: number) => number, hours = Array.from({length: 24}, (_, at) => at)) =>
	hours.map(
		(at): CloseSample => ({
			at: monday + index * day + (at + 1) * hour - 1000,
			humanAnswered: 100 * Math.min(12, Math.max(0, at - 8)),
			dropRate: rateAt(at),
		}),
	);

const wholeWeek = Array.from({length: 5}, (_, index) => hoursOf(index, () => 2)).flat();

const daysIn = (samples: readonly CloseSample[], today = firstDay + 5) =>
	wholeDays(samples, 'UTC', today).map(({day: number}) => number - firstDay);

describe('a day is looked back on', () => {
	test('if it was seen from its beginning to its close', () => {
		expect(daysIn(wholeWeek)).toEqual([0, 1, 2, 3, 4]);
		const [first] = wholeDays(wholeWeek, 'UTC', firstDay + 5);
		expect(first?.points.map(({answers, drops}) => [answers, drops]).slice(0, 3)).toEqual([
			[0, 0],
			[100, 2],
			[200, 4],
		]);
		expect(first?.points.at(-1)).toMatchObject({answers: 1200, drops: 24});
	});

	test.for<[why: string, samples: CloseSample[]]>([
		['today', wholeWeek.slice(0, 24 * 4)],
		['not seen after 17:00', hoursOf(0, () => 2, [0, 4, 8, 9, 10, 11, 12, 13, 14, 15, 16])],
		['not seen before 12:00', hoursOf(0, () => 2, [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23])],
		['not seen from 11:00 to 15:00', hoursOf(0, () => 2, [0, 8, 9, 10, 15, 16, 17, 18, 19, 20, 21, 22, 23])],
		['without calls', hoursOf(0, () => 0).map(one => ({...one, humanAnswered: 0}))],
		['without figures', hoursOf(0, () => 2).map(({at}) => ({at, humanAnswered: undefined, dropRate: undefined}))],
		['whose counts fell', hoursOf(0, () => 2).map((one, at) => (at > 14 ? {...one, humanAnswered: 70} : one))],
	])('but not one %s', ([why, samples]) => {
		expect(daysIn(samples, why === 'today' ? firstDay : firstDay + 5)).toEqual([]);
	});

	test('by the clock of the service', () => {
		const [first] = wholeDays(
			wholeWeek.map(sample => ({...sample, at: sample.at + 5 * hour})),
			-5 * hour,
			firstDay + 5,
		);
		expect(first?.day).toBe(firstDay);
		expect(first?.points.at(-1)?.time).toBe(21 * hour - 1000);
	});
});

const recordOf = (days: readonly DayCourse[]) => {
	const slices = closeRecordOf(days);
	for (let slice = slices.next(); ; slice = slices.next()) {
		if (slice.done) {
			return slice.value;
		}
	}
};

const recordFor = (rateAt: (index: number, time: number) => number, days = 12) =>
	recordOf(
		wholeDays(
			Array.from({length: days}, (_, index) => hoursOf(index, at => rateAt(index, at))).flat(),
			'UTC',
			firstDay + days,
		),
	);

describe('the track record', () => {
	test('holds the last twenty forecasts, four a day', () => {
		expect(recordFor(() => 2, 3)).toMatchObject({inside: 12, of: 12});
		expect(recordFor(() => 2)).toMatchObject({inside: 20, of: 20});
		expect(recordFor(() => 2, 0)).toEqual({days: [], inside: 0, of: 0, widening: 1});
	});

	test('narrows the band where each day goes as the ones before', () => {
		expect(recordFor(() => 2).widening).toBeLessThan(0.5);
	});

	test('widens it where each day turns at 16:00', () => {
		const turning = recordFor((index, at) => (at < 16 ? 1 : index % 2 === 0 ? 1 : 6));
		expect(turning.inside).toBeLessThan(turning.of);
		expect(turning.widening).toBeGreaterThan(recordFor(() => 2).widening * 2);
	});
});

test('days usually close when the last ones did', () => {
	const record = recordFor(() => 2);
	expect(usualClose(record, firstDay + 14)).toBe(21 * hour);
	expect(usualClose({days: []}, firstDay)).toBeUndefined();
});
