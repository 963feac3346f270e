/** Payments, refunds, charges and links (section 4.2; shapes ours). */
import {type Holder, holderOf} from '../rules/accounts.ts';
import {moneyText, refuseExceeding, refuseOverplanned} from '../rules/balances.ts';
import {collect, collectDueOf, last4Of, refund} from '../rules/payment-collection.ts';
import {linkStatus, linkUrl, newLinkId, payingDelay} from '../rules/payment-links.ts';
import type {Plan} from '../store/plans.ts';
import type {Store} from '../store/store.ts';
import {everyCampaign, isBarred} from '../world/do-not-call.ts';
import {invalidValue, missingParameter, Refusal} from '../world/refusal.ts';
import type {World} from '../world/state.ts';
import {dayText} from '../world/time.ts';
import {agent, type Context, type Handlers, manager} from './handler.ts';
import {sendForUser} from './messaging.ts';
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
	const remaining = total - paid - pending;
	if (amount > remaining) {
		refuseState('Payment exceeds what remains of the plan', `at most ${moneyText(remaining)}`);
	}
	if (count >= mostOfPlan) {
		refuseState('Plan has too many payments');
	}
	let excess = amount - (remaining - scheduled);
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

const refuseUnreachable = (world: World, sendBy: string, {phone, hasEmail}: Holder): void => {
	if (sendBy === 'sms' && phone === '') {
		refuseState('Account has no phone number');
	}
	if (sendBy === 'sms' && isBarred(world, phone, everyCampaign)) {
		refuseState('Number is on the do-not-call list');
	}
	if (sendBy === 'email' && !hasEmail) {
		refuseState('Account has no email address');
	}
};

export const payments = {
	add_payment: agent(({accountid, amount, date, plan_id, payment_method_token = ''}, context) => {
		const {world, store} = context;
		boundedAmount(amount, 'amount');
		comingDay(date, 'date', world);
		holderOf(context, accountid);
		const plan = plan_id === undefined ? undefined : planFor(context, plan_id, accountid);
		refuseOverplanned(context, accountid, amount, plan?.id);
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
		collectDueOf(accountid, context);
		return {payment_id: String(id), status: findPayment(context, String(id)).status};
	}),
	remove_payment: manager(({payment_id}, context) => {
		const {id, status} = findPayment(context, payment_id);
		if (status !== 'scheduled') {
			refuseState('Payment is not scheduled', `it is ${status}`);
		}
		context.store.payments.change(id, {status: 'cancelled'});
		return {payment_id: String(id), status: 'cancelled'};
	}),
	payment_refund: manager(({payment_id, amount, reason = ''}, context) => {
		const payment = findPayment(context, payment_id);
		const {status, amount: charged, refunded} = payment;
		const refundable = status === 'succeeded' ? charged - refunded : 0;
		const returned = amount ?? refundable;
		if (refundable === 0 || returned > refundable) {
			refuseState('Refund exceeds what was paid', `at most ${moneyText(refundable)} can be refunded`);
		}
		const refundId = refund(payment, returned, reason, context.user.id, context);
		return {refund_id: String(refundId), amount: returned, status: returned === refundable ? 'refunded' : 'succeeded'};
	}),
	charge_customer: agent(({accountid, amount, payment_method_token}, context) => {
		const {world, store} = context;
		boundedAmount(amount, 'amount');
		holderOf(context, accountid);
		refuseExceeding(context, accountid, amount);
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
	}),
	get_payment_link: agent(({accountid, amount, due_date, expiry_date, send_by = 'none'}, context) => {
		const {world, store, command} = context;
		const dueDate = due_date === undefined ? '' : comingDay(due_date, 'due_date', world);
		const usual = dayFrom(world, linkDays);
		const lastDay = due_date !== undefined && due_date > usual ? due_date : usual;
		const expiryDate = comingDay(expiry_date ?? lastDay, 'expiry_date', world);
		if (dueDate > expiryDate) {
			throw invalidValue('due_date', 'must not be after expiry_date');
		}
		const holder = holderOf(context, accountid);
		refuseUnreachable(world, send_by, holder);
		if (amount !== undefined) {
			refuseOverplanned(context, accountid, boundedAmount(amount, 'amount'));
		}
		const id = newLinkId();
		const number = store.payments.addLink({
			id,
			accountId: accountid,
			amount: amount ?? null,
			dueDate,
			expiryDate,
			sendBy: send_by,
			...originOf(context),
		});
		if (send_by === 'sms') {
			const body = `Pay here until ${expiryDate}: ${linkUrl(id)} Reply STOP to opt out.`;
			sendForUser(context, {to: holder.phone, body});
		}
		const delay = send_by === 'none' ? undefined : payingDelay(world, number);
		if (delay !== undefined) {
			command('expectLinkPayment', number, world.now + delay);
		}
		return {link_id: id, url: linkUrl(id), expiry_date: expiryDate};
	}),
	get_payment_status: agent(({payment_id, link_id}, context) => {
		if (payment_id !== undefined && link_id !== undefined) {
			throw invalidValue('link_id', 'payment_id or link_id, not both');
		}
		if (link_id !== undefined) {
			return linkStatus(seenOf(context, context.store.payments.findLink(link_id), 'Link'), context);
		}
		if (payment_id === undefined) {
			throw missingParameter('payment_id', 'or link_id');
		}
		const {status, amount, refunded} = findPayment(context, payment_id);
		return {status, amount, refunded};
	}),
} satisfies Partial<Handlers>;
