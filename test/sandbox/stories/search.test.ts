import {expect, test} from 'vitest';
import {minute} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Service = Awaited<ReturnType<typeof httpService>>;

const entries = (service: Service, filters: Record<string, string>) =>
	service.rows('search_lead', 'all_log_search', filters);

const floor = {
	plan: [
		planOf({
			name: 'Stopped',
			state: 'stopped',
			lists: [{name: 'Worked', leads: 400, active: true, worked: 0.9}],
		}),
		planOf({name: 'Dialing', agents: 4, lists: [{name: 'Fresh', leads: 200, active: true, worked: 0}]}),
	],
};

/** How people write a number of ten digits. */
const writings = (phone: string): string[] => {
	const [area, exchange, line] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
	return [
		phone,
		`+1${phone}`,
		`1-${area}-${exchange}-${line}`,
		`(${area}) ${exchange}-${line}`,
		`${area}.${exchange}.${line}`,
		`+1 ${area} ${exchange} ${line}`,
		`${exchange}-${line}`,
	];
};

test('fetch_accounts lists an account that was called on earlier days, and I find it by whatever I know of it', async () => {
	await using one = await httpService(floor);
	const listed = await one.rows('fetch_accounts', 'accounts', {company_id: '1'});
	// Some of these leads were worked before the log begins, and some were never called.
	for (const {accountid = '', phone = '', email = '', first_name, last_name} of listed.slice(0, 4)) {
		for (const query of [accountid, ...writings(phone), email, `${first_name} ${last_name}`]) {
			const {footer, all_log_search} = await one.need('search_lead', {query});
			const rows = all_log_search as Record<string, string>[];
			expect([query, rows.map(({phone_number}) => phone_number)]).toEqual([query, expect.arrayContaining([phone])]);
			expect(footer).toMatch(/^0 calls; \d+ accounts? without a logged call: /);
		}
		const {footer, all_log_search} = await one.need('search_lead', {query: accountid});
		expect(footer).toBe(`0 calls; 1 account without a logged call: ${first_name} ${last_name} ${phone} (${accountid})`);
		expect(all_log_search).toMatchObject([
			{
				uniqueid: '',
				call_date: '',
				call_type: '',
				full_name: `${first_name} ${last_name}`,
				campaign_name: 'Stopped',
				list_name: 'Worked',
				status: expect.stringMatching(/^(?:NEW|COMPLETE|NOANSWER)$/),
			},
		]);
	}
});

test('a lead that was called shows its calls, and no second entry', async () => {
	await using one = await httpService(floor);
	const [newest = {}] = await entries(one, {status: 'MACHINE'});
	const number = Number(newest.lead_id?.split(' ')[0]);
	for (const query of [
		`2026-${String(number).padStart(7, '0')}`,
		...writings(String(newest.phone_number)).slice(0, 6),
	]) {
		const rows = await entries(one, {query});
		expect(rows.map(({phone_number}) => phone_number)).toContain(newest.phone_number);
		expect(rows.every(({uniqueid}) => uniqueid !== '')).toBe(true);
	}
});

test('an account that I add is found at once: by each of its phones, its emails, its company and its reference', async () => {
	await using one = await httpService(floor);
	await one.need('add_account', {
		account: {company_id: '1', accountid: 'KLM/77', company_name: 'Kilmer Tools', first_name: ''},
		phones: [{phone_number: '2125550101'}, {phone_number: '2125550102'}],
		emails: ['office@kilmer.example', 'Ann@kilmer.example'],
	});
	for (const query of ['klm/77', 'kilmer', ...writings('2125550102').slice(0, 6), 'ann@kilmer.example']) {
		expect([query, await entries(one, {query})]).toMatchObject([
			query,
			[{full_name: 'Kilmer Tools', phone_number: '2125550101', status: 'NEW', list_id: ''}],
		]);
	}
	expect(await entries(one, {name: 'tools'})).toHaveLength(1);
	expect(await entries(one, {name: 'klm'})).toEqual([]);
	// Put on a list and called, it is its calls.
	await one.need('add_account', {
		account: {company_id: '1', accountid: 'KLM/77'},
		accounts_leads: {list_id: '50002'},
	});
	one.advance(60 * minute);
	for (const query of ['ann@kilmer.example', 'klm/77', 'kilmer']) {
		const rows = await entries(one, {query});
		expect(rows.map(({phone_number}) => phone_number).toSorted()).toEqual(['2125550101', '2125550102']);
		expect(rows.every(({uniqueid}) => uniqueid !== '')).toBe(true);
	}
});

test('an account is counted once, however many phones it has, and not if any of them was called', async () => {
	await using one = await httpService(floor);
	const phones = (...numbers: string[]) => numbers.map(phone_number => ({phone_number}));
	const lee = {company_id: '1', accountid: 'A-1', first_name: 'Ann', last_name: 'Quuxley', company_name: 'Bolts & Co'};
	// The first campaign is stopped, the second dials.
	const [stopped = {}] = await one.rows('get_lists', 'lists', {campaign_id: '1001'});
	const [dialed = {}] = await one.rows('get_lists', 'lists', {campaign_id: '1002'});
	await one.need('add_account', {
		account: lee,
		phones: phones('2125550101', '2125550102'),
		accounts_leads: {list_id: stopped.list_id},
	});
	const uncalled = '0 calls; 1 account without a logged call: Ann Quuxley 2125550101 (A-1)';
	for (const query of ['quuxley', 'bolts', 'A-1']) {
		const {footer, all_log_search} = await one.need('search_lead', {query});
		expect([query, footer, (all_log_search as unknown[]).length]).toEqual([query, uncalled, 2]);
	}
	expect((await one.need('search_lead', {name: 'bolts & co'})).footer).toBe(uncalled);
	await one.need('add_leads', {list_id: String(dialed.list_id), account_id: 'A-1', phones: '2125550103'});
	one.advance(60 * minute);
	const {footer} = await one.need('search_lead', {query: 'quuxley'});
	expect(footer).toMatch(/^\d calls?$/);
});

test('a filter of calls leaves accounts without calls out, and one of days those that were called before', async () => {
	await using one = await httpService(floor);
	await one.need('add_leads', {campaign_id: '1001', phones: '2125550123', last_name: 'Quux'});
	const quux = (filters: Record<string, string>) => entries(one, {query: 'quux', ...filters});
	expect(await quux({})).toHaveLength(1);
	expect(await quux({days: '7'})).toHaveLength(1);
	for (const filter of [{status: 'DROP'}, {flag: 'REC'}, {username: 'ann'}, {call_type: 'outbound'}]) {
		expect(await quux(filter)).toEqual([]);
	}
	const worked = (await entries(one, {query: '2026-'})).find(
		({uniqueid, status}) => uniqueid === '' && status === 'COMPLETE',
	);
	const phone = String(worked?.phone_number);
	expect(await entries(one, {query: phone})).toHaveLength(1);
	expect(await entries(one, {query: phone, days: '0'})).toEqual([]);
});

test('I do not find accounts of campaigns that I may not see', async () => {
	await using one = await httpService(floor);
	const limited = await one.as('kim', 'manager', ['1002']);
	const listed = await one.rows('fetch_accounts', 'accounts', {company_id: '1'});
	const {accountid = '', phone = '', email = ''} = listed[0] ?? {};
	for (const query of [accountid, phone, email]) {
		expect(await entries(one, {query})).toHaveLength(1);
		expect(await limited('search_lead', {query})).toMatchObject({success: 1, footer: '0 calls', all_log_search: []});
	}
	const {all_log_search: seen} = await limited('search_lead', {query: '2026-00'});
	expect(new Set((seen as Record<string, string>[]).map(({campaign_id}) => campaign_id))).toEqual(new Set(['1002']));
	await one.need('add_account', {account: {company_id: '1', accountid, phone: '2125550177'}});
	expect((await limited('search_lead', {query: '2125550177'})).all_log_search).toEqual([]);
	expect(await entries(one, {query: '2125550177'})).toHaveLength(1);
});
