/** What a codec writes by itself is what zod would write, and what zod refuses is refused. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import * as z from 'zod';
import * as codecs from '../../source/api/codecs.ts';

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
			const expected = z.safeEncode(codec as z.ZodType, value);
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
