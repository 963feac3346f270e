/** What codecs and parameters write without zod is what zod would write, and what zod refuses is refused. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import * as z from 'zod';
import * as codecs from '../../source/wire/codecs.ts';
import {operations} from '../../source/wire/operations/index.ts';
import type {Parameters} from '../../source/wire/parameters.ts';

const {count, integer, decimal, twoDecimals, percent, money, duration, timeOfDay, yesNo, id, text} = codecs;
const all = {count, integer, decimal, twoDecimals, percent, money, duration, timeOfDay, yesNo, id, text};

const anything = fc.oneof(
	fc.integer(),
	fc.nat({max: 86_399}),
	fc.double(),
	fc.boolean(),
	fc.string(),
	fc.constantFrom(-0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '', null, undefined),
);

test.each(Object.entries(all))('%s', (_name, codec) => {
	fc.assert(
		fc.property(anything, value => {
			const expected = z.safeEncode(codec.schema() as z.ZodType, value);
			const write = (): unknown => codecs.writeValue(codec as codecs.Codec<unknown>, value);
			if (expected.success) {
				expect(write()).toBe(expected.data);
			} else {
				expect(write).toThrow(z.ZodError);
			}
		}),
		{numRuns: 1000},
	);
});

const rows = Object.entries(operations).flatMap(([type, {params}]) =>
	Object.entries(params as Parameters).map(([name, row]) => ({name: `${type} ${name}`, row})),
);

test('the parameters of every operation', () => {
	const quick = rows.filter(({row}) => row.plain);
	expect(quick.length).toBeGreaterThan(50);
	fc.assert(
		fc.property(
			fc.constantFrom(...quick),
			fc.oneof(anything, fc.stringMatching(/^[\w-]{1,45}$/), fc.constantFrom('Y', 'N', '0', '1', '1001', '007')),
			({name, row}, value) => {
				const written = row.plain?.(value);
				if (written !== undefined) {
					expect([name, z.safeEncode(row.sent(), value).data]).toEqual([name, written]);
				}
			},
		),
		{numRuns: 5000},
	);
});
