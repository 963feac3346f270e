/** Payments, refunds, charges and links (section 4.2; shapes ours). */
import {randomBytes} from 'node:crypto';
import {type Holder, holderOf} from '../rules/accounts.ts';
import {collect} from '../rules/payment-collection.ts';
import {last4Of} from '../rules/processor.ts';
import type {Plan} from '../store/plans.ts';
import type {Store} from '../store/store.ts';
import {invalidValue, missingParameter, Refusal} from '../world/refusal.ts';
import {dayText} from '../world/time.ts';
import type {Context, Handlers} from './handler.ts';
import {boundedAmount, comingDay, dayFrom, findOpenPlan, findPayment, originOf, seenOf} from './money.ts';

/** Days until a link expires by default (ours). */
const linkDays = 30;
/** Most payments of a plan, with those added or removed later (ours). */
const mostOfPlan = 500;

const refuseState = (message: string, detail?: string): never => {
	throw new Refusal('wrong-state', message, detail);
};

const planFor = (context: Context, planId: string, accountId: string): Plan => {
	const plan = findOpenPlan(context, planId);
	if (plan.accountId !== accountId) {
		throw invalidValue('plan_id', 'the plan belongs to another account');
	}
	return plan;
};

/**
 * Makes room in a plan for a payment, so that never more than its total is scheduled: first the amounts that failed, were
 * removed or were refunded are used, then the last scheduled payments shrink.
 */
const makeRoom = ({id, total}: Plan, amount: number, {payments}: Store): void => {
	const {paid, pending, scheduled, count} = payments.sums(id);
	const left = total - paid - pending;
	if (amount > left) {
		refuseState('Payment exceeds what is left of the plan', `at most ${(left / 100).toFixed(2)}`);
	}
	if (count >= mostOfPlan) {
		refuseState('Plan has too many payments');
	}
	let excess = amount - (left - scheduled);
	for (const payment of payments.ofPlan(id).toReversed()) {
		if (payment.status !== 'scheduled' || excess <= 0) {
			continue;
		}
		if (excess < payment.amount) {
			payments.change(payment.id, {amount: payment.amount - excess});
		} else {
			payments.change(payment.id, {status: 'cancelled'});
		}
		excess -= payment.amount;
	}
};

const refuseUnreachable = (sendBy: string, {hasPhone, hasEmail}: Holder): void => {
	if (sendBy === 'sms' && !hasPhone) {
		refuseState('Account has no phone number');
	}
	if (sendBy === 'email' && !hasEmail) {
		refuseState('Account has no email address');
	}
};

/** 128 random bits as letters: digits might look like a card number. */
const newLinkId = (): string =>
	randomBytes(16)
		.toString('hex')
		.replace(/\d/g, digit => 'ghijklmnop'.charAt(Number(digit)));

const linkStatus = (id: string, context: Context) => {
	const {world, store} = context;
	const link = seenOf(context, store.payments.findLink(id), 'Link');
	return {
		// Nobody in the sandbox pays by link.
		status: link.expiryDate < dayText(world, world.now) ? 'expired' : 'pending',
		amount: link.amount ?? undefined,
		refunded: 0,
	};
};

export const payments = {
	add_payment: {
		level: 'agent',
		run({accountid, amount, date, plan_id, payment_method_token = ''}, context) {
			const {world, store} = context;
			boundedAmount(amount, 'amount');
			comingDay(date, 'date', world);
			holderOf(context, accountid);
			const plan = plan_id === undefined ? undefined : planFor(context, plan_id, accountid);
			if (plan) {
				makeRoom(plan, amount, store);
				store.plans.change(plan.id, {status: 'active', token: payment_method_token || plan.token});
			}
			const id = store.payments.add({
				planId: plan?.id ?? null,
				accountId: accountid,
				amount,
				dueDate: date,
				token: plan ? '' : payment_method_token,
				...originOf(context),
			});
			return {payment_id: String(id), status: 'scheduled'};
		},
	},
	remove_payment: {
		level: 'manager',
		run({payment_id}, context) {
			const {id, status} = findPayment(context, payment_id);
			if (status !== 'scheduled') {
				refuseState('Payment is not scheduled', `it is ${status}`);
			}
			context.store.payments.change(id, {status: 'cancelled'});
			return {payment_id: String(id), status: 'cancelled'};
		},
	},
	payment_refund: {
		level: 'manager',
		run({payment_id, amount, reason = ''}, context) {
			const {payments} = context.store;
			const {id, status, amount: charged, refunded} = findPayment(context, payment_id);
			const left = status === 'succeeded' ? charged - refunded : 0;
			const returned = amount ?? left;
			if (left === 0 || returned > left) {
				refuseState('Refund exceeds what was paid', `at most ${(left / 100).toFixed(2)} can be refunded`);
			}
			const refundId = payments.refund(id, returned, reason, originOf(context));
			return {refund_id: String(refundId), amount: returned, status: returned === left ? 'refunded' : 'succeeded'};
		},
	},
	charge_customer: {
		level: 'agent',
		run({accountid, amount, payment_method_token}, context) {
			const {world, store} = context;
			boundedAmount(amount, 'amount');
			holderOf(context, accountid);
			const id = store.payments.add({
				planId: null,
				accountId: accountid,
				amount,
				dueDate: dayText(world, world.now),
				token: payment_method_token,
				...originOf(context),
			});
			const status = collect(findPayment(context, String(id)), context);
			return {payment_id: String(id), status, last4: last4Of(payment_method_token)};
		},
	},
	get_payment_link: {
		level: 'agent',
		run({accountid, amount, due_date, expiry_date, send_by = 'none'}, context) {
			const {world, store} = context;
			const dueDate = due_date === undefined ? '' : comingDay(due_date, 'due_date', world);
			const usual = dayFrom(world, linkDays);
			const lastDay = due_date !== undefined && due_date > usual ? due_date : usual;
			const expiryDate = comingDay(expiry_date ?? lastDay, 'expiry_date', world);
			if (dueDate > expiryDate) {
				throw invalidValue('due_date', 'must not be after expiry_date');
			}
			refuseUnreachable(send_by, holderOf(context, accountid));
			const id = newLinkId();
			store.payments.addLink({
				id,
				accountId: accountid,
				amount: amount === undefined ? null : boundedAmount(amount, 'amount'),
				dueDate,
				expiryDate,
				sendBy: send_by,
				...originOf(context),
			});
			return {link_id: id, url: `https://pay.example.invalid/${id}`, expiry_date: expiryDate};
		},
	},
	get_payment_status: {
		level: 'agent',
		run({payment_id, link_id}, context) {
			if (payment_id !== undefined && link_id !== undefined) {
				throw invalidValue('link_id', 'payment_id or link_id, not both');
			}
			if (link_id !== undefined) {
				return linkStatus(link_id, context);
			}
			if (payment_id === undefined) {
				throw missingParameter('payment_id', 'or link_id');
			}
			const {status, amount, refunded} = findPayment(context, payment_id);
			return {status, amount, refunded};
		},
	},
} satisfies Partial<Handlers>;
