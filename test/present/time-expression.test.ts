import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {shownIn, whenShown} from '../../source/model/calling-hours.ts';
import {dateAndTime} from '../../source/present/format.ts';
import {readDuration, readPastTime, readTime} from '../../source/present/time-expression.ts';

const zone = 'America/New_York';
/** A Tuesday, half past two in New York. */
const now = Date.parse('2026-03-31T18:30:00Z');
const present = {now, zone};

describe('a moment', () => {
	test.each([
		['14:10', '2026-03-31T18:10:00Z'],
		['14:10:07', '2026-03-31T18:10:07Z'],
		[' 2:10pm ', '2026-03-31T18:10:00Z'],
		['9 AM', '2026-03-31T13:00:00Z'],
		['12am', '2026-03-31T04:00:00Z'],
		['today 9:00', '2026-03-31T13:00:00Z'],
		['yesterday  9:00', '2026-03-30T13:00:00Z'],
		['-45m', '2026-03-31T17:45:00Z'],
		['45m', '2026-03-31T17:45:00Z'],
		['1h 30m', '2026-03-31T17:00:00Z'],
		['-2d', '2026-03-29T18:30:00Z'],
		['2026-03-30 14:30', '2026-03-30T18:30:00Z'],
		['2026-03-30T14:30:05', '2026-03-30T18:30:05Z'],
		['30 Mar 10:02:11', '2026-03-30T14:02:11Z'],
		['24 Dec 10:00', '2025-12-24T15:00:00Z'],
		['2026-03-30T14:30:05Z', '2026-03-30T14:30:05Z'],
		['2026-03-30T14:30+02:00', '2026-03-30T12:30:00Z'],
	])('%j is %s', (text, iso) => {
		const at = Date.parse(iso);
		expect(readTime(text, present)).toEqual({from: at, until: at});
		expect(readPastTime(text, present)).toBe(at);
	});
});

test.each([
	['today', '2026-03-31T04:00:00Z', '2026-04-01T04:00:00Z'],
	['yesterday', '2026-03-30T04:00:00Z', '2026-03-31T04:00:00Z'],
	// The clock was set forward that night.
	['2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
	['8 Mar', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
])('the day %j has two ends', (text, from, until) => {
	expect(readTime(text, present)).toEqual({from: Date.parse(from), until: Date.parse(until)});
	expect(readPastTime(text, present)).toBe(Date.parse(from));
});

test.each([
	'',
	'14',
	'14:60',
	'24:00',
	'13pm',
	'0am',
	'yesterday at noon',
	'tomorrow',
	'2026-02-30',
	'2026-13-01',
	'31 Feb 10:00',
	'2x',
	'14:10 foo',
	'yesterday14:10',
	'--45m',
])('%j is no time', text => {
	expect(readTime(text, present)).toBeUndefined();
	expect(readPastTime(text, present)).toEqual({
		problem: expect.stringMatching(/^must be a time such as 14:10, .*not "/),
	});
});

test('a time that is still to come is an error that says what time it is', () => {
	expect(readPastTime('15:00', present)).toEqual({
		problem: 'is in the future: 15:00; it is 14:30:00 now; "yesterday 15:00" is over',
	});
	expect(readPastTime('2026-04-01', present)).toEqual({problem: 'is in the future: 2026-04-01; it is 14:30:00 now'});
	expect(readPastTime('14:30', present)).toBe(now);
});

test('a length of time is a number of units, and nothing else', () => {
	expect(['8h', '1h 30m', ' 90S '].map(readDuration)).toEqual([28_800_000, 5_400_000, 90_000]);
	expect(['', '8', '-8h', '14:10', '8h today'].map(readDuration)).toEqual([
		undefined,
		undefined,
		undefined,
		undefined,
		undefined,
	]);
});

test('an hour that comes twice is the first one; one that is skipped is as much later', () => {
	const autumn = {now: Date.parse('2026-11-02T00:00:00Z'), zone};
	expect(readPastTime('2026-11-01 01:30', autumn)).toBe(Date.parse('2026-11-01T05:30:00Z'));
	expect(readPastTime('2026-03-08 02:30', present)).toBe(Date.parse('2026-03-08T07:30:00Z'));
});

test('what a clock shows is read back, in any zone and whatever the day', () => {
	fc.assert(
		fc.property(
			fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC', 5.5 * 3_600_000),
			fc.integer({min: 0, max: 400 * 86_400}),
			(anyZone, seconds) => {
				const at = now - seconds * 1000;
				const shown = shownIn(anyZone, at);
				const read = whenShown(anyZone, shown);
				expect(shownIn(anyZone, read)).toBe(shown);
				expect(read).toBeLessThanOrEqual(at);
				expect(readPastTime(new Date(shown).toISOString().slice(0, 19), {now, zone: anyZone})).toBe(read);
			},
		),
	);
});

test('lines of the log and of other commands can be given back, by the clock of this machine', () => {
	expect(readPastTime(dateAndTime(now), {now, zone: undefined})).toBe(now);
});
