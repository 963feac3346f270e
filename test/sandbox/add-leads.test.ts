/** add_leads: one account with its numbers on a list of a campaign. */
import {describe, expect, test} from 'vitest';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {smallService} from './small-service.ts';
import {planOf} from './small-world.ts';

type Response = Record<string, unknown>;
type Call = (type: string, params?: Record<string, unknown>) => Promise<Response>;

const account = async (call: Call, id: unknown) => {
	const {accounts} = await call('fetch_accounts', {company_id: '1', all_phones: '1', all_emails: '1'});
	return (accounts as Response[]).find(({accountid}) => accountid === id);
};

const list = async (call: Call, list_id: unknown) =>
	(await call('get_list', {list_id: String(list_id)})).list as Record<string, string>;

test('a list is made for the campaign, and every number gets the zone of its area code', async () => {
	const {call} = await smallService();
	const answer = await call('add_leads', {
		campaign_id: '1003',
		phones: '212-555-0101, +1 312 555 0102,(787) 555-0103,808.555.0104',
		emails: 'ann@example.com, lee@example.com',
		first_name: 'Ann',
		middle_initial: 'B',
		last_name: 'Lee',
	});
	expect(answer).toEqual({
		success: 1,
		error: '',
		list_id: '50008',
		accountid: '2026-0013501',
		added: '4',
		duplicates: '0',
		invalid: '0',
		dnc: '0',
	});
	expect(await list(call, '50008')).toMatchObject({
		campaign_id: '1003',
		list_name: 'Added 2026-03-31 12:30:00',
		status: 'Y',
		total_leads: '4',
		new_leads: '4',
	});
	expect(await account(call, '2026-0013501')).toEqual({
		accountid: '2026-0013501',
		company_id: '1',
		first_name: 'Ann',
		middle_initial: 'B',
		last_name: 'Lee',
		phone: '2125550101',
		email: 'ann@example.com',
		phones: [
			['2125550101', '-5.00'],
			['3125550102', '-6.00'],
			['7875550103', '-4.00'],
			['8085550104', '-10.00'],
		].map(([phone_number, time_zone]) => ({phone_number, phone_type: '', time_zone})),
		emails: ['ann@example.com', 'lee@example.com'],
	});
});

test('a number is called by the hours of its own zone', async () => {
	const {call, advance} = await smallService({
		at: 8 * hour,
		warmUp: minute,
		plan: [planOf({agents: 20, settings: {schedule: '9am-9pm', method: 'RATIO', level: 2}, lists: []})],
	});
	const {list_id} = await call('add_leads', {campaign_id: '1001', phones: '2125550101,3125550102,2135550103'});
	const called = async (): Promise<string[]> => {
		const calls = (await call('search_lead')).all_log_search as Record<string, string>[];
		return [...new Set(calls.map(({phone_number = ''}) => phone_number))].toSorted();
	};
	advance(59 * minute);
	expect(await called()).toEqual([]);
	advance(5 * minute);
	expect(await called()).toEqual(['2125550101']);
	advance(hour);
	expect(await called()).toEqual(['2125550101', '3125550102']);
	advance(2 * hour);
	expect(await called()).toEqual(['2125550101', '2135550103', '3125550102']);
	expect((await list(call, list_id)).new_leads).toBe('0');
});

test('numbers that are there already, come twice or are in no service are counted', async () => {
	const {call} = await smallService();
	const params = {
		list_id: '50002',
		phones: '2125550101,2125550101,2125550102,12,4165550123,8005550123',
		account_id: 'A-1',
	};
	expect(await call('add_leads', params)).toMatchObject({added: '2', duplicates: '1', invalid: '3'});
	expect(await call('add_leads', params)).toMatchObject({added: '0', duplicates: '3', invalid: '3'});
	expect((await list(call, '50002')).total_leads).toBe('3002');
	expect(await call('add_leads', {...params, list_id: '50003'})).toMatchObject({added: '2', duplicates: '1'});
});

test('an account that is there keeps its fields, phones and emails', async () => {
	const {call} = await smallService();
	await call('add_account', {
		account: {company_id: '1', accountid: 'A-1', first_name: 'Ann', city: 'Austin', custom1: 'x'},
		phones: [{phone_number: '2125550101', phone_type: 'HOME', time_zone: '-6.00'}],
		emails: ['ann@example.com'],
	});
	const answer = await call('add_leads', {
		campaign_id: '1003',
		account_id: 'A-1',
		phones: '2125550102,2125550101',
		emails: 'lee@example.com,ann@example.com',
		last_name: 'Lee',
	});
	expect(answer).toMatchObject({accountid: 'A-1', added: '2'});
	expect(await account(call, 'A-1')).toMatchObject({
		first_name: 'Ann',
		last_name: 'Lee',
		city: 'Austin',
		custom1: 'x',
		phones: [{phone_number: '2125550101', phone_type: 'HOME', time_zone: '-6.00'}, {phone_number: '2125550102'}],
		emails: ['ann@example.com', 'lee@example.com'],
	});
	expect((await call('search_lead', {query: 'ann lee'})).footer).toContain('1 account without a logged call: Ann Lee');
});

test('an account of a seeded lead keeps what is derived', async () => {
	const {call} = await smallService();
	const id = '2026-0000007';
	const {phones = [], ...before} = (await account(call, id)) ?? {};
	await call('add_leads', {campaign_id: '1002', account_id: id, phones: '2125550101'});
	const after = await account(call, id);
	expect(after).toEqual({...before, phones: [...(phones as Response[]), expect.any(Object)]});
});

test('only emails: the account is kept, and nobody is to be called', async () => {
	const {call} = await smallService();
	const answer = await call('add_leads', {campaign_id: '1002', emails: 'ann@example.com'});
	expect(answer).toMatchObject({added: '0', duplicates: '0', invalid: '0'});
	expect((await account(call, answer.accountid))?.email).toBe('ann@example.com');
});

describe('is refused, and nothing is made', () => {
	const numbers = (count: number) => Array.from({length: count}, (_, n) => 2_125_550_000 + n).join(',');

	test.each<[Record<string, unknown>, string]>([
		[{campaign_id: '1003'}, 'Missing parameter: phones'],
		[{campaign_id: '1003', phones: ' , ', emails: ','}, 'Missing parameter: phones'],
		[{phones: '2125550101'}, 'Missing parameter: campaign_id'],
		[{campaign_id: '1003', phones: '12, 4165550123'}, 'Invalid value: phones'],
		[{campaign_id: '1003', phones: numbers(101)}, 'Invalid value: phones'],
		[{campaign_id: '1003', phones: '2125550101', emails: 'ann@example.com, ann'}, 'Invalid value: emails'],
		[{campaign_id: '1003', phones: '2125550101', account_id: 'a\nb'}, 'Invalid value: account_id'],
		[{campaign_id: '1003', list_id: '50001', phones: '2125550101'}, 'Invalid value: list_id'],
		[{campaign_id: '77', phones: '2125550101'}, 'Campaign not found'],
		[{list_id: '77', phones: '2125550101'}, 'List not found'],
	])('%j', async (params, error) => {
		const {call} = await smallService();
		const before = [await call('get_lists'), await call('fetch_accounts', {company_id: '1'})];
		expect(await call('add_leads', params)).toMatchObject({success: 0, error});
		expect([await call('get_lists'), await call('fetch_accounts', {company_id: '1'})]).toEqual(before);
	});
});
