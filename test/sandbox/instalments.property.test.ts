/** The payments of a plan: amounts to the cent, days that ascend. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {dueDate, split} from '../../source/sandbox/rules/plans.ts';
import {laterDay} from '../../source/sandbox/world/time.ts';
import {frequencies} from '../../source/wire/operations/payment-plans.ts';

const start = fc.integer({min: 0, max: 40_000}).map(days => laterDay('1999-12-31', days));
const repeating = fc.constantFrom(...frequencies.filter(frequency => frequency !== 'one-time'));
const days = (from: string, frequency: (typeof frequencies)[number], count: number): string[] =>
	Array.from({length: count}, (_, index) => dueDate(from, frequency, index));

test('the payments sum to the total, and the first are a cent more than the last', () => {
	fc.assert(
		fc.property(fc.integer({min: 1, max: 120}), fc.nat(100_000_000), (count, more) => {
			const amounts = split(count + more, count);
			expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(count + more);
			expect(amounts).toHaveLength(count);
			expect(amounts.toSorted((a, b) => b - a)).toEqual(amounts);
			expect((amounts[0] ?? 0) - (amounts.at(-1) ?? 0)).toBeLessThanOrEqual(1);
		}),
	);
	expect(split(10_000, 3)).toEqual([3334, 3333, 3333]);
});

test('the days exist, begin with the first and strictly ascend', () => {
	fc.assert(
		fc.property(start, repeating, (from, frequency) => {
			const all = days(from, frequency, 120);
			expect(all[0]).toBe(from);
			expect(all.toSorted()).toEqual(all);
			expect(new Set(all).size).toBe(120);
			expect(all.every(text => laterDay(text, 0) === text)).toBe(true);
		}),
	);
});

test('months keep their day, and where they are too short their last one; two a month are 15 days apart', () => {
	fc.assert(
		fc.property(start, fc.integer({min: 0, max: 119}), (from, index) => {
			const due = dueDate(from, 'monthly', index);
			const isLast = laterDay(due, 1).endsWith('-01');
			expect(due.slice(8) === from.slice(8) || (isLast && due.slice(8) < from.slice(8))).toBe(true);
			expect(dueDate(from, 'semimonthly', 2 * index)).toBe(due);
		}),
	);
});

test.each([
	['2026-01-31', 'monthly', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
	['2027-12-30', 'monthly', ['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30']],
	['2026-01-31', 'semimonthly', ['2026-01-31', '2026-02-16', '2026-02-28', '2026-03-16']],
	['2026-12-01', 'semimonthly', ['2026-12-01', '2026-12-16', '2027-01-01', '2027-01-16']],
	['2026-02-15', 'semimonthly', ['2026-02-15', '2026-02-28', '2026-03-15', '2026-03-30']],
	['2026-12-29', 'weekly', ['2026-12-29', '2027-01-05', '2027-01-12', '2027-01-19']],
	['2028-02-20', 'biweekly', ['2028-02-20', '2028-03-05', '2028-03-19', '2028-04-02']],
	['2026-03-31', 'one-time', ['2026-03-31']],
] as const)('from %s, %s', (from, frequency, expected) => {
	expect(days(from, frequency, expected.length)).toEqual(expected);
});
