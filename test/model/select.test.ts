/** What the screen asks of the state. */
import {describe, expect, test} from 'vitest';
import {dialStateOf, statusWordsOf} from '../../source/model/campaign.ts';
import {
	campaignRow,
	campaignRows,
	commandOn,
	isOld,
	listsOfCampaign,
	notListed,
	oldestAge,
	totalsOf,
	whyNotNow,
} from '../../source/model/select.ts';
import type {Message, State} from '../../source/model/state.ts';
import {rankOf, troubleOf} from '../../source/model/trouble.ts';
import {
	acknowledge,
	after,
	asked,
	at,
	campaign,
	campaignsPolled,
	dashboardPolled,
	done,
	endedAs,
	fresh,
	list,
	span,
	target,
	tick,
} from './make.ts';

const listing = (sent: number, status: string | undefined) => campaignsPolled(sent, [campaign('1', {status})]);
const showing = (sent: number, status: string | undefined) => dashboardPolled(sent, '1', {status});
const statusAfter = (...messages: Parameters<typeof after>[1][]): string | undefined =>
	campaignRow(after(fresh(), ...messages), '1')?.status;

describe('the status of a campaign', () => {
	test('is the newer of the two places', () => {
		expect(statusAfter(listing(1, 'PLAY'), showing(20, 'PAUSE'))).toBe('PAUSE');
		expect(statusAfter(listing(1, 'PLAY'), showing(2, 'PLAY'), showing(4, 'PAUSE'))).toBe('PAUSE');
		expect(statusAfter(listing(20, 'PLAY'), showing(1, 'PAUSE'))).toBe('PLAY');
	});

	test('is that of the only place that says one', () => {
		expect(statusAfter(listing(1, 'STOP'))).toBe('STOP');
		expect(statusAfter(listing(1, 'STOP'), showing(2, undefined))).toBe('STOP');
		expect(statusAfter(showing(1, 'PLAY'), listing(2, undefined))).toBe('PLAY');
		expect(statusAfter(listing(1, undefined))).toBeUndefined();
	});

	test('does not flicker where the two places have different words for the same state', () => {
		expect(statusAfter(listing(1, 'ACTIVE'), showing(2, 'PLAY'), listing(3, 'ACTIVE'))).toBe('PLAY');
		expect(statusAfter(listing(1, 'PLAY'), showing(2, 'RUNNING'), listing(3, 'PLAY'))).toBe('RUNNING');
		expect(statusAfter(listing(1, 'PLAY'), showing(2, 'HUMMING'), listing(3, 'PLAY'), showing(4, 'HUMMING'))).toBe(
			'PLAY',
		);
	});

	test('a word without a meaning counts when it is news', () => {
		expect(statusAfter(listing(1, 'ACTIVE'), showing(2, 'PLAY'), listing(3, 'CLOSED'))).toBe('CLOSED');
		expect(statusAfter(listing(1, 'PLAY'), showing(2, 'RUNNING'), showing(4, 'OUT OF HOURS'))).toBe('OUT OF HOURS');
		expect(statusAfter(showing(1, 'OUT OF HOURS'), listing(2, 'CLOSED'))).toBe('CLOSED');
	});

	test.each([
		['PLAY', 'dialing'],
		[' play ', 'dialing'],
		['Paused', 'paused'],
		['STOP', 'stopped'],
		['Y', 'unknown'],
		['', 'unknown'],
		[undefined, 'unknown'],
		['constructor', 'unknown'],
	] as const)('the word %j means %s', (word, meaning) => {
		expect(dialStateOf(word, undefined)).toBe(meaning);
	});

	test("a profile's words come before those of every service, whatever their case and blanks", () => {
		const own = statusWordsOf({running: 'play', ' on  HOLD ': 'pause', STOP: 'pause'});
		expect(['Running', 'On Hold', 'on hold ', 'stop', 'PAUSE', 'ONHOLD'].map(word => dialStateOf(word, own))).toEqual([
			'dialing',
			'paused',
			'paused',
			'paused',
			'paused',
			'unknown',
		]);
	});
});

test('rows come in the order of the service, with what is known of each', () => {
	const state = after(
		fresh(),
		campaignsPolled(1, ['2', '1']),
		dashboardPolled(2, '1', {ready: 3}),
		{type: 'dashboard-failed', campaignId: '2', failure: {at: at(3), reason: 'no'}},
		asked(4),
	);
	expect(campaignRows(state)).toMatchObject([
		{campaign: {id: '2'}, dashboard: undefined, figures: undefined, failure: {reason: 'no'}, command: undefined},
		{campaign: {id: '1'}, figures: {ready: 3}, failure: undefined, command: {phase: 'sending'}},
	]);
	expect(campaignRow(state, '9')).toBeUndefined();
	expect(campaignRows(fresh())).toEqual([]);
});

test('totals sum what is there, never to a figure that no row told, and say how many rows that was', () => {
	const state = after(
		fresh(),
		campaignsPolled(1, ['1', '2', '3', '4']),
		dashboardPolled(2, '1', {agents: 5, ready: 2, onCall: 1, waiting: 1, dropRate: 2, humanAnswered: 100}),
		dashboardPolled(2, '2', {agents: 7, remainingLeads: 40, dropRate: 6, humanAnswered: 300}),
		dashboardPolled(2, '3', {dropRate: 90}),
	);
	expect(totalsOf(campaignRows(state))).toEqual({
		rows: 4,
		counted: 3,
		agents: 12,
		ready: 2,
		onCall: 1,
		wrapUp: undefined,
		paused: undefined,
		ringing: undefined,
		waiting: 1,
		remainingLeads: 40,
	});
	expect(totalsOf([]).ready).toBeUndefined();
});

test('trouble first: an open question, then drops, callers without agents, no leads, idle agents, no figures', () => {
	const ids = ['fine', 'failing', 'idle', 'empty', 'waiting', 'near', 'high', 'unknown'];
	const state = after(
		fresh(),
		campaignsPolled(1, ids),
		dashboardPolled(2, 'idle', {ready: 3, ringing: 0}),
		dashboardPolled(2, 'empty', {remainingLeads: 0}),
		dashboardPolled(2, 'waiting', {waiting: 2, ready: 0}),
		dashboardPolled(2, 'near', {dropRate: 2.6}),
		dashboardPolled(2, 'high', {dropRate: 3.1}),
		{type: 'dashboard-failed', campaignId: 'failing', failure: {at: at(3), reason: 'no'}},
		asked(4, {target: {service: 'p', kind: 'campaign', id: 'unknown', name: ''}}),
		endedAs(5, 'unknown'),
	);
	const rows = campaignRows(state).toSorted((a, b) => rankOf(troubleOf(a)) - rankOf(troubleOf(b)));
	expect(rows.map(({campaign: {id}}) => id)).toEqual(ids.toReversed());
	expect(rows.map(troubleOf).at(-1)).toBe('none');
});

describe('the rows of the board', () => {
	const polled = after(
		fresh(),
		campaignsPolled(1, [campaign('1'), campaign('2')]),
		dashboardPolled(2, '1', {ready: 3}),
	);

	test('are the same objects for as long as nothing in them changes', () => {
		const later = after(polled, tick(9));
		expect(campaignRows(later)).toBe(campaignRows(polled));
		const [one, two] = campaignRows(polled);
		const next = campaignRows(after(later, dashboardPolled(10, '1', {ready: 4})));
		expect(next[0]).not.toBe(one);
		expect(next[0]?.figures?.ready).toBe(4);
		expect(next[1]).toBe(two);
	});

	test('change with a command, from its question to the end of what is said of it', () => {
		const [one] = campaignRows(polled);
		const sent = after(polled, asked(3));
		expect(campaignRows(sent)[0]).not.toBe(one);
		expect(campaignRows(sent)[0]?.command?.phase).toBe('sending');
		const over = after(sent, endedAs(4, 'refused'));
		expect(campaignRows(over)[0]?.command?.phase).toBe('refused');
		expect(campaignRows(after(over, tick(4000)))[0]?.command).toBeUndefined();
		expect(campaignRows(polled)[0]?.command).toBeUndefined();
	});
});
describe('a row', () => {
	const listed = after(fresh(), campaignsPolled(1, ['1', '2']), dashboardPolled(2, '1', {ready: 4}));

	test('is the very same until something in it changes', () => {
		const row = campaignRow(listed, '1');
		expect(campaignRow(after(listed, tick(3), dashboardPolled(3, '2')), '1')).toBe(row);
	});

	test.each([
		['another poll, though it brings the same figures', dashboardPolled(3, '1', {ready: 4})],
		['another listing', campaignsPolled(3, ['1', '2'])],
		['a command', asked(3)],
		['a failure', {type: 'dashboard-failed', campaignId: '1', failure: {at: at(3), reason: 'no'}}],
	] satisfies [string, Message][])('is another one after %s', (_what, message) => {
		const before = campaignRow(listed, '1');
		const changed = campaignRow(after(listed, message), '1');
		expect(changed).not.toBe(before);
		expect(changed).not.toEqual(before);
	});

	test('shows an alert until somebody knows of it, and then as one that is known', () => {
		const high = after(listed, dashboardPolled(3, '1', {dropRate: 4, humanAnswered: 2000}));
		const [alert] = high.alerts.active.values();
		expect(campaignRow(high, '1')).toMatchObject({alert, acknowledged: undefined});
		const known = after(high, acknowledge(alert));
		const row = campaignRow(known, '1');
		expect(row).toMatchObject({alert: undefined, acknowledged: {id: alert?.id}});
		expect(campaignRow(after(known, tick(4)), '1')).toBe(row);
	});

	test('is that of its own state, whichever was asked last', () => {
		const later = after(listed, dashboardPolled(3, '1', {ready: 5}));
		expect([later, listed, later].map(state => campaignRow(state, '1')?.figures?.ready)).toEqual([5, 4, 5]);
	});
});

describe('figures are old', () => {
	const listed = after(fresh(), campaignsPolled(0, ['1', '2', '3']));
	const failed: Message = {type: 'dashboard-failed', campaignId: '2', failure: {at: at(3), reason: 'no'}};
	const suspended = (seconds: number): Message => ({
		type: 'tick',
		now: {wall: at(seconds).wall + 60_000, mono: at(seconds).mono},
	});
	const isOldIn = (state: State, id: string, interval: number): boolean | undefined => {
		const row = campaignRow(state, id);
		return row && isOld(state, row, interval);
	};
	const oldestOf = (state: State, interval = 1000) => oldestAge(state, campaignRows(state), interval);
	const polled = after(listed, dashboardPolled(0, '1'), dashboardPolled(2, '2'));

	test.each([
		[1000, 5, false],
		[1000, 5.001, true],
		[2000, 6, false],
		[2000, 6.001, true],
	])('at an interval of %i ms after %f s: %s', (interval, seconds, expected) => {
		expect(isOldIn(after(polled, tick(seconds)), '1', interval)).toBe(expected);
	});

	test('at once where the last poll failed, where none was, and where the machine slept since', () => {
		expect(isOldIn(after(polled, failed, tick(3)), '2', 1000)).toBe(true);
		expect(isOldIn(after(polled, tick(3)), '3', 1000)).toBe(true);
		expect(isOldIn(after(polled, suspended(3)), '1', 1000)).toBe(true);
		expect(isOldIn(after(polled, suspended(2.1)), '2', 100_000)).toBe(true);
	});

	test('of which the oldest gives the age, and no age where that of one is unknown', () => {
		expect(oldestOf(after(polled, tick(4)))).toBeUndefined();
		expect(oldestOf(after(polled, tick(6)))).toEqual({milliseconds: 6000});
		expect(oldestOf(after(polled, tick(9)))).toEqual({milliseconds: 9000});
		expect(oldestOf(after(polled, failed, tick(3)))).toEqual({milliseconds: 1000});
		const slept = after(polled, suspended(3));
		expect(oldestOf(slept)).toEqual({milliseconds: undefined});
		expect(oldestOf(after(slept, dashboardPolled(4, '2'), failed, suspended(5)))).toEqual({milliseconds: undefined});
	});
});

test('an answer that is the very same leaves its figures as they are, with a new time', () => {
	const first = dashboardPolled(1, '1', {ready: 4});
	const before = after(fresh(), campaignsPolled(0, ['1']), first);
	const next = after(before, {...first, span: span(5)} as Message).dashboards.get('1');
	expect(next?.value?.figures).toBe(before.dashboards.get('1')?.value?.figures);
	expect(next?.span).toEqual(span(5));
	const empty: Message = {
		type: 'dashboard-polled',
		campaignId: '1',
		span: span(1),
		dashboard: {figures: undefined, calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined},
	};
	const nothing = after(fresh(), campaignsPolled(0, ['1']), empty);
	const again = after(nothing, {...empty, span: span(5)});
	expect(again.dashboards.get('1')?.value).toBe(nothing.dashboards.get('1')?.value);
});

test('the lists of a campaign are its own as they were last read whole', () => {
	const lists = (state: State) => listsOfCampaign(state, '1')?.map(({id}) => id);
	const viewed = (question: {campaignId?: string; status?: 'Y'; filter?: 'RA'}): Message => ({
		type: 'lists-polled',
		campaignId: undefined,
		...question,
		span: span(1),
		records: [list('7')],
	});
	const polled = after(fresh(), campaignsPolled(0, ['1']), dashboardPolled(0, '1'));
	expect(lists(polled)).toBeUndefined();
	expect(lists(after(polled, viewed({campaignId: '1'})))).toEqual(['7']);
	for (const question of [
		{},
		{campaignId: '2'},
		{campaignId: '1', status: 'Y'},
		{campaignId: '1', filter: 'RA'},
	] as const) {
		expect(lists(after(polled, viewed(question))), JSON.stringify(question)).toBeUndefined();
	}
	const own: Message = {type: 'lists-of-polled', campaignId: '1', records: [list('8')]};
	expect(lists(after(polled, viewed({campaignId: '1'}), own))).toEqual(['8']);
});

test('a campaign is not listed once the service has listed others', () => {
	expect(notListed(fresh(), ['1', '2'])).toEqual([]);
	expect(notListed(after(fresh(), campaignsPolled(0, ['1'])), ['1', '2'])).toEqual(['2']);
	expect(notListed(after(fresh(), campaignsPolled(0, ['1'])))).toEqual([]);
});

test('a control waits for the same one that is under way on its target, and for no other', () => {
	const pause = {operation: 'pause_campaign', target: target('1')} as const;
	const sent = after(fresh(), campaignsPolled(0, ['1', '2']), asked(1), asked(1, {id: 2, target: target('2')}));
	expect(whyNotNow(sent, pause)).toBe('pause is still under way on it');
	expect(whyNotNow(after(sent, done(2, 2)), pause)).toBe('pause is still under way on it');
	expect(whyNotNow(sent, {...pause, target: target('3')})).toBeUndefined();
	expect(whyNotNow(sent, {...pause, operation: 'play_campaign'})).toBe('pause is still under way on it');
	expect(whyNotNow(sent, {...pause, operation: 'update_campaign'})).toBeUndefined();
	expect(whyNotNow(after(sent, endedAs(2, 'refused')), pause)).toBeUndefined();
	expect(whyNotNow(fresh(), pause)).toBeUndefined();
	const unknown = after(fresh(), campaignsPolled(0, ['1']), asked(1), endedAs(2, 'unknown'));
	expect(whyNotNow(unknown, pause)).toBe('the outcome of pause on it is unknown');
	expect(whyNotNow(after(unknown, asked(3, {id: 2})), pause)).toBe('pause is still under way on it');
});

test('of several commands on a target the last is shown, an open one before those that have ended', () => {
	const shown = (...messages: Message[]) =>
		commandOn(after(fresh(), campaignsPolled(0, ['1']), asked(1), asked(2, {id: 2}), ...messages), target('1'))?.command
			.id;
	expect(shown()).toBe(2);
	expect(shown(endedAs(3, 'refused', 2))).toBe(1);
	expect(shown(endedAs(3, 'refused', 2), endedAs(4, 'refused'))).toBe(2);
	expect(shown(endedAs(3, 'refused', 2), endedAs(4, 'refused'), tick(4000))).toBeUndefined();
	expect(commandOn(after(fresh(), asked(1)), target('1', 'list'))).toBeUndefined();
});
