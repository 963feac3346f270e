/** How a day's drop rate comes back under its line: held against the sums that it is made of. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {backUnder} from '../../source/model/drops.ts';
import type {CallsPoint} from '../../source/model/wire.ts';
import {backUnderParts} from '../../source/present/forecast-text.ts';
import {figures} from './make.ts';

/** A graph of half an hour until 11:00, with so many delivered and dropped a minute. */
const graph = (delivered: number, drops: number, end = 11 * 60): CallsPoint[] =>
	Array.from({length: 31}, (_, index) => ({
		dialed: 20,
		delivered,
		drops,
		time: (end - 30 + index) * 60,
		extra: {},
		unreadable: [],
	}));

const over = {dropRate: 4.86, dropLimit: 3, humanAnswered: 720};
const text = (...given: Parameters<typeof backUnder>): string | undefined => {
	const back = backUnder(...given);
	return back && backUnderParts(back).join(' ');
};

describe('a rate over its line', () => {
	test('tells the live answers that it takes, and how long they take at this pace', () => {
		// 35 drops of 720: 1,167 answers make 2.999 %.
		expect(text(figures(over), graph(5, 0))).toBe(
			'back under 3% after 447 more live answers, about 89 min at this pace',
		);
		expect(text(figures({...over, dropLimit: 2.5}), graph(5, 0))).toMatch(/^back under 2\.5% after 681 more/);
	});

	test('counts on drops going on as they do', () => {
		// A hundredth of them is dropped: 1.59 % of 720 and 2 points of each that comes.
		const some = graph(9.9, 0.1);
		expect(text(figures(over), some)).toBe('back under 3% after 671 more live answers, about 67 min at this pace');
		expect(text(figures(over), graph(9, 1))).toBe('not back under 3% at this pace');
	});

	test('promises no hours where none are answered, and no day that is over by then', () => {
		expect(text(figures(over), undefined)).toBe('back under 3% after 447 more live answers without a drop');
		expect(text(figures(over), graph(0, 0))).toBe('back under 3% after 447 more live answers without a drop');
		expect(text(figures(over), graph(5, 0, 23 * 60))).toBe(
			'back under 3% after 447 more live answers, not today at this pace',
		);
		expect(text(figures({...over, humanAnswered: 72_000}), graph(200, 0))).toBe(
			'back under 3% after ~44,641 more live answers, about 3h 43m at this pace',
		);
	});

	test('nothing is said under the line, without figures, and of a line that nothing is under', () => {
		expect(backUnder(figures({...over, dropRate: 2.99}), graph(5, 0))).toBeUndefined();
		expect(backUnder(figures({...over, humanAnswered: undefined}), graph(5, 0))).toBeUndefined();
		expect(backUnder(figures({...over, dropLimit: 0}), graph(5, 0))).toBeUndefined();
		expect(backUnder(figures({...over, dropRate: 120}), graph(5, 0))).toBeUndefined();
	});
});

test('after so many answers the rate is under its line, and one before it is not', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 1, max: 3000}),
			fc.integer({min: 1, max: 300}),
			fc.integer({min: 1, max: 12}),
			(human, dropped, limit) => {
				fc.pre(dropped <= human);
				const exact = figures({humanAnswered: human, dropRate: (dropped / human) * 100, dropLimit: limit});
				const back = backUnder(exact, graph(5, 0));
				const line = Math.min(3, limit);
				if (!back) {
					expect((dropped / human) * 100).toBeLessThan(line + 1e-9);
					return;
				}
				expect(dropped / (human + back.answers)).toBeLessThan(line / 100);
				expect(dropped / (human + back.answers - 1)).toBeGreaterThanOrEqual(line / 100 - 1e-12);
			},
		),
	);
});
