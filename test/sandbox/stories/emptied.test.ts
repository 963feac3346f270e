/** An empty value of a field that is there already clears it, or is refused: it never succeeds in silence. */
import {afterEach, expect, test} from 'vitest';
import {httpService} from './http-service.ts';

let service: Awaited<ReturnType<typeof httpService>>;

afterEach(() => service[Symbol.asyncDispose]());

const accountOf = async (id: string): Promise<Record<string, unknown>> => {
	const all = await service.rows('fetch_accounts', 'accounts', {company_id: '1', all_phones: '1', all_emails: '1'});
	return all.find(({accountid}) => accountid === id) ?? {};
};

const account = (fields: Record<string, string>, others: Record<string, string> = {}): Record<string, string> => ({
	'account[company_id]': '1',
	'account[accountid]': 'A-1',
	...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`account[${name}]`, value])),
	...others,
});

test('an email that is emptied is gone, and the next one is the primary', async () => {
	service = await httpService({});
	await service.need('add_account', account({}, {'emails[0]': 'a@example.com', 'emails[1]': 'b@example.com'}));
	await service.need('add_account', account({email: ''}));
	expect(await accountOf('A-1')).toMatchObject({email: 'b@example.com', emails: ['b@example.com']});
	await service.need('add_account', account({email: 'c@example.com'}));
	expect(await accountOf('A-1')).toMatchObject({email: 'c@example.com', emails: ['c@example.com', 'b@example.com']});
	await service.need('add_account', account({email: ''}));
	await service.need('add_account', account({email: ''}));
	expect(await accountOf('A-1')).toMatchObject({email: '', emails: []});
	await service.need('add_account', account({}, {'emails[0]': 'a@example.com', 'emails[1]': 'b@example.com'}));
	await service.need('add_account', account({}, {emails: ''}));
	expect(await accountOf('A-1')).toMatchObject({email: '', emails: []});
});

test('a phone that is emptied is gone, and nobody is called on it any more', async () => {
	service = await httpService({});
	const phones = {'phones[0][phone_number]': '2125550101', 'phones[1][phone_number]': '2125550102'};
	await service.need('add_account', account({}, {...phones, 'accounts_leads[list_id]': '50003'}));
	await service.need('add_account', account({phone: ''}));
	expect(await accountOf('A-1')).toMatchObject({phone: '2125550102', phones: [{phone_number: '2125550102'}]});
	expect((await service.need('search_lead', {query: '2125550101'})).all_log_search).toEqual([]);
	await service.need('add_account', account({}, {phones: ''}));
	expect(await accountOf('A-1')).toMatchObject({phone: '', phones: []});
	expect((await service.need('search_lead', {query: '2125550102'})).all_log_search).toEqual([]);
	// The same in JSON, in which a list can be empty.
	await service.need('add_account', account({phone: '2125550103', email: 'a@example.com'}));
	await service.need('add_account', {account: {company_id: 1, accountid: 'A-1', email: null}, phones: []});
	expect(await accountOf('A-1')).toMatchObject({phone: '', phones: [], email: ''});
});

test('every other field of an account clears, but for its company and reference', async () => {
	service = await httpService({});
	const fields = {
		first_name: 'Ann',
		last_name: 'Lee',
		address1: '1 Main St',
		city: 'Austin',
		state: 'TX',
		postal_code: '78701',
		country: 'US',
		balance: '250.00',
		birthday: '1980-02-29',
		company_name: 'Lee & Co',
		custom20: 'x',
	};
	await service.need('add_account', account(fields));
	await service.need('add_account', account(Object.fromEntries(Object.keys(fields).map(name => [name, '']))));
	for (const name of Object.keys(fields)) {
		expect(await accountOf('A-1')).not.toHaveProperty(name);
	}
	expect(await service.call('add_account', account({company_id: ''}))).toMatchObject({
		success: 0,
		error: 'Missing parameter: account[company_id]',
	});
});

test('each field of a profile clears', async () => {
	service = await httpService({});
	const fields = {
		first_name: 'Ann',
		last_name: 'Lee',
		email: 'ann@example.com',
		mobile_number: '2125550101',
		time_zone: 'America/Chicago',
	};
	expect(await service.need('update_profile', fields)).toMatchObject({profile: fields});
	for (const name of Object.keys(fields)) {
		expect(await service.need('update_profile', {[name]: ''})).toMatchObject({profile: {[name]: ''}});
	}
	expect(await service.need('get_profile')).toMatchObject({profile: {email: '', mobile_number: ''}});
});

test('a number that is emptied gets no text any more', async () => {
	service = await httpService({});
	const payment = async (accountid: string): Promise<void> => {
		await service.need('add_account', {
			'account[company_id]': '1',
			'account[accountid]': accountid,
			'account[balance]': '100',
		});
		const params = {accountid, amount: '1', date: '2026-03-31', payment_method_token: 'tok_decline'};
		expect(await service.need('add_payment', params)).toMatchObject({status: 'failed'});
	};
	const texts = async (): Promise<number> => {
		const messages = await service.rows('retrieve_sent_messages', 'messages');
		return messages.filter(({to}) => to === '2125550101').length;
	};
	const event = 'payment_failed';
	await service.need('set_notifications', {event, sms: '2125550101', email: 'ann@example.com'});
	await payment('A-1');
	expect(await texts()).toBe(1);
	const {settings} = await service.need('set_notifications', {event, sms: ''});
	expect(settings).toContainEqual({event, sms: '', email: 'ann@example.com', enabled: 'Y'});
	await payment('A-2');
	expect(await texts()).toBe(1);
	expect(await service.call('set_notifications', {event, enabled: ''})).toMatchObject({
		success: 0,
		error: 'Invalid value: enabled',
		detail: 'must not be empty',
	});
	expect(await service.need('get_notifications_settings')).toEqual(expect.objectContaining({settings}));
});

test('a setting of a campaign always has a value, but for the number to call back', async () => {
	service = await httpService({});
	const campaign_id = '1002';
	const settings = async () =>
		(await service.rows('get_campaign_settings', 'settings', {campaign_id})) as unknown as {
			name: string;
			value: string;
		}[];
	const before = await settings();
	for (const {name} of before.filter(one => one.name !== 'call_back_number')) {
		for (const value of ['', null]) {
			expect(await service.call('update_campaign', {campaign_id, [name]: value})).toMatchObject({
				success: 0,
				error: `Invalid value: ${name}`,
				detail: 'must not be empty',
			});
		}
	}
	expect(await settings()).toEqual(before);
	await service.need('update_campaign', {campaign_id, call_back_number: ''});
	expect(await settings()).toContainEqual(expect.objectContaining({name: 'call_back_number', value: ''}));
	expect(await service.dashboard(campaign_id)).toMatchObject({call_back_number: ''});
});
