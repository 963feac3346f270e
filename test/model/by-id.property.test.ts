/** A map by id is what a Map is, whatever is put into it and taken out. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ById} from '../../source/model/by-id.ts';

const id = fc.oneof(
	fc.integer({min: 1, max: 60}).map(String),
	fc.integer({min: 1, max: 5}).map(rank => `drop-limit ${rank}`),
	fc.string(),
);

const step = fc.oneof(
	fc.record({kind: fc.constant('with' as const), id, value: fc.option(fc.integer(), {nil: undefined})}),
	fc.record({kind: fc.constant('without' as const), id}),
	fc.record({kind: fc.constant('filter' as const), least: fc.integer()}),
);

const inOrder = <V>(entries: Iterable<[string, V]>): [string, V][] =>
	[...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));

test('after any steps', () => {
	fc.assert(
		fc.property(fc.array(step, {maxLength: 200}), steps => {
			let map = new ById<number | undefined>();
			const expected = new Map<string, number | undefined>();
			for (const one of steps) {
				const [before, entries] = [map, inOrder(map)];
				if (one.kind === 'with') {
					map = map.with(one.id, one.value);
					expected.set(one.id, one.value);
				} else if (one.kind === 'without') {
					map = map.without(one.id);
					expected.delete(one.id);
				} else {
					const keeps = (_id: string, value: number | undefined): boolean => (value ?? 0) >= one.least;
					map = map.filter(keeps);
					for (const [key] of [...expected].filter(([key, value]) => !keeps(key, value))) {
						expected.delete(key);
					}
				}
				expect(inOrder(map)).toEqual(inOrder(expected));
				expect([...map.values()]).toEqual([...map].map(([, value]) => value));
				expect(map.size).toBe(expected.size);
				for (const [key, value] of expected) {
					expect([map.has(key), map.get(key)]).toEqual([true, value]);
				}
				// The map before is as it was, and the very same one if nothing was taken out.
				expect(inOrder(before)).toEqual(entries);
				expect(one.kind !== 'with' && map.size === before.size ? map : before).toBe(before);
			}
			expect(map.has('no such id')).toBe(false);
		}),
	);
});
