/** Scales of whatever values: every value has its row, and there is a scale at all. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Scale, scaleOf, smallScale, stripScale} from '../../../source/screen/parts/scale.ts';

/** Means and rates of any size: a mean of a quarter of an hour in which it rang for a second is 0.001. */
const value = fc.oneof(
	fc.double({min: 0, max: 1, noNaN: true}),
	fc.double({min: -1e6, max: 1e6, noNaN: true}),
	fc.double({noNaN: true, noDefaultInfinity: true}),
	fc.nat({max: 200}),
);

const held = fc.record(
	{
		values: fc.array(value, {minLength: 1, maxLength: 20}),
		isWhole: fc.boolean(),
		cap: fc.constant(100),
		isStock: fc.boolean(),
		limit: fc.double({min: 0, max: 100, noNaN: true}),
	},
	{requiredKeys: ['values']},
);

/** Beyond these a chart shows a line at its edge; nothing that a service counts is as large or as small. */
const isUsual = (one: number): boolean => one === 0 || (Math.abs(one) > 1e-9 && Math.abs(one) < 1e15);

const expectScale = ({min, max, ticks}: Scale, values: readonly number[]): void => {
	expect([min, max, ...ticks].every(Number.isFinite)).toBe(true);
	expect(max).toBeGreaterThan(min);
	if (values.every(isUsual)) {
		expect(max).toBeGreaterThanOrEqual(Math.max(...values) * (1 - 1e-9));
		expect(min).toBeLessThanOrEqual(Math.max(0, Math.min(...values)));
	}
};

test('there is a scale for every chart, at any height', () => {
	fc.assert(
		fc.property(held, fc.integer({min: 4, max: 40}), fc.integer({min: 1, max: 6}), (one, rows, fewRows) => {
			const scale = scaleOf(one, rows);
			if (scale) {
				expectScale(scale, one.values);
			}
			expectScale(smallScale(one, fewRows), one.values);
			const {min, max} = stripScale(one);
			expect(max).toBeGreaterThan(min);
		}),
		{numRuns: 1000},
	);
});

test('a chart of counts whose means are small has a scale', () => {
	expect(scaleOf({values: [0, 0.05, 0.01], isWhole: true}, 8)).toMatchObject({min: 0, digits: 0});
	expect(smallScale({values: [0, 0.05], isWhole: true}, 3)).toMatchObject({min: 0, max: 1});
});
