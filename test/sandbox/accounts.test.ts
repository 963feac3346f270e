/** add_account and fetch_accounts: what is stored, what is shown, and to whom. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {minute} from '../../source/sandbox/world/time.ts';
import {withUser} from './other-users.ts';
import {smallService} from './small-service.ts';

type Response = Record<string, unknown>;
type Call = (type: string, params?: Record<string, unknown>) => Promise<Response>;

const accountsOf = (response: Response): Record<string, unknown>[] => response.accounts as Record<string, unknown>[];

/** Everything that the service shows of an account. */
const shown = async (call: Call, accountid: unknown, company_id = '1') => {
	const all = accountsOf(await call('fetch_accounts', {company_id, all_phones: '1', all_emails: '1'}));
	return all.find(account => account.accountid === accountid);
};

const seeded = '2026-0000001';

test('an account has every field of the interface, and nothing that was not sent', async () => {
	const {call} = await smallService();
	const customs = Object.fromEntries(Array.from({length: 20}, (_, index) => [`custom${index + 1}`, `value ${index}`]));
	const fields = {
		first_name: 'Ann',
		last_name: 'Lee',
		address1: '1 Main St',
		city: 'Austin',
		state: 'TX',
		postal_code: '78701',
		country: 'US',
		balance: '1234567890.10',
		birthday: '1980-02-29',
		company_name: 'Lee & Co',
		...customs,
	};
	const {accountid} = await call('add_account', {account: {company_id: 1, ...fields}});
	expect(await shown(call, accountid)).toEqual({
		accountid,
		company_id: '1',
		...fields,
		phone: '',
		email: '',
		phones: [],
		emails: [],
	});
	const bare = await call('add_account', {account: {company_id: '1'}});
	expect(Object.keys((await shown(call, bare.accountid)) ?? {})).toHaveLength(6);
});

test.each([
	['12.5', '12.50'],
	['-12.05', '-12.05'],
	['0', '0.00'],
	[12.1, '12.10'],
	['999999999999.99', '999999999999.99'],
])('a balance of %s is kept to the cent', async (balance, kept) => {
	const {call} = await smallService();
	const {accountid} = await call('add_account', {account: {company_id: '1', balance}});
	expect((await shown(call, accountid))?.balance).toBe(kept);
});

test.each([
	[{account: {company_id: '1', balance: '12.345'}}, 'account[balance]'],
	[{account: {company_id: '1', balance: '1e3'}}, 'account[balance]'],
	[{account: {company_id: '1', email: 'ann'}}, 'account[email]'],
	[{account: {company_id: '1', phone: '4165550123'}}, 'account[phone]'],
	[{account: {company_id: '1', accountid: 'a\u0007b'}}, 'account[accountid]'],
	[{account: {company_id: '1'}, emails: ['ann@example.com', 'lee']}, 'emails[1]'],
	[
		{account: {company_id: '1'}, phones: [{phone_number: '2125550123'}, {phone_number: '800-555-0123'}]},
		'phones[1][phone_number]',
	],
	[{account: {company_id: '1'}, phones: [{phone_number: '2125550123', time_zone: '2.10'}]}, 'phones[0][time_zone]'],
	[{account: {company_id: '1'}, phones: [{phone_number: '2125550123', time_zone: '14.25'}]}, 'phones[0][time_zone]'],
	[
		{
			account: {company_id: '1'},
			phones: Array.from({length: 101}, (_, n) => ({phone_number: String(2_125_550_000 + n)})),
		},
		'phones',
	],
	[{account: {company_id: '7', accountid: seeded}}, 'account[company_id]'],
	[{account: {company_id: '7'}}, 'account[company_id]'],
])('%j is refused by name and leaves nothing behind', async (params, name) => {
	const {call} = await smallService();
	const before = await call('fetch_accounts', {company_id: '1'});
	expect(await call('add_account', params)).toMatchObject({success: 0, error: `Invalid value: ${name}`});
	expect(await call('fetch_accounts', {company_id: '1'})).toEqual(before);
	const {accountid} = await call('add_account', {account: {company_id: '1'}});
	expect(accountid).toBe('2026-0013501');
});

test('empty fields of a form are as good as not sent', async () => {
	const {call} = await smallService();
	const made = await call('add_account', {
		account: {company_id: '1', accountid: '', birthday: '', balance: '', first_name: 'Ann'},
		accounts_leads: {list_id: ''},
		phones: {0: {phone_number: '2125550123', phone_type: '', time_zone: ''}},
	});
	expect(made).toEqual({success: 1, error: '', accountid: '2026-0013501', created: '1'});
	expect(await shown(call, made.accountid)).toMatchObject({
		first_name: 'Ann',
		phones: [{phone_number: '2125550123', phone_type: '', time_zone: '-5.00'}],
	});
	expect((await call('add_account', {account: {company_id: ''}})).error).toBe('Missing parameter: account[company_id]');
	expect((await call('add_account', {account: {company_id: '1'}, phones: [{phone_number: ''}]})).error).toBe(
		'Missing parameter: phones[0][phone_number]',
	);
});

test('the primary phone and email are the first unless others are named', async () => {
	const {call} = await smallService();
	const phones = [{phone_number: '2125550101'}, {phone_number: '2125550102', phone_type: 'HOME', time_zone: '-6'}];
	const emails = ['a@example.com', 'b@example.com'];
	const add = async (account: Record<string, unknown>) => {
		const {accountid} = await call('add_account', {account: {company_id: '1', ...account}, phones, emails});
		const {phones: kept, ...found} = (await shown(call, accountid)) ?? {};
		return {...found, phones: (kept as Response[]).map(({phone_number}) => phone_number)};
	};
	expect(await add({})).toMatchObject({
		phone: '2125550101',
		email: 'a@example.com',
		phones: ['2125550101', '2125550102'],
	});
	expect(await add({phone: '+1 212 555 0102', email: 'b@example.com'})).toMatchObject({
		phone: '2125550102',
		email: 'b@example.com',
		phones: ['2125550102', '2125550101'],
		emails: ['b@example.com', 'a@example.com'],
	});
	expect(await add({phone: '2125550103', email: 'c@example.com'})).toMatchObject({
		phones: ['2125550103', '2125550101', '2125550102'],
		emails: ['c@example.com', 'a@example.com', 'b@example.com'],
	});
});

test('an update keeps what is not sent, phones and emails as well', async () => {
	const {call} = await smallService();
	const account = {company_id: '1', accountid: 'A-1'};
	await call('add_account', {
		account: {...account, first_name: 'Ann', city: 'Austin'},
		phones: [{phone_number: '2125550101'}, {phone_number: '2125550102', phone_type: 'HOME', time_zone: '-6.00'}],
		emails: ['a@example.com'],
	});
	const before = await shown(call, 'A-1');
	expect((await call('add_account', {account: {...account, city: 'Dallas'}})).created).toBe('0');
	expect(await shown(call, 'A-1')).toEqual({...before, city: 'Dallas'});
	await call('add_account', {account: {...account, phone: '2125550102', email: 'b@example.com'}});
	expect(await shown(call, 'A-1')).toMatchObject({
		phones: [{phone_number: '2125550102', phone_type: 'HOME', time_zone: '-6.00'}, {phone_number: '2125550101'}],
		emails: ['b@example.com', 'a@example.com'],
	});
	await call('add_account', {account, phones: [{phone_number: '2125550109'}]});
	expect((await shown(call, 'A-1'))?.phones).toEqual([
		{phone_number: '2125550109', phone_type: '', time_zone: '-5.00'},
	]);
});

test('a seeded account is updated, not made again, and its leads get the new name', async () => {
	const {call} = await smallService();
	const before = await shown(call, seeded);
	expect(before).toMatchObject({country: 'US', phone: expect.stringMatching(/^\d{10}$/)});
	const account = {company_id: '1', accountid: seeded, last_name: 'Quux', balance: '1.00'};
	expect(await call('add_account', {account})).toEqual({success: 1, error: '', accountid: seeded, created: '0'});
	expect(await shown(call, seeded)).toEqual({...before, last_name: 'Quux', balance: '1.00'});
	const all = accountsOf(await call('fetch_accounts', {company_id: '1'})).map(({accountid}) => accountid);
	expect(all.slice(0, 3)).toEqual([seeded, '2026-0000002', '2026-0000003']);
	expect(new Set(all).size).toBe(500);
	expect((await call('search_lead', {query: 'quux'})).footer).toContain(`Quux ${before?.phone} (${seeded})`);
});

test('a list gets the phones once, and one that was called shows the name that it has now', async () => {
	const {call, advance} = await smallService();
	const {list_id} = await call('add_leads', {campaign_id: '1002', phones: '2125550110'});
	const put = (account: Record<string, unknown>) =>
		call('add_account', {
			account: {company_id: '1', accountid: 'N-1', ...account},
			accounts_leads: {list_id},
			phones: [{phone_number: '2125550111'}, {phone_number: '3125550112', time_zone: '-6.00'}],
		});
	const leads = async () => ((await call('get_list', {list_id})).list as Record<string, string>).total_leads;
	expect(await put({first_name: 'Ann', last_name: 'Lee'})).toMatchObject({created: '1', list_id});
	expect(await put({last_name: 'Long'})).toMatchObject({created: '0', list_id});
	expect(await leads()).toBe('3');
	advance(5 * minute);
	const calls = (await call('search_lead', {query: 'N-1'})).all_log_search as Record<string, string>[];
	expect(calls.map(({full_name}) => full_name)).toEqual(['Ann Long', 'Ann Long']);
	await call('add_account', {account: {company_id: '1', accountid: 'N-1'}, accounts_leads: {list_id: '50001'}});
	const there = (await call('get_list', {list_id: '50001'})).list as Record<string, string>;
	expect(there.total_leads).toBe('2002');
});

test('generated references go on from the seeded ones, pass over those that are taken, and are never given again', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-accounts-'));
	onTestFinished(() => rm(folder, {recursive: true}));
	const database = join(folder, 'sandbox.db');
	const add = async (call: Call, accountid?: string) =>
		(await call('add_account', {account: {company_id: '1', accountid}})).accountid;
	const first = await smallService({database});
	expect(await add(first.call)).toBe('2026-0013501');
	await add(first.call, '2026-0013502');
	await add(first.call, 'other');
	expect(await add(first.call)).toBe('2026-0013503');
	expect((await first.call('add_leads', {campaign_id: '1002', phones: '2125550123'})).accountid).toBe('2026-0013504');
	first.service.close();
	const second = await smallService({database});
	expect(await add(second.call)).toBe('2026-0013505');
	expect((await shown(second.call, '2026-0013502'))?.accountid).toBe('2026-0013502');
	second.service.close();
});

test('accounts are listed newest first, 500 at most', async () => {
	const {call} = await smallService();
	for (let n = 0; n < 502; n++) {
		await call('add_account', {account: {company_id: '1', accountid: `A-${n}`}});
	}
	const all = accountsOf(await call('fetch_accounts', {company_id: '1'})).map(({accountid}) => accountid);
	expect(all).toHaveLength(500);
	expect([all[0], all[499]]).toEqual(['A-501', 'A-2']);
});

test('a user of some campaigns sees and changes no account that is on lists of others alone', async () => {
	const small = await smallService();
	const {call} = small;
	const limited = await withUser(small, 'limited', 'manager', ['1002']);
	await call('add_leads', {campaign_id: '1001', phones: '2125550101', account_id: 'THEIRS', last_name: 'Hidden'});
	await call('add_leads', {campaign_id: '1002', phones: '2125550102', account_id: 'OURS', last_name: 'Seen'});
	await call('add_leads', {list_id: '50001', phones: '2125550103', account_id: 'BOTH'});
	await call('add_leads', {list_id: '50002', phones: '2125550104', account_id: 'BOTH'});
	await call('add_account', {account: {company_id: '1', accountid: 'FREE', last_name: 'Seen'}});
	const ids = accountsOf(await limited('fetch_accounts', {company_id: '1'})).map(({accountid}) => accountid);
	// The seeded leads of 1002 are those behind the 2,000 of 1001.
	expect(ids.slice(0, 4)).toEqual(['FREE', 'BOTH', 'OURS', '2026-0002001']);
	expect(ids).toHaveLength(500);
	for (const account_id of ['THEIRS', seeded]) {
		const denied = {success: 0, error: 'Permission denied'};
		expect(await limited('add_account', {account: {company_id: '1', accountid: account_id}})).toMatchObject(denied);
		expect(await limited('add_leads', {campaign_id: '1002', phones: '2125550105', account_id})).toMatchObject(denied);
	}
	expect((await limited('add_account', {account: {company_id: '1', accountid: 'BOTH'}})).created).toBe('0');
	expect((await limited('search_lead', {query: 'hidden'})).footer).toBe('0 calls');
	expect((await limited('search_lead', {query: 'seen'})).footer).toBe(
		'0 calls; 2 accounts without a logged call: Seen 2125550102 (OURS); Seen (FREE)',
	);
	const {phone} = (await shown(call, seeded)) ?? {};
	expect((await limited('search_lead', {query: String(phone)})).footer).not.toContain('without a logged call');
});
