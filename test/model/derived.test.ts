/** Figures that dialtop derives: a part missing means no figure, never a 0. */
import {describe, expect, test} from 'vitest';
import {contactRate, dialedPerMinute, dropStanding, occupancy, timeLeft} from '../../source/model/derived.ts';
import type {CallsPoint} from '../../source/model/wire.ts';
import {figures} from './make.ts';

const point = (minutes: number, dialed: number | undefined): CallsPoint => ({
	time: (minutes * 60 + 86_400) % 86_400,
	dialed,
	extra: {},
	unreadable: [],
});

test('contact rate: human answered of called', () => {
	expect(contactRate(figures({humanAnswered: 30, calledToday: 120}))).toBe(25);
	expect(contactRate(figures({humanAnswered: 0, calledToday: 120}))).toBe(0);
	expect(contactRate(figures({humanAnswered: 0, calledToday: 0}))).toBeUndefined();
	expect(contactRate(figures({calledToday: 120}))).toBeUndefined();
	expect(contactRate(figures({humanAnswered: 30}))).toBeUndefined();
});

test('occupancy: on call and wrap-up of those not paused', () => {
	const all = {onCall: 4, wrapUp: 1, agents: 12, paused: 2};
	expect(occupancy(figures(all))).toBe(50);
	for (const missing of Object.keys(all)) {
		expect(occupancy(figures({...all, [missing]: undefined})), missing).toBeUndefined();
	}
	expect(occupancy(figures({...all, paused: 12}))).toBeUndefined();
	expect(occupancy(figures({...all, paused: 13}))).toBeUndefined();
});

describe('leads dialed a minute', () => {
	test('over the last fifteen minutes only', () => {
		const points = [point(0, 999), point(10, 999), point(15, 30), point(20, 60), point(25, 60)];
		expect(dialedPerMinute(points)).toBe(10);
	});

	test('over midnight', () => {
		expect(dialedPerMinute([point(-10, 7), point(-5, 50), point(0, 50)])).toBe(10);
	});

	test('needs two points with a time', () => {
		expect(dialedPerMinute(undefined)).toBeUndefined();
		expect(dialedPerMinute([])).toBeUndefined();
		expect(dialedPerMinute([point(1, 5)])).toBeUndefined();
		expect(dialedPerMinute([point(1, 5), point(1, 5)])).toBeUndefined();
		expect(dialedPerMinute([point(1, 5), {...point(2, 5), time: undefined}])).toBeUndefined();
	});

	test('a point that was not readable makes no smaller figure', () => {
		expect(dialedPerMinute([point(0, 5), point(5, undefined), point(10, 50)])).toBeUndefined();
	});

	test('points in any order bring no absurd figure', () => {
		expect(dialedPerMinute([point(30, 5), point(15, 5), point(0, 5)])).toBeUndefined();
	});
});

describe('time left', () => {
	const points = [point(0, 0), point(5, 50), point(10, 50)];

	test("is the service's own where it gives one", () => {
		expect(timeLeft(figures({remainingTime: 0, remainingLeads: 100}), points)).toEqual({seconds: 0, derived: false});
	});

	test('else leads by pace, and says so', () => {
		expect(timeLeft(figures({remainingLeads: 100}), points)).toEqual({seconds: 600, derived: true});
	});

	test('is none without leads, without points or at a standstill', () => {
		expect(timeLeft(figures(), points)).toBeUndefined();
		expect(timeLeft(figures({remainingLeads: 100}), undefined)).toBeUndefined();
		expect(timeLeft(figures({remainingLeads: 100}), [point(0, 0), point(5, 0)])).toBeUndefined();
	});
});

describe('how a drop rate stands', () => {
	test.each([
		[undefined, 3, 'unknown'],
		[2.4, undefined, 'ok'],
		[2.5, undefined, 'near'],
		[3, undefined, 'high'],
		[2.4, 5, 'ok'],
		[3, 5, 'high'],
		[0.8, 1, 'ok'],
		[0.9, 1, 'near'],
		[1, 1, 'high'],
		[130, 3, 'high'],
		[0, 0, 'ok'],
		[0.1, 0, 'high'],
		[-4, 3, 'unknown'],
		[1, -2, 'ok'],
	] as const)('a rate of %s under a limit of %s is %s', (rate, limit, standing) => {
		expect(dropStanding(rate, limit)).toBe(standing);
	});
});
