/**
 * How the service responds to what happens in the world: it raises notifications, takes payments and opt-outs, and books what
 * people agree to pay in a talk that ends as a sale (our assumptions).
 */

import {balanceOf} from '../rules/balances.ts';
import {nameOf} from '../rules/derived-holders.ts';
import {collectDue, collectDueOf} from '../rules/payment-collection.ts';
import {payAsPerson} from '../rules/payment-links.ts';
import {makePlan, split} from '../rules/plans.ts';
import {notify} from '../rules/texts.ts';
import type {Origin} from '../store/payments.ts';
import type {Frequency} from '../store/plans.ts';
import type {WorldAndStore} from '../store/store.ts';
import {hash, type Purpose, purpose, uniform} from '../world/draw.ts';
import {personOf} from '../world/leads.ts';
import type {Happening, Sale} from '../world/state.ts';
import {dayText, laterDay, stampText} from '../world/time.ts';

const notifyOfDrops = (context: WorldAndStore, {time, campaign: index, dropRate = 0}: Happening): void => {
	const campaign = context.world.campaigns[index];
	if (campaign) {
		const {id, name, settings} = campaign;
		notify(context, {
			event: 'drop_limit_reached',
			// A rate may cross its limit many times a day; one notification an hour is enough (ours).
			key: `drops ${id} ${stampText(context.world, time).slice(0, 13)}`,
			message: `${name} is over its drop limit: ${dropRate.toFixed(2)}% of today's answered calls were dropped, ${settings.dropLimit}% are allowed`,
			campaign: id,
			time,
		});
	}
};

const notifyOfList = (context: WorldAndStore, {time, campaign: index, list: listIndex}: Happening): void => {
	const campaign = context.world.campaigns[index];
	const list = context.world.lists[listIndex];
	if (campaign && list) {
		notify(context, {
			event: 'list_exhausted',
			key: `list ${list.id} ${time}`,
			message: `List ${list.name} of ${campaign.name} is exhausted: none of its leads remains to be called`,
			campaign: campaign.id,
			time,
		});
	}
};

const noteOptOut = ({store}: WorldAndStore, {time, phone = '', addedBy = ''}: Happening): void => {
	store.doNotCall.add({phone, campaign: ''}, addedBy, time);
};

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

/** Users are counted from 1: the first one opened the sandbox, and agents of the floor are not users. */
const firstUser = 1;

const drawFor = ({world}: WorldAndStore, {lead, attempt}: Sale, what: Purpose): number =>
	uniform(world.seed, lead, attempt, what);

/** A payment method that the processor knows: see rules/payment-collection.ts. */
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
const bookSale = (context: WorldAndStore, sale: Sale): void => {
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

/** Few enough that requests need not wait for them. */
const paymentsAtOnce = 100;

/** Responds to each. Call it inside a transaction; responding to the same again changes nothing. */
export const respondTo = (happenings: readonly Happening[], context: WorldAndStore): void => {
	for (const happening of happenings) {
		switch (happening.kind) {
			case 'drop-limit':
				notifyOfDrops(context, happening);
				break;
			case 'list-exhausted':
				notifyOfList(context, happening);
				break;
			case 'new-day':
			case 'collection':
				collectDue(context, paymentsAtOnce);
				break;
			case 'opt-out':
				noteOptOut(context, happening);
				break;
			case 'sales':
				for (const sale of happening.sales ?? []) {
					bookSale(context, sale);
				}
				break;
			case 'link-payment':
				payAsPerson(context, happening.link ?? 0);
				break;
		}
	}
};
