/** Makes payment plans: the amounts and due dates of their payments (section 4.2; ours). */
import type {Origin} from '../store/payments.ts';
import type {Frequency, Plan} from '../store/plans.ts';
import type {WorldAndStore} from '../store/store.ts';
import {dateText, laterDay} from '../world/time.ts';
import {refuseOverplanned} from './balances.ts';
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

/** Splits cents into `count` payments; the first ones get the remaining cents. */
export const split = (total: number, count: number): number[] =>
	Array.from({length: count}, (_, index) => Math.floor(total / count) + (index < total % count ? 1 : 0));

/** A day of a month, or its last day if it is shorter; `month` may be above 12. */
const inMonth = (year: number, month: number, dayOfMonth: number): string => {
	const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
	return dateText(Date.UTC(year, month - 1, Math.min(dayOfMonth, last)));
};

/** Days between the two payments of a semimonthly plan. */
const half = 15;

/**
 * The due date (`YYYY-MM-DD`) of a plan's payment, counted from 0. Monthly payments keep the day of the month of the first
 * (31 January, 28 February, 31 March); semimonthly ones add a second day, 15 days before or after it in the same month.
 */
export const dueDate = (start: string, frequency: Frequency, index: number): string => {
	const [year = 0, month = 0, dayOfMonth = 0] = start.split('-').map(Number);
	switch (frequency) {
		case 'one-time':
			return start;
		case 'weekly':
			return laterDay(start, index * 7);
		case 'biweekly':
			return laterDay(start, index * 14);
		case 'monthly':
			return inMonth(year, month + index, dayOfMonth);
		case 'semimonthly': {
			const isLate = dayOfMonth > half;
			const halfMonth = index + (isLate ? 1 : 0);
			return inMonth(
				year,
				month + Math.floor(halfMonth / 2),
				dayOfMonth - (isLate ? half : 0) + (halfMonth % 2 === 0 ? 0 : half),
			);
		}
	}
};
