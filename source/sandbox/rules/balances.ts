/** What accounts owe. Each change is a movement: a balance is the opening one and the sum of the movements since (ours). */
import type {Account} from '../store/accounts.ts';
import type {Movement} from '../store/movements.ts';
import type {WorldAndStore} from '../store/store.ts';
import {found, Refusal} from '../world/refusal.ts';
import {findAccount} from './accounts.ts';

/** `12.50` for 1250 cents. */
export const moneyText = (cents: number): string => (cents / 100).toFixed(2);

/** Cents; an account without a balance owes nothing. */
const owedBy = (account: Account | undefined): number => Math.round(Number(account?.fields.balance ?? 0) * 100);

/** Cents that an account owes, and how many of them are pending: taken, but not settled yet. */
export const balanceOf = (context: WorldAndStore, accountId: string): {owed: number; pending: number} => ({
	owed: owedBy(findAccount(context, accountId)),
	pending: context.store.payments.pendingOf(accountId),
});

/** Cents that an account owed at a time. */
export const balanceAt = (context: WorldAndStore, account: Account, time: number): number => {
	const later = context.store.movements.ofAccount(account.id).find(movement => movement.time > time);
	return later ? later.balance - later.amount : owedBy(account);
};

const refuseMore = (amount: number, owed: number, parts: readonly {cents: number; what: string}[]): void => {
	if (amount > parts.reduce((free, {cents}) => free - cents, owed)) {
		const taken = parts.filter(({cents}) => cents > 0).map(({cents, what}) => `${moneyText(cents)} is ${what}`);
		const which = taken.length === 0 ? '' : `, of which ${taken.join(' and ')}`;
		throw new Refusal('wrong-state', `Amount exceeds the balance of ${moneyText(owed)}${which}`);
	}
};

/** For what is paid now. @throws Refusal `Amount exceeds the balance of …` */
export const refuseExceeding = (context: WorldAndStore, accountId: string, amount: number): void => {
	const {owed, pending} = balanceOf(context, accountId);
	refuseMore(amount, owed, [{cents: pending, what: 'pending'}]);
};

/**
 * For what is to be paid later: an account promises no cent twice.
 *
 * @param plan the plan that it is a part of
 * @throws Refusal `Amount exceeds the balance of …, of which … is already planned`
 */
export const refuseOverplanned = (context: WorldAndStore, accountId: string, amount: number, plan?: number): void => {
	const {owed, pending} = balanceOf(context, accountId);
	const planned = context.store.payments.plannedOf(accountId, plan);
	refuseMore(amount, owed, [
		{cents: pending, what: 'pending'},
		{cents: planned, what: 'already planned'},
	]);
};

/** Stores an account; a balance other than the `known` one is an adjustment. */
export const putAccount = ({world, store}: WorldAndStore, known: Account | undefined, account: Account): void => {
	store.accounts.put(account);
	const balance = owedBy(account);
	const amount = balance - owedBy(known);
	if (amount !== 0) {
		store.movements.add({
			accountId: account.id,
			kind: 'adjustment',
			amount,
			balance,
			paymentId: null,
			time: world.now,
		});
	}
};

/** Takes a payment off what an account owes, or adds a refund to it. */
export const moveBalance = (
	context: WorldAndStore,
	{accountId, kind, amount, paymentId}: Pick<Movement, 'accountId' | 'kind' | 'amount'> & {paymentId: number},
): void => {
	const {world, store} = context;
	const account = found(findAccount(context, accountId), 'Account');
	const balance = owedBy(account) + amount;
	store.accounts.put({...account, fields: {...account.fields, balance: moneyText(balance)}});
	store.movements.add({accountId, kind, amount, balance, paymentId, time: world.now});
};
