/** A table of numbers that grows at its end: it holds what a plain array would, however copies share their memory. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {Rows} from '../../source/model/rows.ts';

test('every table that ever was holds the rows of its own, whichever of them grew, and where it was cut', () => {
	const step = fc.record({of: fc.nat(), value: fc.integer(), since: fc.nat({max: 3})});
	fc.assert(
		fc.property(fc.array(step, {maxLength: 60}), steps => {
			const tables = [{rows: Rows.of(['one', 'two']), plain: [] as number[]}];
			for (const {of, value, since: most} of steps) {
				const {rows, plain} = tables[of % tables.length] as (typeof tables)[number];
				const since = Math.min(most, plain.length);
				tables.push({rows: rows.with([value, -value], since), plain: [...plain.slice(since), value]});
			}
			for (const {rows, plain} of tables) {
				expect(rows).toHaveLength(plain.length);
				expect(plain.map((_, row) => rows.row(row))).toEqual(plain.map(value => ({one: value, two: -value})));
			}
		}),
	);
});

test('numbers that are not known, or that no row has, are NaN, and a row has none of them', () => {
	const rows = Rows.of(['one', 'two']).with([1, Number.NaN]).with([3, 4]);
	expect([rows.get(0, 1), rows.get(-1, 1), rows.get(2, 0)]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
	expect(rows.row(0)).toEqual({one: 1});
	expect([rows.findLast(0, 3), rows.findLast(0, 2), rows.findLast(0, 0), rows.findLast(1, 9)]).toEqual([1, 0, -1, 1]);
});
