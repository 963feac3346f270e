/** What is written is read back: each codec, over generated values. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import * as codecs from '../../source/wire/codecs.ts';

const cents = (most: number) => fc.integer({min: -most, max: most}).map(value => value / 100 + 0);
const digits = (value: number): boolean => Math.abs(value) < 1e12;
const two = (value: number): string => String(value).padStart(2, '0');
const dates = fc
	.date({min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true})
	.map(date => `${date.toISOString().slice(0, 10)} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`);

const values: Record<string, [codec: codecs.Codec<unknown>, of: fc.Arbitrary<unknown>]> = {
	count: [codecs.count, fc.nat({max: 2 ** 31 - 1})],
	integer: [codecs.integer, fc.integer()],
	decimal: [codecs.decimal, cents(1e9)],
	twoDecimals: [codecs.twoDecimals, cents(1e9)],
	percent: [codecs.percent, cents(1e6)],
	money: [codecs.money, fc.integer().map(value => value + 0)],
	duration: [codecs.duration, fc.nat({max: 99_999 * 3600})],
	timeOfDay: [codecs.timeOfDay, fc.nat({max: 86_399})],
	callDate: [codecs.callDate, dates],
	yesNo: [codecs.yesNo, fc.boolean()],
	id: [codecs.id, fc.stringMatching(/^[\w-]{1,40}$/)],
	token: [codecs.token, fc.stringMatching(/^[\x21-\x7e]{1,200}$/)],
};

describe.each(Object.entries(values))('%s', (_name, [codec, of]) => {
	test('reads back what it wrote', () => {
		fc.assert(
			fc.property(of, value => {
				expect(z.decode(codec.schema(), z.encode(codec.schema(), value) as never)).toEqual(value);
			}),
		);
	});
});

test('a decimal of any size is written so that it reads back nearly', () => {
	fc.assert(
		fc.property(fc.double({noNaN: true, noDefaultInfinity: true}).filter(digits), value => {
			const written = z.encode(codecs.decimal.schema(), value) as string;
			expect(Math.abs(z.decode(codecs.decimal.schema(), written) - value)).toBeLessThanOrEqual(
				1e-9 + Math.abs(value) * 1e-15,
			);
		}),
	);
});

test('no text that is not wholly a number reads as one', () => {
	const numeric = [codecs.count, codecs.integer, codecs.decimal, codecs.twoDecimals, codecs.percent];
	fc.assert(
		fc.property(
			fc.string({unit: fc.constantFrom(...'0123456789.-+eExX%, ab\u0660\u0000')}),
			fc.constantFrom(...numeric),
			(wire, codec) => {
				const result = codec.schema().safeDecode(wire);
				if (result.success) {
					expect(wire.trim()).toMatch(/^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?\s*%?$/);
					expect(result.data).toBe(Number(wire.trim().replace(/\s*%$/, '').replaceAll(',', '')));
				}
			},
		),
		{numRuns: 5000},
	);
});
