/** Promises of money: no more is planned than is owed, and what is due today is taken today. */
import {expect, test} from 'vitest';
import {day} from '../../../source/sandbox/world/time.ts';
import {expectBooksToBalance} from '../books.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Params = Readonly<Record<string, string>>;
type Rows = Record<string, string>[];

const today = '2026-03-31';
const tomorrow = '2026-04-01';

/** A service on which nobody dials, with an account `A-1` that owes 100.00. */
const debtor = async () => {
	const small = await httpService({
		plan: [planOf({state: 'stopped', agents: 0, lists: [{name: 'Few', leads: 20, active: true, worked: 0}]})],
		warmUp: 0,
	});
	const {call, need} = small;
	const setBalance = (balance: string) =>
		need('add_account', {
			'account[company_id]': '1',
			'account[accountid]': 'A-1',
			'account[balance]': balance,
			'account[phone]': '2125550101',
		});
	await setBalance('100');
	return {
		...small,
		setBalance,
		plan: (total_amount: string, params: Params = {}) =>
			call('create_payment_plan', {
				accountid: 'A-1',
				total_amount,
				start_date: tomorrow,
				frequency: 'weekly',
				number_of_payments: '2',
				payment_method_token: 'tok_good',
				...params,
			}),
		payment: (amount: string, params: Params = {}) =>
			call('add_payment', {
				accountid: 'A-1',
				amount,
				date: tomorrow,
				payment_method_token: 'tok_good',
				...params,
			}),
		link: (amount: string) => call('get_payment_link', {accountid: 'A-1', amount}),
		owed: async () =>
			(await small.rows('fetch_accounts', 'accounts', {company_id: '1'})).find(row => row.accountid === 'A-1')?.balance,
		statusOf: async (payment_id: unknown) => (await need('get_payment_status', {payment_id})).status,
	};
};

test('I plan 100.00 of 100.00 owed, and no second plan, payment or link is made of it', async () => {
	await using service = await debtor();
	const {plan, payment, link, call} = service;
	const {plan_id} = await plan('100');
	const full = {
		success: 0,
		error: 'Amount exceeds the balance of 100.00, of which 100.00 is already planned',
		tech_msg: 'wrong-state',
	};
	expect(await plan('100')).toMatchObject(full);
	expect(await plan('0.02')).toMatchObject(full);
	expect(await payment('0.01')).toMatchObject(full);
	expect(await link('0.01')).toMatchObject(full);
	await call('cancel_payment_plan', {plan_id});
	expect(await plan('60')).toMatchObject({success: 1});
	expect(await payment('30')).toMatchObject({success: 1});
	expect(await payment('10.01')).toMatchObject({
		error: 'Amount exceeds the balance of 100.00, of which 90.00 is already planned',
	});
	expect(await link('10')).toMatchObject({success: 1});
	expect(await plan('10')).toMatchObject({success: 1});
	expectBooksToBalance(service);
});

test('what is pending, paid or refunded counts once, and an instalment that failed stays promised by its plan', async () => {
	await using service = await debtor();
	const {plan, payment, call, need, advance, owed} = service;
	await need('charge_customer', {accountid: 'A-1', amount: '20', payment_method_token: 'tok_pending'});
	const {plan_id, schedules} = await plan('60');
	expect(await payment('20.01')).toMatchObject({
		error: 'Amount exceeds the balance of 100.00, of which 20.00 is pending and 60.00 is already planned',
	});
	advance(day);
	expect(await owed()).toBe('50.00');
	expect(await payment('20.01')).toMatchObject({
		error: 'Amount exceeds the balance of 50.00, of which 30.00 is already planned',
	});
	const [{schedule_id = ''} = {}] = schedules as Rows;
	await need('payment_refund', {payment_id: schedule_id, amount: '5'});
	expect(await payment('20.01')).toMatchObject({
		error: 'Amount exceeds the balance of 55.00, of which 35.00 is already planned',
	});
	// A payment of the plan takes the place of what the plan has promised.
	expect(await call('add_payment', {accountid: 'A-1', plan_id, amount: '35', date: '2026-04-02'})).toMatchObject({
		success: 1,
	});
	expect(await payment('20', {payment_method_token: 'tok_decline'})).toMatchObject({success: 1});
	advance(2 * day);
	expect(await owed()).toBe('20.00');
	expect(await plan('20', {start_date: '2026-04-05'})).toMatchObject({success: 1});
	expectBooksToBalance(service);
});

test('an account that owes nothing, or has no balance, promises nothing', async () => {
	await using service = await debtor();
	const {call, need} = service;
	await need('add_account', {'account[company_id]': '1', 'account[accountid]': 'B-1', 'account[phone]': '2125550102'});
	const nothing = {success: 0, error: 'Amount exceeds the balance of 0.00'};
	const payment = {accountid: 'B-1', amount: '1', date: tomorrow};
	expect(await call('add_payment', payment)).toMatchObject(nothing);
	const plan = {accountid: 'B-1', total_amount: '1', start_date: tomorrow, frequency: 'one-time'};
	expect(await call('create_payment_plan', plan)).toMatchObject(nothing);
	expect(await call('get_payment_link', {accountid: 'B-1', amount: '1'})).toMatchObject(nothing);
});

test('what is due today is taken today, once, and I am told what came of it', async () => {
	await using service = await debtor();
	const {plan, payment, owed, statusOf, advance, need} = service;
	const first = await payment('10', {date: today});
	expect(first).toMatchObject({success: 1, status: 'succeeded'});
	expect(await owed()).toBe('90.00');
	expect(await payment('10', {date: today, payment_method_token: 'tok_decline'})).toMatchObject({status: 'failed'});
	const pending = await payment('10', {date: today, payment_method_token: 'tok_pending'});
	expect(pending).toMatchObject({status: 'pending'});
	expect(await payment('10', {date: today, payment_method_token: ''})).toMatchObject({status: 'scheduled'});
	const created = await plan('40', {start_date: today});
	expect(created).toMatchObject({
		status: 'active',
		schedules: [
			{due_date: today, status: 'succeeded'},
			{due_date: '2026-04-07', status: 'scheduled'},
		],
	});
	expect(await owed()).toBe('70.00');
	advance(day);
	expect(await owed()).toBe('60.00');
	expect(await statusOf(pending.payment_id)).toBe('succeeded');
	advance(day);
	expect(await owed()).toBe('60.00');
	const whole = {frequency: 'one-time', number_of_payments: '1', start_date: '2026-04-02'};
	expect(await plan('20', whole)).toMatchObject({status: 'completed', schedules: [{status: 'succeeded'}]});
	expect(await need('get_notifications')).toMatchObject({notifications: [{event: 'payment_failed'}]});
	expectBooksToBalance(service);
});

test('an overdue instalment is taken as soon as its plan has a payment method', async () => {
	await using service = await debtor();
	const {plan, need, owed, advance} = service;
	const {plan_id} = await plan('40', {start_date: today, payment_method_token: ''});
	advance(day);
	expect(await owed()).toBe('100.00');
	const added = {accountid: 'A-1', plan_id, amount: '10', date: '2026-04-20', payment_method_token: 'tok_good'};
	expect(await need('add_payment', added)).toMatchObject({status: 'scheduled'});
	expect(await owed()).toBe('80.00');
	expectBooksToBalance(service);
});

test('a payment of a day that is over is refused', async () => {
	await using service = await debtor();
	const {plan, payment, owed} = service;
	const past = {success: 0, tech_msg: expect.stringMatching('invalid-value|invalid')};
	expect(await payment('10', {date: '2026-03-30'})).toMatchObject(past);
	expect(await plan('10', {start_date: '2026-03-30'})).toMatchObject(past);
	expect(await owed()).toBe('100.00');
});
