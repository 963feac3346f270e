import {expect, test} from 'vitest';
import {changeAfter} from '../../source/model/command-change.ts';
import type {SeriesPoint} from '../../source/model/series.ts';
import {changeText} from '../../source/present/command-text.ts';

const minute = 60_000;
const at = Date.parse('2026-03-31T14:00:00Z');

/** A campaign that is polled every ten seconds from an hour before until so many minutes after; what it showed at a time. */
const samplesOf = (until: number, of: (minutes: number) => Partial<SeriesPoint['figures']>): SeriesPoint[] =>
	Array.from({length: (70 + until) * 6 + 1}, (_, index) => {
		const time = at - 70 * minute + index * 10_000;
		return {at: time, span: 0, figures: {extra: {}, unreadable: [], ...of((time - at) / minute)}};
	});

/** Two values in turn, a minute each: their minutes deviate by somewhat less than half of what lies between them. */
const alternating = (minutes: number, low: number, high: number): number =>
	Math.floor(minutes) % 2 === 0 ? low : high;

test('the figure that changed most in deviations of the hour before comes first, and one that did not is missing', () => {
	const samples = samplesOf(20, minutes => ({
		// From 5 ± 0.9 to 15 ± 0.9.
		ready: alternating(minutes, 4, 6) + (minutes >= 0 ? 10 : 0),
		// From 50 ± 9 to 60 ± 9.
		onCall: alternating(minutes, 40, 60) + (minutes >= 0 ? 10 : 0),
		ringing: alternating(minutes, 10, 30),
		calledToday: Math.round((minutes + 70) * 12),
	}));
	const change = changeAfter(samples, at, 'UTC');
	expect(change?.minutes).toBe(10);
	expect(change?.changes.slice(0, 2)).toEqual([
		{
			name: 'ready',
			unit: 'agents',
			before: expect.closeTo(5, 0),
			after: expect.closeTo(15, 0),
			deviations: expect.closeTo(11.5, 1),
		},
		{
			name: 'on call',
			unit: 'agents',
			before: expect.closeTo(50, 0),
			after: expect.closeTo(60, 0),
			deviations: expect.closeTo(1.2, 1),
		},
	]);
	expect(change && changeText(change)).toMatch(
		/^10 minutes after it against 10 before: ready 5\.\d → 1[45]\.\d \(\+\d+\.\d sd\)/,
	);
});

test('counts are compared by what they grew, and rates by what both counts grew', () => {
	const samples = samplesOf(10, minutes => ({
		calledToday: Math.round((minutes + 70) * (minutes < 0 ? 12 : 6) + (minutes < 0 ? 0 : 70 * 6)),
		humanAnswered: Math.round((minutes + 70) * 3),
	}));
	const changes = changeAfter(samples, at, 'UTC')?.changes ?? [];
	expect(Object.fromEntries(changes.map(({name, before, after}) => [name, [before, after]]))).toMatchObject({
		dialed: [expect.closeTo(12, 1), expect.closeTo(6, 1)],
		'live answer rate': [expect.closeTo(25, 0), expect.closeTo(50, 0)],
	});
});

test('a rate of which two decimals fell while nothing was dropped is none, not less than none', () => {
	const samples = samplesOf(10, minutes => ({
		humanAnswered: 20_000 + minutes * 30,
		dropRate: minutes < -5 ? 0.51 : minutes < 1 ? 0.5 : 0.5 + minutes / 20,
	}));
	const {changes = []} = changeAfter(samples, at, 'UTC') ?? {};
	expect(changes.find(({name}) => name === 'drop rate')).toMatchObject({before: 0, after: expect.any(Number)});
});

test('a figure that never moved is as many deviations away as its least one says, and not infinitely many', () => {
	const samples = samplesOf(10, minutes => ({paceTempo: minutes < 0 ? '2.0' : '2.4', ready: 5}));
	const changes = changeAfter(samples, at, 'UTC')?.changes ?? [];
	expect(changes).toEqual([
		{
			name: 'dial level',
			unit: 'level',
			before: expect.closeTo(2, 1),
			after: expect.closeTo(2.4, 1),
			deviations: expect.closeTo(8, 0),
		},
	]);
});

test('five figures at most', () => {
	const samples = samplesOf(10, minutes => {
		const value = minutes < 0 ? 5 : 50;
		return {ready: value, onCall: value, wrapUp: value, paused: value, dead: value, ringing: value, waiting: value};
	});
	expect(changeAfter(samples, at, 'UTC')?.changes).toHaveLength(5);
});

test('of a command of just now the minutes so far are compared, and of one without a past nothing', () => {
	expect(
		changeAfter(
			samplesOf(4, minutes => ({ready: minutes < 0 ? 5 : 9})),
			at,
			'UTC',
		)?.minutes,
	).toBe(4);
	expect(
		changeAfter(
			samplesOf(1, minutes => ({ready: minutes < 0 ? 5 : 9})),
			at,
			'UTC',
		),
	).toBeUndefined();
	const young = samplesOf(10, minutes => ({ready: minutes < 0 ? 5 : 9})).filter(sample => sample.at > at - 12 * minute);
	expect(changeAfter(young, at, 'UTC')).toBeUndefined();
	expect(changeAfter([], at, 'UTC')).toBeUndefined();
});

test('where nothing changed by a deviation, that is said', () => {
	const change = changeAfter(
		samplesOf(10, minutes => ({ready: alternating(minutes, 4, 6)})),
		at,
		'UTC',
	);
	expect(change && changeText(change)).toBe(
		'10 minutes after it against 10 before: no figure changed by a standard deviation',
	);
});
