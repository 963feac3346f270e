/** The budget: so many requests a second, spread, with some at once at the start. */
import {expect, test} from 'vitest';
import {createBudget} from '../../source/service/schedule.ts';

/** The moments at which a caller that always wants to send may. */
const momentsOf = (perSecond: number, until: number, atStart?: number): number[] => {
	const budget = createBudget(perSecond, atStart);
	const moments: number[] = [];
	for (let now = 0; now < until; ) {
		const wait = budget.wait(now);
		if (wait === 0) {
			budget.take(now);
			moments.push(now);
		}
		now += wait;
	}
	return moments;
};

test('a second’s worth may go at once at the start', () => {
	expect(momentsOf(5, 1)).toHaveLength(5);
});

test('a burst of fifteen is part of the budget where it is given, and only at the start', () => {
	expect(momentsOf(5, 1, 15)).toHaveLength(15);
	expect(momentsOf(5, 2001, 15).slice(15)).toEqual([200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000]);
});

test.each([1, 5, 50])('%d a second are never more than that in any second after the first', perSecond => {
	const moments = momentsOf(perSecond, 20_000);
	const later = moments.filter(at => at >= 1000);
	const most = Math.max(...later.map(start => later.filter(at => at >= start && at < start + 1000).length));
	expect(most).toBeLessThanOrEqual(perSecond);
	expect(later.length).toBeGreaterThanOrEqual(19 * perSecond * 0.9);
});

test('what was not used is not saved up', () => {
	const budget = createBudget(5);
	for (let turn = 0; turn < 5; turn++) {
		budget.take(0);
	}
	budget.wait(60_000);
	budget.take(60_000);
	expect(budget.wait(60_000)).toBe(200);
});

test('what could not wait is paid for afterwards', () => {
	const budget = createBudget(5);
	for (let turn = 0; turn < 7; turn++) {
		budget.take(0);
	}
	expect(budget.wait(0)).toBe(600);
});

test('less than one a second', () => {
	expect(momentsOf(0.5, 10_000)).toEqual([0, 2000, 4000, 6000, 8000]);
});
