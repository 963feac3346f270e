/** A sale in collections brings a payment or a plan, some of which are broken, and the books agree to the cent. */
import {expect, test} from 'vitest';
import {balanceOf} from '../../../source/sandbox/rules/balances.ts';
import {callAt, heldChunks, placedIn} from '../../../source/sandbox/world/call-log.ts';
import type {Habit} from '../../../source/sandbox/world/habits.ts';
import {personOf} from '../../../source/sandbox/world/leads.ts';
import {day, dayText, hour, minute} from '../../../source/sandbox/world/time.ts';
import {expectBooksToBalance} from '../books.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Service = Awaited<ReturnType<typeof httpService>>;

const open = (without: readonly Habit[] = []) =>
	httpService({
		warmUp: 0,
		at: 9 * hour,
		carrier: {talk: 40_000},
		without,
		plan: [
			planOf({name: 'Debts', agents: 16, lists: [{name: 'A', leads: 8000, active: true, worked: 0}]}),
			planOf({
				name: 'Appointments',
				agents: 8,
				settings: {script: '4'},
				lists: [{name: 'B', leads: 4000, active: true, worked: 0}],
			}),
		],
	});

/** The accounts of a campaign (its index) whose calls so far have ended as sales. */
const soldTo = ({world}: Service, campaign: number): string[] =>
	heldChunks(world.log).flatMap(chunk =>
		Array.from({length: placedIn(world.log, chunk)}, (_, index) => callAt(chunk, index)).flatMap(call =>
			call.status === 'SALE' && call.campaign === campaign ? [personOf(world, call.lead).accountId] : [],
		),
	);

const paymentsOf = ({service: {store}}: Service) => {
	const found = [];
	for (let payment = store.payments.find(1); payment; payment = store.payments.find(payment.id + 1)) {
		found.push(payment);
	}
	return found;
};

test('each sale of a debt is booked within a quarter of an hour, and no other sale is', async () => {
	await using service = await open();
	service.advance(3 * hour);
	const sold = soldTo(service, 0);
	expect(sold.length).toBeGreaterThan(60);
	service.advance(15 * minute);
	const payments = paymentsOf(service);
	const paying = new Set(payments.map(({accountId}) => accountId));
	expect(sold.filter(id => !paying.has(id))).toEqual([]);
	expect(soldTo(service, 1).length).toBeGreaterThan(20);
	expect(soldTo(service, 1).filter(id => paying.has(id))).toEqual([]);
	// Some pay at once, some later, some by instalments.
	const has = (status: string): number => payments.filter(payment => payment.status === status).length;
	expect(has('succeeded')).toBeGreaterThan(15);
	expect(has('scheduled')).toBeGreaterThan(15);
	const [planned] = payments.filter(({planId}) => planId !== null);
	expect(await service.call('agreement_details', {plan_id: String(planned?.planId)})).toMatchObject({success: 1});
	// What was paid is owed no more.
	const [paid] = payments.filter(({status, planId}) => status === 'succeeded' && planId === null);
	const {world, store} = service.service;
	const movements = store.movements.ofAccount(paid?.accountId ?? '');
	expect(movements.at(-1)).toMatchObject({kind: 'payment', amount: -(paid?.amount ?? 0)});
	expect(balanceOf({world, store}, paid?.accountId ?? '').owed).toBe(movements.at(-1)?.balance);
	expectBooksToBalance(service);
});

test('days later most have kept what they promised and some have not, and the books agree', async () => {
	await using service = await open();
	for (let passed = 0; passed < 16; passed++) {
		service.advance(day);
	}
	expectBooksToBalance(service);
	// What is due is taken in portions, but on its day.
	const today = dayText(service.world, service.world.now);
	expect(paymentsOf(service).filter(({status, dueDate}) => status === 'scheduled' && dueDate <= today)).toEqual([]);
	const over = paymentsOf(service).filter(({status}) => status === 'succeeded' || status === 'failed');
	const broken = over.filter(({status}) => status === 'failed').length / over.length;
	expect(broken).toBeGreaterThan(0.05);
	expect(broken).toBeLessThan(0.35);
	const told = await service.rows('get_notifications', 'notifications');
	expect(told.some(({event}) => event === 'payment_failed')).toBe(true);
	// Nobody is told of hundreds of them one by one.
	expect(told.filter(({event}) => event === 'payment_failed').length).toBeLessThan(16 * 6);
});

test('what is booked does not depend on how far the world moves at once', async () => {
	await using once = await open();
	once.advance(5 * hour);
	await using often = await open();
	for (let passed = 0; passed < 5 * hour; passed += 7 * minute) {
		often.advance(Math.min(7 * minute, 5 * hour - passed));
	}
	expect(paymentsOf(often)).toEqual(paymentsOf(once));
	expect(paymentsOf(once).length).toBeGreaterThan(50);
});

test('nobody pays on the plain floor', async () => {
	await using service = await open(['payments']);
	service.advance(4 * hour);
	expect(soldTo(service, 0).length).toBeGreaterThan(60);
	expect(paymentsOf(service)).toEqual([]);
});
