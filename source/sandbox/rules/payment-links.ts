/** Links to pay by (section 4.2; ours), and the people of the simulation who pay by them. */
import {randomBytes} from 'node:crypto';
import type {PaymentLink} from '../store/payments.ts';
import type {WorldAndStore} from '../store/store.ts';
import {logNormalByMedian, purpose, uniform} from '../world/draw.ts';
import {found, invalidValue, missingParameter, Refusal} from '../world/refusal.ts';
import type {World} from '../world/state.ts';
import {dayText, hour} from '../world/time.ts';
import {balanceOf, refuseExceeding} from './balances.ts';
import {collect} from './payment-collection.ts';

/** The payment method of every payer; the processor accepts it. */
const payersMethod = 'link';

/** The share of the people who are sent a link that pay, and how long half of them take. */
const payers = 0.3;
const medianDelay = 3 * hour;
const longestDelay = 48 * hour;

/** 128 random bits as letters: digits might look like a card number. */
export const newLinkId = (): string =>
	randomBytes(16)
		.toString('hex')
		.replace(/\d/g, digit => 'ghijklmnop'.charAt(Number(digit)));

export const linkUrl = (id: string): string => `https://pay.example.invalid/${id}`;

const stateOf = ({paymentId, expiryDate}: PaymentLink, {world, store}: WorldAndStore) => {
	const payment = paymentId === null ? undefined : store.payments.find(paymentId);
	if (payment) {
		return {status: payment.status === 'refunded' ? 'refunded' : 'paid', payment};
	}
	return {status: expiryDate < dayText(world, world.now) ? 'expired' : 'pending', payment};
};

/** The answer of get_payment_status. */
export const linkStatus = (link: PaymentLink, context: WorldAndStore) => {
	const {status, payment} = stateOf(link, context);
	return {status, amount: payment?.amount ?? link.amount ?? undefined, refunded: payment?.refunded ?? 0};
};

/** A payment by a link. */
export type LinkPayment = {payment_id: string; status: string; amount: number};

/**
 * Pays a link.
 *
 * @param amount cents; of a link whose payer chooses the amount
 * @throws Refusal if there is no such link, it is paid or expired, or the amount exceeds the balance
 */
export const payLink = (context: WorldAndStore, id: string, amount?: number): LinkPayment => {
	const {world, store} = context;
	const link = found(store.payments.findLink(id), 'Link');
	const {status} = stateOf(link, context);
	if (status !== 'pending') {
		throw new Refusal('wrong-state', `Link is ${status}`);
	}
	if (link.amount !== null && amount !== undefined && amount !== link.amount) {
		throw invalidValue('amount', 'the link itself has an amount');
	}
	const paid = link.amount ?? amount;
	if (paid === undefined) {
		throw missingParameter('amount', 'the payer chooses it');
	}
	refuseExceeding(context, link.accountId, paid);
	const paymentId = store.payments.add({
		planId: null,
		accountId: link.accountId,
		amount: paid,
		dueDate: dayText(world, world.now),
		token: payersMethod,
		createdBy: link.createdBy,
		createdAt: world.now,
	});
	store.payments.markPaid(id, paymentId);
	const outcome = collect(found(store.payments.find(paymentId), 'Payment'), context);
	return {payment_id: String(paymentId), status: outcome, amount: paid};
};

/** When the person who was sent a link (by its number) pays it, as a delay; undefined for the others. */
export const payingDelay = ({seed}: World, link: number): number | undefined =>
	uniform(seed, link, 0, purpose.linkPaid) < payers
		? Math.min(longestDelay, logNormalByMedian(medianDelay, 1, uniform(seed, link, 0, purpose.linkDelay)))
		: undefined;

/** A person pays a link, by its number; where the payer chooses the amount, half of what is owed. */
export const payAsPerson = (context: WorldAndStore, number: number): void => {
	const link = context.store.payments.findLink(number);
	if (link && stateOf(link, context).status === 'pending') {
		const {owed, pending} = balanceOf(context, link.accountId);
		const free = owed - pending;
		const amount = link.amount ?? Math.ceil(free / 2);
		// By now less may be owed than the link asks for: then the page refuses the payment.
		if (amount > 0 && amount <= free) {
			payLink(context, link.id, link.amount === null ? amount : undefined);
		}
	}
};
