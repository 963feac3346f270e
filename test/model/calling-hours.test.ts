/** Calling hours: what a schedule says, and how long dialing takes within them. */
import {describe, expect, test, vi} from 'vitest';
import {
	type CallingHours,
	dayIn,
	dialingWithin,
	hoursText,
	isWithinHours,
	scheduledHours,
	shownIn,
} from '../../source/model/calling-hours.ts';

const hour = 3_600_000;
const chicago = 'America/Chicago';

const hours = (from: number, until: number, over: Partial<CallingHours> = {}): CallingHours => ({
	from: from * 60,
	until: until * 60,
	zones: [chicago],
	...over,
});

const at = (iso: string): number => Date.parse(iso);

const endOf = (all: readonly CallingHours[], from: string, length: number): string | undefined => {
	const end = dialingWithin(all, at(from), length * hour)?.at(-1)?.until;
	return end === undefined ? undefined : new Date(end).toISOString();
};

describe('what a schedule says', () => {
	test.each([
		['9am-9pm', 540, 1260],
		['9 am to 9 pm', 540, 1260],
		['8:30 AM - 12 PM', 510, 720],
		['12am-12pm', 0, 720],
		['09:00-21:00', 540, 1260],
		['9am-12am', 540, 1440],
		['24hours', 0, 1440],
		['any hour', 0, 1440],
		['24 hours', 0, 1440],
		[' 24/7 ', 0, 1440],
		['12:15am-12:45pm', 15, 765],
		['00:00-24:00', 0, 1440],
		['9:59am – 10am', 599, 600],
	])('%s', (text, from, until) => {
		expect(scheduledHours(text)).toMatchObject({from, until});
	});

	test.each(['9 am to 9 pm, not on Sundays', '9am-9pm-mon-sat', '9am-9pm, Mon-Sat'])('%s leaves Sundays out', text => {
		expect(scheduledHours(text)).toMatchObject({from: 540, until: 1260, days: [1, 2, 3, 4, 5, 6]});
	});

	test('Mon-Fri leaves Saturdays and Sundays out', () => {
		expect(scheduledHours('9am-9pm Mon-Fri')).toEqual({from: 540, until: 1260, days: [1, 2, 3, 4, 5]});
		expect(scheduledHours('9am-9pm')).toEqual({from: 540, until: 1260, days: undefined});
	});

	test.each([
		undefined,
		'',
		'4',
		'Business hours',
		'9-5',
		'9am-5',
		'9:00-17',
		'9-17:00',
		'9:00am-21:00',
		'9:00-9:00pm',
		'21:00-9:00',
		'25:00-26:00',
		'13am-2pm',
		'9am-13pm',
		'9am-9am',
		'9:60am-9pm',
		'9am-9:60pm',
		'09:00-25:00',
		'09:00-24:01',
		'9:00-9pm',
		'9am-9pm, sometimes',
	])('nothing that can be read in one way only: %s', text => {
		expect(scheduledHours(text)).toBeUndefined();
	});
});

describe('a time is within the hours', () => {
	const monday = (time: string): number => at(`2026-11-16T${time}-06:00`);
	const weekdays = {days: [1, 2, 3, 4, 5]};

	test.each<[what: string, given: CallingHours, wall: number, isWithin: boolean]>([
		['at the opening', hours(9, 21), monday('09:00:00'), true],
		['a moment before it', hours(9, 21), monday('08:59:59.999'), false],
		['a moment before the close', hours(9, 21), monday('20:59:59.999'), true],
		['at the close', hours(9, 21), monday('21:00:00'), false],
		['on one of its days', hours(9, 21, weekdays), monday('12:00:00'), true],
		['on another day', hours(9, 21, weekdays), at('2026-11-15T12:00:00-06:00'), false],
		['on a day that is another one in UTC', hours(9, 24, weekdays), at('2026-11-20T23:00:00-06:00'), true],
		['in the second of its zones', hours(9, 21, {zones: [chicago, 'Pacific/Honolulu']}), monday('22:00:00'), true],
		['by a clock of no known zone', hours(9, 21, {zones: [-6 * hour]}), monday('09:00:00'), true],
		['early by such a clock', hours(9, 21, {zones: [-6 * hour]}), monday('08:59:59.999'), false],
		['in no zone', hours(0, 24, {zones: []}), monday('12:00:00'), false],
	])('%s: %o', (_what, given, wall, isWithin) => {
		expect(isWithinHours(given, wall)).toBe(isWithin);
	});

	test('by the clock of this machine, where no zone is named', () => {
		const noon = new Date(2026, 10, 16, 12, 0).getTime();
		expect(isWithinHours(hours(12, 13, {zones: [undefined]}), noon)).toBe(true);
		expect(isWithinHours(hours(12, 13, {zones: [undefined]}), noon - 1)).toBe(false);
		expect(shownIn(undefined, noon)).toBe(Date.UTC(2026, 10, 16, 12));
		vi.stubEnv('TZ', 'Asia/Kolkata');
		expect(shownIn(undefined, noon)).toBe(noon + 5.5 * hour);
		vi.unstubAllEnvs();
	});

	test('a day is that on the clock of the zone', () => {
		const night = at('2026-11-16T03:30:00Z');
		expect(dayIn('UTC', night).weekday).toBe(1);
		expect(dayIn(chicago, night)).toEqual({number: dayIn('UTC', night).number - 1, weekday: 0, time: 21.5 * hour});
		expect(shownIn(chicago, night)).toBe(night - 6 * hour);
		expect(shownIn(chicago, night + 1)).toBe(night + 1 - 6 * hour);
	});

	test('they are written with two digits each', () => {
		expect(hoursText(hours(9, 21.5))).toBe('09:00-21:30');
		expect(hoursText({...hours(0, 24), from: 65})).toBe('01:05-24:00');
	});
});

describe('when dialing ends', () => {
	test('today, where there is time enough', () => {
		expect(endOf([hours(9, 21)], '2026-11-16T11:00:00-06:00', 2)).toBe(
			new Date('2026-11-16T13:00-06:00').toISOString(),
		);
	});

	test('tomorrow after the opening, with what the close left over', () => {
		expect(endOf([hours(9, 21)], '2026-11-16T11:02:00-06:00', 10.6)).toBe(
			new Date('2026-11-17T09:38-06:00').toISOString(),
		);
	});

	test('before the opening, from the opening on', () => {
		expect(endOf([hours(9, 21)], '2026-11-16T05:00:00-06:00', 1)).toBe(
			new Date('2026-11-16T10:00-06:00').toISOString(),
		);
	});

	test('at the close to the minute, not at the next opening', () => {
		expect(endOf([hours(9, 21)], '2026-11-16T20:00:00-06:00', 1)).toBe(
			new Date('2026-11-16T21:00-06:00').toISOString(),
		);
	});

	test('not on a day that is closed', () => {
		const working = hours(9, 17, {days: [1, 2, 3, 4, 5]});
		expect(endOf([working], '2026-11-20T16:00:00-06:00', 2)).toBe(new Date('2026-11-23T10:00-06:00').toISOString());
	});

	test.each([
		// Clocks go back at 2:00 on November 1st, and forward on March 8th: the night has an hour more, or less.
		['2026-10-31T20:00:00-05:00', '2026-11-01T10:00-06:00'],
		['2026-03-07T20:00:00-06:00', '2026-03-08T10:00-05:00'],
	])('over the night in which clocks are set: %s', (from, until) => {
		expect(endOf([hours(9, 21)], from, 2)).toBe(new Date(until).toISOString());
	});

	test.each([
		['2026-11-01T00:00:00-05:00', 3, '2026-11-01T02:00-06:00'],
		['2026-03-08T00:00:00-06:00', 3, '2026-03-08T04:00-05:00'],
	])('as long as it takes where clocks are set while it dials: %s', (from, length, until) => {
		expect(endOf([hours(0, 24)], from, length)).toBe(new Date(until).toISOString());
	});

	test('while it is within hours in one zone of several', () => {
		const wide = hours(9, 21, {zones: ['America/New_York', 'America/Los_Angeles']});
		expect(endOf([wide], '2026-11-16T22:00:00-05:00', 3)).toBe(new Date('2026-11-17T10:00-05:00').toISOString());
	});

	test('without a break where one zone opens before another closes, or when it does', () => {
		const from = at('2026-11-16T09:00:00-05:00');
		for (const until of [13, 12]) {
			const wide = hours(9, until, {zones: ['America/Los_Angeles', 'America/New_York']});
			const stretches = dialingWithin([wide], from, 5 * hour);
			expect(stretches, `until ${until}`).toEqual([{from, until: from + 5 * hour}]);
		}
		expect(dialingWithin([hours(0, 24)], from, 50 * hour)).toEqual([{from, until: from + 50 * hour}]);
		const twice = dialingWithin([hours(9, 10, {zones: ['America/New_York']})], from, 2 * hour);
		expect(twice).toEqual([
			{from, until: from + hour},
			{from: from + 24 * hour, until: from + 25 * hour},
		]);
		expect(dialingWithin([hours(9, 10, {zones: ['America/New_York']})], from + hour, hour)).toEqual(twice?.slice(1));
		const apart = hours(9, 10, {zones: ['America/New_York', 'America/Los_Angeles']});
		const later = hours(10, 13, {zones: ['America/New_York']});
		expect(dialingWithin([apart, later], from, hour)).toEqual([{from: from + 3 * hour, until: from + 4 * hour}]);
	});

	test('in a zone east of Greenwich by its own day', () => {
		const from = at('2026-11-16T20:00:00+09:00');
		expect(dialingWithin([hours(9, 21, {zones: ['Asia/Tokyo']})], from, 2 * hour)).toEqual([
			{from, until: from + hour},
			{from: from + 13 * hour, until: from + 14 * hour},
		]);
	});

	test('within the hours of the schedule and of the profile', () => {
		const both = [hours(8, 21), hours(9, 17)];
		expect(endOf(both, '2026-11-16T16:00:00-06:00', 2)).toBe(new Date('2026-11-17T10:00-06:00').toISOString());
		expect(endOf([hours(8, 10), hours(12, 14)], '2026-11-16T16:00:00-06:00', 2)).toBeUndefined();
	});

	test('by a clock of no known zone', () => {
		expect(endOf([hours(9, 21, {zones: [-6 * hour + 60_000]})], '2026-11-16T20:00:00-06:00', 2)).toBe(
			new Date('2026-11-17T10:00-06:00').toISOString(),
		);
	});

	test('in none of the sixty days that are looked ahead', () => {
		expect(endOf([hours(9, 10)], '2026-11-16T20:00:00-06:00', 60)).toBeDefined();
		expect(endOf([hours(9, 10)], '2026-11-16T20:00:00-06:00', 61)).toBeUndefined();
	});
});
