/** Listings have pages and say how many rows there are, and no row is lost between two pages. */
import {afterEach, expect, test} from 'vitest';
import {day, minute} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

let service: Awaited<ReturnType<typeof httpService>>;

afterEach(() => service[Symbol.asyncDispose]());

type Params = Record<string, string>;
type Call = typeof service.call;

/** The rows of every page, as many to a page as given, and what each page says of all of them. */
const pagesOf = async (
	call: Call,
	[type, name, id]: readonly [type: string, name: string, id: string],
	params: Params,
	limit: number,
): Promise<{ids: string[]; totals: Set<unknown>}> => {
	const ids: string[] = [];
	const totals = new Set<unknown>();
	for (let page = 1; ; page++) {
		const answer = await call(type, {...params, page: String(page), limit: String(limit)});
		const rows = answer[name] as Params[];
		ids.push(...rows.map(row => row[id] ?? ''));
		totals.add(answer.total);
		if (rows.length < limit) {
			return {ids, totals};
		}
	}
};

const accounts = ['fetch_accounts', 'accounts', 'accountid'] as const;
const company = {company_id: '1'};

test('the pages of accounts hold each once, whatever is stored of them, and all say how many there are', async () => {
	service = await httpService({
		plan: [
			planOf({
				name: 'One',
				lists: [
					{name: 'A', leads: 700, active: true, worked: 0},
					{name: 'B', leads: 300, active: true, worked: 0},
				],
			}),
			planOf({name: 'Two', lists: [{name: 'C', leads: 200, active: true, worked: 0}]}),
		],
	});
	const {call, need} = service;
	const first = await need('fetch_accounts', company);
	expect([(first.accounts as unknown[]).length, first.total]).toEqual([500, '1200']);
	const change = (accountid: string) =>
		need('add_account', {account: {...company, accountid, first_name: 'Ann'}, phones: [{phone_number: '2125550101'}]});
	// Of the first, the last and those about the ends of pages and lists the account is stored.
	for (const number of [1, 2, 3, 99, 100, 101, 700, 701, 1000, 1001, 1200]) {
		await change(`2026-000${String(number).padStart(4, '0')}`);
	}
	await need('add_account', {account: {...company, accountid: 'A-1'}});
	await need('add_leads', {campaign_id: '1001', phones: '2125550103,2125550104', account_id: 'A-2'});
	await need('add_leads', {campaign_id: '1002', phones: '2125550105'});
	for (const limit of [100, 97, 1000]) {
		const {ids, totals} = await pagesOf(call, accounts, company, limit);
		expect([ids.length, new Set(ids).size, totals]).toEqual([1203, 1203, new Set(['1203'])]);
		expect(ids.slice(1, 4)).toEqual(['A-2', 'A-1', '2026-0001200']);
		expect(ids.slice(14, 16)).toEqual(['2026-0000004', '2026-0000005']);
	}
	const limited = await service.as('limited', 'agent', ['1002']);
	const {ids, totals} = await pagesOf(limited, accounts, company, 50);
	// Those of list C, the account on no list, and the last one added.
	expect([ids.length, new Set(ids).size, totals]).toEqual([202, 202, new Set(['202'])]);
	expect(ids).not.toContain('A-2');
	const nobody = await service.as('nobody', 'agent', []);
	expect(await nobody('fetch_accounts', company)).toMatchObject({accounts: [], total: '0'});
});

test('an account of another company is neither made nor looked for', async () => {
	service = await httpService({});
	const other = {success: 0, tech_msg: 'invalid-value', detail: 'your company is 1'};
	expect(await service.call('add_account', {'account[company_id]': '999'})).toMatchObject({
		...other,
		error: 'Invalid value: account[company_id]',
	});
	expect(await service.call('fetch_accounts', {company_id: '999'})).toMatchObject({
		...other,
		error: 'Invalid value: company_id',
	});
});

test('the pages of results stand still while dialing goes on: no call comes twice, none is missing', async () => {
	service = await httpService({});
	const {advance, need, rows} = service;
	const params = {campaign_id: '1002'};
	const seen: Params[] = [];
	for (let page = 1; page <= 3; page++) {
		seen.push(...(await rows('get_results', 'results', {...params, page: String(page)})));
		advance(minute);
	}
	const again = await rows('get_results', 'results', {...params, limit: '300'});
	const ids = seen.map(({uniqueid}) => uniqueid);
	expect(ids).toEqual(again.map(({uniqueid}) => uniqueid));
	expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
	// The newest calls are those of the last page, by the number that the answer gives.
	const {total} = await need('get_results', params);
	const [newest] = await rows('get_results', 'results', {...params, limit: '1', page: String(total)});
	const [entry] = (await need('search_lead')).all_log_search as Params[];
	const calls = (await need('search_lead')).all_log_search as Params[];
	expect(calls.find(({campaign_id}) => campaign_id === '1002')?.uniqueid).toBe(newest?.uniqueid);
	expect(entry?.uniqueid).toMatch(/^\d+\.\d+$/);
	const {ids: all, totals} = await pagesOf(service.call, ['get_results', 'results', 'uniqueid'], params, 70);
	expect([all.length, totals]).toEqual([Number(total), new Set([total])]);
});

test('every listing has pages, and says how many rows there are', async () => {
	service = await httpService({});
	const {call, need} = service;
	for (let number = 0; number < 5; number++) {
		await need('add_dnc', {phone_number: `212555010${number}`});
		await need('send_text_message', {to: `212555020${number}`, message: 'Hello'});
		await need('add_account', {account: {...company, accountid: `A-${number}`, balance: '10'}});
		const params = {accountid: `A-${number}`, amount: '1', payment_method_token: 'tok_decline'};
		await need('charge_customer', params);
		await need('add_leads', {campaign_id: '1003', phones: `212555030${number}`});
	}
	await need('stop_campaign', {campaign_id: '1006'});
	for (const [type, name, id, params] of [
		['get_dncs', 'dncs', 'phone_number', {query: '212555010'}],
		['get_notifications', 'notifications', 'id', {}],
		['retrieve_sent_messages', 'messages', 'message_id', {}],
		['get_lists', 'lists', 'list_id', {campaign_id: '1003'}],
		['get_campaign_lists', 'lists', 'list_id', {campaign_id: '1003'}],
		['fetch_accounts', 'accounts', 'accountid', company],
		['get_results', 'results', 'uniqueid', {campaign_id: '1003'}],
	] as const) {
		const whole = await need(type, {...params, limit: '1000'});
		const {total} = whole;
		expect(Number(total), type).toBeGreaterThanOrEqual(5);
		const some = (await need(type, {...params, page: '2', limit: '2'}))[name];
		expect(some, type).toEqual((whole[name] as unknown[]).slice(2, 4));
		const {ids, totals} = await pagesOf(call, [type, name, id], params, 100);
		expect([type, ids.length, new Set(ids).size, totals]).toEqual([
			type,
			Number(total),
			Number(total),
			new Set([total]),
		]);
		expect(await call(type, {...params, page: '0'})).toMatchObject({error: 'Invalid value: page'});
		expect(await call(type, {...params, limit: '5001'})).toMatchObject({error: 'Invalid value: limit'});
	}
	const unread = await need('get_notifications', {unread: '1', limit: '2'});
	expect([(unread.notifications as unknown[]).length, unread.total]).toEqual([2, '5']);
	await need('clear_notifications', {});
	expect(await need('get_notifications', {unread: '1'})).toMatchObject({notifications: [], total: '0'});
});

test('graphs of days before are refused with the reason, not drawn as zeros', async () => {
	service = await httpService({});
	const {advance, call, need} = service;
	const asked = {campaign_id: '1002', graph: 'calls_graph_data'};
	const yesterday = '2026-03-31';
	advance(day);
	const {calls} = (await need('campaign_summary', {campaign_id: '1002', from: yesterday, to: yesterday}))
		.summary as Params;
	expect(Number(calls)).toBeGreaterThan(500);
	const detail = 'graphs hold the last sixty minutes only; campaign_summary tells of days before';
	for (const days of [{from: yesterday}, {from: yesterday, to: yesterday}, {to: yesterday}]) {
		const name = 'from' in days ? 'from' : 'to';
		expect(await call('get_graph_data', {...asked, ...days})).toMatchObject({
			success: 0,
			error: `Invalid value: ${name}`,
			detail,
		});
	}
	expect(await call('get_graph_data', {...asked, from: '2026-04-02', to: '2026-04-03'})).toMatchObject({
		error: 'Invalid value: from',
		detail: 'must not be after today',
	});
	const whole = await need('get_graph_data', asked);
	expect(whole.graph_data).toHaveLength(60);
	expect(await need('get_graph_data', {...asked, from: '2026-04-01', to: '2026-04-01'})).toEqual(whole);
});
