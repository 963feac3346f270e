/** Payment plans, called without HTTP. */
import {describe, expect, test} from 'vitest';
import {account, quietService} from './money.ts';

describe('create_payment_plan', () => {
	test('splits the total to the cent, the first payments a cent more, on the same day of each month', async () => {
		const {need, details} = await quietService();
		const answer = await need('create_payment_plan', {
			accountid: account,
			total_amount: '100.00',
			start_date: '2026-08-31',
			frequency: 'monthly',
			number_of_payments: '3',
		});
		expect(answer).toEqual({
			success: 1,
			error: '',
			plan_id: '1',
			status: 'active',
			schedules: [
				{schedule_id: '1', due_date: '2026-08-31', amount: '33.34', status: 'scheduled'},
				{schedule_id: '2', due_date: '2026-09-30', amount: '33.33', status: 'scheduled'},
				{schedule_id: '3', due_date: '2026-10-31', amount: '33.33', status: 'scheduled'},
			],
		});
		expect(await details('1')).toEqual({
			total: '100.00',
			paid: '0.00',
			remaining: '100.00',
			next_payment_date: '2026-08-31',
			status: 'active',
		});
	});

	test('takes the amounts that are said, and a one-time plan with nothing said', async () => {
		const {plan, schedules} = await quietService();
		const said = await plan({amounts: ['50', '30.5', '19.50'], frequency: 'weekly', number_of_payments: undefined});
		expect((await schedules(said)).map(({amount, due_date}) => [amount, due_date])).toEqual([
			['50.00', '2026-03-31'],
			['30.50', '2026-04-07'],
			['19.50', '2026-04-14'],
		]);
		const once = await plan({frequency: 'one-time', number_of_payments: ''});
		expect(await schedules(once)).toMatchObject([{amount: '100.00', due_date: '2026-03-31'}]);
		expect(await schedules(await plan({number_of_payments: 120, total_amount: '1.20'}))).toHaveLength(120);
	});

	test.each([
		[{accountid: '2026-0000021'}, 'Account not found'],
		[{accountid: '2025-0000001'}, 'Account not found'],
		[{accountid: '2026-0000000'}, 'Account not found'],
		[{accountid: 'nobody'}, 'Account not found'],
		[{number_of_payments: ''}, 'Missing parameter: number_of_payments'],
		[{number_of_payments: '0'}, 'Invalid value: number_of_payments'],
		[{number_of_payments: '121'}, 'Invalid value: number_of_payments'],
		[{number_of_payments: '3', total_amount: '0.02'}, 'Invalid value: number_of_payments'],
		[{frequency: 'one-time'}, 'Invalid value: number_of_payments'],
		[{frequency: 'one-time', amounts: ['50', '50'], number_of_payments: ''}, 'Invalid value: amounts'],
		[{frequency: 'daily'}, 'Invalid value: frequency'],
		[{amounts: ['50', '50']}, 'Invalid value: amounts'],
		[{amounts: ['50', '30', '19.99']}, 'Invalid value: amounts'],
		[{amounts: ['100', '0', '0']}, 'Invalid value: amounts[1]'],
		[{amounts: [], number_of_payments: ''}, 'Invalid value: amounts'],
		[{amounts: Array(121).fill('1'), total_amount: '121', number_of_payments: ''}, 'Invalid value: amounts'],
		[{start_date: '2026-03-30'}, 'Invalid value: start_date'],
		[{start_date: '2036-04-02'}, 'Invalid value: start_date'],
		[{start_date: '2026-02-30'}, 'Invalid value: start_date'],
		[{total_amount: '1000000.01'}, 'Invalid value: total_amount'],
		[{total_amount: '0'}, 'Invalid value: total_amount'],
		[{total_amount: '1.005'}, 'Invalid value: total_amount'],
		[{payment_method_token: 'not a token'}, 'Invalid value: payment_method_token'],
		[{payment_method_token: '4111111111111111'}, 'Invalid value: payment_method_token'],
	])('refuses %o: %s', async (changes, error) => {
		const {plan, call} = await quietService();
		await expect(plan(changes)).rejects.toThrow(error);
		expect(await call('get_schedules', {plan_id: '1'})).toMatchObject({success: 0, error: 'Plan not found'});
		expect(await call('get_payment_status', {payment_id: '1'})).toMatchObject({error: 'Payment not found'});
	});

	test('is for accounts that were added, too', async () => {
		const {need, plan} = await quietService();
		await need('add_account', {
			account: {company_id: '1', accountid: 'B-1', company_name: 'Bolts & Co', balance: '100'},
		});
		expect(await plan({accountid: 'B-1'})).toBe('1');
	});
});

describe('a plan', () => {
	test('is collected day by day until it is completed', async () => {
		const {plan, details, schedules, advanceDays} = await quietService();
		const id = await plan({frequency: 'weekly'});
		advanceDays(1);
		expect(await details(id)).toMatchObject({paid: '33.34', remaining: '66.66', next_payment_date: '2026-04-07'});
		advanceDays(5);
		expect(await details(id)).toMatchObject({paid: '33.34'});
		advanceDays(8);
		expect(await details(id)).toEqual({
			total: '100.00',
			paid: '100.00',
			remaining: '0.00',
			next_payment_date: '',
			status: 'completed',
		});
		expect((await schedules(id)).map(({status}) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
	});

	test('is paused when three payments in a row fail, and goes on with another payment method', async () => {
		const {plan, need, details, schedules, advanceDays} = await quietService();
		const id = await plan({frequency: 'weekly', number_of_payments: '5', payment_method_token: 'tok_decline'});
		advanceDays(30);
		expect(await details(id)).toMatchObject({status: 'paused', paid: '0.00', next_payment_date: '2026-04-21'});
		expect((await need('get_notifications')).notifications).toHaveLength(3);
		await need('add_payment', {
			accountid: account,
			plan_id: id,
			amount: '60',
			date: '2026-05-01',
			payment_method_token: 'tok_other',
		});
		expect(await details(id)).toMatchObject({status: 'active'});
		advanceDays(3);
		expect(await details(id)).toMatchObject({status: 'completed', paid: '100.00', remaining: '0.00'});
		const paid = (await schedules(id)).filter(({status}) => status === 'succeeded');
		expect(paid.map(({amount}) => amount)).toEqual(['20.00', '20.00', '60.00']);
	});

	test('stays scheduled where there is nothing to collect it from', async () => {
		const {plan, details, advanceDays} = await quietService();
		const id = await plan({payment_method_token: ''});
		advanceDays(3);
		expect(await details(id)).toMatchObject({status: 'active', paid: '0.00', next_payment_date: '2026-03-31'});
	});

	test('that is cancelled cancels what is scheduled, keeps what was paid, and stays so', async () => {
		const {plan, call, need, details, schedules, advanceDays} = await quietService();
		const id = await plan();
		advanceDays(1);
		expect(await need('cancel_payment_plan', {plan_id: id, reason: 'asked to'})).toMatchObject({status: 'cancelled'});
		const cancelled = {paid: '33.34', remaining: '66.66', next_payment_date: '', status: 'cancelled'};
		expect(await details(id)).toMatchObject(cancelled);
		expect((await schedules(id)).map(({status}) => status)).toEqual(['succeeded', 'cancelled', 'cancelled']);
		advanceDays(70);
		expect(await details(id)).toMatchObject(cancelled);
		const refusal = {success: 0, error: 'Plan is cancelled', tech_msg: 'wrong-state'};
		expect(await call('cancel_payment_plan', {plan_id: id})).toMatchObject(refusal);
		const payment = {accountid: account, plan_id: id, amount: '1', date: '2026-09-01'};
		expect(await call('add_payment', payment)).toMatchObject(refusal);
	});

	test('that is completed cannot be cancelled', async () => {
		const {plan, call, advanceDays} = await quietService();
		const id = await plan({frequency: 'one-time', number_of_payments: '1'});
		advanceDays(1);
		expect(await call('cancel_payment_plan', {plan_id: id})).toMatchObject({success: 0, error: 'Plan is completed'});
	});

	test.each(['agreement_details', 'get_schedules', 'get_agreement_doc', 'cancel_payment_plan'])(
		'that is not there is not found: %s',
		async type => {
			const {call} = await quietService();
			for (const plan_id of ['1', '0', 'x', '01', '9'.repeat(40)]) {
				expect(await call(type, {plan_id})).toMatchObject({success: 0, error: 'Plan not found', tech_msg: 'not-found'});
			}
		},
	);
});
