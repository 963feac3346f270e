/** An account gets another phone, and fields of it are cleared. */
import {expect, test} from 'vitest';
import {minute} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Params = Readonly<Record<string, string>>;

const seeded = '2026-0000001';

/** A campaign of a few leads, all of which are called within minutes; its list is `50001`. */
const smallFloor = async (state: 'dialing' | 'stopped' = 'stopped') => {
	const small = await httpService({
		plan: [planOf({state, lists: [{name: 'Few', leads: 30, active: true, worked: 0}]})],
		warmUp: 0,
	});
	const put = (fields: Params, beside: Params = {}) =>
		small.call('add_account', {
			'account[company_id]': '1',
			...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`account[${name}]`, value])),
			...beside,
		});
	return {
		...small,
		put,
		account: async (accountid: string) =>
			(await small.rows('fetch_accounts', 'accounts', {company_id: '1', all_phones: '1'})).find(
				row => row.accountid === accountid,
			),
		/** Which of these numbers were dialed, from the call log. */
		async dialed(...numbers: string[]): Promise<string[]> {
			const calls = await small.rows('search_lead', 'all_log_search', {call_type: 'outbound'});
			return numbers.filter(number => calls.some(({phone_number}) => phone_number === number));
		},
		footer: async (query: string) => String((await small.call('search_lead', {query})).footer),
		list: async () => (await small.call('get_list', {list_id: '50001'})).list as Params,
	};
};

test('I give an account another phone: the new one is dialed and found, the old one is not dialed', async () => {
	await using floor = await smallFloor();
	const {put, account, dialed, footer, call, advance} = floor;
	const old = String((await account(seeded))?.phone);
	await put({accountid: 'A-1', first_name: 'Ann', phone: '2125550101'}, {'accounts_leads[list_id]': '50001'});
	expect(await put({accountid: seeded, phone: '2125550150'})).toMatchObject({success: 1, created: '0'});
	expect(await put({accountid: 'A-1', phone: '2125550151'})).toMatchObject({success: 1});
	expect(await account('A-1')).toMatchObject({phone: '2125550151', phones: [{phone_number: '2125550151'}]});
	expect(await footer('2125550151')).toContain('A-1');
	expect(await footer('2125550150')).toContain(seeded);
	await call('play_campaign', {campaign_id: '1001'});
	advance(20 * minute);
	expect(await dialed('2125550150', '2125550151', old, '2125550101')).toEqual(['2125550150', '2125550151']);
	const [found] = await floor.rows('search_lead', 'all_log_search', {query: '2125550151'});
	expect(found).toMatchObject({phone_number: '2125550151', full_name: 'Ann'});
});

test('calls to the old phone stay in the log, and the lists count what is left to dial', async () => {
	await using floor = await smallFloor('dialing');
	const {put, account, dialed, list, advance, rows} = floor;
	const log = async (query: string) => rows('search_lead', 'all_log_search', {query});
	const old = String((await account(seeded))?.phone);
	advance(20 * minute);
	const before = await log(old);
	expect(before.length).toBeGreaterThan(0);
	await put({accountid: seeded, phone: '2125550150'});
	advance(240 * minute);
	expect(await log(old)).toEqual(before);
	expect(await dialed('2125550150')).toEqual(['2125550150']);
	expect(await list()).toMatchObject({total_leads: '31'});
});

test('I change the phone back, and it is dialed again', async () => {
	await using floor = await smallFloor();
	const {put, account, dialed, call, advance} = floor;
	const old = String((await account(seeded))?.phone);
	await put({accountid: seeded, phone: '2125550150'});
	await put({accountid: seeded, phone: old});
	await call('play_campaign', {campaign_id: '1001'});
	advance(20 * minute);
	expect(await dialed('2125550150', old)).toEqual([old]);
});

test('a second phone is changed by itself, and another account with the old number keeps it', async () => {
	await using floor = await smallFloor();
	const {put, dialed, call, advance, footer} = floor;
	const onList = {'accounts_leads[list_id]': '50001'};
	const phones = (...numbers: string[]): Params =>
		Object.fromEntries(numbers.map((number, index) => [`phones[${index}][phone_number]`, number]));
	await put({accountid: 'A-1'}, {...onList, ...phones('2125550101', '2125550102')});
	await call('add_leads', {campaign_id: '1001', phones: '2125550102', account_id: 'B-1'});
	await put({accountid: 'A-1'}, phones('2125550101', '2125550103'));
	expect(await footer('2125550102')).not.toContain('A-1');
	await call('play_campaign', {campaign_id: '1001'});
	advance(20 * minute);
	expect(await dialed('2125550101', '2125550102', '2125550103')).toEqual(['2125550101', '2125550102', '2125550103']);
});

test('an empty field is cleared, an omitted one stays', async () => {
	await using floor = await smallFloor();
	const {put, account} = floor;
	await put({accountid: 'A-1', city: 'Austin', state: 'TX', birthday: '1980-02-29', balance: '12.50', custom3: 'x'});
	await put({accountid: 'A-1', city: ''});
	expect(await account('A-1')).toMatchObject({state: 'TX', birthday: '1980-02-29', balance: '12.50', custom3: 'x'});
	expect(await account('A-1')).not.toHaveProperty('city');
	await put({accountid: 'A-1', state: '', birthday: '', balance: '', custom3: '', phone: '', email: ''});
	expect(Object.keys((await account('A-1')) ?? {}).toSorted()).toEqual(
		['accountid', 'company_id', 'email', 'emails', 'phone', 'phones'].toSorted(),
	);
});
