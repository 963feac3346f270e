/** Any operations on plans, payments and links of an account, in any order: the books balance to the cent. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {expectBooksToBalance} from './books.ts';
import {account, quietService} from './money.ts';

const cents = (text = ''): number => Math.round(Number(text) * 100);
const amountTo = (most: number) => fc.integer({min: 1, max: most}).map(value => (value / 100).toFixed(2));
const amount = amountTo(6000);
const token = fc.constantFrom('tok_a', 'tok_pending', 'tok_decline', 'tok_flaky');
/** One of the payments that there are. */
const payment = fc.nat();

const step = fc.oneof(
	{arbitrary: fc.record({days: fc.integer({min: 1, max: 9})}), weight: 2},
	{arbitrary: fc.record({add: amount, in: fc.integer({min: 0, max: 20}), token: fc.option(token)}), weight: 1},
	{arbitrary: fc.record({remove: payment}), weight: 1},
	{arbitrary: fc.record({refund: payment, of: fc.option(amountTo(2000))}), weight: 3},
	{arbitrary: fc.record({charge: amount, token}), weight: 1},
	{arbitrary: fc.record({link: amount}), weight: 1},
	{arbitrary: fc.record({promise: amount, in: fc.integer({min: 0, max: 3}), isPlan: fc.boolean(), token}), weight: 2},
	{arbitrary: fc.record({owes: amountTo(3000)}), weight: 1},
);

test('what is paid is off the balance, never more than the total of a plan, and a completed plan is paid in full', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({total: fc.integer({min: 600, max: 9999}), count: fc.integer({min: 1, max: 6}), token}),
			fc.array(step, {minLength: 10, maxLength: 25, size: 'max'}),
			async ({total, count, token}, steps) => {
				const {call, need, plan, details, schedules, advanceDays, world, service} = await quietService();
				const account_fields = {company_id: '1', accountid: account};
				await need('add_account', {account: {...account_fields, balance: '120.00'}});
				const total_amount = (total / 100).toFixed(2);
				const id = await plan({
					total_amount,
					number_of_payments: count,
					frequency: 'weekly',
					payment_method_token: token,
				});
				const {store} = service;
				const allPayments = () => {
					const found = [];
					for (let id = 1; ; id++) {
						const payment = store.payments.find(id);
						if (!payment) {
							return found;
						}
						found.push(payment);
					}
				};
				/** The id of a payment. */
				const idOf = (drawn: number): string => String(1 + (drawn % allPayments().length));
				/** What is owed and neither pending nor promised, counted anew from every payment. */
				const free = async (): Promise<number> => {
					const {accounts} = await need('fetch_accounts', {company_id: '1'});
					const shown = (accounts as Record<string, string>[]).find(({accountid}) => accountid === account);
					const payments = allPayments();
					let left = cents(shown?.balance);
					for (const {planId, status, amount} of payments) {
						left -= status === 'pending' || (planId === null && status === 'scheduled') ? amount : 0;
					}
					for (const planId of new Set(payments.map(payment => payment.planId))) {
						const plan = planId === null ? undefined : store.plans.find(planId);
						if (plan?.status === 'active' || plan?.status === 'paused') {
							left -= payments
								.filter(payment => payment.planId === planId)
								.filter(({status}) => ['succeeded', 'refunded', 'pending'].includes(status))
								.reduce((rest, {amount, refunded}) => rest - amount + refunded, plan.total);
						}
					}
					return left;
				};
				for (const step of steps) {
					if ('days' in step) {
						advanceDays(step.days);
					} else if ('add' in step) {
						const date = new Date(world.now + step.in * 86_400_000).toISOString().slice(0, 10);
						const payment = {accountid: account, plan_id: id, amount: step.add, date};
						await call('add_payment', {...payment, payment_method_token: step.token ?? undefined});
					} else if ('remove' in step) {
						await call('remove_payment', {payment_id: idOf(step.remove)});
					} else if ('refund' in step) {
						await call('payment_refund', {payment_id: idOf(step.refund), amount: step.of ?? undefined});
					} else if ('charge' in step) {
						const charge = {accountid: account, amount: step.charge};
						await call('charge_customer', {...charge, payment_method_token: step.token});
					} else if ('link' in step) {
						const isFree = cents(step.link) <= (await free());
						const {link_id} = await call('get_payment_link', {accountid: account, amount: step.link});
						expect(link_id !== undefined).toBe(isFree);
						if (link_id !== undefined) {
							expect(service.payLink(String(link_id))).toMatchObject({status: 'succeeded'});
						}
					} else if ('promise' in step) {
						const isFree = cents(step.promise) <= (await free());
						const date = new Date(world.now + step.in * 86_400_000).toISOString().slice(0, 10);
						const terms = {accountid: account, payment_method_token: step.token};
						const {success} = step.isPlan
							? await call('create_payment_plan', {
									...terms,
									total_amount: step.promise,
									start_date: date,
									frequency: 'one-time',
								})
							: await call('add_payment', {...terms, amount: step.promise, date});
						expect(success).toBe(isFree ? 1 : 0);
					} else {
						await need('add_account', {account: {...account_fields, balance: step.owes}});
					}
					expectBooksToBalance({service});
					const rows = await schedules(id);
					const payments = await Promise.all(
						rows.map(({schedule_id}) => need('get_payment_status', {payment_id: schedule_id})),
					);
					const sum = (...statuses: string[]): number =>
						payments
							.filter(({status}) => statuses.includes(String(status)))
							.reduce((all, {amount, refunded}) => all + cents(String(amount)) - cents(String(refunded)), 0);
					const {paid, remaining, total, status, next_payment_date} = await details(id);
					expect(total).toBe(total_amount);
					expect(cents(paid)).toBe(sum('succeeded', 'refunded'));
					expect(cents(paid) + cents(remaining)).toBe(cents(total));
					expect(sum('succeeded', 'refunded', 'pending', 'scheduled')).toBeLessThanOrEqual(cents(total));
					expect(next_payment_date).toBe(rows.find(row => row.status === 'scheduled')?.due_date ?? '');
					expect(status === 'completed').toBe(paid === total);
				}
			},
		),
		{numRuns: 8},
	);
});
