/** Which payments a day collects, and that it collects them once. */
import {expect, test} from 'vitest';
import {charge, collectDue, last4Of} from '../../source/sandbox/rules/payment-collection.ts';
import {openDatabase, unnamed} from '../../source/sandbox/store/database.ts';
import {createStore, storeFormat} from '../../source/sandbox/store/store.ts';
import {day} from '../../source/sandbox/world/time.ts';
import {smallWorld} from './small-world.ts';

/** A store with one user, and a world that only the test moves. */
const till = () => {
	const store = createStore(openDatabase(unnamed, storeFormat), () => 0);
	const createdBy = store.users.add({name: 'u', fullName: 'U', level: 'admin', campaigns: 'all', password: 'x'});
	const world = smallWorld([]);
	store.accounts.put({id: 'A', companyId: 1, isListed: false, fields: {balance: '9999.00'}, phones: [], emails: []});
	const origin = {createdBy, createdAt: world.now};
	const common = {accountId: 'A', dueDate: '2026-04-01', ...origin};
	return {
		store,
		world,
		add: (token: string, amount = 100, dueDate = '2026-04-01') =>
			store.payments.add({...common, planId: null, amount, token, dueDate}),
		addPlan: (token: string, amounts: number[]) => {
			const total = amounts.reduce((sum, amount) => sum + amount, 0);
			const planId = store.plans.add({
				accountId: 'A',
				holder: 'Ann Lee',
				total,
				startDate: '2026-04-01',
				frequency: 'weekly',
				token,
				...origin,
			});
			for (const [index, amount] of amounts.entries()) {
				store.payments.add({...common, planId, amount, token: '', agreed: true, dueDate: `2026-04-0${index + 1}`});
			}
			return planId;
		},
		statuses: () => Array.from({length: 99}, (_, index) => store.payments.find(index + 1)?.status).filter(Boolean),
	};
};

test('what is due is collected, and again on the same day nothing more happens', () => {
	const {store, world, add, statuses} = till();
	for (const token of ['tok_a', 'tok_decline', 'tok_pending', '']) {
		add(token);
	}
	add('tok_a', 100, '2026-04-02');
	collectDue({world, store});
	expect(statuses()).toEqual(Array(5).fill('scheduled'));
	world.now += day;
	for (let again = 0; again < 3; again++) {
		collectDue({world, store});
		expect(statuses()).toEqual(['succeeded', 'failed', 'pending', 'scheduled', 'scheduled']);
	}
	world.now += day;
	collectDue({world, store});
	expect(statuses()).toEqual(['succeeded', 'failed', 'succeeded', 'scheduled', 'succeeded']);
});

test('days that nobody collected on are made up for', () => {
	const {store, world, addPlan} = till();
	const id = addPlan('tok_a', [34, 33, 33]);
	world.now += 30 * day;
	collectDue({world, store});
	expect(store.payments.sums(id)).toEqual({paid: 100, pending: 0, scheduled: 0, nextDate: '', count: 3});
	expect(store.plans.find(id)?.status).toBe('completed');
});

test('a plan that is paid by what is pending is completed on the day after', () => {
	const {store, world, addPlan} = till();
	const id = addPlan('tok_pending', [50]);
	world.now += day;
	collectDue({world, store});
	expect(store.plans.find(id)?.status).toBe('active');
	world.now += day;
	collectDue({world, store});
	expect(store.plans.find(id)?.status).toBe('completed');
});

test('failures that are not in a row do not pause a plan', () => {
	const {store, world, addPlan} = till();
	const id = addPlan('tok_decline', [10, 10, 10, 10]);
	for (const token of ['tok_decline', 'tok_decline', 'tok_a', 'tok_decline']) {
		store.plans.change(id, {token});
		world.now += day;
		collectDue({world, store});
	}
	expect(store.payments.ofPlan(id).map(({status}) => status)).toEqual(['failed', 'failed', 'succeeded', 'failed']);
	expect(store.plans.find(id)?.status).toBe('active');
});

test('thousands of them are a matter of moments', () => {
	const {store, world, add, addPlan} = till();
	for (let each = 0; each < 2500; each++) {
		add(each % 3 === 0 ? 'tok_decline' : 'tok_a');
		addPlan('tok_a', [50]);
	}
	world.now += day;
	collectDue({world, store});
	expect(store.payments.due('2099-12-31')).toEqual([]);
});

test('the processor knows tokens, and answers the same whenever it is asked', () => {
	const ids = Array.from({length: 200}, (_, index) => index + 1);
	const flaky = ids.map(id => charge('tok_flaky_1', id));
	expect(flaky).toEqual(ids.map(id => charge('tok_flaky_1', id)));
	expect(new Set(flaky)).toEqual(new Set(['succeeded', 'failed']));
	expect(new Set(ids.map(id => charge('tok_decline_1', id)))).toEqual(new Set(['failed']));
	expect(new Set(ids.map(id => charge('tok_pending', id)))).toEqual(new Set(['pending']));
	expect(new Set(ids.map(id => charge(`tok_${id}`, id)))).toEqual(new Set(['succeeded']));
	expect(last4Of('tok_a')).toMatch(/^\d{4}$/);
	expect(last4Of('tok_a')).not.toBe(last4Of('tok_b'));
});
