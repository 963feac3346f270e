/** What the service collects of its own accord: the payments that are due. */

import type {Payment} from '../store/payments.ts';
import type {Store} from '../store/store.ts';
import type {World} from '../world/state.ts';
import {dayText, midnightOf} from '../world/time.ts';
import {charge, type Outcome} from './processor.ts';

type Till = {world: World; store: Store};

/** Payments of a plan that fail one after the other before it is paused (ours). */
const mostFailures = 3;

const settlePlan = (planId: number, outcome: Outcome, {plans, payments}: Store): void => {
	const plan = plans.find(planId);
	if (plan?.status !== 'active' && plan?.status !== 'paused') {
		return;
	}
	if (outcome === 'succeeded' && payments.sums(planId).paid === plan.total) {
		plans.setStatus(planId, 'completed');
	}
	if (outcome === 'failed') {
		const last = payments.lastTried(planId, mostFailures);
		if (last.length === mostFailures && last.every(status => status === 'failed')) {
			plans.setStatus(planId, 'paused');
		}
	}
};

const moneyText = (cents: number): string => (cents / 100).toFixed(2);

/** Writes down what came of a payment, tells of a failed one, and moves its plan on. */
const settle = ({id, planId, amount, accountId}: Payment, outcome: Outcome, {world, store}: Till): void => {
	store.payments.setTried(id, outcome, world.now);
	if (outcome === 'failed') {
		store.notifications.raise({
			event: 'payment_failed',
			key: `payment ${id}`,
			message: `Payment ${id} of ${moneyText(amount)} for account ${accountId} was declined`,
			campaign: '',
			time: world.now,
		});
	}
	if (planId !== null) {
		settlePlan(planId, outcome, store);
	}
};

/** Asks for a payment now. */
export const take = (payment: Payment, till: Till): Outcome => {
	const outcome = charge(payment.token, payment.id);
	settle(payment, outcome, till);
	return outcome;
};

/**
 * Collects every scheduled payment that is due by the world's day; again on the same day does nothing more. Those
 * without a payment method stay scheduled, since there is nothing to collect them from, and so do those of paused plans.
 * What was pending since another day has gone through.
 */
export const collectDue = (till: Till): void => {
	const {
		world,
		store: {payments},
	} = till;
	for (const payment of payments.pendingSince(midnightOf(world.now))) {
		settle(payment, 'succeeded', till);
	}
	for (const payment of payments.due(dayText(world.now))) {
		if (payment.token !== '') {
			take(payment, till);
		}
	}
};
