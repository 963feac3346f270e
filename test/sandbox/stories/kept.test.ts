/** What is sent with people to call is kept, or refused by name: nothing vanishes behind a success. */
import {afterEach, expect, test} from 'vitest';
import {httpService} from './http-service.ts';

type Service = Awaited<ReturnType<typeof httpService>>;

let service: Service;

afterEach(() => service[Symbol.asyncDispose]());

const fileOf = (...lines: readonly string[]) => ({
	name: 'debtors.csv',
	bytes: new TextEncoder().encode(lines.join('\n')),
});

const accountOf = async (id: string): Promise<Record<string, unknown>> => {
	const all = await service.rows('fetch_accounts', 'accounts', {company_id: '1', all_phones: '1', all_emails: '1'});
	return all.find(({accountid}) => accountid === id) ?? {};
};

const listsOf = async (campaign_id: string) =>
	(await service.rows('get_lists', 'lists', {campaign_id})).map(({list_name, total_leads}) => [list_name, total_leads]);

const known = {
	address1: '1 Main St',
	city: 'Austin',
	state: 'TX',
	postal_code: '78701',
	country: 'US',
	balance: '250.00',
	birthday: '1980-02-29',
	company_name: 'Lee & Co',
	custom1: 'vendor 7',
	custom20: 'x',
};

test('fields of an account that come with add_leads are on the account, which owes its balance', async () => {
	service = await httpService({});
	await service.need('add_leads', {campaign_id: '1003', account_id: 'D-1', phones: '2125550101', ...known});
	expect(await accountOf('D-1')).toMatchObject(known);
	const amount = {accountid: 'D-1', payment_method_token: 'tok_visa_4242'};
	expect(await service.need('charge_customer', {...amount, amount: '50.00'})).toMatchObject({payment_id: '1'});
	await service.need('add_leads', {campaign_id: '1003', account_id: 'D-1', phones: '2125550102', city: ''});
	expect(await accountOf('D-1')).not.toHaveProperty('city');
	expect(await accountOf('D-1')).toMatchObject({state: 'TX', custom1: 'vendor 7'});
});

test('a misspelt field of add_leads is refused by name, and opens no list', async () => {
	service = await httpService({});
	const before = await listsOf('1003');
	for (const [name, value] of Object.entries({
		lits_id: '50003',
		blance: '10',
		company_id: '7',
		email: 'a@example.com',
	})) {
		expect(await service.call('add_leads', {campaign_id: '1003', phones: '2125550101', [name]: value})).toMatchObject({
			success: 0,
			error: `Unknown parameter: ${name}`,
			tech_msg: `unknown-parameter: ${name}`,
			detail: expect.stringMatching(/^it takes campaign_id, list_id, .*balance/),
		});
	}
	expect(await listsOf('1003')).toEqual(before);
	expect(await service.call('add_leads', {campaign_id: '1003', phones: '2125550101', balance: 'much'})).toMatchObject({
		success: 0,
		error: 'Invalid value: balance',
	});
});

test('columns of a file are on the accounts, which can be charged; those that are unknown are named', async () => {
	service = await httpService({});
	const answer = await service.need('upload_file', {
		campaign_id: '1003',
		file: fileOf(
			'Phone,Phone Type,Account ID,First Name,Middle Initial,Address,City,State,Zip,Country,Balance,Date of Birth,Company,Custom 1,custom20,Vendor,',
			'2125550101,MOBILE,D-1,Ann,B,1 Main St,Austin,TX,78701,US,250,1980-02-29,Lee & Co,vendor 7,x,ACME,',
			'2125550102,,D-2,Bo,,,,,,,12.345,,,,,,',
			'2125550103,,D-3,Cy,,,,Texas,,,,,,,,,',
			'2125550104,,D-4,Di,,,,,,,,2026-02-30,,,,,',
		),
	});
	expect(answer).toMatchObject({inserted: '1', invalid: '3', ignored_columns: ['Vendor', 'column 17']});
	expect(await accountOf('D-1')).toMatchObject({
		...known,
		first_name: 'Ann',
		middle_initial: 'B',
		phones: [{phone_number: '2125550101', phone_type: 'MOBILE'}],
	});
	const plan = {total_amount: '250.00', frequency: 'monthly', number_of_payments: '3', start_date: '2026-04-01'};
	expect(await service.need('create_payment_plan', {accountid: 'D-1', ...plan})).toMatchObject({status: 'active'});
});

test('a later file brings an account up to date; a row that is left out changes nothing', async () => {
	service = await httpService({});
	const head = 'phone,account,first_name,balance,city';
	const {list_id} = await service.need('upload_file', {
		campaign_id: '1003',
		file: fileOf(head, '2125550101,D-1,Ann,100,Austin', '2125550109,2026-0000001,,77,'),
	});
	await service.need('upload_file', {
		campaign_id: '1003',
		file: fileOf(head, '2125550102,D-1,Anna,80,', '2125550103,D-1,Anne,90,'),
	});
	expect(await accountOf('D-1')).toMatchObject({first_name: 'Anne', balance: '90.00', city: 'Austin'});
	expect((await service.call('search_lead', {query: 'anne'})).footer).toContain('Anne 2125550101');
	expect(await accountOf('2026-0000001')).toMatchObject({balance: '77.00'});
	const again = await service.need('upload_file', {list_id, file: fileOf(head, '2125550101,D-1,Ann,1,')});
	expect(again).toMatchObject({inserted: '0', duplicates: '1'});
	expect(await accountOf('D-1')).toMatchObject({balance: '90.00'});
});

test('where nobody is to be added, no list is made', async () => {
	service = await httpService({});
	await service.need('add_dnc', {phone_number: '2125550101'});
	await service.need('add_leads', {list_id: '50003', phones: '2125550102'});
	const before = await listsOf('1003');
	const uploaded = async (params: object, ...lines: readonly string[]) =>
		service.need('upload_file', {campaign_id: '1003', ...params, file: fileOf('phone', ...lines)});
	for (const answer of [
		await uploaded({}, '12', '4165550123'),
		await uploaded({}, '2125550101'),
		await uploaded({dup_check: 'SYSTEM'}, '2125550102'),
		await service.need('add_leads', {campaign_id: '1003', phones: '2125550101'}),
		await service.need('add_leads', {campaign_id: '1003', emails: 'ann@example.com'}),
	]) {
		expect(answer).not.toHaveProperty('list_id');
		expect([answer.inserted, answer.added]).toContain('0');
	}
	expect(await listsOf('1003')).toEqual(before);
});
