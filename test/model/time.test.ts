/** Ages by both clocks: nothing stale ever looks fresh, and no age is absurd. */
import {describe, expect, test} from 'vitest';
import {ageOf} from '../../source/model/select.ts';
import {clocksDisagree, elapsed} from '../../source/model/time.ts';
import {after, at, campaignsPolled, dashboardPolled, fresh, span, tick} from './make.ts';

const hour = 3_600_000;

describe('elapsed', () => {
	test('takes the larger of what the clocks say, and never goes below 0', () => {
		expect(elapsed({wall: 0, mono: 0}, {wall: 5000, mono: 2000})).toBe(5000);
		expect(elapsed({wall: hour, mono: 0}, {wall: 0, mono: 2000})).toBe(2000);
		expect(elapsed({wall: 10, mono: 10}, {wall: 5, mono: 5})).toBe(0);
	});

	test('the clocks may part by 5 s', () => {
		expect(clocksDisagree({wall: 0, mono: 0}, {wall: 6000, mono: 1000})).toBe(false);
		expect(clocksDisagree({wall: 0, mono: 0}, {wall: 6001, mono: 1000})).toBe(true);
		expect(clocksDisagree({wall: hour, mono: 0}, {wall: 0, mono: 1000})).toBe(true);
	});
});

describe('the age of figures', () => {
	const polled = after(fresh(), campaignsPolled(1, ['1']), dashboardPolled(2, '1', {ready: 1}), tick(3));
	const ageIn = (state: typeof polled): number | undefined => ageOf(state, state.dashboards.get('1')?.span);

	test('counts from when the request was sent', () => {
		expect(ageIn(polled)).toBe(1000);
		expect(ageIn(after(polled, tick(44)))).toBe(42_000);
	});

	test('is unknown where there are none', () => {
		expect(ageOf(polled, undefined)).toBeUndefined();
	});

	test('after 8 h of suspension everything is stale until it is read anew', () => {
		const woken = after(polled, {type: 'tick', now: {wall: at(3).wall + 8 * hour, mono: at(3.5).mono}});
		expect(ageIn(woken)).toBeUndefined();
		expect(ageOf(woken, woken.campaigns.value?.get('1')?.listed)).toBeUndefined();
		const read = after(woken, {
			type: 'dashboard-polled',
			campaignId: '1',
			span: {
				sentAt: {wall: at(4).wall + 8 * hour, mono: at(4).mono},
				receivedAt: {wall: at(4.1).wall + 8 * hour, mono: at(4.1).mono},
			},
			dashboard: {figures: undefined, calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined},
		});
		expect(ageIn(read)).toBe(0);
		expect(ageOf(read, read.campaigns.value?.get('1')?.listed)).toBeUndefined();
	});

	test('an answer that was asked for before the suspension is hours old', () => {
		const woken = after(polled, {type: 'tick', now: {wall: at(4).wall + 8 * hour, mono: at(4).mono}});
		const late = {sentAt: at(3.9), receivedAt: {wall: at(4.2).wall + 8 * hour, mono: at(4.2).mono}};
		expect(ageOf(woken, late)).toBeGreaterThan(7.9 * hour);
	});

	test.each([-1, 1])('a clock set %d h on gives no absurd age', hours => {
		const shifted = (seconds: number) => ({wall: at(seconds).wall + hours * hour, mono: at(seconds).mono});
		const set = after(polled, {type: 'tick', now: shifted(4)});
		expect(ageIn(set)).toBeUndefined();
		const fresh = {sentAt: shifted(4.5), receivedAt: shifted(4.6)};
		expect(ageOf(after(set, {type: 'tick', now: shifted(6)}), fresh)).toBe(1500);
	});

	test('a clock that is slewed changes nothing', () => {
		let state = polled;
		for (let second = 4; second < 60; second++) {
			state = after(state, {type: 'tick', now: {wall: at(second).wall + second * 50, mono: at(second).mono}});
		}
		expect(state.staleBefore).toBe(Number.NEGATIVE_INFINITY);
		expect(ageIn(state)).toBeGreaterThanOrEqual(57_000);
	});

	test('figures that are newer than the last tick are 0 s old', () => {
		expect(ageOf(polled, span(3.2))).toBe(0);
	});
});
