/** The reducer's rules. */
import {describe, expect, test} from 'vitest';
import type {Cause} from '../../source/model/causes.ts';
import {between, noHistory} from '../../source/model/history.ts';
import type {Failure, Loaded} from '../../source/model/loaded.ts';
import type {CampaignDashboard, Link, Message, State} from '../../source/model/state.ts';
import type {Figures, SearchQuestion} from '../../source/model/wire.ts';
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
	done,
	endedAs,
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
		expect([...state.dashboards].map(([id]) => id)).toEqual(['1']);
		expect([...failuresIn(state).keys()]).toEqual([]);
	});

	test('what belongs to campaigns that are listed still is the very same', () => {
		const state = after(fresh(), campaignsPolled(1, ['1', '2']), dashboardPolled(2, '1'), dashboardPolled(2, '2'));
		const {dashboards, settings} = after(state, campaignsPolled(3, ['2', '1']));
		expect([dashboards, settings].map((map, index) => map === [state.dashboards, state.settings][index])).toEqual([
			true,
			true,
		]);
	});

	test('a campaign that comes without an id may be any that is not listed, so that none of these is gone', () => {
		const before = after(fresh(), campaignsPolled(1, ['1', '2', '3']));
		const renamed = ['3', '1'].map(id => campaign(id, {name: 'Renamed'}));
		const state = after(before, campaignsPolled(2, [...renamed, {...campaign(''), id: undefined}]));
		expect([...(state.campaigns.value?.values() ?? [])].map(({id, name}) => [id, name])).toEqual([
			['3', 'Renamed'],
			['1', 'Renamed'],
			['2', 'Campaign 2'],
		]);
		expect(state.campaigns.failure?.reason).toBe('1 of 3 came without an id that can be read');
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
		// Nor does it count for an alert.
		const waits = after(state, dashboardPolled(6, '1', {waiting: 3, ready: 0}));
		expect(after(waits, dashboardPolled(5, '1', {waiting: 3, ready: 0}))).toBe(waits);
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

	test('keeps since when the status word is the same', () => {
		const sinceAfter = (...words: (string | undefined)[]) =>
			after(
				fresh(),
				campaignsPolled(1, ['1']),
				...words.map((status, index) => dashboardPolled(2 + index, '1', {status})),
			).dashboards.get('1')?.value?.statusSince;
		expect(sinceAfter('PLAY', 'PLAY', 'PLAY')).toEqual(at(2));
		expect(sinceAfter('PLAY', 'PAUSE', 'PAUSE')).toEqual(at(3));
		expect(sinceAfter('PLAY', undefined)).toEqual(at(3));
	});

	test('a campaign without figures may fail', () => {
		const state = after(fresh(), campaignsPolled(1, ['1']), dashboardFailed(2, '1'));
		expect(state.dashboards.get('1')).toEqual({value: undefined, span: undefined, failure: failure(2)});
	});

	const historyOf = ({dashboards}: State) => dashboards.get('1')?.value?.history;

	test('the history is bounded, and has no points that are not figures', () => {
		const polls = Array.from({length: 250}, (_, index) => dashboardPolled(2 + index, '1', {ringing: index}));
		const state = after(fresh(), campaignsPolled(1, ['1']), ...polls);
		const polled = between(historyOf(state) ?? noHistory, 'polled');
		expect(polled).toHaveLength(240);
		expect(polled.at(-1)).toMatchObject({at: 0, record: {ringing: 249}});
		expect(polled[0]).toMatchObject({at: -239, record: {ringing: 10}});
		const empty = after(state, {
			type: 'dashboard-polled',
			campaignId: '1',
			span: {sentAt: at(900), receivedAt: at(901)},
			dashboard: {figures: undefined, calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined},
		});
		expect(historyOf(empty)?.polls).toBe(historyOf(state)?.polls);
	});

	test('of a service that draws its live calls two minutes of polls are remembered', () => {
		const point = {activeCalls: 1, ringing: 1, waiting: 0, inIvr: 0, extra: {}, unreadable: []};
		const polls = Array.from({length: 250}, (_, index) =>
			dashboardPolled(2 + index, '1', {calledToday: index}, {liveCalls: [point, point]}),
		);
		const state = after(fresh(), campaignsPolled(1, ['1']), ...polls);
		const polled = between(historyOf(state) ?? noHistory, 'polled');
		expect(polled[0]?.at).toBeLessThanOrEqual(-120);
		expect(polled[0]?.at).toBeGreaterThan(-140);
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

	test('of a campaign are recorded beside its figures, and a failure to read them changes nothing', () => {
		const ofCampaign = (campaignId: string, ...ids: string[]): Message => ({
			type: 'lists-of-polled',
			campaignId,
			records: ids.length === 0 ? undefined : ids.map(id => list(id)),
		});
		const state = after(fresh(), campaignsPolled(0, ['1', '2']), dashboardPolled(1, '1'));
		const read = after(state, ofCampaign('1', '7', '8'));
		expect(read.dashboards.get('1')?.value?.lists?.map(({id}) => id)).toEqual(['7', '8']);
		expect(after(read, ofCampaign('1')).dashboards.get('1')?.value?.lists).toHaveLength(2);
		expect(after(read, dashboardPolled(3, '1')).dashboards.get('1')?.value?.lists).toHaveLength(2);
		// Nothing is known of the second, and the third is not listed.
		expect(after(read, ofCampaign('2', '9'))).toBe(read);
		expect(after(read, ofCampaign('3', '9'))).toBe(read);
		const gone = {...read, campaigns: after(fresh(), campaignsPolled(0, ['2'])).campaigns};
		expect(after(gone, ofCampaign('1', '9'))).toBe(gone);
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
		expect(after(fresh(), ask('a', {status: 'SALE'})).search?.query).toBe('');
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
		expect(after(seen, {type: 'lists-seen', span: span(6), records: [list('7', {status: 'Y'})]})).toBe(seen);
	});
});

describe('the service was heard', () => {
	const heardAfter = (link: Link) => after(fresh(), {type: 'link', link, now: at(3)}).heardAt;

	test('when its connection is live, unless a request waits for its answer', () => {
		expect(heardAfter({kind: 'live', latency: 9})).toEqual(at(3));
		expect(heardAfter({kind: 'live', latency: 9, silentSince: at(1)})).toBeUndefined();
		expect(heardAfter({kind: 'signed-out', reason: 'no'})).toBeUndefined();
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

describe('settings', () => {
	const polled = (seconds: number, ...campaigns: string[]): Message[] =>
		campaigns.map(campaignId => ({
			type: 'settings-polled',
			campaignId,
			span: span(seconds),
			settings: [{name: 'amd', value: String(seconds), options: []}],
		}));
	const failed = (campaignId: string): Message => ({type: 'settings-failed', campaignId, failure: failure(9)});
	const state = after(fresh(), campaignsPolled(0, ['1', '2']), ...polled(5, '1'));

	test('an older answer, and one of a campaign that is not listed, change nothing', () => {
		expect(after(state, ...polled(4, '1'))).toBe(state);
		expect(after(state, ...polled(6, '3'))).toBe(state);
		expect(after(state, failed('3'))).toBe(state);
	});

	test('a failure keeps them', () => {
		expect(after(state, failed('1')).settings.get('1')).toMatchObject({value: [{value: '5'}], failure: failure(9)});
		expect(after(state, failed('2')).settings.get('2')).toMatchObject({value: undefined, failure: failure(9)});
	});
});

describe('a command', () => {
	const recorded = (...messages: Message[]) => after(fresh(), campaignsPolled(0, ['1']), ...messages).commands;

	test('begins with what the service showed of its target', () => {
		const lists = listsPolled(1, [list('7', {status: 'N'})]);
		const onList = asked(3, {target: target('7', 'list')});
		expect(recorded(lists, dashboardPolled(2, '1', {status: 'PAUSE'}), asked(3), onList)).toMatchObject([
			{phase: 'sending', wasUnknown: false, reason: '', words: {listing: 'PLAY', dashboard: 'PAUSE'}},
			{phase: 'sending', wasUnknown: false, reason: '', words: {listing: 'N', dashboard: undefined}},
		]);
	});

	test('of which nothing can be seen is done once the service says so', () => {
		expect(recorded(asked(1, {expected: undefined}), done(2))).toMatchObject([{phase: 'done', reason: ''}]);
		expect(recorded(asked(1), done(2))).toMatchObject([{phase: 'acknowledged', reason: ''}]);
		for (const kind of ['refused', 'not-sent', 'unknown'] as const) {
			expect(recorded(asked(1, {expected: undefined}), endedAs(2, kind))).toMatchObject([
				{phase: kind, reason: `${kind} it was`, wasUnknown: kind === 'unknown'},
			]);
		}
	});

	test('is looked for beside others that are over, and has notes of its own', () => {
		const both = [asked(1), asked(1, {id: 2}), endedAs(2, 'refused', 2), done(2)];
		const seen = [dashboardPolled(3, '1', {status: 'PAUSE'}), campaignsPolled(3, [campaign('1', {status: 'PAUSE'})])];
		expect(recorded(...both, ...seen).map(({phase}) => phase)).toEqual(['observed', 'refused']);
		const noted = recorded(...both, {type: 'command-noted', id: 1, note: 'not written'});
		expect(noted.map(({reason}) => reason)).toEqual(['not written', 'refused it was']);
	});

	test('of an earlier run is as old as it is, by either clock; none change nothing', () => {
		const hourAgo = at(10).wall - 3_600_000;
		const recalled: Message = {
			type: 'commands-recalled',
			commands: [{command: command(), askedAt: hourAgo, reason: ''}],
			now: at(10),
		};
		expect(recorded(recalled)[0]?.askedAt).toEqual({wall: hourAgo, mono: 10_000 - 3_600_000});
		const state = after(fresh(), asked(1));
		expect(after(state, {...recalled, commands: []})).toBe(state);
	});
});

describe('what figures name', () => {
	const poll = (second: number, over: Partial<Figures> = {}): Message =>
		dashboardPolled(second, '1', {
			...{status: 'PLAY', paceMethod: 'RATIO', paceTempo: '1.5', calledToday: 1000 + second * 4, ringing: 20},
			...{humanAnswered: 200 + second, machineAnswered: 300 + second, waiting: 0, agents: 30, dead: 0},
			...{ready: 2, onCall: 24, wrapUp: 3, paused: 1},
			...over,
		});
	const polls = (from: number, to: number, over?: Partial<Figures>): Message[] =>
		Array.from({length: (to - from) / 10 + 1}, (_, index) => poll(from + index * 10, over));
	const steady = after(fresh(), campaignsPolled(0, ['1']), ...polls(0, 600));
	const causeIn = ({dashboards}: State) => dashboards.get('1')?.value?.history.cause;
	const idle = {calledToday: 3400, humanAnswered: 800, machineAnswered: 900, ringing: 0, ready: 20, onCall: 6};

	test('is no cause while the campaign is paused', () => {
		expect(causeIn(steady)).toBeUndefined();
		expect(causeIn(after(steady, ...polls(610, 690, idle)))).toBeDefined();
		expect(causeIn(after(steady, ...polls(610, 690, {...idle, status: 'PAUSE'})))).toBeUndefined();
	});

	test('stays while a poll lacks some of them', () => {
		const failing = after(steady, ...polls(610, 690, idle));
		const cause = causeIn(failing);
		const well = after(failing, poll(700, {ready: undefined}));
		expect(causeIn(well)).toBe(cause);
		const none = {...dashboard(), figures: undefined};
		const message: Message = {type: 'dashboard-polled', campaignId: '1', span: span(700), dashboard: none};
		expect(causeIn(after(failing, message))).toBe(cause);
	});

	test('makes what is usual change more slowly', () => {
		const usualIn = ({dashboards}: State) => dashboards.get('1')?.value?.history.learned?.usual;
		const learned = (cause: Cause | undefined): number => {
			const known = steady.dashboards.get('1') as Loaded<CampaignDashboard>;
			const dashboardOf1 = known.value as CampaignDashboard;
			const value = {...dashboardOf1, history: {...dashboardOf1.history, cause}};
			const state = {...steady, dashboards: steady.dashboards.with('1', {...known, value})};
			return (usualIn(after(state, poll(610)))?.weight ?? 0) - (usualIn(steady)?.weight ?? 0);
		};
		expect(learned({kind: 'changed', shifts: [], isSure: true})).toBeLessThan(learned(undefined) / 2);
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
