/** Payments, refunds, charges and links, called without HTTP. */
import {describe, expect, test} from 'vitest';
import {account, quietService, type Rows} from './money.ts';

describe('add_payment and remove_payment', () => {
	test('a payment is scheduled, collected on its day, and no longer removed', async () => {
		const {need, call, advanceDays} = await quietService();
		const payment = {accountid: account, amount: '12.50', date: '2026-04-02', payment_method_token: 'tok_good'};
		expect(await need('add_payment', payment)).toMatchObject({payment_id: '1', status: 'scheduled'});
		advanceDays(1);
		const status = async () => (await need('get_payment_status', {payment_id: '1'})).status;
		expect(await status()).toBe('scheduled');
		advanceDays(1);
		expect(await status()).toBe('succeeded');
		expect(await call('remove_payment', {payment_id: '1'})).toMatchObject({
			success: 0,
			error: 'Payment is not scheduled',
			tech_msg: 'wrong-state',
		});
	});

	test('one that is removed is not collected', async () => {
		const {need, call, advanceDays} = await quietService();
		await need('add_payment', {
			accountid: account,
			amount: '12.50',
			date: '2026-04-01',
			payment_method_token: 'tok_good',
		});
		expect(await need('remove_payment', {payment_id: '1'})).toMatchObject({payment_id: '1', status: 'cancelled'});
		advanceDays(2);
		expect(await need('get_payment_status', {payment_id: '1'})).toMatchObject({status: 'cancelled'});
		expect(await call('remove_payment', {payment_id: '1'})).toMatchObject({error: 'Payment is not scheduled'});
	});

	test("one that is added to a plan is taken off the plan's last payments, so that the total stays", async () => {
		const {need, call, plan, details, schedules, advanceDays} = await quietService();
		const id = await plan({start_date: '2026-04-01'});
		const add = {accountid: account, plan_id: id, date: '2026-04-15'};
		await need('add_payment', {...add, amount: '40'});
		expect((await schedules(id)).map(({amount, status}) => `${amount} ${status}`)).toEqual([
			'33.34 scheduled',
			'40.00 scheduled',
			'26.66 scheduled',
			'33.33 cancelled',
		]);
		expect(await call('add_payment', {...add, amount: '100.01'})).toMatchObject({
			success: 0,
			error: 'Payment exceeds what remains of the plan',
			detail: 'at most 100.00',
		});
		advanceDays(62);
		expect(await details(id)).toMatchObject({status: 'completed', paid: '100.00'});
	});

	test('one that is removed from a plan leaves it open until another is added', async () => {
		const {need, plan, details, schedules, advanceDays} = await quietService();
		const id = await plan({frequency: 'weekly'});
		await need('remove_payment', {payment_id: (await schedules(id))[1]?.schedule_id});
		advanceDays(15);
		expect(await details(id)).toMatchObject({
			status: 'active',
			paid: '66.67',
			remaining: '33.33',
			next_payment_date: '',
		});
		await need('add_payment', {accountid: account, plan_id: id, amount: '33.33', date: '2026-05-01'});
		advanceDays(20);
		expect(await details(id)).toMatchObject({status: 'completed', paid: '100.00'});
	});

	test.each([
		[{accountid: 'nobody'}, 'Account not found'],
		[{date: '2026-03-30'}, 'Invalid value: date'],
		[{date: '2046-03-30'}, 'Invalid value: date'],
		[{amount: '1000000.01'}, 'Invalid value: amount'],
		[{amount: '-1'}, 'Invalid value: amount'],
		[{plan_id: '77'}, 'Plan not found'],
		[{plan_id: '1', accountid: '2026-0000002'}, 'Invalid value: plan_id'],
	])('refuses %o: %s', async (changes, error) => {
		const {call, plan, schedules} = await quietService();
		const id = await plan();
		const before = await schedules(id);
		const payment = {accountid: account, amount: '12.50', date: '2026-04-01', ...changes};
		expect(await call('add_payment', payment)).toMatchObject({success: 0, error});
		expect(await schedules(id)).toEqual(before);
		expect(await call('get_payment_status', {payment_id: '4'})).toMatchObject({error: 'Payment not found'});
	});
});

describe('charge_customer', () => {
	const charge = {accountid: account, amount: '12.50', payment_method_token: 'tok_good'};

	test('charges at once; last four digits belong to the token', async () => {
		const {need} = await quietService();
		const first = await need('charge_customer', charge);
		expect(first).toMatchObject({payment_id: '1', status: 'succeeded', last4: expect.stringMatching(/^\d{4}$/)});
		expect(await need('charge_customer', charge)).toMatchObject({payment_id: '2', last4: first.last4});
		expect(await need('get_payment_status', {payment_id: '2'})).toEqual({
			success: 1,
			error: '',
			status: 'succeeded',
			amount: '12.50',
			refunded: '0.00',
		});
	});

	test('a decline is an answer and a piece of news; a pending one is settled on the next day', async () => {
		const {need, advance, advanceDays} = await quietService();
		const declined = await need('charge_customer', {...charge, payment_method_token: 'tok_decline_9'});
		expect(declined).toMatchObject({payment_id: '1', status: 'failed'});
		const {notifications} = await need('get_notifications');
		expect(notifications).toMatchObject([
			{event: 'payment_failed', message: `Payment 1 of 12.50 for account ${account} was declined`},
		]);
		const pending = await need('charge_customer', {...charge, payment_method_token: 'tok_pending'});
		expect(pending).toMatchObject({payment_id: '2', status: 'pending'});
		advance(3_600_000);
		expect(await need('get_payment_status', {payment_id: '2'})).toMatchObject({status: 'pending'});
		advanceDays(1);
		expect(await need('get_payment_status', {payment_id: '2'})).toMatchObject({status: 'succeeded'});
		expect(await need('get_payment_status', {payment_id: '1'})).toMatchObject({status: 'failed'});
	});

	test('a card number is refused and charges nothing', async () => {
		const {call} = await quietService();
		const answer = await call('charge_customer', {...charge, payment_method_token: '4111-1111-1111-1111'});
		expect(answer).toMatchObject({success: 0, error: 'Invalid value: payment_method_token'});
		expect(JSON.stringify(answer)).not.toContain('1111');
		expect(await call('charge_customer', {...charge, accountid: 'x'})).toMatchObject({error: 'Account not found'});
		expect(await call('charge_customer', {...charge, amount: '1000000.01'})).toMatchObject({
			error: 'Invalid value: amount',
		});
		expect(await call('get_payment_status', {payment_id: '1'})).toMatchObject({error: 'Payment not found'});
	});
});

describe('payment_refund', () => {
	const exceeds = {success: 0, error: 'Refund exceeds what was paid', tech_msg: 'wrong-state'};

	test('returns parts until nothing is left, and never more', async () => {
		const {need, call} = await quietService();
		await need('charge_customer', {accountid: account, amount: '10', payment_method_token: 'tok_good'});
		const refund = (amount?: string) => call('payment_refund', {payment_id: '1', amount, reason: 'goodwill'});
		const status = () => need('get_payment_status', {payment_id: '1'});
		expect(await refund('10.01')).toMatchObject({...exceeds, detail: 'at most 10.00 can be refunded'});
		expect(await refund('2.50')).toMatchObject({refund_id: '1', amount: '2.50', status: 'succeeded'});
		expect(await status()).toMatchObject({status: 'succeeded', refunded: '2.50'});
		expect(await refund('7.51')).toMatchObject(exceeds);
		expect(await refund()).toMatchObject({refund_id: '2', amount: '7.50', status: 'refunded'});
		expect(await status()).toMatchObject({status: 'refunded', amount: '10.00', refunded: '10.00'});
		for (const amount of [undefined, '0.01']) {
			expect(await refund(amount)).toMatchObject({...exceeds, detail: 'at most 0.00 can be refunded'});
		}
	});

	test('returns nothing of what was not paid', async () => {
		const {need, call, plan} = await quietService();
		await plan({start_date: '2026-04-01'});
		await need('charge_customer', {accountid: account, amount: '10', payment_method_token: 'tok_decline'});
		await need('charge_customer', {accountid: account, amount: '10', payment_method_token: 'tok_pending'});
		for (const payment_id of ['1', '4', '5']) {
			expect(await call('payment_refund', {payment_id})).toMatchObject(exceeds);
		}
		expect(await call('payment_refund', {payment_id: '6'})).toMatchObject({success: 0, error: 'Payment not found'});
	});

	test('is owed again to a plan', async () => {
		const {need, plan, details, advanceDays} = await quietService();
		const id = await plan({frequency: 'weekly'});
		advanceDays(1);
		await need('payment_refund', {payment_id: '1', amount: '10'});
		advanceDays(20);
		expect(await details(id)).toMatchObject({status: 'active', paid: '90.00', remaining: '10.00'});
		await need('add_payment', {accountid: account, plan_id: id, amount: '10', date: '2026-05-01'});
		advanceDays(20);
		expect(await details(id)).toMatchObject({status: 'completed', paid: '100.00'});
	});
});

describe('links to pay by', () => {
	test('are random, last 30 days unless it is said, and expire', async () => {
		const {need, advanceDays} = await quietService();
		const link = await need('get_payment_link', {accountid: account, amount: '20'});
		expect(link).toMatchObject({expiry_date: '2026-04-30', link_id: expect.stringMatching(/^[a-p]{32}$/)});
		expect(link.url).toBe(`https://pay.example.invalid/${link.link_id}`);
		const other = await need('get_payment_link', {accountid: account, due_date: '2026-06-01'});
		expect(other.expiry_date).toBe('2026-06-01');
		expect(other.link_id).not.toBe(link.link_id);
		expect(await need('get_payment_status', {link_id: other.link_id})).toEqual({
			success: 1,
			error: '',
			status: 'pending',
			refunded: '0.00',
		});
		advanceDays(30);
		const status = {status: 'pending', amount: '20.00', refunded: '0.00'};
		expect(await need('get_payment_status', {link_id: link.link_id})).toMatchObject(status);
		advanceDays(1);
		expect(await need('get_payment_status', {link_id: link.link_id})).toMatchObject({...status, status: 'expired'});
	});

	test.each([
		[{accountid: 'nobody'}, 'Account not found'],
		[{due_date: '2026-04-02', expiry_date: '2026-04-01'}, 'Invalid value: due_date'],
		[{due_date: '2026-03-30'}, 'Invalid value: due_date'],
		[{expiry_date: '2026-03-30'}, 'Invalid value: expiry_date'],
		[{expiry_date: '2046-03-30'}, 'Invalid value: expiry_date'],
		[{amount: '1000000.01'}, 'Invalid value: amount'],
		[{send_by: 'pigeon'}, 'Invalid value: send_by'],
		[{accountid: 'B-1', send_by: 'sms'}, 'Account has no phone number'],
		[{accountid: 'B-1', send_by: 'email'}, 'Account has no email address'],
	])('refuse %o: %s', async (changes, error) => {
		const {need, call} = await quietService();
		await need('add_account', {account: {company_id: '1', accountid: 'B-1'}});
		expect(await call('get_payment_link', {accountid: account, ...changes})).toMatchObject({success: 0, error});
	});

	test('go by text or email to who has a number or an address', async () => {
		const {need} = await quietService();
		for (const send_by of ['none', 'sms', 'email']) {
			await need('get_payment_link', {accountid: account, send_by});
		}
	});
});

test('get_payment_status wants a payment or a link, not both', async () => {
	const {call} = await quietService();
	expect(await call('get_payment_status')).toMatchObject({error: 'Missing parameter: payment_id'});
	expect(await call('get_payment_status', {payment_id: '1', link_id: 'a'})).toMatchObject({
		error: 'Invalid value: link_id',
	});
	expect(await call('get_payment_status', {payment_id: '1'})).toMatchObject({error: 'Payment not found'});
	expect(await call('get_payment_status', {link_id: 'a'})).toMatchObject({error: 'Link not found'});
});

test('agents take payments; managers give them back', async () => {
	const {need, handle} = await quietService();
	await need('add_user', {
		user: 'ann',
		pass: 'correct horse',
		full_name: 'Ann Lee',
		level: 'agent',
		campaigns: ['1001'],
	});
	const login = await handle({type: 'login_user', user: 'ann', pass: 'correct horse'});
	const asAnn = async (type: string, params: Record<string, unknown>) =>
		(await handle({type, token: login.response.token, ...params})).response;
	const charge = {accountid: account, amount: '10', payment_method_token: 'tok_good'};
	expect(await asAnn('charge_customer', charge)).toMatchObject({success: 1, status: 'succeeded'});
	expect(await asAnn('payment_refund', {payment_id: '1'})).toMatchObject({success: 0, error: 'Permission denied'});
	expect(await asAnn('cancel_payment_plan', {plan_id: '1'})).toMatchObject({error: 'Permission denied'});
	expect(await asAnn('remove_payment', {payment_id: '1'})).toMatchObject({error: 'Permission denied'});
	expect(((await need('get_notifications')).notifications as Rows).length).toBe(0);
});
