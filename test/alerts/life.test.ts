/** Alerts: each rule, how long it takes, how alerts rise, repeat, are acknowledged, end, and what must not move them. */
import {describe, expect, test} from 'vitest';
import {alertCounts, alertGroups} from '../../source/alerts/floods.ts';
import {titleOf} from '../../source/alerts/life.ts';
import {initialState} from '../../source/alerts/reducer.ts';
import {alertDefaults} from '../../source/alerts/rules.ts';
import {type Alert, type AlertSettings, alertKey, alertsOf, gravestAlertOf, lasted} from '../../source/model/alert.ts';
import type {Link, Message, State} from '../../source/model/state.ts';
import type {Figures} from '../../source/model/wire.ts';
import {acknowledge, after, at, campaign, campaignsPolled, dashboardPolled, list, source, tick} from '../model/make.ts';

const live: Link = {kind: 'live', latency: 10};
const linked = (seconds: number, link: Link = live): Message => ({type: 'link', link, now: at(seconds)});
const retrying = (since: number): Link => ({
	kind: 'retrying',
	reason: 'h refused the connection',
	advice: '',
	since: at(since),
	nextAt: at(since + 5),
});
const failed = (seconds: number, campaignId: string, reason = 'no'): Message => ({
	type: 'dashboard-failed',
	campaignId,
	failure: {at: at(seconds), reason},
});

const begun = (settings: AlertSettings = alertDefaults): State =>
	after(initialState(source, at(0), settings), linked(0), campaignsPolled(0, ['1', '2']));

/** Polls of campaign 1 every so many seconds, the last one included. */
const polls = (from: number, to: number, over: Partial<Figures> | ((second: number) => Partial<Figures>), every = 2) =>
	Array.from({length: Math.floor((to - from) / every) + 1}, (_, index) => {
		const second = from + index * every;
		return dashboardPolled(second, '1', typeof over === 'function' ? over(second) : over);
	});

const alert = (state: State, kind: Alert['kind']): Alert | undefined =>
	state.alerts.active.get(alertKey(kind, kind === 'service' || kind === 'stale' ? undefined : '1'));

const rate = (dropRate: number, over: Partial<Figures> = {}): Partial<Figures> => ({
	status: 'PLAY',
	dropRate,
	dropLimit: 3,
	humanAnswered: 2000,
	...over,
});

describe('the drop rate', () => {
	test('is told at 2.5, 2.8 and the limit, as one alert that rises', () => {
		const near = after(begun(), ...polls(0, 20, rate(2.5)));
		expect(alert(near, 'drop')).toMatchObject({rule: 'drop-near', level: 'warning', value: 2.5, threshold: 2.5});
		const close = after(near, ...polls(22, 42, rate(2.84)));
		expect(alert(close, 'drop')).toMatchObject({rule: 'drop-close', level: 'warning', threshold: 2.8});
		const over = after(close, ...polls(44, 44, rate(3.02)));
		expect(alert(over, 'drop')).toMatchObject({
			rule: 'drop-limit',
			level: 'critical',
			threshold: 3,
			note: 'its own limit',
			since: at(0.1),
		});
		expect(over.alerts.active.size).toBe(1);
		expect(alert(over, 'drop')?.id).toBe(alert(near, 'drop')?.id);
	});

	test('is told since the mildest of its lines was passed', () => {
		const both = after(begun(), ...polls(0, 0, rate(2.6)), ...polls(10, 10, rate(3.1)));
		expect(alert(both, 'drop')).toMatchObject({rule: 'drop-limit', since: at(0.1), raisedAt: at(10.1)});
	});

	test('keeps its worst while it falls, and ends only a margin below its first line', () => {
		const over = after(begun(), ...polls(0, 20, rate(3.1)), ...polls(22, 40, rate(2.6)));
		expect(alert(over, 'drop')).toMatchObject({
			rule: 'drop-near',
			level: 'warning',
			worst: {value: 3.1, unit: 'percent'},
		});
		const hovering = after(over, ...polls(42, 60, rate(2.45)));
		expect(alert(hovering, 'drop')).toMatchObject({rule: 'drop-near', value: 2.45});
		const below = after(hovering, ...polls(62, 62, rate(2.39)));
		expect(below.alerts.active.size).toBe(0);
		expect(below.alerts.past).toMatchObject([{worst: {value: 3.1}, since: at(0.1), resolvedAt: at(62.1)}]);
	});

	test('is measured by the lower of the campaign’s limit and the regulator’s, in proportion', () => {
		const own = after(begun(), ...polls(0, 20, rate(1.7, {dropLimit: 2})));
		expect(alert(own, 'drop')?.rule).toBe('drop-near');
		expect(alert(own, 'drop')?.threshold).toBeCloseTo(1.667, 3);
		const lax = after(begun(), ...polls(0, 20, rate(3.2, {dropLimit: 8})));
		expect(alert(lax, 'drop')).toMatchObject({rule: 'drop-limit', threshold: 3, note: "the regulator's line"});
		const none = after(begun(), ...polls(0, 20, rate(3.2, {dropLimit: undefined})));
		expect(alert(none, 'drop')).toMatchObject({threshold: 3, note: "the regulator's line"});
	});

	test('says nothing of a handful of calls', () => {
		const few = after(begun(), ...polls(0, 60, rate(4, {humanAnswered: 25})));
		expect(few.alerts.active.size).toBe(0);
		const fewDrops = after(begun(), ...polls(0, 60, rate(3, {humanAnswered: 100})));
		expect(fewDrops.alerts.active.size).toBe(0);
		const enough = after(begun(), ...polls(0, 60, rate(10, {humanAnswered: 60})));
		expect(alert(enough, 'drop')?.level).toBe('critical');
		const uncounted = after(begun(), ...polls(0, 60, rate(3, {humanAnswered: undefined})));
		expect(alert(uncounted, 'drop')?.level).toBe('critical');
	});

	test('that cannot be read neither ends an alert nor raises one', () => {
		const over = after(begun(), ...polls(0, 20, rate(3.1)));
		const blind = after(over, ...polls(22, 60, {...rate(0), dropRate: undefined}));
		expect(alert(blind, 'drop')).toBe(alert(over, 'drop'));
	});

	test('above 100 or below 0 neither ends an alert nor raises one', () => {
		const over = after(begun(), ...polls(0, 20, rate(3.1)));
		for (const absurd of [-9, 100.01, 130]) {
			expect(alert(after(over, ...polls(22, 60, rate(absurd))), 'drop')).toBe(alert(over, 'drop'));
			expect(after(begun(), ...polls(0, 60, rate(absurd))).alerts.active.size).toBe(0);
		}
	});

	test('is measured by the limit last read while none comes, and by none that cannot be read', () => {
		const over = after(begun(), ...polls(0, 20, rate(2.2, {dropLimit: 2})));
		expect(alert(over, 'drop')).toMatchObject({level: 'critical', threshold: 2});
		const gone = rate(2.2, {dropLimit: undefined});
		expect(alert(after(over, ...polls(22, 40, gone)), 'drop')).toBe(alert(over, 'drop'));
		// Nothing is held for ever: the next day begins without drops.
		expect(after(over, ...polls(22, 22, {...gone, dropRate: 0})).alerts.active.size).toBe(0);
		const garbled = {...gone, dropRate: 0, unreadable: ['adaptive_dropped_percentage']};
		for (const status of ['PLAY', 'PAUSE']) {
			expect(alert(after(over, ...polls(22, 40, {...garbled, status})), 'drop')).toBe(alert(over, 'drop'));
		}
	});

	test('of none is never at a limit of none', () => {
		expect(after(begun(), ...polls(0, 60, rate(0, {dropLimit: 0}))).alerts.active.size).toBe(0);
	});
});

describe('calls waiting with no agent ready', () => {
	const waiting = {status: 'PLAY', waiting: 3, ready: 0};

	test('are told after half a minute, not for a moment', () => {
		const early = after(begun(), ...polls(0, 28, waiting));
		expect(early.alerts.active.size).toBe(0);
		const late = after(early, ...polls(30, 32, waiting));
		expect(alert(late, 'waiting')).toMatchObject({value: 3, unit: 'calls', since: at(0.1)});
		expect(
			after(begun(), ...polls(0, 28, waiting), ...polls(30, 30, {waiting: 3, ready: 1}), ...polls(32, 50, waiting))
				.alerts.active.size,
		).toBe(0);
	});

	test('need more than two looks far apart', () => {
		const state = after(begun(), ...polls(0, 240, waiting, 120));
		expect(state.alerts.active.size).toBe(0);
		expect(alert(after(state, ...polls(360, 360, waiting)), 'waiting')).toBeDefined();
	});

	test('keep the most that waited', () => {
		const state = after(begun(), ...polls(0, 40, second => ({...waiting, waiting: second === 38 ? 7 : 2})));
		expect(alert(state, 'waiting')).toMatchObject({value: 2, worst: {value: 7, unit: 'calls'}});
	});
});

describe('agents ready, nothing ringing, while PLAY', () => {
	const idle = {status: 'PLAY', ready: 9, ringing: 0, calledToday: 500, remainingLeads: 70};

	test('names the list that is off with the most leads once the lists are read, and keeps it at the next poll', () => {
		const dry = {...idle, remainingLeads: 0, activeLeads: 70, totalLeads: 900};
		const warned = after(begun(), ...polls(0, 62, dry));
		expect(alert(warned, 'dialing')?.cause).toMatchObject({kind: 'leads-done', off: {leads: 830, list: undefined}});
		const records = [
			list('7', {campaignId: '1', remainingLeads: 900}),
			list('8', {campaignId: '1', status: 'N', remainingLeads: 30}),
			list('9', {campaignId: '1', status: 'N', remainingLeads: 800}),
		];
		const off = {leads: 830, list: {id: '9', name: 'List 9', remaining: 800}};
		const named = after(warned, {type: 'lists-of-polled', campaignId: '1', records});
		expect(alert(named, 'dialing')?.cause).toMatchObject({off});
		const others: Message = {type: 'lists-of-polled', campaignId: '2', records};
		expect(alert(after(warned, others), 'dialing')).toBe(alert(warned, 'dialing'));
		const failed = after(named, {type: 'lists-of-polled', campaignId: '1', records: undefined}, ...polls(64, 64, dry));
		expect(alert(failed, 'dialing')?.cause).toMatchObject({off});
		const blind = after(warned, ...polls(64, 64, {...dry, remainingLeads: undefined, ready: undefined}));
		const kept = after(blind, {type: 'lists-of-polled', campaignId: '1', records});
		expect(alert(kept, 'dialing')).toEqual(alert(warned, 'dialing'));
	});

	test('is agents idle after a minute, not dialing after three: one alert, which rises', () => {
		const early = after(begun(), ...polls(0, 58, idle));
		expect(early.alerts.active.size).toBe(0);
		const warned = after(early, ...polls(60, 62, idle));
		expect(alert(warned, 'dialing')).toMatchObject({rule: 'idle', level: 'warning', value: 9, unit: 'agents'});
		const still = after(warned, ...polls(64, 184, idle));
		expect(alert(still, 'dialing')).toMatchObject({
			rule: 'not-dialing',
			level: 'critical',
			unit: 'seconds',
			note: '',
			since: at(0.1),
		});
		expect(alert(still, 'dialing')?.value).toBeCloseTo(184, 5);
		expect(still.alerts.active.size).toBe(1);
	});

	test('is nothing where the day’s count rises, however seldom anybody looks', () => {
		const state = after(begun(), ...polls(0, 3600, second => ({...idle, calledToday: 500 + second}), 120));
		expect(state.alerts.active.size).toBe(0);
	});

	test('ends when it dials again', () => {
		const still = after(begun(), ...polls(0, 200, idle));
		const dials = after(still, ...polls(202, 202, {...idle, ringing: 4, calledToday: 504}));
		expect(dials.alerts.active.size).toBe(0);
		expect(dials.alerts.past).toMatchObject([{rule: 'not-dialing', resolvedAt: at(202.1)}]);
	});

	test('is nothing while paused, and counts from PLAY on', () => {
		const listed = campaignsPolled(0, [campaign('1', {status: 'PAUSE'}), '2']);
		const paused = after(begun(), listed, ...polls(0, 400, {...idle, status: 'PAUSE'}));
		expect(alert(paused, 'dialing')).toBeUndefined();
		const played = after(paused, campaignsPolled(401, ['1', '2']), ...polls(402, 460, idle));
		expect(played.alerts.active.size).toBe(0);
		expect(played.alerts.past).toMatchObject([{rule: 'paused-ready'}]);
		expect(alert(after(played, ...polls(462, 466, idle)), 'dialing')?.rule).toBe('idle');
	});

	test('ends when the listing shows it paused, before its figures are polled again', () => {
		const still = after(begun(), ...polls(0, 200, idle));
		const listed = after(still, campaignsPolled(201, [campaign('1', {status: 'PAUSE'}), '2']));
		expect(listed.alerts.active.size).toBe(0);
		expect([...listed.alerts.conditions.values()].filter(({rule}) => rule === 'idle')).toEqual([]);
		expect(after(still, campaignsPolled(201, [campaign('1', {status: 'STOP'}), '2'])).alerts.past).toMatchObject([
			{rule: 'not-dialing', end: {kind: 'at-rest', state: 'stopped'}},
		]);
		expect(alert(after(still, campaignsPolled(201, ['1', '2'])), 'dialing')).toBe(alert(still, 'dialing'));
	});

	test('goes on over what comes between the polls', () => {
		const watched = polls(0, 62, idle).flatMap((poll, index) => [
			poll,
			tick(2 * index + 1),
			linked(2 * index + 1.2),
			campaignsPolled(2 * index + 1.4, ['1', '2']),
		]);
		expect(alert(after(begun(), ...watched), 'dialing')?.rule).toBe('idle');
	});

	test('begins anew after the service could not be reached', () => {
		const gap = [linked(31, retrying(31)), linked(32)];
		const state = after(begun(), ...polls(0, 30, idle), ...gap, ...polls(34, 88, idle));
		expect(state.alerts.active.size).toBe(0);
		expect(alert(after(state, ...polls(90, 94, idle)), 'dialing')?.rule).toBe('idle');
	});

	test('says why, where the figures tell', () => {
		const out = after(begun(), ...polls(0, 200, {...idle, remainingLeads: 0, activeLeads: 100}));
		expect(alert(out, 'dialing')?.note).toBe('no leads left');
		const off = after(begun(), ...polls(0, 200, {...idle, totalLeads: 100, remainingLeads: 0, activeLeads: 0}));
		expect(alert(off, 'dialing')?.note).toBe('no list is on');
		const closed = after(begun(), ...polls(0, 200, {...idle, schedulerStatus: 'CLOSED'}));
		expect(alert(closed, 'dialing')?.note).toBe('outside calling hours');
	});

	test('of a campaign without agents is told where it has leads and the hour for them', () => {
		const broadcast = {
			status: 'PLAY',
			paceMethod: 'BROADCAST',
			ready: 0,
			ringing: 0,
			calledToday: 9,
			remainingLeads: 70,
		};
		expect(alert(after(begun(), ...polls(0, 200, broadcast)), 'dialing')).toMatchObject({rule: 'not-dialing'});
		for (const over of [{remainingLeads: 0}, {schedulerStatus: 'CLOSED'}, {paceMethod: 'RATIO'}]) {
			const kept = after(begun(), ...polls(0, 200, {...broadcast, ...over}));
			expect(alert(kept, 'dialing'), JSON.stringify(over)).toBeUndefined();
		}
	});

	test('cannot be told without the day’s count, or without what rings', () => {
		for (const missing of [{calledToday: undefined}, {ringing: undefined}]) {
			expect(after(begun(), ...polls(0, 300, {...idle, ...missing})).alerts.active.size).toBe(0);
		}
	});

	test('stays while what it rests on cannot be read', () => {
		const still = after(begun(), ...polls(0, 200, idle));
		for (const missing of [{ready: undefined}, {calledToday: undefined}, {ringing: undefined}]) {
			const blind = after(still, ...polls(202, 210, {...idle, ...missing}));
			expect(alert(blind, 'dialing')).toEqual(alert(still, 'dialing'));
		}
	});

	test('stays at a status that nobody explains, and ends at a pause though figures are missing', () => {
		const still = after(begun(), ...polls(0, 200, idle));
		expect(alert(after(still, ...polls(202, 210, {...idle, status: 'HUM'})), 'dialing')).toEqual(
			alert(still, 'dialing'),
		);
		const paused = {...idle, status: 'PAUSE', ringing: undefined};
		expect(alert(after(still, ...polls(202, 202, paused)), 'dialing')).toBeUndefined();
	});

	test('is nothing at midnight, when the count begins anew', () => {
		const state = after(begun(), ...polls(0, 50, idle), ...polls(52, 100, {...idle, calledToday: 0}));
		expect(state.alerts.active.size).toBe(0);
	});
});

describe('leads left', () => {
	const leads = (minutes: number, over: Partial<Figures> = {}) => ({
		status: 'PLAY',
		remainingLeads: 400,
		remainingTime: minutes * 60,
		...over,
	});

	test('under an hour at the present pace', () => {
		expect(after(begun(), ...polls(0, 60, leads(61))).alerts.active.size).toBe(0);
		expect(after(begun(), ...polls(0, 60, leads(60))).alerts.active.size).toBe(1);
		const low = after(begun(), ...polls(0, 60, leads(41)));
		expect(alert(low, 'leads')).toMatchObject({value: 41, threshold: 60, unit: 'minutes'});
		const lower = after(low, ...polls(62, 64, leads(12)), ...polls(66, 66, leads(70)));
		expect(alert(lower, 'leads')).toMatchObject({value: 70, worst: {value: 12, unit: 'minutes'}});
		expect(after(lower, ...polls(68, 68, leads(76))).alerts.active.size).toBe(0);
	});

	test('at a standstill say nothing, and none left says so', () => {
		expect(after(begun(), ...polls(0, 60, leads(0))).alerts.active.size).toBe(0);
		const out = after(begun(), ...polls(0, 60, leads(0, {remainingLeads: 0})));
		expect(alert(out, 'leads')).toMatchObject({value: 0, threshold: 60});
		const stopped = campaignsPolled(0, [campaign('1', {status: 'STOP'}), '2']);
		expect(
			after(begun(), stopped, ...polls(0, 60, leads(0, {remainingLeads: 0, status: 'STOP'}))).alerts.active.size,
		).toBe(0);
	});

	test('are told though another figure that the rule needs cannot be read, where those that can be say so', () => {
		const none = leads(0, {remainingLeads: 0, remainingTime: undefined, unreadable: ['remaining_time']});
		expect(alert(after(begun(), ...polls(0, 60, none)), 'leads')).toMatchObject({value: 0, note: 'no leads left'});
	});

	test('make way for idle agents once there are none: one cause, one alert', () => {
		const low = after(begun(), ...polls(0, 60, leads(41, {ready: 5, ringing: 3, calledToday: 1})));
		const out = after(low, ...polls(62, 200, leads(0, {remainingLeads: 0, ready: 5, ringing: 0, calledToday: 1})));
		expect([...out.alerts.active.values()].map(({kind}) => kind)).toEqual(['dialing']);
		expect(out.alerts.past.map(({kind}) => kind)).toEqual(['leads']);
	});
});

describe('the service as a whole', () => {
	const ticks = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => tick(from + index));

	test('that refuses is told after a quarter of a minute, and until it answers', () => {
		const down = after(begun(), linked(10, retrying(10)), ...ticks(11, 24));
		expect(down.alerts.active.size).toBe(0);
		const told = after(down, tick(25));
		expect(alert(told, 'service')).toMatchObject({
			level: 'critical',
			value: 15,
			name: 'h',
			note: 'h refused the connection',
			since: at(10),
		});
		const back = after(told, ...ticks(26, 100), linked(101));
		expect(back.alerts.active.size).toBe(0);
		expect(back.alerts.past).toMatchObject([{since: at(10), resolvedAt: at(101), worst: {value: 90, unit: 'seconds'}}]);
	});

	test('that answers nothing is told as long after the first request as one that refuses', () => {
		const silent = after(begun(), linked(12, {kind: 'live', latency: 10, silentSince: at(10)}), ...ticks(13, 24));
		expect(silent.heardAt).toEqual(at(0));
		expect(silent.alerts.active.size).toBe(0);
		const told = after(silent, tick(25));
		expect(alert(told, 'service')).toMatchObject({value: 15, note: 'no answer comes', since: at(10)});
		expect(alert(after(told, linked(30, retrying(10)), tick(31)), 'service')).toMatchObject({value: 21, times: 1});
		expect(after(told, linked(30), tick(31)).alerts.active.size).toBe(0);
	});

	test('that signs us out is told, but for the sign-in at the start', () => {
		const out = after(begun(), linked(10, {kind: 'signed-out', reason: 'expired'}), ...ticks(11, 30));
		expect(alert(out, 'service')?.note).toBe('signed out: expired');
		const wordless = after(begun(), linked(10, {kind: 'signed-out', reason: ''}), ...ticks(11, 30));
		expect(alert(wordless, 'service')?.note).toBe('signed out: sign in to go on');
		const start = after(initialState(source, at(0)), linked(0, {kind: 'signed-out', reason: ''}), ...ticks(1, 60));
		expect(start.alerts.active.size).toBe(0);
	});

	test('whose figures cannot be read is one alert, however many campaigns', () => {
		const fresh = after(begun(), dashboardPolled(0, '1'), dashboardPolled(0, '2'), ...ticks(1, 50));
		const failing = after(fresh, failed(50, '1', 'not yours'), ...ticks(51, 70));
		expect(failing.alerts.active.size).toBe(0);
		const told = after(failing, ...ticks(71, 81));
		expect(alert(told, 'stale')).toMatchObject({value: 81, note: 'Campaign 1: not yours'});
		const later = after(begun(), dashboardPolled(10, '1'), failed(50, '1'), ...ticks(51, 91));
		expect(alert(later, 'stale')).toMatchObject({value: 81});
		const apart = after(later, dashboardPolled(30, '2'), failed(91, '2'), tick(92));
		expect(alert(apart, 'stale')).toMatchObject({value: 82});
		const both = after(told, failed(81, '2', 'not yours either'), ...ticks(82, 84));
		expect(both.alerts.active.size).toBe(1);
		expect(alert(both, 'stale')?.note).toBe('2 campaigns: not yours either');
		const well = after(both, dashboardPolled(84, '1'), dashboardPolled(84, '2'), tick(85));
		expect(well.alerts.active.size).toBe(0);
	});

	test('whose list of campaigns cannot be read is told, with the reason', () => {
		const unlisted = after(begun(), {type: 'campaigns-failed', failure: {at: at(5), reason: 'not today'}});
		const told = after(unlisted, ...ticks(5, 70));
		expect(alert(told, 'stale')).toMatchObject({value: 70, note: 'the list of campaigns: not today'});
		expect(after(told, campaignsPolled(71, ['1', '2']), tick(72)).alerts.active.size).toBe(0);
	});

	test('that never gave figures is told too', () => {
		const never = after(begun(), failed(1, '1', 'not yours'), ...ticks(2, 70));
		expect(alert(never, 'stale')?.note).toBe('Campaign 1: not yours');
	});

	test('that does not answer at all is one alert, not two', () => {
		const state = after(begun(), dashboardPolled(0, '1'), failed(1, '1'), linked(2, retrying(2)), ...ticks(3, 120));
		expect([...state.alerts.active.values()].map(({kind}) => kind)).toEqual(['service']);
	});
});

describe('the end of an alert', () => {
	const endOf = (state: State) => state.alerts.past[0]?.end;
	const over = after(begun(), ...polls(0, 20, rate(3.1)));

	test('is the figure that came back, and the line that it fell under', () => {
		expect(endOf(after(over, ...polls(22, 22, rate(2.39))))).toEqual({
			kind: 'back',
			rule: 'drop-near',
			value: 2.39,
			line: expect.closeTo(2.4, 5),
		});
		const leads = (minutes: number) => ({status: 'PLAY', remainingLeads: 400, remainingTime: minutes * 60});
		const filled = after(begun(), ...polls(0, 60, leads(41)), ...polls(62, 62, leads(80)));
		expect(endOf(filled)).toEqual({kind: 'back', rule: 'leads-low', value: 80, line: 75});
	});

	test('is the figures that it rests on, where more than one says it', () => {
		const waiting = after(begun(), ...polls(0, 40, {status: 'PLAY', waiting: 3, ready: 0}));
		expect(endOf(after(waiting, ...polls(42, 42, {status: 'PLAY', waiting: 1, ready: 2})))).toEqual({
			kind: 'figures',
			figures: [
				['waiting', 1],
				['ready', 2],
			],
		});
	});

	test('is that the campaign is paused, or listed no longer', () => {
		const idle = {status: 'PLAY', ready: 9, ringing: 0, calledToday: 500};
		const still = after(begun(), ...polls(0, 100, idle));
		const atRest = {kind: 'at-rest', state: 'paused'};
		expect(endOf(after(still, campaignsPolled(101, [campaign('1', {status: 'PAUSE'})])))).toEqual(atRest);
		expect(endOf(after(still, ...polls(102, 102, {...idle, status: 'PAUSE'})))).toEqual(atRest);
		expect(endOf(after(over, campaignsPolled(30, ['2'])))).toEqual({kind: 'unlisted'});
	});

	test('is another alert that tells the same', () => {
		const low = {status: 'PLAY', remainingLeads: 400, remainingTime: 2400, ready: 5, ringing: 3, calledToday: 1};
		const out = {...low, remainingLeads: 0, remainingTime: 0, ringing: 0};
		const told = after(begun(), ...polls(0, 60, low), ...polls(62, 200, out));
		expect(endOf(told)).toEqual({kind: 'told-by', other: 'dialing'});
	});

	test('is that the service answers again', () => {
		const down = after(begun(), linked(10, retrying(10)), tick(25), linked(30));
		expect(endOf(down)).toEqual({kind: 'answered'});
	});
});

describe('a figure that swings about its line', () => {
	const bad = {status: 'PLAY', waiting: 3, ready: 0};
	const well = {status: 'PLAY', waiting: 0, ready: 2};
	/** So often 40 s of calls waiting, and 20 s of none; then the figures are well. */
	const swings = (times: number, from = 0) =>
		Array.from({length: times}, (_, index) => [
			...polls(from + index * 60, from + index * 60 + 40, bad),
			...polls(from + index * 60 + 42, from + index * 60 + 58, well),
		]).flat();

	test('is one alert, which counts', () => {
		const state = after(begun(), ...swings(8));
		expect(state.alerts.past).toEqual([]);
		expect(alert(state, 'waiting')).toMatchObject({times: 8, since: at(0.1), wellSince: at(462.1), news: 1});
	});

	test('ends at once the first time, and then the later the more often it came back', () => {
		const twice = after(begun(), ...polls(0, 40, bad), ...polls(42, 42, well));
		expect(twice.alerts.active.size).toBe(0);
		const again = after(twice, ...polls(44, 84, bad), ...polls(86, 86, well));
		expect(alert(again, 'waiting')).toMatchObject({times: 2, wellSince: at(86.1), resolvedAt: undefined});
		expect(after(again, ...polls(88, 144, well)).alerts.active.size).toBe(1);
		const badAgain = after(again, ...polls(88, 144, well), ...polls(146, 150, bad));
		expect(alert(badAgain, 'waiting')).toMatchObject({times: 2, wellSince: at(86.1)});
		const ended = after(again, ...polls(88, 146, well));
		expect(ended.alerts.active.size).toBe(0);
		expect(ended.alerts.past).toMatchObject([{times: 2, resolvedAt: at(86.1), end: {kind: 'figures'}}]);
	});

	test('ends at once if its campaign is paused or gone, and never because nothing was read', () => {
		const state = after(begun(), ...swings(3));
		expect(alert(state, 'waiting')?.times).toBe(3);
		expect(after(state, campaignsPolled(181, ['2'])).alerts.past).toMatchObject([{resolvedAt: at(162.1)}]);
		const blind = after(state, ...polls(182, 400, {status: 'PLAY', waiting: undefined, ready: undefined}));
		expect(alert(blind, 'waiting')).toEqual(alert(state, 'waiting'));
		expect(after(state, failed(200, '1'), tick(1000)).alerts.active.size).toBe(1);
		expect(after(blind, ...polls(402, 402, well)).alerts.active.size).toBe(0);
	});

	test('ends at once when a poll or the listing shows that its campaign is paused', () => {
		const idle = {status: 'PLAY', ready: 9, ringing: 0, calledToday: 500};
		const dials = {...idle, ringing: 4};
		const swung = after(begun(), ...polls(0, 62, idle), ...polls(64, 64, dials), ...polls(66, 130, idle));
		const state = after(swung, ...polls(132, 134, dials));
		expect(alert(state, 'dialing')).toMatchObject({times: 2, wellSince: at(132.1)});
		expect(alert(after(state, ...polls(194, 194, dials)), 'dialing')).toBeUndefined();
		expect(alert(after(state, ...polls(194, 194, {...dials, calledToday: undefined})), 'dialing')).toBeDefined();
		for (const rest of [
			dashboardPolled(136, '1', {...idle, status: 'PAUSE'}),
			campaignsPolled(136, [campaign('1', {status: 'PAUSE'})]),
		]) {
			expect(alert(after(state, rest), 'dialing')).toBeUndefined();
		}
	});

	test('ends at once where the mildest of its rules that are on rests while the campaign is paused', () => {
		const dead = (count: number) => ({status: 'PLAY', dead: count});
		const swung = [
			...polls(0, 62, dead(2)),
			...polls(64, 64, dead(0)),
			...polls(66, 130, dead(2)),
			...polls(132, 134, dead(0)),
		];
		const paused = dashboardPolled(136, '1', {...dead(0), status: 'PAUSE'});
		const state = after(begun(), ...swung);
		expect(alert(state, 'floor')).toMatchObject({rule: 'dead', times: 2, wellSince: at(132.1)});
		expect(alert(after(state, paused), 'floor')).toBeUndefined();
		const {unusual} = alertDefaults.rules;
		const off = {...alertDefaults, rules: {...alertDefaults.rules, unusual: {...unusual, on: false}}};
		expect(alert(after(begun(off), ...swung, paused), 'floor')).toMatchObject({rule: 'dead', times: 2});
	});

	test('does not end while a milder rule holds, though it is too young for an alert', () => {
		const twice = after(begun(), ...polls(0, 0, rate(3.1)), ...polls(2, 2, rate(1)), ...polls(4, 4, rate(3.1)));
		const well = after(twice, ...polls(6, 64, rate(1)));
		expect(alert(well, 'drop')).toMatchObject({times: 2, wellSince: at(6.1)});
		expect(alert(after(well, ...polls(66, 66, rate(1))), 'drop')).toBeUndefined();
		const near = after(well, ...polls(66, 68, rate(2.6)));
		expect(alert(near, 'drop')).toMatchObject({rule: 'drop-limit', times: 2, wellSince: at(6.1)});
		expect(alert(after(near, ...polls(70, 80, rate(2.6))), 'drop')).toMatchObject({rule: 'drop-near', times: 3});
	});

	test('is another alert if nobody looked for long', () => {
		for (const second of [732, 800]) {
			const state = after(begun(), ...swings(3), ...polls(second, second + 30, bad));
			expect(alert(state, 'waiting')).toMatchObject({times: 1, since: at(second + 0.1)});
			expect(state.alerts.past).toMatchObject([{times: 3, resolvedAt: at(162.1)}]);
		}
	});
});

describe('an alert', () => {
	const over = polls(0, 20, rate(3.1));

	test('is acknowledged, and is news again when it rises', () => {
		const near = after(begun(), ...polls(0, 20, rate(2.6)));
		const known = after(near, tick(21), acknowledge(alert(near, 'drop'), {at: at(21)}));
		expect(alert(known, 'drop')?.acknowledgedAt).toEqual(at(21));
		expect(alertCounts(known.alerts)).toEqual({open: 0, acknowledged: 1, worst: undefined});
		const same = after(known, ...polls(22, 40, rate(2.7)));
		expect(alert(same, 'drop')?.acknowledgedAt).toEqual(at(21));
		const risen = after(same, ...polls(42, 42, rate(3)));
		expect(alert(risen, 'drop')).toMatchObject({acknowledgedAt: undefined, level: 'critical'});
		expect(alert(risen, 'drop')?.news).toBeGreaterThan(alert(near, 'drop')?.news ?? 0);
		const fallen = after(
			risen,
			acknowledge(alert(risen, 'drop')),
			...polls(44, 60, rate(2.7)),
			...polls(62, 64, rate(3.05)),
		);
		expect(alert(fallen, 'drop')?.acknowledgedAt).toBeDefined();
	});

	test('that comes back soon is the same one, and still acknowledged', () => {
		const first = after(begun(), ...over);
		const {id = 0, news} = alert(first, 'drop') ?? {};
		const again = after(
			first,
			acknowledge(alert(first, 'drop')),
			...polls(22, 22, rate(1)),
			...polls(24, 44, rate(3.1)),
		);
		expect(alert(again, 'drop')).toMatchObject({id, news, times: 2, since: at(0.1), resolvedAt: undefined});
		expect(alert(again, 'drop')?.acknowledgedAt).toBeDefined();
		expect(again.alerts.past).toEqual([]);
		const later = after(again, ...polls(46, 46, rate(1)), ...polls(700, 720, rate(3.1)));
		expect(alert(later, 'drop')).toMatchObject({times: 1, acknowledgedAt: undefined});
		expect(later.alerts.past).toHaveLength(1);
	});

	test('ends with its campaign', () => {
		const gone = after(begun(), ...over, campaignsPolled(30, ['2']));
		expect(gone.alerts.active.size).toBe(0);
		expect(gone.alerts.conditions.size).toBe(0);
		expect(gone.alerts.past).toMatchObject([{campaignId: '1', name: 'Campaign 1', resolvedAt: at(30.1)}]);
	});

	test('stays while its campaign may be the one whose id cannot be read', () => {
		const nameless = campaign('1', {id: undefined, unreadable: ['campaign_id']});
		const told = after(begun(), ...over);
		const blind = after(told, campaignsPolled(30, [nameless, '2']));
		expect(alert(blind, 'drop')).toEqual(alert(told, 'drop'));
		expect([...(blind.campaigns.value?.keys() ?? [])]).toEqual(['2', '1']);
		expect(blind.campaigns.failure?.reason).toBe('1 of 2 came without an id that can be read');
		expect(after(blind, campaignsPolled(35, ['2'])).alerts.active.size).toBe(0);
	});

	test('stays while nobody can look, and time alone raises none', () => {
		const told = after(begun(), ...over);
		const blind = after(told, failed(22, '1'), tick(3600));
		expect(alert(blind, 'drop')).toEqual(alert(told, 'drop'));
		const once = after(begun(), ...polls(0, 0, rate(2.6)), tick(3600));
		expect(once.alerts.active.size).toBe(0);
	});

	test('of a rule that is switched off is none', () => {
		const off: AlertSettings = {
			...alertDefaults,
			rules: {...alertDefaults.rules, 'drop-limit': {...alertDefaults.rules['drop-limit'], on: false}},
		};
		expect(alert(after(begun(off), ...over), 'drop')?.rule).toBe('drop-close');
	});

	test('has its words', () => {
		expect(titleOf({rule: 'waiting'})).toBe('no agent ready');
	});
});

describe('a machine that was suspended', () => {
	const asleep = (second: number, by: number): Message => ({
		type: 'tick',
		now: {wall: at(second).wall + by * 1000, mono: at(second).mono},
	});
	const idle = {status: 'PLAY', ready: 9, ringing: 0, calledToday: 500};

	test('has not watched: what was young begins anew', () => {
		const young = after(begun(), ...polls(0, 56, idle), tick(57), asleep(58, 28_800));
		expect(young.alerts.conditions.size).toBe(0);
		// Not even what was answered at that very moment tells of the time since.
		const last = after(begun(), ...polls(0, 56, idle), dashboardPolled(57.9, '1', idle), asleep(58, 28_800));
		expect([...after(last, ...polls(59, 61, idle)).alerts.conditions.values()]).toMatchObject([
			{since: at(59.1)},
			{since: at(59.1)},
		]);
		const woken = after(young, ...polls(59, 117, idle));
		expect(woken.alerts.active.size).toBe(0);
		expect(alert(after(woken, ...polls(119, 121, idle)), 'dialing')?.rule).toBe('idle');
	});

	test('keeps what was raised, and its time does not count', () => {
		const told = after(begun(), ...polls(0, 100, idle), tick(101), asleep(102, 28_800));
		const kept = alert(told, 'dialing');
		expect(kept?.rule).toBe('idle');
		expect(kept && lasted(kept, told.now)).toBe(101_900);
		const shown = after(told, ...polls(104, 106, idle));
		expect(alert(shown, 'dialing')).toMatchObject({rule: 'idle', times: 1, seenAt: at(106.1)});
	});

	test('does not find everything stale', () => {
		const state = after(begun(), dashboardPolled(0, '1'), tick(1), asleep(2, 28_800), asleep(3, 28_800));
		expect(state.alerts.active.size).toBe(0);
	});
});

describe('what the screen asks', () => {
	test('the gravest first; past ones last', () => {
		const state = after(
			begun(),
			...polls(0, 40, {...rate(2.6), waiting: 3, ready: 0}),
			...polls(42, 42, {...rate(3.1), waiting: 0, ready: 0}),
			linked(50, retrying(50)),
			tick(70),
		);
		expect(alertGroups(state.alerts).map(({lead}) => lead.rule)).toEqual(['service', 'drop-limit', 'waiting']);
		expect(alertsOf(state.alerts, '1').map(({rule}) => rule)).toEqual(['drop-limit']);
		expect(gravestAlertOf(state.alerts, '2')).toBeUndefined();
		expect(alertCounts(state.alerts)).toEqual({open: 2, acknowledged: 0, worst: 'critical'});
	});
});
