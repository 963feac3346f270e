/** The recent past of a campaign, what is usual for it, and calling hours. */
import {describe, expect, test} from 'vitest';
import {alertKey} from '../../source/model/alert.ts';
import {isWithinHours} from '../../source/model/calling-hours.ts';
import {
	type Learned,
	lately,
	noPolls,
	type Recent,
	recentOf as recentIn,
	type Watched,
	watchedAfter,
} from '../../source/model/recent.ts';
import type {Sample} from '../../source/model/sample.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Figures} from '../../source/model/wire.ts';
import {hoursOf} from '../../source/wire/calling-hours.ts';
import {after, at, campaign, campaignsPolled, dashboardPolled, figures, fresh} from './make.ts';

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
	const history = state.dashboards.get('1')?.value?.history;
	const recent = history && recentIn(history);
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
	expect(state.dashboards.get('1')?.value?.history.cause).toBeUndefined();
});

test('answers that stop are an outage within a minute, with the figures and the end of it', () => {
	const calm = after(begun(), ...polls(0, 900));
	expect(calm.dashboards.get('1')?.value?.history.cause).toBeUndefined();
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

/** A poll, and what is known of the clocks and the figures when it comes. */
type Poll = Sample & {staleBefore: number; hasChanged: boolean};

/** A poll at a second, of which each figure is so many times its own unit. */
const pollOf = (second: number, times: number, over: Partial<Figures> = {}, more: Partial<Poll> = {}): Poll => ({
	figures: figures({
		ringing: times,
		waiting: 2 * times,
		agents: 40 * times,
		ready: 3 * times,
		onCall: 4 * times,
		wrapUp: 5 * times,
		paused: 6 * times,
		dead: 7 * times,
		paceTempo: String(times),
		activeLeads: 1000,
		calledToday: 100 * second,
		humanAnswered: 50 * second,
		machineAnswered: 20 * second,
		dropRate: 10,
		...over,
	}),
	span: spanAt(second),
	calls: undefined,
	agents: undefined,
	leads: undefined,
	liveCalls: undefined,
	state: 'dialing',
	staleBefore: Number.NEGATIVE_INFINITY,
	hasChanged: false,
	...more,
});

const spanAt = (second: number): Sample['span'] => {
	const moment = {wall: second * 1000, mono: second * 1000};
	return {sentAt: moment, receivedAt: moment};
};

const nothing: Watched = {polls: noPolls, learned: undefined};

const pollAfter = (known: Watched, {staleBefore, hasChanged, ...sample}: Poll): Watched =>
	watchedAfter(known, sample, staleBefore, hasChanged);

const watched = (...all: Poll[]): Watched => all.reduce(pollAfter, nothing);

const lookAt = (known: Watched): Recent & Learned => recentIn(known) as Recent & Learned;

const remembered = (...all: Poll[]): Recent & Learned => lookAt(watched(...all));

describe('the last seconds', () => {
	const recent = remembered(pollOf(0, 1), pollOf(10, 2), pollOf(20, 3), pollOf(30, 4));

	test('are the sums of what each poll showed, and what was counted since the first', () => {
		expect(lately(recent, 30)).toEqual({
			...{from: 0, to: 30_000, polls: 3},
			...{
				ringing: 9,
				waiting: 18,
				agents: 360,
				ready: 27,
				idle: 18,
				onCall: 36,
				wrapUp: 45,
				paused: 54,
				dead: 63,
				level: 9,
			},
			...{dials: 3000, settled: 2997, human: 1500, machine: 600, drops: 150},
		});
		expect(lately(recent, 20)).toMatchObject({from: 10_000, polls: 2, ringing: 7, dials: 2000});
		expect(lately(recent, 10)).toMatchObject({from: 20_000, polls: 1, ringing: 4, dials: 1000});
		expect(lately(recent, 30.001)).toBeUndefined();
		expect(lately(remembered(pollOf(0, 1)), 0)).toBeUndefined();
	});

	test('are kept by tens', () => {
		const often = remembered(pollOf(0, 1), pollOf(5, 1), pollOf(10, 1), pollOf(11, 1));
		const told = ({buckets}: Recent) =>
			buckets.map(({from, to, polls, dials, ringing}) => [from, to, polls, dials, ringing]);
		expect(told(often)).toEqual([
			[0, 10_000, 2, 1000, 2],
			[10_000, 11_000, 1, 100, 1],
		]);
		const later = remembered(pollOf(20, 1), pollOf(25, 1), pollOf(30, 1), pollOf(31, 1));
		expect(told(later)).toEqual([
			[20_000, 30_000, 2, 1000, 2],
			[30_000, 31_000, 1, 100, 1],
		]);
	});
});

describe('what is usual', () => {
	/** Polls every ten seconds, all of them the same. */
	const steadily = (seconds: number, more: Partial<Poll> = {}): Watched =>
		watched(...Array.from({length: seconds / 10 + 1}, (_, index) => pollOf(index * 10, 2, {dropRate: 0}, more)));
	const steady = (seconds: number, more: Partial<Poll> = {}): Recent => lookAt(steadily(seconds, more));

	test('is learned from what is two minutes old, and forgotten slowly', () => {
		expect(steady(120).usual.weight).toBe(0);
		const kept = Math.exp(-10 / 1200);
		for (const [seconds, weight] of [
			[130, 10],
			[140, 10 * kept + 10],
		] as const) {
			const {usual} = steady(seconds);
			expect(usual.weight).toBeCloseTo(weight, 9);
			expect(usual.seconds).toBeCloseTo(weight, 9);
			for (const [name, value] of Object.entries({ringing: 2, waiting: 4, agents: 80, ready: 6, onCall: 8})) {
				expect(usual[name as 'ringing'] / weight, name).toBeCloseTo(value, 9);
			}
			for (const [name, value] of Object.entries({wrapUp: 10, paused: 12, dead: 14, level: 2})) {
				expect(usual[name as 'wrapUp'] / weight, name).toBeCloseTo(value, 9);
			}
			expect(usual.agentSeconds / weight).toBeCloseTo(68, 9);
			expect(usual.dials / weight).toBeCloseTo(100, 9);
			expect(usual.human / weight).toBeCloseTo(50, 9);
			expect(usual.machine / weight).toBeCloseTo(20, 9);
			for (const [name, share] of Object.entries({ready: 6 / 80, onCall: 0.1, wrapUp: 0.125, paused: 0.15})) {
				expect(usual.shares[name as 'ready'] / weight, name).toBeCloseTo(share, 9);
				expect(usual.squares[name as 'ready'] / weight, name).toBeCloseTo(share ** 2, 9);
			}
			expect(usual.squares.waiting / weight).toBeCloseTo(16, 9);
			expect(usual.squares.level / weight).toBeCloseTo(4, 9);
		}
	});

	test('is learned more slowly while figures are far from it, and not at all while it does not dial', () => {
		const {usual} = steady(130, {hasChanged: true});
		expect(usual.weight).toBeCloseTo(1.5, 9);
		expect(usual.dials).toBeCloseTo(150, 9);
		expect(steady(140, {hasChanged: true}).usual.weight).toBeCloseTo(1.5 * Math.exp(-1.5 / 1200) + 1.5, 9);
		expect(steady(200, {state: 'paused'}).usual.weight).toBe(0);
	});

	test('is learned of no time before it began to dial', () => {
		const begins = (last: number): Recent =>
			remembered(
				...Array.from({length: last / 10 + 1}, (_, index) =>
					pollOf(index * 10, 2, {}, {state: index > 1 ? 'dialing' : 'paused'}),
				),
			);
		expect(begins(20).buckets).toMatchObject([{from: 10_000, to: 20_000}]);
		expect(begins(140).usual.weight).toBe(0);
		expect(begins(150).usual.weight).toBe(10);
	});

	test('of a figure that is no longer told stays what it was, and of one that was never told begins with the first', () => {
		const polled = steadily(200);
		const known = lookAt(polled);
		const blind = Array.from({length: 20}, (_, index) => pollOf(1000 + index * 10, 3, {ready: undefined}));
		const {usual} = lookAt(blind.reduce(pollAfter, polled));
		expect(usual.ready).toBe(known.usual.ready);
		expect(usual.shares.ready).toBe(known.usual.shares.ready);
		expect(usual.onCall).not.toBe(known.usual.onCall);
		const seen = blind.map(poll => ({
			...poll,
			figures: {...poll.figures, ready: 5},
			span: spanAt(poll.span.sentAt.mono / 1000 + 1000),
		}));
		const first = remembered(...blind, ...seen).usual;
		expect(first.ready / first.weight).toBeCloseTo(5, 9);
	});

	const none = {extra: {}, unreadable: []};
	const minutes = <T>(from: number, count: number, point: T) =>
		Array.from({length: count}, (_, index) => ({...point, time: (from + index) * 60, ...none}));
	const there = {agents: 20, ready: 4, onCall: 10, wrapUp: 4, paused: 2, dead: 1};
	const graphs = {
		calls: [...minutes(0, 10, {dialed: 0}), ...minutes(10, 11, {dialed: 60})],
		agents: [
			...minutes(0, 10, {...there, agents: 5}),
			...minutes(10, 10, there),
			...minutes(20, 1, {...there, agents: 0}),
		],
	};
	const day = {calledToday: 1340, ringing: 20, humanAnswered: 400, machineAnswered: 100, dropRate: 5};
	const seeded = (over: Partial<Poll> = {}, own: Partial<Figures> = {}) =>
		remembered(pollOf(0, 1, {...day, ...own}, {...graphs, ...over})).usual;

	test('is taken from the graphs at first: the minutes before the last two in which it dialed and agents were there', () => {
		expect(seeded()).toEqual({
			...{
				seconds: 540,
				dials: 540,
				settled: 540,
				human: expect.closeTo((400 / 1320) * 540),
				drops: expect.closeTo(8.18),
			},
			...{
				machine: expect.closeTo(40.91),
				agentSeconds: 18 * 540,
				weight: 540,
				ringing: Number.NaN,
				waiting: Number.NaN,
				level: Number.NaN,
			},
			idle: Number.NaN,
			...{agents: 10_800, ready: 2160, onCall: 5400, wrapUp: 2160, paused: 1080, dead: 540},
			shares: {
				ready: expect.closeTo(108),
				idle: Number.NaN,
				onCall: 270,
				wrapUp: expect.closeTo(108),
				paused: expect.closeTo(54),
			},
			squares: {
				...{
					ready: expect.closeTo(21.6),
					idle: Number.NaN,
					onCall: 135,
					wrapUp: expect.closeTo(21.6),
					paused: expect.closeTo(5.4),
				},
				...{waiting: Number.NaN, level: Number.NaN},
			},
		});
		expect(seeded({}, {calledToday: 350})).toMatchObject({settled: 330, human: 400});
		expect(seeded({}, {calledToday: 20})).toMatchObject({settled: 0, human: 0});
		// What no graph draws begins with what is seen.
		const begins = pollOf(0, 1, day, graphs);
		const polled = Array.from({length: 13}, (_, index) => pollOf((index + 1) * 10, 2, {calledToday: 1340 + index}));
		const {usual} = remembered(begins, ...polled);
		expect(usual.weight).toBeGreaterThan(540);
		expect(usual.ringing / usual.weight).toBeCloseTo(2, 9);
		expect(usual.squares.waiting / usual.weight).toBeCloseTo(16, 9);
	});

	test('is taken from half an hour at most, and from no fewer than five minutes', () => {
		const long = {calls: minutes(0, 40, {dialed: 60}), agents: minutes(0, 40, there)};
		expect(seeded(long)).toMatchObject({seconds: 1800, dials: 1800, weight: 1800, agents: 36_000});
		const five = {calls: minutes(0, 6, {dialed: 60}), agents: minutes(0, 6, there)};
		expect(seeded(five)).toMatchObject({seconds: 300, dials: 300, weight: 300, agents: 6000});
		const four = {calls: minutes(0, 5, {dialed: 60}), agents: minutes(0, 5, there)};
		expect(seeded(four)).toMatchObject({seconds: 0, dials: 0, settled: 0, weight: 0, agents: 0, agentSeconds: 0});
		expect(seeded({calls: undefined, agents: undefined})).toMatchObject({
			...{seconds: 0, dials: 0, weight: 0, agents: Number.NaN, agentSeconds: 0},
		});
		const nobody = {calls: minutes(0, 12, {dialed: 60}), agents: minutes(0, 12, {...there, agents: 0})};
		expect(seeded(nobody)).toMatchObject({weight: 540, agents: 0, ready: 2160});
	});
});

describe('a poll', () => {
	const known = watched(pollOf(0, 1), pollOf(10, 1));
	const {learned} = known;
	const recentAfter = (polled: Watched, poll: Poll): Recent & Learned => lookAt(pollAfter(polled, poll));
	const learnedAfter = (poll: Poll): Learned | undefined => pollAfter(known, poll).learned;

	test('that is no newer, or lacks a figure that came before, changes nothing', () => {
		expect(learnedAfter(pollOf(10, 2))).toBe(learned);
		expect(learnedAfter(pollOf(9, 2))).toBe(learned);
		for (const name of ['ringing', 'waiting', 'agents', 'ready', 'onCall', 'wrapUp', 'paused', 'dead'] as const) {
			expect(learnedAfter(pollOf(20, 1, {[name]: undefined})), name).toBe(learned);
		}
		for (const name of ['paceTempo', 'calledToday', 'humanAnswered', 'machineAnswered'] as const) {
			expect(learnedAfter(pollOf(20, 1, {[name]: undefined})), name).toBe(learned);
		}
		expect(learnedAfter(pollOf(20, 1, {paceTempo: ' '}))).toBe(learned);
	});

	test('after a long gap, a new day or a clock that jumped begins anew, whatever it lacks', () => {
		expect(recentAfter(known, pollOf(610, 1)).buckets).toHaveLength(2);
		expect(recentAfter(known, pollOf(20, 1, {calledToday: 1000})).buckets).toHaveLength(2);
		expect(learnedAfter(pollOf(610, 1, {ready: undefined}))).toBe(learned);
		for (const poll of [
			pollOf(610.001, 1),
			pollOf(610.001, 1, {ready: undefined}),
			pollOf(20, 1, {calledToday: 999}),
			pollOf(20, 1, {}, {staleBefore: 10_000}),
			pollOf(20, 1, {ready: undefined}, {staleBefore: 10_000}),
		]) {
			const begun = recentAfter(known, poll);
			expect(begun).toMatchObject({buckets: [], polledSince: poll.span.sentAt.mono, dialsSince: poll.span.sentAt.mono});
			expect(begun.usual).toBe(learned?.usual);
		}
	});

	test('at which it begins or ends to dial is the first of a new past', () => {
		const resting = pollOf(20, 1, {}, {state: 'paused'});
		const rests = recentAfter(known, resting);
		expect(rests.buckets).toHaveLength(1);
		expect(rests.dialsSince).toBeNaN();
		expect(recentAfter(pollAfter(known, resting), pollOf(30, 1))).toMatchObject({
			buckets: [{polls: 1}],
			dialsSince: 30_000,
		});
		expect(recentAfter(known, pollOf(20, 1)).dialsSince).toBe(0);
		expect(remembered(pollOf(0, 1, {}, {state: 'paused'})).dialsSince).toBeNaN();
	});

	test('shows a step of the active leads or the level where it is more than they move by themselves', () => {
		const leads = (activeLeads: number | undefined) => recentAfter(known, pollOf(20, 1, {activeLeads})).activeLeads;
		expect(learned?.activeLeads).toEqual({now: 1000, before: 1000, at: Number.NEGATIVE_INFINITY});
		expect(leads(950)).toEqual({now: 950, before: 1000, at: Number.NEGATIVE_INFINITY});
		expect(leads(949)).toEqual({now: 949, before: 1000, at: 20_000});
		expect(leads(1060)).toEqual({now: 1060, before: 1000, at: 20_000});
		expect(leads(undefined)).toEqual(learned?.activeLeads);
		const level = (paceTempo: string) => recentAfter(known, pollOf(20, 1, {paceTempo})).level;
		expect(level('1.25')).toMatchObject({now: 1.25, at: Number.NEGATIVE_INFINITY});
		expect(level('1.26')).toEqual({now: 1.26, before: 1, at: 20_000});
		expect(remembered(pollOf(0, 1, {activeLeads: undefined})).activeLeads.now).toBeNaN();
	});
});
