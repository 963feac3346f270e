/** The recent past of a campaign, what is usual for it, and calling hours. */
import {expect, test} from 'vitest';
import {hoursOf} from '../../source/api/calling-hours.ts';
import {alertKey} from '../../source/model/alert.ts';
import {isWithinHours} from '../../source/model/calling-hours.ts';
import {lately, type Recent} from '../../source/model/recent.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Figures} from '../../source/model/wire.ts';
import {after, at, campaign, campaignsPolled, dashboardPolled, fresh} from './make.ts';

const floor = (second: number, over: Partial<Figures> = {}): Partial<Figures> => ({
	status: 'PLAY',
	paceMethod: 'RATIO',
	calledToday: 1000 + second * 2,
	humanAnswered: 200 + Math.floor(second * 0.4),
	machineAnswered: 300 + Math.floor(second * 0.6),
	ringing: 20,
	waiting: 0,
	agents: 30,
	ready: 2,
	onCall: 24,
	wrapUp: 3,
	paused: 1,
	dead: 0,
	...over,
});

const polls = (from: number, to: number, over?: (second: number) => Partial<Figures>, every = 2): Message[] =>
	Array.from({length: Math.floor((to - from) / every) + 1}, (_, index) => {
		const second = from + index * every;
		return dashboardPolled(second, '1', floor(second, over?.(second)));
	});

const begun = (): State => after(fresh(), campaignsPolled(0, ['1']));

const recentOf = (state: State): Recent => {
	const recent = state.dashboards.get('1')?.value?.recent;
	if (!recent) {
		throw new Error('nothing is remembered');
	}
	return recent;
};

test('two minutes of polls are kept in a few buckets, however many polls there are', () => {
	const recent = recentOf(after(begun(), ...polls(0, 1200, undefined, 0.5)));
	expect(recent.buckets.length).toBeLessThanOrEqual(15);
	expect(lately(recent, 60)).toMatchObject({agents: expect.any(Number)});
	const minute = lately(recent, 60);
	expect((minute?.dials ?? 0) / (((minute?.to ?? 0) - (minute?.from ?? 0)) / 1000)).toBeCloseTo(2, 1);
	expect(recent.usual.agents / recent.usual.weight).toBeCloseTo(30, 5);
});

test('a new day, a suspension and a pause begin anew, and what is usual stays', () => {
	const state = after(begun(), ...polls(0, 600));
	const newDay = after(state, dashboardPolled(602, '1', floor(602, {calledToday: 3})));
	expect(recentOf(newDay).buckets).toEqual([]);
	expect(recentOf(newDay).usual).toBe(recentOf(state).usual);
	const paused = after(state, dashboardPolled(602, '1', floor(602, {status: 'PAUSE'})));
	expect(recentOf(paused).buckets).toHaveLength(1);
	expect(recentOf(paused).dialsSince).toBeNaN();
});

test('a figure that the service does not send says nothing', () => {
	const none = {humanAnswered: undefined, machineAnswered: undefined, ready: undefined, paused: undefined};
	const state = after(begun(), ...polls(0, 900, () => none));
	expect(state.dashboards.get('1')?.value?.cause).toBeUndefined();
});

test('answers that stop are an outage within a minute, with the figures and the end of it', () => {
	const calm = after(begun(), ...polls(0, 900));
	expect(calm.dashboards.get('1')?.value?.cause).toBeUndefined();
	const stopped = (): Partial<Figures> => ({
		humanAnswered: 560,
		machineAnswered: 840,
		ringing: 3,
		ready: 20,
		onCall: 6,
	});
	const failing = after(calm, ...polls(902, 960, stopped));
	expect(failing.alerts.active.get(alertKey('answers', '1'))).toMatchObject({
		rule: 'outage',
		level: 'critical',
		cause: {kind: 'dials-fail', shifts: [{figure: 'live'}, {figure: 'machines'}, {figure: 'rings'}]},
	});
	const again = (second: number): Partial<Figures> => ({
		humanAnswered: 560 + Math.floor((second - 960) * 0.4),
		machineAnswered: 840 + Math.floor((second - 960) * 0.6),
	});
	const well = after(failing, ...polls(962, 1160, again));
	expect(well.alerts.active.size).toBe(0);
});

test('agents who are ready on a paused campaign are told after two minutes', () => {
	const state = after(fresh(), campaignsPolled(0, [campaign('1', {status: 'PAUSE'})]));
	const idle = after(state, ...polls(0, 122, () => ({status: 'PAUSE', ready: 59})));
	expect(idle.alerts.active.get(alertKey('staffing', '1'))).toMatchObject({rule: 'paused-ready', value: 59});
});

test('an agent on a dead call is told after a minute, and one who notices is not', () => {
	const stuck = after(begun(), ...polls(0, 62, () => ({dead: 1})));
	expect(stuck.alerts.active.get(alertKey('floor', '1'))).toMatchObject({rule: 'dead', value: 1});
	const quick = after(begun(), ...polls(0, 200, second => ({dead: second % 20 < 8 ? 1 : 0})));
	expect(quick.alerts.active.size).toBe(0);
});

test('more than the set share of paused agents is told after two minutes', () => {
	const state = after(begun(), ...polls(0, 122, () => ({paused: 20, onCall: 5})));
	expect(state.alerts.active.get(alertKey('staffing', '1'))).toMatchObject({rule: 'paused-share'});
});

test('ringing outside the calling hours is critical, and inside of them nothing', () => {
	const wall = new Date(at(0).wall);
	const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
	const hoursFrom = (from: number) => ({from, until: from + 60, zones: ['UTC']});
	const ringing = (from: number): State =>
		after(fresh({callingHours: hoursFrom(from)}), campaignsPolled(0, ['1']), ...polls(0, 40));
	const outside = ringing((minute + 120) % 1200);
	expect(outside.alerts.active.get(alertKey('hours', '1'))).toMatchObject({
		rule: 'hours',
		level: 'critical',
		value: 20,
	});
	expect(ringing(Math.max(0, minute - 30)).alerts.active.size).toBe(0);
});

test('calling hours hold in any zone of the leads, and only hours of a day are hours', () => {
	expect(hoursOf('8:00-21:00')).toEqual({from: 480, until: 1260});
	for (const wrong of ['', '8-21', '21:00-8:00', '8:00-24:30', '8:61-9:00', '08:00 to 21:00']) {
		expect(hoursOf(wrong), wrong).toBeUndefined();
	}
	const hours = {from: 480, until: 1260, zones: ['America/New_York', 'Pacific/Honolulu']};
	expect(isWithinHours(hours, Date.UTC(2026, 2, 31, 12, 30))).toBe(true);
	expect(isWithinHours(hours, Date.UTC(2026, 2, 31, 6, 0))).toBe(true);
	expect(isWithinHours(hours, Date.UTC(2026, 2, 31, 10, 0))).toBe(false);
});
