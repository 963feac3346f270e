/** Services that answer otherwise: what is read of them, by which rule, and what is not. */
import {describe, expect, test} from 'vitest';
import {accountFields} from '../../source/wire/account.ts';
import {createDialer} from '../../source/wire/client/dialer.ts';
import * as dashboard from '../../source/wire/dashboard.ts';
import {loginRecord} from '../../source/wire/operations/authentication.ts';
import {campaignRecord} from '../../source/wire/operations/campaigns.ts';
import {callLogRecord, listRecord} from '../../source/wire/operations/lists.ts';
import {plainName} from '../../source/wire/record.ts';
import {type ToleranceRule, toleranceRules} from '../../source/wire/tolerance.ts';

/** A dialer whose service answers each operation with what is given for it. */
const setUp = (answers: Readonly<Record<string, unknown>>) => {
	const requests: string[] = [];
	const dialer = createDialer({
		async transport({body}) {
			const type = new URLSearchParams(String(body.bytes)).get('type') ?? '';
			requests.push(type);
			const text = JSON.stringify(answers[type]);
			return {status: 200, text, received: text.length, retryAfter: undefined, location: undefined};
		},
		token: () => 'T',
	});
	return {dialer, requests};
};

const yes = (fields: Record<string, unknown>, beside: Record<string, unknown> = {}) => ({
	response: {success: 1, error: '', ...fields},
	...beside,
});

const campaigns = [{campaign_id: '1005', campaign_name: 'Spring', display_status: 'PLAY'}];

/** The rules that an outcome took, by name. */
const rulesOf = (outcome: {
	kind: string;
	rules?: ReadonlyMap<ToleranceRule, number>;
}): Partial<Record<ToleranceRule, number>> => Object.fromEntries(outcome.rules ?? []);

describe('the campaigns of a service', () => {
	test.each<[what: string, body: unknown, rules: Partial<Record<ToleranceRule, number>>]>([
		['as the interface has it take no rule', yes({campaigns}), {}],
		...['OK', 'success', 'Y', 'TRUE'].map((success): [string, unknown, Partial<Record<ToleranceRule, number>>] => [
			`with success ${success}`,
			{response: {success, campaigns}},
			{'flag-word': 1},
		]),
		['without success', {response: {campaigns}}, {'flag-absent': 1}],
		['without success or response', {campaigns}, {'flag-absent': 1}],
		['in data', yes({data: {campaigns}}), {nested: 1}],
		['in data.result', yes({data: {result: campaigns}}), {nested: 1, 'other-name': 1}],
		['three levels deep', yes({a: {b: {c: {campaigns}}}}), {nested: 1}],
		['three levels deep without their name', yes({a: {b: {c: {entries: campaigns}}}}), {nested: 1, 'other-name': 1}],
		['wrapped with a total', yes({campaigns: {total: 1, rows: campaigns}}), {nested: 1}],
		['beside response', yes({}, {campaigns}), {'beside-response': 1}],
		[
			'as rows under a header',
			yes({
				campaigns: [
					['campaign_id', 'campaign_name', 'display_status'],
					['1005', 'Spring', 'PLAY'],
				],
			}),
			{'header-row': 1},
		],
		[
			'in camelCase',
			yes({campaigns: [{campaignId: 1005, campaignName: 'Spring', displayStatus: 'PLAY'}]}),
			{'field-case': 3},
		],
		[
			'in PascalCase, under Campaigns',
			yes({Campaigns: [{CampaignID: 1005, CampaignName: 'Spring', DisplayStatus: 'PLAY'}]}),
			{'field-case': 4},
		],
		['under aliases', yes({campaigns: [{id: 1005, name: 'Spring', status: 'PLAY'}]}), {'field-alias': 3}],
		['keyed by id', yes({campaigns: {1005: {name: 'Spring', status: 'PLAY'}}}), {'keyed-by-id': 1, 'field-alias': 3}],
		['as one object', yes({campaigns: campaigns[0]}), {'one-record': 1}],
	])('%s', async (_what, body, rules) => {
		const run = setUp({get_campaigns: body});
		const outcome = await run.dialer.call('get_campaigns', {});
		expect(outcome).toMatchObject({
			kind: 'done',
			answer: {records: [{id: '1005', name: 'Spring', status: 'PLAY', extra: {}, unreadable: []}]},
		});
		expect(rulesOf(outcome)).toEqual(rules);
	});

	test('that are none may come as an empty text', async () => {
		const run = setUp({get_campaigns: yes({campaigns: ''}), get_lists: yes({data: ''})});
		expect(await run.dialer.call('get_campaigns', {})).toMatchObject({kind: 'done', answer: {records: []}});
		const lists = await run.dialer.call('get_lists', {});
		expect(lists).toMatchObject({kind: 'done', answer: {records: []}});
		expect(rulesOf(lists)).toEqual({'empty-text': 1});
	});

	test.each([
		['four levels deep', yes({a: {b: {c: {d: {campaigns}}}}})],
		['in two objects at once, of which each has a part', yes({east: {campaigns}, west: {campaigns}})],
		['with no field that is known', yes({campaigns: [{foo: 1}, {foo: 2}]})],
		['as a table whose rows are longer than its header', yes({campaigns: [['campaign_id'], ['1005', 'Spring']]})],
		['as bare names', yes({campaigns: ['Spring']})],
	])('%s cannot be read, and that is said', async (_what, body) => {
		const run = setUp({get_campaigns: body});
		expect(await run.dialer.call('get_campaigns', {})).toMatchObject({kind: 'unknown', cause: {code: 'unreadable'}});
	});

	test.each([
		['an error text', {response: {error: 'Invalid token', data: {}}}],
		['errors', {errors: [{code: 7}]}],
		['a message', {response: {message: 'Forbidden'}}],
	])('are not taken from an answer without success that brings %s', async (_what, body) => {
		const run = setUp({get_campaigns: body});
		expect(await run.dialer.call('get_campaigns', {})).toMatchObject({kind: 'unknown'});
	});
});

test('a read is refused by a no in another word', async () => {
	const run = setUp({get_campaigns: {response: {success: 'FALSE', error: 'Come in again.'}}});
	expect(await run.dialer.call('get_campaigns', {})).toMatchObject({kind: 'refused', error: 'Come in again.'});
});

test.each([
	{success: 'OK'},
	{success: 'success'},
	{success: 'Y'},
	{success: 'TRUE'},
	{campaign: {campaign_id: '1005'}},
	{success: 'FAILED', error: 'no'},
])('a command that is answered %j stays unknown', async response => {
	const run = setUp({pause_campaign: {response}});
	expect(await run.dialer.call('pause_campaign', {campaign_id: '1005'})).toMatchObject({
		kind: 'unknown',
		cause: {code: 'odd-flag'},
	});
	expect(run.requests).toHaveLength(1);
});

describe('the token of a sign-in', () => {
	const token = 'tok.en-1';
	test.each<[where: string, body: unknown]>([
		['data.token', yes({data: {token}})],
		['user.token', yes({user: {name: 'Ann', token}})],
		['Token', yes({Token: token})],
		['accessToken', yes({accessToken: token})],
		['the top level', yes({}, {token})],
		['the top level without response', {success: 'OK', token}],
		['data.result.token', yes({data: {result: {token}}})],
		['no success', {response: {token}}],
	])('is found at %s', async (_where, body) => {
		const run = setUp({login_user: body});
		const outcome = await run.dialer.call('login_user', {user: 'ops', pass: 'secret'});
		expect(outcome).toMatchObject({kind: 'done', answer: {token}});
		expect(Object.keys(rulesOf(outcome))).not.toEqual([]);
	});

	test('is not guessed from two', async () => {
		const run = setUp({login_user: yes({access: {token: 'one-1'}, refresh: {token: 'two-2'}})});
		const outcome = await run.dialer.call('login_user', {user: 'ops', pass: 'secret'});
		expect(outcome).toMatchObject({kind: 'done'});
		expect(outcome.kind === 'done' && outcome.answer.token).toBeUndefined();
	});
});

describe('the dashboard', () => {
	const figures = {campaign_id: '1005', display_status: 'PLAY'};

	const ask = async (stats: Record<string, unknown>, graphs: Record<string, unknown> = {}) => {
		const run = setUp({get_dashboard_stats: yes({dashboard_stats: [{...figures, ...stats}], ...graphs})});
		const outcome = await run.dialer.call('get_dashboard_stats', {campaign_id: '1005'});
		if (outcome.kind !== 'done') {
			throw new Error(outcome.kind);
		}
		return {...outcome.answer, rules: rulesOf(outcome)};
	};

	test.each<[stats: Record<string, unknown>, read: Record<string, unknown>, rule: ToleranceRule]>([
		[{percentage_dropped: '1.87%'}, {dropRate: 1.87}, 'percent-sign'],
		[{percentage_complete: '62 %'}, {percentComplete: 62}, 'percent-sign'],
		[{called_today: '12,000'}, {calledToday: 12_000}, 'thousands'],
		[{total_leads: '1,234,567'}, {totalLeads: 1_234_567}, 'thousands'],
		[{todays_charge: '$5.00'}, {chargeToday: 5}, 'dollar-sign'],
		[{mtd_charge: '$1,234.50'}, {chargeMonth: 1234.5}, 'dollar-sign'],
		[{todays_minutes: '1,234.5'}, {minutesToday: 1234.5}, 'thousands'],
	])('reads %j', async (stats, read, rule) => {
		const {figures, rules} = await ask(stats);
		expect(figures).toMatchObject({...read, unreadable: []});
		expect(rules[rule]).toBeGreaterThan(0);
	});

	test.each([
		{called_today: '12abc'},
		{called_today: '12,00'},
		{called_today: '$5'},
		{called_today: '12%'},
		{percentage_dropped: '1,87'},
		{todays_charge: '5.00 or so'},
		// It may be a decimal comma.
		{todays_minutes: '1,234'},
	])('does not read %j', async stats => {
		const {figures} = await ask(stats);
		expect(figures?.unreadable).toEqual(Object.keys(stats));
	});

	const points = (times: unknown[]) =>
		times.map((datetime, index) => ({dialed: String(index), delivered: '1', drops: '0', datetime}));
	const nine = 9 * 3600;

	test.each<[what: string, times: unknown[], rules: Partial<Record<ToleranceRule, number>>]>([
		['a date', ['2026-03-31 09:00:00', '2026-03-31 09:01:00'], {'iso-date': 2}],
		['ISO 8601', ['2026-03-31T09:00:00Z', '2026-03-31T09:01:00.5Z'], {'iso-date': 2}],
		['seconds since 1970', [1_774_947_600, '1774947660'], {epoch: 2}],
		['milliseconds since 1970', [1_774_947_600_000, 1_774_947_660_000], {epoch: 2}],
	])('reads the times of a graph with %s', async (_what, times, rules) => {
		const {calls, ...rest} = await ask({}, {calls_graph_data: points(times)});
		expect(calls?.map(({time}) => time)).toEqual([nine, nine + 60]);
		expect(rest.rules).toEqual(rules);
	});

	test('turns graphs round that come newest first, also those without times', async () => {
		const untimed = [{active_calls: 2}, {active_calls: 1}];
		const times = ['00:01:00', '00:00:00', '23:59:00', '23:58:00'];
		const turned = await ask({}, {calls_graph_data: points(times), call_status_graph: untimed});
		expect(turned.calls?.map(({dialed}) => dialed)).toEqual([3, 2, 1, 0]);
		expect(turned.liveCalls?.map(({activeCalls}) => activeCalls)).toEqual([1, 2]);
		expect(turned.rules).toEqual({'newest-first': 1});
		const ordinary = await ask({}, {calls_graph_data: points([...times].reverse()), call_status_graph: untimed});
		expect(ordinary.calls?.map(({dialed}) => dialed)).toEqual([0, 1, 2, 3]);
		expect(ordinary.liveCalls?.map(({activeCalls}) => activeCalls)).toEqual([2, 1]);
		expect(ordinary.rules).toEqual({});
	});

	test('turns a graph without times round as the agents’ runs, if there are no calls, and not without either', async () => {
		const untimed = [{active_calls: 2}, {active_calls: 1}];
		const agents = points(['00:01:00', '00:00:00', '23:59:00']).map(({datetime}, ready) => ({ready, datetime}));
		const turned = await ask({}, {agent_graph_data: agents, call_status_graph: untimed});
		expect(turned.liveCalls?.map(({activeCalls}) => activeCalls)).toEqual([1, 2]);
		const alone = await ask({}, {call_status_graph: untimed});
		expect(alone.liveCalls?.map(({activeCalls}) => activeCalls)).toEqual([2, 1]);
	});

	test('takes a step over midnight for a step forwards', async () => {
		const times = ['23:58:00', '23:59:00', '00:00:00', '00:01:00'];
		const {calls, rules} = await ask({}, {calls_graph_data: points(times)});
		expect(calls?.map(({dialed}) => dialed)).toEqual([0, 1, 2, 3]);
		expect(rules).toEqual({});
	});

	test('keeps the newest thousand points of a longer graph, whichever comes first', async () => {
		const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 19);
		const all = points(Array.from({length: 1200}, (_, minute) => clock(minute)));
		for (const calls_graph_data of [all, all.toReversed()]) {
			const {calls} = await ask({}, {calls_graph_data});
			expect(calls).toHaveLength(1000);
			expect(calls?.at(-1)?.dialed).toBe(1199);
			expect(calls?.[0]?.dialed).toBe(200);
		}
	});
});

describe('an id in another writing', () => {
	const listed = (...ids: string[]) => yes({campaigns: ids.map(campaign_id => ({campaign_id}))});

	const answered = async (ids: string[], asked: string, names: string, top = {}) => {
		const run = setUp({
			get_campaigns: listed(...ids),
			get_dashboard_stats: yes({dashboard_stats: [{campaign_id: names, active_calls: '4'}], ...top}),
		});
		await run.dialer.call('get_campaigns', {});
		return await run.dialer.call('get_dashboard_stats', {campaign_id: asked});
	};

	test.each([
		['01005', '1005'],
		['1005', '01005'],
		['A1006X', '1006'],
		['1006', 'A1006X'],
		['CAMP-1006', '1006'],
	])('%s is the %s that was asked for', async (names, asked) => {
		const outcome = await answered([asked, '2000'], asked, names, {campaign_id: names});
		expect(outcome).toMatchObject({kind: 'done', answer: {figures: {campaignId: asked, activeCalls: 4}}});
		expect(rulesOf(outcome)['id-writing']).toBeGreaterThan(0);
	});

	test.each([
		[['1006', 'A1006X'], '1006', 'A1006X'],
		[['1006', 'B1006'], '1006', 'A1006X'],
		[['1005', '1006'], '1005', '1006'],
		[['1005'], '1005', '1_005'],
		[['12'], '12', 'A1B2'],
	])('of the campaigns %j, asked for %s, %s is another: those figures alone fail', async (ids, asked, names) => {
		const outcome = await answered(ids, asked, names);
		expect(outcome).toMatchObject({kind: 'done', answer: {figures: {campaignId: names}}});
		expect(await answered(ids, asked, names, {campaign_id: names})).toMatchObject({
			kind: 'unknown',
			cause: {code: 'other-target'},
		});
	});

	test.each(['01005', 'A1005'])('%s leaves a command on 1005 unknown', async names => {
		const run = setUp({pause_campaign: yes({campaign_id: names})});
		expect(await run.dialer.call('pause_campaign', {campaign_id: '1005'})).toMatchObject({
			kind: 'unknown',
			cause: {code: 'other-target'},
		});
	});

	test('is read in lists and calls too', async () => {
		const run = setUp({
			get_campaigns: listed('1005'),
			get_lists: yes({lists: [{list_id: '7', campaign_id: '01005'}]}),
			get_list: yes({list: {list_id: '007', campaign_id: 'X1005'}}),
			search_lead: yes({all_log_search: [{uniqueid: '1.2', campaign_id: 'C1005', call_date: '2026-03-31T13:15:00'}]}),
		});
		await run.dialer.call('get_campaigns', {});
		expect(await run.dialer.call('get_lists', {})).toMatchObject({answer: {records: [{campaignId: '1005'}]}});
		expect(await run.dialer.call('get_list', {list_id: '7'})).toMatchObject({
			answer: {record: {id: '7', campaignId: '1005'}},
		});
		expect(await run.dialer.call('search_lead', {query: 'x'})).toMatchObject({
			answer: {entries: [{campaignId: '1005', date: '2026-03-31 13:15'}]},
		});
	});

	test('the figures of the campaign that was asked for are found among those of all', async () => {
		const run = setUp({
			get_dashboard_stats: yes({
				dashboard_stats: [
					{campaign_id: '1', active_calls: '1'},
					{campaign_id: '2', active_calls: '2'},
					{campaign_id: '2', active_calls: '3'},
				],
			}),
		});
		expect(await run.dialer.call('get_dashboard_stats', {campaign_id: '2'})).toMatchObject({
			answer: {figures: {campaignId: '2', activeCalls: 2}},
		});
		expect(await run.dialer.call('get_dashboard_stats', {campaign_id: '1'})).toMatchObject({
			answer: {figures: {campaignId: '1', activeCalls: 1}},
		});
		expect(await run.dialer.call('get_dashboard_stats', {campaign_id: '3'})).toMatchObject({
			answer: {figures: {campaignId: '1'}},
		});
	});
});

test.each([
	['03/31/26 01:15 PM', '2026-03-31 13:15'],
	['2026-03-31 13:15:59', '2026-03-31 13:15'],
	['2026-03-31T13:15:00-05:00', '2026-03-31 13:15-05:00'],
	['1774962900', '2026-03-31 13:15Z'],
	['31/03/26 01:15 PM', undefined],
	['2026-02-30 13:15', undefined],
	['177496290', undefined],
])('the date of a call %s is read as %s', async (call_date, date) => {
	const run = setUp({search_lead: yes({all_log_search: [{uniqueid: '1.2', call_date}]})});
	const outcome = await run.dialer.call('search_lead', {query: 'x'});
	expect(outcome.kind === 'done' && outcome.answer.entries?.[0]?.date).toBe(date);
});

test.each([
	['get_list', {list_id: '7'}, {}],
	['get_list', {list_id: '7'}, {list: ''}],
	['get_list', {list_id: '7'}, {message: 'fine'}],
	['get_lists', {}, {lists: [{a: 1}]}],
	['search_lead', {query: 'x'}, {all_log_search: [{a: 1}]}],
	['fetch_accounts', {company_id: 1}, {accounts: [{a: 1}]}],
] as const)('%s with %j, answered %j, is unreadable and no row of dashes', async (type, params, fields) => {
	const run = setUp({[type]: yes(fields)});
	expect(await run.dialer.call(type, params as never)).toMatchObject({kind: 'unknown', cause: {code: 'unreadable'}});
});

test('no two fields of a record are alike but for their letters', () => {
	const {dashboardRecord, callsPoint, agentsPoint, leadsPoint, liveCallsPoint} = dashboard;
	const records = {dashboardRecord, callsPoint, agentsPoint, leadsPoint, liveCallsPoint};
	const all = {...records, loginRecord, campaignRecord, listRecord, callLogRecord, accountFields};
	for (const {fields} of Object.values(all)) {
		const plain = Object.values(fields).flatMap(({wire}) => [...new Set(wire.map(plainName))]);
		expect(new Set(plain).size).toBe(plain.length);
	}
});

test('every rule has a sentence', () => {
	for (const words of Object.values(toleranceRules)) {
		expect(words).toMatch(/^[^.].{10,}[^.]$/s);
	}
});
