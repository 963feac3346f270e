/** Texts: what is sent is seen, and people answer. */
import {expect, test} from 'vitest';
import {hour, minute} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Row = Record<string, string>;
type Params = Readonly<Record<string, string>>;

/** An SMSB campaign, `1001`, of 300 leads, and a stopped one. */
const textingFloor = async (script = '3') => {
	const small = await httpService({
		plan: [
			planOf({
				name: 'Texts',
				agents: 0,
				settings: {method: 'SMSB', velocity: 60, script, callerId: '8005550177', callBackNumber: '8005550188'},
				lists: [{name: 'Texted', leads: 300, active: true, worked: 0}],
			}),
			planOf({name: 'Stopped', agents: 0, state: 'stopped', lists: [{name: 'B', leads: 5, active: true, worked: 0}]}),
		],
		warmUp: 0,
	});
	return {
		...small,
		texts: (params: Params = {}) => small.rows('retrieve_sent_messages', 'messages', params),
		/** All pages. */
		async allTexts(params: Params = {}): Promise<Row[]> {
			const pages = await Promise.all(
				['1', '2', '3', '4'].map(page => small.rows('retrieve_sent_messages', 'messages', {...params, page})),
			);
			return pages.flat();
		},
		accounts: () => small.rows('fetch_accounts', 'accounts', {company_id: '1'}),
	};
};

test('I send a payment link by text, and see the text and the link in it', async () => {
	await using floor = await textingFloor();
	const {call, texts, accounts} = floor;
	const [, account = {}] = (await accounts()).reverse();
	const {url} = await call('get_payment_link', {accountid: account.accountid ?? '', amount: '20', send_by: 'sms'});
	expect(await texts()).toMatchObject([
		{
			to: account.phone,
			from: '8005550100',
			body: `Pay here until 2026-04-30: ${url} Reply STOP to opt out.`,
			status: expect.stringMatching(/^(?:sent|failed)$/),
			date_sent: '2026-03-31 12:30:00',
		},
	]);
	await call('add_dnc', {phone_number: account.phone ?? ''});
	expect(await call('get_payment_link', {accountid: account.accountid ?? '', send_by: 'sms'})).toMatchObject({
		success: 0,
		error: 'Number is on the do-not-call list',
	});
});

test('every text of a campaign is listed, from its numbers, with its content filled in for the person', async () => {
	await using floor = await textingFloor();
	const {allTexts, advance, rows, accounts} = floor;
	advance(3 * minute);
	const sent = await allTexts({campaign_id: '1001'});
	const calls = await rows('search_lead', 'all_log_search');
	const done = calls.filter(({status = ''}) => ['SENT', 'UNDELIVERED'].includes(status));
	expect(done.length).toBeGreaterThan(100);
	expect(sent.map(({message_id, to, status}) => [message_id, to, status])).toEqual(
		done.map(({uniqueid, phone_number, status}) => [uniqueid, phone_number, status === 'SENT' ? 'sent' : 'failed']),
	);
	const [text] = sent;
	const holder = (await accounts()).find(({phone}) => phone === text?.to);
	expect(text).toMatchObject({
		from: '8005550177',
		body: `Hello ${holder?.first_name}, your medical balance is $${holder?.balance}. Call 800-555-0188 for a plan. Reply STOP to opt out.`,
		segments: '1',
	});
	expect(await allTexts({campaign_id: '1002'})).toEqual([]);
});

test('another script, balance or name changes the texts to come, not those that were sent', async () => {
	await using floor = await textingFloor();
	const {call, allTexts, advance} = floor;
	advance(2 * minute);
	await call('pause_campaign', {campaign_id: '1001'});
	// Those under way are delivered first.
	advance(minute);
	await call('play_campaign', {campaign_id: '1001'});
	const before = await allTexts();
	const [newest] = before;
	const accounts = await floor.accounts();
	const texted = accounts.find(({phone}) => phone === newest?.to);
	await call('add_account', {
		'account[company_id]': '1',
		'account[accountid]': texted?.accountid ?? '',
		'account[balance]': '7.77',
		'account[first_name]': 'Renamed',
	});
	await call('update_campaign', {campaign_id: '1001', script: '4', call_back_number: '8005550199'});
	advance(2 * minute);
	const after = await allTexts();
	expect(after.slice(-before.length).map(({body}) => body)).toEqual(before.map(({body}) => body));
	const added = after.slice(0, 5).map(({body = ''}) => body);
	expect(added.every(body => /have an appointment tomorrow\. Call 800-555-0199/.test(body))).toBe(true);
});

test('who answers STOP is on the do-not-call list and hears from no campaign again', async () => {
	await using floor = await textingFloor();
	const {call, allTexts, advance, rows} = floor;
	advance(3 * hour);
	const sent = await allTexts();
	const answered = sent.filter(({reply}) => reply !== '');
	expect(answered.length).toBeGreaterThan(3);
	expect(answered.length).toBeLessThan(50);
	for (const {date_sent = '', date_replied = ''} of answered) {
		expect(date_replied > date_sent).toBe(true);
	}
	const stopped = answered.filter(({reply}) => reply === 'STOP');
	expect(stopped.length).toBeGreaterThan(0);
	const barred = await rows('get_dncs', 'dncs');
	expect(barred.map(({phone_number}) => phone_number).toSorted()).toEqual(stopped.map(({to}) => to).toSorted());
	expect(barred[0]).toMatchObject({campaign_id: '', added_by: 'STOP'});
	const message = {to: stopped[0]?.to ?? '', message: 'Hello'};
	for (const campaign of [{}, {campaign_id: '1002'}]) {
		expect(await call('send_text_message', {...message, ...campaign})).toMatchObject({
			error: 'Number is on the do-not-call list',
		});
	}
});

test('people answer what I send them, too, and STOP bars them', async () => {
	await using floor = await textingFloor();
	const {call, texts, accounts, advance, rows} = floor;
	await call('stop_campaign', {campaign_id: '1001'});
	for (const {phone = ''} of await accounts()) {
		await call('send_text_message', {to: phone, content_id: '305'});
	}
	expect((await texts())[0]?.body).toMatch(/^Hello [A-Z]\w+, we tried .* call 800-555-0100\. Reply STOP to opt out\.$/);
	expect(await texts()).toHaveLength(100);
	advance(5 * hour);
	const all = await floor.allTexts();
	expect(all).toHaveLength(305);
	const replies = new Set(all.map(({reply}) => reply));
	expect(replies.size).toBeGreaterThan(2);
	const stopped = all.filter(({reply}) => reply === 'STOP').map(({to}) => to);
	expect((await rows('get_dncs', 'dncs')).map(({phone_number}) => phone_number).toSorted()).toEqual(stopped.toSorted());
});

test('a prepared text that names a balance is not sent to a number without an account', async () => {
	await using floor = await textingFloor();
	const {call, texts} = floor;
	expect(await call('send_text_message', {to: '2125550123', content_id: '309'})).toMatchObject({
		success: 0,
		error: 'Invalid value: content_id',
		detail: 'the text names a balance, and no account has this number',
	});
	expect(await call('send_text_message', {to: '2125550123', content_id: '305'})).toMatchObject({success: 1});
	expect((await texts())[0]?.body).toContain('Hello there, we tried');
});

test('a text names nobody whose account I may not see, nor who had the number before', async () => {
	await using floor = await textingFloor();
	const {call, as, accounts} = floor;
	const [account = {}] = await accounts();
	const {phone: to = '', accountid = ''} = account;
	const other = await as('other', 'agent', ['1002']);
	const none = await as('none', 'manager', []);
	await call('stop_campaign', {campaign_id: '1001'});
	for (const user of [other, none]) {
		expect(await user('send_text_message', {to, content_id: '309'})).toMatchObject({
			success: 0,
			detail: 'the text names a balance, and no account has this number',
		});
		await user('send_text_message', {to, content_id: '305'});
		const {messages} = await user('retrieve_sent_messages');
		expect((messages as Row[])[0]?.body).toContain('Hello there, we tried');
	}
	await call('add_account', {
		'account[company_id]': '1',
		'account[accountid]': accountid,
		'account[phone]': '2125550144',
	});
	expect(await call('send_text_message', {to, content_id: '309'})).toMatchObject({success: 0});
	expect(await call('send_text_message', {to: '2125550144', content_id: '309'})).toMatchObject({success: 1});
});

test('a notification comes as a text to the number that I have set for its event, and to nobody else', async () => {
	await using floor = await textingFloor();
	const {call, texts, rows, accounts} = floor;
	const [account = {}] = await accounts();
	const decline = () =>
		call('charge_customer', {
			accountid: account.accountid ?? '',
			amount: '1',
			payment_method_token: 'tok_decline',
		});
	await call('set_notifications', {event: 'list_exhausted', sms: '2125550199'});
	await decline();
	expect(await texts()).toEqual([]);
	await call('set_notifications', {event: 'payment_failed', sms: '+12125550123'});
	await decline();
	const [newest] = await rows('get_notifications', 'notifications');
	expect(await texts()).toMatchObject([{to: '2125550123', body: newest?.message, status: 'sent', reply: ''}]);
	await call('set_notifications', {event: 'payment_failed', enabled: 'N'});
	await decline();
	expect(await texts()).toHaveLength(1);
});

test('an event that I turn off hides what comes, not what came', async () => {
	await using floor = await textingFloor();
	const {call, rows, accounts} = floor;
	const [account = {}] = await accounts();
	const decline = () =>
		call('charge_customer', {accountid: account.accountid ?? '', amount: '1', payment_method_token: 'tok_decline'});
	const seen = async () =>
		(await rows('get_notifications', 'notifications')).map(({message = ''}) => /^Payment (\d+)/.exec(message)?.[1]);
	const turn = (enabled: 'Y' | 'N') => call('set_notifications', {event: 'payment_failed', enabled});
	await decline();
	await turn('N');
	await turn('N');
	expect(await seen()).toEqual(['1']);
	await decline();
	expect(await seen()).toEqual(['1']);
	await turn('Y');
	await decline();
	expect(await seen()).toEqual(['3', '1']);
	await turn('N');
	await turn('Y');
	expect(await seen()).toEqual(['3', '1']);
});
