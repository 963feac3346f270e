/** Money: what is charged, paid and refunded moves what the account owes. */
import {expect, test} from 'vitest';
import {day, dayText, eastern, hour, minute} from '../../../source/sandbox/world/time.ts';
import {expectBooksToBalance} from '../books.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Params = Readonly<Record<string, string>>;

const seeded = '2026-0000001';

/** A service on which nobody dials, with an account `A-1` that owes 100.00. */
const collections = async () => {
	const small = await httpService({
		plan: [planOf({state: 'stopped', agents: 0, lists: [{name: 'Few', leads: 20, active: true, worked: 0}]})],
		warmUp: 0,
	});
	const {call} = small;
	const put = (fields: Params, company_id = '1') =>
		call('add_account', {
			'account[company_id]': company_id,
			...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`account[${name}]`, value])),
		});
	await put({accountid: 'A-1', balance: '100', phone: '2125550101', email: 'ann@example.com'});
	return {
		...small,
		put,
		owed: async (accountid = 'A-1') =>
			(await small.rows('fetch_accounts', 'accounts', {company_id: '1'})).find(row => row.accountid === accountid)
				?.balance,
		charge: (amount: string, accountid = 'A-1', payment_method_token = 'tok_good') =>
			call('charge_customer', {accountid, amount, payment_method_token}),
		statusOf: async (params: Params) => (await call('get_payment_status', params)).status,
		link: async (params: Params = {}) => {
			const answer = await call('get_payment_link', {accountid: 'A-1', amount: '20', ...params});
			return String(answer.link_id);
		},
		planStatus: async (plan_id: string) => (await call('agreement_details', {plan_id})).plan,
	};
};

test('I charge 50.00, and the account owes 50.00 less', async () => {
	await using service = await collections();
	const {charge, owed} = service;
	expect(await charge('50')).toMatchObject({success: 1, status: 'succeeded'});
	expect(await owed()).toBe('50.00');
	const before = Number(await owed(seeded));
	expect(before).toBeGreaterThan(50);
	await charge('50', seeded);
	expect(await owed(seeded)).toBe((before - 50).toFixed(2));
	expectBooksToBalance(service);
});

test('I cannot charge more than is owed, and I am told how much that is', async () => {
	await using service = await collections();
	const {charge, owed, put, call} = service;
	for (const amount of ['1000000', '100.01']) {
		expect(await charge(amount)).toMatchObject({
			success: 0,
			error: 'Amount exceeds the balance of 100.00',
			tech_msg: 'wrong-state',
		});
	}
	expect(await charge('100')).toMatchObject({success: 1});
	expect(await charge('0.01')).toMatchObject({error: 'Amount exceeds the balance of 0.00'});
	expect(await owed()).toBe('0.00');
	await put({accountid: 'B-1'});
	expect(await charge('1', 'B-1')).toMatchObject({error: 'Amount exceeds the balance of 0.00'});
	const payment = {accountid: 'A-1', amount: '0.01', date: '2026-04-01'};
	const plan = {accountid: 'A-1', total_amount: '0.01', start_date: '2026-04-01', frequency: 'one-time'};
	expect(await call('add_payment', payment)).toMatchObject({error: 'Amount exceeds the balance of 0.00'});
	expect(await call('create_payment_plan', plan)).toMatchObject({error: 'Amount exceeds the balance of 0.00'});
	expect(await call('get_payment_link', {accountid: 'A-1', amount: '0.01'})).toMatchObject({
		error: 'Amount exceeds the balance of 0.00',
	});
	expectBooksToBalance(service);
});

test('a declined card takes nothing, a pending payment is not taken twice, and a refund is owed again', async () => {
	await using service = await collections();
	const {charge, owed, call, advance} = service;
	await charge('10', 'A-1', 'tok_decline');
	expect(await owed()).toBe('100.00');
	const {payment_id} = await charge('60', 'A-1', 'tok_pending');
	expect(await owed()).toBe('100.00');
	expect(await charge('40.01')).toMatchObject({
		error: 'Amount exceeds the balance of 100.00, of which 60.00 is pending',
	});
	advance(2 * day);
	expect(await owed()).toBe('40.00');
	await call('payment_refund', {payment_id: String(payment_id), amount: '12.34'});
	expect(await owed()).toBe('52.34');
	expectBooksToBalance(service);
});

test('instalments are taken off the balance until the plan and the balance are paid', async () => {
	await using service = await collections();
	const {call, owed, advance, planStatus} = service;
	const plan_id = String(
		(
			await call('create_payment_plan', {
				accountid: 'A-1',
				total_amount: '100',
				start_date: '2026-04-01',
				frequency: 'weekly',
				number_of_payments: '2',
				payment_method_token: 'tok_good',
			})
		).plan_id,
	);
	advance(day);
	expect(await owed()).toBe('50.00');
	advance(7 * day);
	expect(await owed()).toBe('0.00');
	expect(await planStatus(plan_id)).toMatchObject({status: 'completed', remaining: '0.00'});
	expectBooksToBalance(service);
});

test('an instalment of more than is still owed is not taken, and a notification says why', async () => {
	await using service = await collections();
	const {call, owed, put, rows, advance, statusOf} = service;
	const payment = {accountid: 'A-1', amount: '80', date: '2026-04-01', payment_method_token: 'tok_good'};
	const {payment_id} = await call('add_payment', payment);
	await put({accountid: 'A-1', balance: '30'});
	advance(day);
	expect(await owed()).toBe('30.00');
	expect(await statusOf({payment_id: String(payment_id)})).toBe('failed');
	expect(await rows('get_notifications', 'notifications')).toMatchObject([
		{
			event: 'payment_failed',
			message: `Payment ${payment_id} of 80.00 for account A-1 was not taken: the balance is 30.00`,
		},
	]);
	expectBooksToBalance(service);
});

test('a plan of which something is refunded is no longer completed', async () => {
	await using service = await collections();
	const {call, advance, planStatus, owed} = service;
	const plan = {accountid: 'A-1', total_amount: '100', start_date: '2026-04-01', frequency: 'one-time'};
	const created = await call('create_payment_plan', {...plan, payment_method_token: 'tok_good'});
	const plan_id = String(created.plan_id);
	advance(day);
	expect(await planStatus(plan_id)).toMatchObject({status: 'completed'});
	const [{schedule_id = ''} = {}] = created.schedules as Params[];
	await call('payment_refund', {payment_id: schedule_id, amount: '10'});
	expect(await planStatus(plan_id)).toMatchObject({status: 'active', paid: '90.00', remaining: '10.00'});
	expect(await owed()).toBe('10.00');
	const rest = {accountid: 'A-1', plan_id, amount: '10', date: '2026-04-02'};
	expect(await call('add_payment', rest)).toMatchObject({success: 1});
	advance(day);
	expect(await planStatus(plan_id)).toMatchObject({status: 'completed', remaining: '0.00'});
	expectBooksToBalance(service);
});

test('a link that is paid takes its amount off the balance, once', async () => {
	await using service = await collections();
	const {service: inside, link, owed, statusOf, call, advance} = service;
	const link_id = await link();
	expect(await statusOf({link_id})).toBe('pending');
	const {payment_id} = inside.payLink(link_id);
	expect(await call('get_payment_status', {link_id})).toMatchObject({
		status: 'paid',
		amount: '20.00',
		refunded: '0.00',
	});
	expect(await owed()).toBe('80.00');
	expect(() => inside.payLink(link_id)).toThrow('Link is paid');
	await call('payment_refund', {payment_id});
	expect(await call('get_payment_status', {link_id})).toMatchObject({status: 'refunded', refunded: '20.00'});
	expect(await owed()).toBe('100.00');

	const open = await link({amount: ''});
	expect(() => inside.payLink(open)).toThrow('Missing parameter: amount');
	expect(() => inside.payLink(open, 10_001)).toThrow('Amount exceeds the balance of 100.00');
	inside.payLink(open, 2550);
	expect(await call('get_payment_status', {link_id: open})).toMatchObject({status: 'paid', amount: '25.50'});
	expect(() => inside.payLink('nothing')).toThrow('Link not found');

	const late = await link({expiry_date: '2026-04-01'});
	advance(2 * day);
	expect(() => inside.payLink(late)).toThrow('Link is expired');
	expectBooksToBalance(service);
});

test('payments are taken at the same time, however far the world moves at once', async () => {
	const movementsAfter = async (step: number) => {
		await using service = await collections();
		const {link, need, advance} = service;
		const {world, store} = service.service;
		for (let count = 0; count < 12; count++) {
			await link({amount: '1', send_by: 'email'});
		}
		const date = dayText(eastern, world.now + day);
		await need('add_payment', {accountid: 'A-1', amount: '5', date, payment_method_token: 'tok_good'});
		for (let left = 48 * hour; left > 0; left -= step) {
			advance(Math.min(step, left));
		}
		return store.movements.ofAccount('A-1');
	};
	const atOnce = await movementsAfter(48 * hour);
	expect(atOnce.length).toBeGreaterThan(2);
	expect(await movementsAfter(7 * minute)).toEqual(atOnce);
});

test('some of the people who are sent a link pay it within two days, and others never', async () => {
	await using service = await collections();
	const {link, statusOf, owed, advance} = service;
	const sent = await Promise.all(Array.from({length: 20}, () => link({amount: '1', send_by: 'email'})));
	const shown = await Promise.all(Array.from({length: 20}, () => link({amount: '1'})));
	advance(48 * hour);
	const statuses = await Promise.all(sent.map(link_id => statusOf({link_id})));
	const paid = statuses.filter(status => status === 'paid').length;
	expect(paid).toBeGreaterThan(0);
	expect(paid).toBeLessThan(15);
	expect(await Promise.all(shown.map(link_id => statusOf({link_id})))).toEqual(shown.map(() => 'pending'));
	expect(await owed()).toBe((100 - paid).toFixed(2));
	expectBooksToBalance(service);
});
