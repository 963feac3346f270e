/** Bounds of plans and payments (ours), and finding them by id. */

import type {Origin, Payment} from '../store/payments.ts';
import type {Plan} from '../store/plans.ts';
import {found, invalidValue, Refusal} from '../world/refusal.ts';
import type {World} from '../world/state.ts';
import {dayText, laterDay} from '../world/time.ts';
import type {Context} from './handler.ts';

/** The highest amount, in cents. */
const mostMoney = 100_000_000;
/** The last day, in days ahead. */
const mostDays = 3653;

/** An amount in cents. @throws Refusal `Invalid value: …` */
export const boundedAmount = (cents: number, name: string): number => {
	if (cents > mostMoney) {
		throw invalidValue(name, `must be at most ${(mostMoney / 100).toFixed(2)}`);
	}
	return cents;
};

/** A day (`YYYY-MM-DD`) from the world's today on, at most ten years ahead. @throws Refusal `Invalid value: …` */
export const comingDay = (text: string, name: string, world: World): string => {
	const today = dayText(world, world.now);
	const last = laterDay(today, mostDays);
	// Days in this form compare as text.
	if (text < today || text > last) {
		throw invalidValue(name, `must be between ${today} and ${last}`);
	}
	return text;
};

/** The day (`YYYY-MM-DD`) so many days after the world's today. */
export const dayFrom = (world: World, days: number): string => laterDay(dayText(world, world.now), days);

/** The creator and creation time of a record made now. */
export const originOf = ({user, world}: Context): Origin => ({createdBy: user.id, createdAt: world.now});

const numberOf = (id: string): number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);

/** @throws Refusal `Plan not found` */
export const findPlan = ({store: {plans}}: Pick<Context, 'store'>, id: string): Plan =>
	found(plans.find(numberOf(id)), 'Plan');

/** A plan that is neither completed nor cancelled. @throws Refusal `Plan not found`, `Plan is completed`, `Plan is cancelled` */
export const findOpenPlan = (context: Pick<Context, 'store'>, id: string): Plan => {
	const plan = findPlan(context, id);
	if (plan.status === 'completed' || plan.status === 'cancelled') {
		throw new Refusal('wrong-state', `Plan is ${plan.status}`);
	}
	return plan;
};

/** @throws Refusal `Payment not found` */
export const findPayment = ({store: {payments}}: Pick<Context, 'store'>, id: string): Payment =>
	found(payments.find(numberOf(id)), 'Payment');
