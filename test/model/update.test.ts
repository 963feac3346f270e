/** The reducer's rules. */
import {describe, expect, test} from 'vitest';
import type {Failure} from '../../source/model/loaded.ts';
import type {Message} from '../../source/model/state.ts';
import {historyLength} from '../../source/model/update.ts';
import type {SearchQuestion} from '../../source/model/wire.ts';
import {
	after,
	asked,
	at,
	campaign,
	campaignsPolled,
	command,
	dashboard,
	dashboardPolled,
	deepFreeze,
	failuresIn,
	fresh,
	list,
	listsPolled,
	span,
	target,
	tick,
} from './make.ts';

const failure = (seconds: number, reason = 'broken'): Failure => ({at: at(seconds), reason});
const dashboardFailed = (seconds: number, campaignId: string): Message => ({
	type: 'dashboard-failed',
	campaignId,
	failure: failure(seconds),
});

describe('get_campaigns', () => {
	test("keeps the service's order and what it says", () => {
		const state = after(fresh(), campaignsPolled(1, ['3', '1', campaign('2', {status: undefined, active: 'Y'})]));
		expect([...(state.campaigns.value?.keys() ?? [])]).toEqual(['3', '1', '2']);
		expect(state.campaigns.value?.get('2')).toMatchObject({name: 'Campaign 2', status: 'Y'});
	});

	test('names a campaign that has no name by its id, and drops what has no id', () => {
		const state = after(
			fresh(),
			campaignsPolled(1, [campaign('1', {name: undefined}), {...campaign(''), id: undefined}]),
		);
		expect([...(state.campaigns.value?.values() ?? [])].map(({name}) => name)).toEqual(['campaign 1']);
	});

	test('an answer to an earlier question is dropped', () => {
		const state = after(fresh(), campaignsPolled(5, ['1']));
		expect(after(state, campaignsPolled(4, ['2'], 9))).toBe(state);
	});

	test('an answer to an earlier question is dropped where the later one listed no campaigns', () => {
		const state = after(fresh(), campaignsPolled(5, []));
		expect(after(state, campaignsPolled(4, ['2'], 9))).toBe(state);
	});

	test('what belonged to a campaign that is gone is dropped', () => {
		const state = after(
			fresh(),
			campaignsPolled(1, ['1', '2']),
			dashboardPolled(2, '1', {activeCalls: 4}),
			dashboardPolled(2, '2', {activeCalls: 5}),
			dashboardFailed(3, '2'),
			campaignsPolled(4, ['1']),
		);
		expect([...state.dashboards.keys()]).toEqual(['1']);
		expect([...state.history.keys()]).toEqual(['1']);
		expect([...failuresIn(state).keys()]).toEqual([]);
	});

	test('a failure keeps the campaigns and is cleared by success', () => {
		const failed = after(fresh(), campaignsPolled(1, ['1']), {type: 'campaigns-failed', failure: failure(6)});
		expect(failed.campaigns.value?.size).toBe(1);
		expect(failed.campaigns.failure).toEqual(failure(6));
		expect(after(failed, campaignsPolled(7, ['1'])).campaigns.failure).toBeUndefined();
	});
});

describe('get_dashboard_stats', () => {
	test('an answer to an earlier question is dropped', () => {
		const state = after(fresh(), campaignsPolled(1, ['1']), dashboardPolled(5, '1', {ready: 5}));
		expect(after(state, dashboardPolled(4, '1', {ready: 4}))).toBe(state);
	});

	test('figures and failures of a campaign that is not listed are ignored', () => {
		const state = after(fresh(), campaignsPolled(1, ['1']));
		expect(after(state, dashboardPolled(2, '9', {ready: 1}))).toBe(state);
		expect(after(state, dashboardFailed(2, '9'))).toBe(state);
	});

	test('a failure keeps the figures and is cleared by success', () => {
		const failed = after(
			fresh(),
			campaignsPolled(1, ['1']),
			dashboardPolled(2, '1', {ready: 7}),
			dashboardFailed(4, '1'),
		);
		expect(failed.dashboards.get('1')).toMatchObject({
			span: {sentAt: at(2)},
			value: {figures: {ready: 7}},
		});
		expect(failed.dashboards.get('1')?.failure).toEqual(failure(4));
		const well = after(failed, dashboardPolled(5, '1', {ready: 8}));
		expect(failuresIn(well).size).toBe(0);
	});

	test('a campaign without figures may fail', () => {
		const state = after(fresh(), campaignsPolled(1, ['1']), dashboardFailed(2, '1'));
		expect(state.dashboards.get('1')).toEqual({value: undefined, span: undefined, failure: failure(2)});
	});

	test('the history is bounded, and has no points that are not figures', () => {
		const polls = Array.from({length: historyLength + 10}, (_, index) =>
			dashboardPolled(2 + index, '1', {activeCalls: index}),
		);
		const state = after(fresh(), campaignsPolled(1, ['1']), ...polls);
		expect(state.history.get('1')).toHaveLength(historyLength);
		expect(state.history.get('1')?.at(-1)?.activeCalls).toBe(historyLength + 9);
		// Where the service sends calls over time, nothing is kept beside them.
		const point = {activeCalls: 1, ringing: 1, waiting: 0, inIvr: 0, extra: {}, unreadable: []};
		const sent = after(state, {
			type: 'dashboard-polled',
			campaignId: '1',
			span: {sentAt: at(890), receivedAt: at(891)},
			dashboard: {...dashboard({activeCalls: 5}), liveCalls: [point, point]},
		});
		expect(sent.history).toBe(state.history);
		const empty = after(state, {
			type: 'dashboard-polled',
			campaignId: '1',
			span: {sentAt: at(900), receivedAt: at(901)},
			dashboard: {figures: undefined, calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined},
		});
		expect(empty.history).toBe(state.history);
	});
});

describe('lists', () => {
	test('are kept with the campaign they were asked for; what has no id is dropped', () => {
		const state = after(fresh(), listsPolled(1, [list('7'), list('8', {id: undefined})], '1'));
		expect(state.lists.value).toMatchObject({campaignId: '1', lists: [{id: '7'}]});
	});

	test('an answer to an earlier question is dropped', () => {
		const state = after(fresh(), listsPolled(5, [list('7')]));
		expect(after(state, listsPolled(4, []))).toBe(state);
	});

	test('a failure keeps them and is cleared by success', () => {
		const failed = after(fresh(), listsPolled(1, [list('7')]), {type: 'lists-failed', failure: failure(6)});
		expect(failed.lists.value?.lists).toHaveLength(1);
		expect(failed.lists.failure).toEqual(failure(6));
		expect(after(failed, listsPolled(7, [])).lists.failure).toBeUndefined();
	});
});

describe('search', () => {
	// At one time by the clock, and yet two searches.
	const moments = {a: at(1), b: at(1)};
	type Asked = keyof typeof moments;
	const ask = (query: Asked, question: SearchQuestion = {query}): Message => ({
		type: 'search-asked',
		question,
		now: moments[query],
	});
	const answer = (query: Asked): Message => ({
		type: 'search-answered',
		askedAt: moments[query],
		result: {entries: [], footer: query},
		now: at(2),
	});
	const fail = (query: Asked): Message => ({
		type: 'search-failed',
		askedAt: moments[query],
		failure: {at: at(2), reason: 'no'},
	});

	test('takes the answer to the question asked', () => {
		expect(after(fresh(), ask('a'), answer('a')).search).toMatchObject({value: {footer: 'a'}, failure: undefined});
		expect(after(fresh(), ask('a'), fail('a')).search).toMatchObject({value: undefined, failure: {reason: 'no'}});
	});

	test('takes no other answer, none twice and none unasked', () => {
		const asking = after(fresh(), ask('a'), ask('b'));
		expect(after(asking, answer('a'))).toBe(asking);
		expect(after(asking, fail('a'))).toBe(asking);
		const answered = after(asking, answer('b'));
		expect(after(answered, fail('b'))).toBe(answered);
		expect(after(fresh(), answer('a')).search).toBeUndefined();
	});

	test('holds an answer against the whole question: the same words with other filters are another', () => {
		const asking = after(fresh(), ask('a', {query: 'x', status: 'DROP'}), ask('b', {query: 'x', status: 'SALE'}));
		expect(asking.search).toMatchObject({query: 'x', filters: {status: 'SALE'}});
		expect(after(asking, answer('a'))).toBe(asking);
		expect(after(asking, answer('b')).search).toMatchObject({value: {footer: 'b'}, filters: {status: 'SALE'}});
	});
});

describe('lists by a filter', () => {
	test('are kept with what was asked for, and a command on a list that is not among them is still seen', () => {
		const on = after(
			fresh(),
			{type: 'lists-polled', campaignId: '1', status: 'Y', span: span(1), records: [list('7')]},
			{type: 'command-asked', command: command({target: target('7', 'list'), expected: 'off'}), now: at(2)},
			{type: 'command-ended', id: 1, ending: {kind: 'done'}, now: at(3)},
			{type: 'lists-polled', campaignId: '1', status: 'Y', span: span(4), records: []},
		);
		expect(on.lists.value).toMatchObject({campaignId: '1', status: 'Y', lists: []});
		expect(on.commands[0]?.phase).toBe('acknowledged');
		const seen = after(on, {type: 'lists-seen', span: span(5), records: [list('7', {status: 'N'})]});
		expect(seen.commands[0]).toMatchObject({phase: 'observed', seen: 'N'});
		expect(seen.lists).toBe(on.lists);
	});
});

describe('the lock', () => {
	test('goes on and off', () => {
		const locked = after(fresh(), {type: 'lock', locked: true});
		expect(locked.locked).toBe(true);
		expect(after(locked, {type: 'lock', locked: false}).locked).toBe(false);
	});

	test('cannot be taken off a read-only source', () => {
		expect(fresh({readOnly: true}).locked).toBe(true);
		expect(after(fresh({readOnly: true}), {type: 'lock', locked: false}).locked).toBe(true);
	});
});

test('the commands kept are bounded', () => {
	const many = Array.from({length: 600}, (_, id) => asked(1, {id}));
	const state = after(fresh(), ...many);
	expect(state.commands).toHaveLength(500);
	expect(state.commands.at(-1)?.command.id).toBe(599);
});

test('nothing is changed in place', () => {
	const messages = [
		campaignsPolled(1, ['1', '2']),
		dashboardPolled(2, '1', {ready: 1, status: 'PLAY'}),
		asked(3),
		dashboardFailed(4, '1'),
		tick(5),
		campaignsPolled(6, ['2']),
	];
	let state = deepFreeze(fresh());
	for (const message of messages) {
		state = deepFreeze(after(state, deepFreeze(message)));
	}
	expect([...(state.campaigns.value?.keys() ?? [])]).toEqual(['2']);
});
