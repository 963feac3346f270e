/** Collects payments: the due ones at midnight, single ones on demand. */

import type {Payment} from '../store/payments.ts';
import type {Store, WorldAndStore} from '../store/store.ts';
import {dayText, midnightOf} from '../world/time.ts';
import {campaignOfAccount} from './accounts.ts';
import {charge, type Outcome} from './processor.ts';

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

const moneyText = (cents: number): string => (cents / 100).toFixed(2);

/** Records the outcome of a payment, raises a notification if it failed, and updates its plan. */
const settle = ({id, planId, amount, accountId}: Payment, outcome: Outcome, {world, store}: WorldAndStore): void => {
	store.payments.change(id, {status: outcome, triedAt: world.now});
	if (outcome === 'failed') {
		store.notifications.raise({
			event: 'payment_failed',
			key: `payment ${id}`,
			message: `Payment ${id} of ${moneyText(amount)} for account ${accountId} was declined`,
			campaign: campaignOfAccount(world, accountId),
			time: world.now,
		});
	}
	if (planId !== null) {
		settlePlan(planId, outcome, store);
	}
};

/** Collects a payment now. */
export const collect = (payment: Payment, context: WorldAndStore): Outcome => {
	const outcome = charge(payment.token, payment.id);
	settle(payment, outcome, context);
	return outcome;
};

/**
 * Collects every scheduled payment due on or before the world's day, and settles what was pending on earlier days.
 * Payments without a payment method and those of paused plans stay scheduled. Calling it again on the same day changes
 * nothing.
 */
export const collectDue = (context: WorldAndStore): void => {
	const {world, store} = context;
	const {payments} = store;
	for (const payment of payments.pendingSince(midnightOf(world, world.now))) {
		settle(payment, 'succeeded', context);
	}
	for (const payment of payments.due(dayText(world, world.now))) {
		if (payment.token !== '') {
			collect(payment, context);
		}
	}
};
