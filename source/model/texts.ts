/** Changes every text within a value, however deeply nested. */
import {ById} from './by-id.ts';

const isPlain = (value: object): boolean => {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
};

const same = (items: readonly unknown[], others: readonly unknown[]): boolean =>
	items.every((item, at) => item === others[at]);

/**
 * A value of objects, arrays, maps and sets with each of its texts changed; names of members stay. A part without a changed text
 * stays the same object, and a shared object stays shared.
 */
export const withTexts = <T>(value: T, change: (text: string) => string): T => {
	const made = new Map<object, unknown>();
	const changed = (item: unknown): unknown => {
		if (typeof item === 'string') {
			return change(item);
		}
		if (typeof item !== 'object' || item === null) {
			return item;
		}
		const known = made.get(item) ?? within(item);
		made.set(item, known);
		return known;
	};
	const within = (item: object): unknown => {
		if (Array.isArray(item)) {
			const next = item.map(changed);
			return same(item, next) ? item : next;
		}
		if (item instanceof Map || item instanceof ById) {
			const entries: [unknown, unknown][] = [...item];
			const next = entries.map(([key, one]) => [changed(key), changed(one)] as const);
			return same(entries.flat(), next.flat())
				? item
				: item instanceof Map
					? new Map(next)
					: next.reduce((all, [id, one]) => all.with(String(id), one), new ById());
		}
		if (item instanceof Set) {
			const next = [...item].map(changed);
			return same([...item], next) ? item : new Set(next);
		}
		if (!isPlain(item)) {
			return item;
		}
		const [names, values] = [Object.keys(item), Object.values(item)];
		const next = values.map(changed);
		return same(values, next) ? item : Object.fromEntries(names.map((name, at) => [name, next[at]]));
	};
	return changed(value) as T;
};
