/** Names as the wire has them, such as `phones[0][phone_number]`: what they stand for, and back. */
import {isObject} from '../../api/record.ts';

/** `phones[0][phone_number]` as the catalogue knows it. */
export const numbered = (name: string): string => name.replace(/\[\d+\]/g, '[n]');

/** The parts of a name; nothing where its brackets are not right. */
export const partsOf = (name: string): string[] | undefined =>
	/^[^[\]]+(?:\[[^[\]]+\])*$/.test(name) ? name.split(/[[\]]+/).filter(Boolean) : undefined;

const isList = (value: Record<string, unknown>): boolean => {
	const keys = Object.keys(value);
	return keys.length > 0 && keys.every(key => /^\d+$/.test(key));
};

/** What is keyed by numbers as the list that it stands for, without gaps. */
const listed = (value: unknown): unknown => {
	if (!isObject(value)) {
		return value;
	}
	const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, listed(item)]));
	return isList(inner)
		? Object.entries(inner)
				.toSorted(([a], [b]) => Number(a) - Number(b))
				.map(([, item]) => item)
		: inner;
};

/** Fields by their flat names as what is nested in them. */
export const nested = (flat: ReadonlyMap<string, unknown>): Record<string, unknown> => {
	const root: Record<string, unknown> = {};
	for (const [name, value] of flat) {
		const parts = partsOf(name) ?? [name];
		let at = root;
		for (const part of parts.slice(0, -1)) {
			const next = Object.hasOwn(at, part) && isObject(at[part]) ? at[part] : {};
			Object.defineProperty(at, part, {value: next, enumerable: true, configurable: true, writable: true});
			at = next as Record<string, unknown>;
		}
		const last = parts.at(-1) ?? name;
		Object.defineProperty(at, last, {value, enumerable: true, configurable: true, writable: true});
	}
	return listed(root) as Record<string, unknown>;
};

/** What is nested, by its flat names: `phones[0][phone_number]`. */
export const flat = (value: unknown, below = ''): [name: string, value: unknown][] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, item]) => flat(item, below === '' ? key : `${below}[${key}]`))
		: [[below, value]];
