/** What people agree to pay in a talk that ends as a sale, and whether they pay it (our assumptions). */
import type {Origin} from '../store/payments.ts';
import type {Frequency} from '../store/plans.ts';
import type {WorldAndStore} from '../store/store.ts';
import {hash, type Purpose, purpose, uniform} from '../world/draw.ts';
import {personOf} from '../world/leads.ts';
import type {Sale} from '../world/state.ts';
import {dayText, laterDay} from '../world/time.ts';
import {balanceOf} from './balances.ts';
import {nameOf} from './derived-holders.ts';
import {collectDueOf} from './payment-collection.ts';
import {makePlan, split} from './plans.ts';

/** Shares of those who agree: to pay at once, and to pay once on a later day; the others pay by instalments. */
const atOnce = 0.5;
const later = 0.3;
/** Shares of those who pay in full. */
const inFull = 0.4;
/** Days until a promised payment, or the first instalment, is due. */
const mostDays = 14;
const instalments = {least: 2, most: 6} as const;
const frequencies: readonly Frequency[] = ['weekly', 'biweekly', 'monthly'];

/** Shares of payment methods: declined at once, declined when a later day comes, and declined now and then. */
const declines = {now: 0.04, later: 0.22, flaky: 0.15} as const;

/** Less than a dollar is not collected. */
const leastAmount = 100;

/** Users are counted from 1: the first one opened the sandbox, and agents of the floor are none. */
const firstUser = 1;

const drawFor = ({world}: WorldAndStore, {lead, attempt}: Sale, what: Purpose): number =>
	uniform(world.seed, lead, attempt, what);

/** A payment method that the processor knows: see rules/processor.ts. */
const methodOf = (context: WorldAndStore, sale: Sale, isLater: boolean): string => {
	const {lead, attempt} = sale;
	const name = `${lead + 1}_${hash(context.world.seed, lead, attempt, purpose.method).toString(36)}`;
	const u = drawFor(context, sale, purpose.declined);
	const declined = isLater ? declines.later : declines.now;
	if (u < declined) {
		return `tok_decline_${name}`;
	}
	return isLater && u < declined + declines.flaky ? `tok_flaky_${name}` : `tok_${name}`;
};

/** A part of what is owed, in whole dollars, or all of it. */
const amountOf = (context: WorldAndStore, sale: Sale, owed: number): number => {
	const u = drawFor(context, sale, purpose.amount);
	const part = 0.2 + (0.6 * (u - inFull)) / (1 - inFull);
	return u < inFull ? owed : Math.max(leastAmount, Math.round((owed * part) / 100) * 100);
};

const agreePlan = (context: WorldAndStore, sale: Sale, owed: number, startDate: string, origin: Origin): void => {
	const person = personOf(context.world, sale.lead);
	const u = drawFor(context, sale, purpose.instalments);
	const {least, most} = instalments;
	const count = least + Math.floor(u * (most - least + 1));
	makePlan(
		context,
		{
			accountId: person.accountId,
			holder: nameOf(person),
			total: owed,
			startDate,
			frequency: frequencies[hash(context.world.seed, sale.lead, sale.attempt, purpose.frequency) % 3] ?? 'monthly',
			token: methodOf(context, sale, true),
			amounts: split(owed, count),
		},
		origin,
	);
};

/** Books what a sale has brought: a payment now, one on a later day, or a plan, of what is owed and not promised yet. */
export const bookSale = (context: WorldAndStore, sale: Sale): void => {
	const {world, store} = context;
	const {accountId} = personOf(world, sale.lead);
	const {owed, pending} = balanceOf(context, accountId);
	const free = owed - pending - store.payments.plannedOf(accountId);
	if (free < leastAmount) {
		return;
	}
	const origin: Origin = {createdBy: firstUser, createdAt: world.now};
	const u = drawFor(context, sale, purpose.agreement);
	const isLater = u >= atOnce;
	const today = dayText(world, world.now);
	const startDate = isLater
		? laterDay(today, 1 + Math.floor(drawFor(context, sale, purpose.dueDay) * mostDays))
		: today;
	if (u >= atOnce + later) {
		agreePlan(context, sale, free, startDate, origin);
		return;
	}
	store.payments.add({
		planId: null,
		accountId,
		amount: amountOf(context, sale, free),
		dueDate: startDate,
		token: methodOf(context, sale, isLater),
		...origin,
	});
	if (!isLater) {
		collectDueOf(accountId, context);
	}
};
