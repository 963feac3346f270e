/** Makes payment plans (section 4.2; ours). */
import type {Origin} from '../store/payments.ts';
import type {Plan} from '../store/plans.ts';
import type {WorldAndStore} from '../store/store.ts';
import {refuseOverplanned} from './balances.ts';
import {dueDate} from './instalments.ts';
import {collectDueOf} from './payment-collection.ts';

/** What is agreed; `amounts` (cents, of each payment) sum to `total`. */
export type Agreement = Pick<Plan, 'accountId' | 'holder' | 'total' | 'startDate' | 'frequency' | 'token'> & {
	amounts: readonly number[];
};

/**
 * Makes a plan, and takes what is due today. Returns its id.
 *
 * @throws Refusal `Amount exceeds the balance of …`
 */
export const makePlan = (context: WorldAndStore, {amounts, ...agreed}: Agreement, origin: Origin): number => {
	const {plans, payments} = context.store;
	const {accountId, total, startDate, frequency} = agreed;
	refuseOverplanned(context, accountId, total);
	const planId = plans.add({...agreed, ...origin});
	for (const [index, amount] of amounts.entries()) {
		payments.add({
			planId,
			accountId,
			amount,
			agreed: true,
			dueDate: dueDate(startDate, frequency, index),
			token: '',
			...origin,
		});
	}
	collectDueOf(accountId, context);
	return planId;
};
