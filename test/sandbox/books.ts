/** The check of the books: what each account owes follows from its movements, and these from its payments. */
import {expect} from 'vitest';
import type {Service} from '../../source/sandbox/engine/service.ts';

const cents = (balance = '0'): number => Math.round(Number(balance) * 100);

/**
 * Every balance is the opening one and the sum of the account's movements; every payment has moved what it took less what
 * was refunded; no refunds exceed their payment; every completed plan is paid to the cent.
 */
export const expectBooksToBalance = ({service: {world, store}}: {service: Pick<Service, 'world' | 'store'>}): void => {
	const moved = new Map<number, number>();
	for (const {id, fields} of store.accounts.list(Number.MAX_SAFE_INTEGER, 0)) {
		const movements = store.movements.ofAccount(id);
		const opening = movements[0] ? movements[0].balance - movements[0].amount : cents(fields.balance);
		let balance = opening;
		for (const movement of movements) {
			balance += movement.amount;
			expect([id, movement.balance]).toEqual([id, balance]);
			expect(movement.time).toBeLessThanOrEqual(world.now);
			// A payment takes no more than is owed.
			expect([id, movement.kind === 'payment' && balance < 0]).toEqual([id, false]);
			if (movement.paymentId !== null) {
				moved.set(movement.paymentId, (moved.get(movement.paymentId) ?? 0) + movement.amount);
			}
		}
		expect([id, cents(fields.balance)]).toEqual([id, balance]);
	}
	for (let id = 1; store.payments.find(id) !== undefined; id++) {
		const payment = store.payments.find(id);
		const isPaid = payment?.status === 'succeeded' || payment?.status === 'refunded';
		const taken = payment && isPaid ? payment.amount - payment.refunded : 0;
		expect([id, (moved.get(id) ?? 0) + taken]).toEqual([id, 0]);
		expect(payment?.refunded).toBeLessThanOrEqual(payment?.amount ?? 0);
	}
	for (let id = 1; store.plans.find(id) !== undefined; id++) {
		const plan = store.plans.find(id);
		const {paid, pending} = store.payments.sums(id);
		expect(paid + pending).toBeLessThanOrEqual(plan?.total ?? 0);
		expect([id, plan?.status === 'completed' && paid !== plan.total]).toEqual([id, false]);
	}
};
