import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {decodeChunk, encodeChunk} from '../../source/recording/chunk.ts';
import {DamagedChunk} from '../../source/recording/column.ts';
import type {Row, Value} from '../../source/recording/recording.ts';

const value: fc.Arbitrary<Value> = fc.oneof(
	fc.integer(),
	fc.integer({min: 0, max: 300}).map(cents => cents / 100),
	fc.constantFrom(0, -0, 0.1, 1 / 3, Number.NaN, Number.POSITIVE_INFINITY, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER),
	fc.double(),
	fc.string({unit: 'binary', maxLength: 8}),
	fc.constantFrom('1.5', '2.25', '0.10', '-0.0', '-1.5', '007', '1e3', '12', '4420700000'),
	fc.constantFrom('PLAY', 'PAUSE', '', '\ud800', 'é\u0000'),
);

const names = ['dropRate', 'status', 'waiting', '__proto__', '', 'agents'];

const rows: fc.Arbitrary<Row[]> = fc
	.array(
		fc.record({
			step: fc.oneof(fc.constant(5000), fc.nat(2 ** 40), fc.constant(0)),
			seqStep: fc.oneof(fc.constant(50), fc.integer({min: 1, max: 2 ** 40})),
			values: fc.array(fc.tuple(fc.constantFrom(...names), value), {maxLength: 6}),
		}),
		{maxLength: 40},
	)
	.map(steps => {
		let [at, seq] = [1_780_000_000_000, 17];
		return steps.map(({step, seqStep, values}) => {
			at += step;
			seq += seqStep;
			return {at, seq, values: Object.fromEntries(values)};
		});
	});

describe('a chunk of rows', () => {
	it('is read back exactly, whatever its rows hold', () => {
		fc.assert(
			fc.property(rows, given => {
				expect(decodeChunk(encodeChunk(given, 'polled figures/1001'), 'polled figures/1001').rows()).toStrictEqual(
					given,
				);
			}),
			{numRuns: 500},
		);
	});

	it('finds the rows until a moment', () => {
		fc.assert(
			fc.property(rows, fc.nat(50), (given, index) => {
				const at = given[index % Math.max(1, given.length)]?.at ?? 0;
				expect(decodeChunk(encodeChunk(given, 'polled figures/1001'), 'polled figures/1001').until(at)).toBe(
					given.filter(row => row.at <= at).length,
				);
			}),
		);
	});

	it('is never read if it is cut off or a bit of it is not what was written', () => {
		fc.assert(
			fc.property(rows, fc.nat(), fc.nat(7), (given, place, bit) => {
				const chunk = encodeChunk(given, 'polled figures/1001');
				expect(() => decodeChunk(chunk.subarray(0, place % chunk.length), 'polled figures/1001')).toThrow(DamagedChunk);
				const flipped = Buffer.from(chunk);
				flipped[place % chunk.length] = (flipped[place % chunk.length] ?? 0) ^ (1 << bit);
				expect(() => decodeChunk(chunk, 'polled figures/1002')).toThrow(DamagedChunk);
				expect(() => decodeChunk(flipped, 'polled figures/1001')).toThrow(DamagedChunk);
			}),
			{numRuns: 300},
		);
	});
});
