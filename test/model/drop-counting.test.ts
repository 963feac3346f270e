/** Over which calls drops are counted, told by the figures alone. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {dropCounting} from '../../source/model/drops.ts';
import type {Figures} from '../../source/model/wire.ts';

const figures = (dropRate: number, humanAnswered: number, answeredToday: number): Figures => ({
	dropRate,
	humanAnswered,
	answeredToday,
	extra: {},
	unreadable: [],
});

const round = (value: number): number => Math.round(value * 100) / 100;

const floors = fc.array(
	fc.record({
		drops: fc.nat({max: 40}),
		human: fc.integer({min: 100, max: 3000}),
		machines: fc.integer({min: 1, max: 4000}),
	}),
	{minLength: 1, maxLength: 12},
);

test.each([
	['rounded', round],
	['cut off', (value: number) => Math.floor(value * 100 + 1e-9) / 100],
] as const)('one way of counting is never taken for the other, with decimals that are %s', (_how, written) => {
	const rates = (
		all: {drops: number; human: number; machines: number}[],
		base: (human: number, all: number) => number,
	) =>
		dropCounting(
			all.map(({drops, human, machines}) =>
				figures(written((100 * drops) / base(human, human + machines)), human, human + machines),
			),
		)?.over;
	fc.assert(
		fc.property(floors, all => {
			expect(rates(all, human => human)).not.toBe('all answered');
			expect(rates(all, (_human, answered) => answered)).not.toBe('live answers');
		}),
		{numRuns: 200},
	);
});

test('a floor of a few campaigns tells, with the error of either way', () => {
	const floor = [figures(1.87, 1123, 2310), figures(2.4, 417, 902), figures(0.63, 1902, 3990)];
	expect(dropCounting(floor)).toMatchObject({over: 'live answers', campaigns: 3});
	expect(dropCounting(floor)?.errors.live).toBeLessThan(0.005);
	expect(dropCounting(floor)?.errors.all).toBeGreaterThan(0.01);
	const over = [figures(round((100 * 21) / 2310), 1123, 2310), figures(round((100 * 10) / 902), 417, 902)];
	expect(dropCounting(over)?.over).toBe('all answered');
});

test.each<[what: string, all: Figures[]]>([
	['no drops', [figures(0, 500, 900)]],
	['nothing answered', [figures(1, 0, 0)]],
	['machines alone', [figures(1, 0, 5)]],
	['no machines', [figures(1, 500, 500)]],
	['too many calls', [figures(1.23, 5000, 9000)]],
	['impossible rates', [figures(-9, 500, 900), figures(120, 500, 900)]],
	['no figures', []],
])('%s tell nothing', (_what, all) => {
	expect(dropCounting(all)).toBeUndefined();
});

test('rates that fit neither way, or both, are unclear', () => {
	expect(dropCounting([figures(1.23, 100, 200)])?.over).toBe('unclear');
	expect(dropCounting([figures(1, 500, 1000)])?.over).toBe('unclear');
	expect(dropCounting([figures(100, 10, 20)])).toMatchObject({over: 'unclear', campaigns: 1});
});

test('a rate that is a hundredth off fits', () => {
	expect(dropCounting([figures(1.01, 100, 250)])?.over).toBe('live answers');
	expect(dropCounting([figures(1.01, 250, 300)])?.over).toBe('all answered');
	expect(dropCounting([figures(1.23, 4999, 9000)])?.campaigns).toBe(1);
});
