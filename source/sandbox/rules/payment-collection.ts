/** Collects payments by a simulated card processor: those of a day at its midnight, those that are due when they are made at once. */

import {createHash} from 'node:crypto';
import type {Payment} from '../store/payments.ts';
import type {Store, WorldAndStore} from '../store/store.ts';
import {dayText, midnightOf} from '../world/time.ts';
import {campaignOfAccount} from './accounts.ts';
import {balanceOf, moneyText, moveBalance} from './balances.ts';
import {notify} from './texts.ts';

/** Failed payments in a row that pause a plan (ours). */
const failuresToPause = 3;

const settlePlan = (planId: number, outcome: Outcome, {plans, payments}: Store): void => {
	const plan = plans.find(planId);
	if (plan?.status !== 'active' && plan?.status !== 'paused') {
		return;
	}
	if (outcome === 'succeeded' && payments.sums(planId).paid === plan.total) {
		plans.change(planId, {status: 'completed'});
	}
	if (outcome === 'failed') {
		const last = payments.lastTried(planId, failuresToPause);
		if (last.length === failuresToPause && last.every(status => status === 'failed')) {
			plans.change(planId, {status: 'paused'});
		}
	}
};

/** A payment that was not taken, and why. */
type Failure = {payment: Payment; why: string};

/**
 * Takes a payment off what its account owes, and updates its plan. More than is owed is not taken (ours): the balance may
 * have become less since the payment was scheduled.
 *
 * @param fail called with the reason if it was not taken
 */
const settle = (
	payment: Payment,
	attempt: () => Outcome,
	context: WorldAndStore,
	fail: (failure: Failure) => void,
): Outcome => {
	const {id, planId, amount, accountId, status} = payment;
	const {world, store} = context;
	const {owed, pending} = balanceOf(context, accountId);
	const exceeds = amount > (status === 'pending' ? owed : owed - pending);
	const outcome = exceeds ? 'failed' : attempt();
	store.payments.change(id, {status: outcome, triedAt: world.now});
	if (outcome === 'succeeded') {
		moveBalance(context, {accountId, kind: 'payment', amount: -amount, paymentId: id});
	}
	if (outcome === 'failed') {
		fail({payment, why: exceeds ? `was not taken: the balance is ${moneyText(owed)}` : 'was declined'});
	}
	if (planId !== null) {
		settlePlan(planId, outcome, store);
	}
	return outcome;
};

const notifyOf = (context: WorldAndStore, {payment: {id, amount, accountId}, why}: Failure): void =>
	notify(context, {
		event: 'payment_failed',
		key: `payment ${id}`,
		message: `Payment ${id} of ${moneyText(amount)} for account ${accountId} ${why}`,
		campaign: campaignOfAccount(context.world, accountId),
		time: context.world.now,
	});

/** Most failures of a campaign at one midnight with a notification each; more share one (ours). */
const mostNotifiedEach = 5;

const notifyOfAll = (context: WorldAndStore, failures: readonly Failure[]): void => {
	const {world} = context;
	const byCampaign = Map.groupBy(failures, ({payment}) => campaignOfAccount(world, payment.accountId));
	for (const [campaign, failed] of byCampaign) {
		if (failed.length <= mostNotifiedEach) {
			for (const failure of failed) {
				notifyOf(context, failure);
			}
			continue;
		}
		const total = failed.reduce((sum, {payment}) => sum + payment.amount, 0);
		const ids = failed.map(({payment}) => payment.id);
		const name = world.campaignById.get(campaign)?.name ?? 'accounts on no list';
		notify(context, {
			event: 'payment_failed',
			key: `payments ${ids[0]} to ${ids.at(-1)}`,
			message: `${failed.length} payments of ${name}, ${moneyText(total)} together, were not taken: ${ids.slice(0, mostNotifiedEach).join(', ')}…`,
			campaign,
			time: world.now,
		});
	}
};

/** Collects a payment now. */
export const collect = (payment: Payment, context: WorldAndStore): Outcome =>
	settle(
		payment,
		() => charge(payment.token, payment.id),
		context,
		failure => notifyOf(context, failure),
	);

/** Gives a part of a payment back: the account owes it again, and so does a plan that was completed. Returns the refund's id. */
export const refund = (
	{id, accountId, planId}: Payment,
	amount: number,
	reason: string,
	createdBy: number,
	context: WorldAndStore,
): number => {
	const {world, store} = context;
	const refundId = store.payments.refund(id, amount, reason, {createdBy, createdAt: world.now});
	moveBalance(context, {accountId, kind: 'refund', amount, paymentId: id});
	if (planId !== null && store.plans.find(planId)?.status === 'completed') {
		store.plans.change(planId, {status: 'active'});
	}
	return refundId;
};

const collectScheduled = (context: WorldAndStore, most: number, accountId?: string): Failure[] => {
	const {world, store} = context;
	const failures: Failure[] = [];
	for (const payment of store.payments.due(dayText(world, world.now), most, accountId)) {
		const take = () => charge(payment.token, payment.id);
		settle(payment, take, context, failure => failures.push(failure));
	}
	return failures;
};

/** Collects what an account has to pay by today (ours): the midnight at which that is done for all is over. */
export const collectDueOf = (accountId: string, context: WorldAndStore): void =>
	notifyOfAll(context, collectScheduled(context, Number.MAX_SAFE_INTEGER, accountId));

/**
 * Collects the scheduled payments due on or before the world's day, `most` of them, and settles what was pending on earlier days.
 * Payments without a payment method and those of paused plans stay scheduled. Calling it again on the same day changes
 * nothing.
 */
export const collectDue = (context: WorldAndStore, most = Number.MAX_SAFE_INTEGER): void => {
	const {world, store} = context;
	const {payments} = store;
	const failures: Failure[] = [];
	for (const payment of payments.pendingSince(midnightOf(world, world.now))) {
		settle(
			payment,
			() => 'succeeded',
			context,
			failure => failures.push(failure),
		);
	}
	notifyOfAll(context, [...failures, ...collectScheduled(context, most)]);
};

/** The outcome of a charge; a pending one succeeds on the next day. */
export type Outcome = 'succeeded' | 'failed' | 'pending';

const draw = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

/**
 * Tokens that begin with `tok_decline` are always declined, with `tok_pending` always pending, and with `tok_flaky`
 * declined for about every other payment; all others succeed.
 */
export const charge = (token: string, paymentId: number): Outcome => {
	if (token.startsWith('tok_pending')) {
		return 'pending';
	}
	const isFlaky = token.startsWith('tok_flaky') && draw(`${token} ${paymentId}`) % 2 === 0;
	return isFlaky || token.startsWith('tok_decline') ? 'failed' : 'succeeded';
};

/** The last four digits of the card behind a token: invented, but the same each time. */
export const last4Of = (token: string): string => String(draw(token) % 10_000).padStart(4, '0');
