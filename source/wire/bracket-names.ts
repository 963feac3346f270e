/** Bracketed names of form fields, such as `phones[0][phone_number]`: only this file writes and reads them. */
import {isUpload} from './parameters.ts';
import {isObject} from './record.ts';

/** A name inside another: `account` and `city` make `account[city]`. */
export const within = (below: string, name: string): string => (below === '' ? name : `${below}[${name}]`);

/** The name of a path: `['phones', 0, 'phone_number']` is `phones[0][phone_number]`. */
export const nameOf = (path: readonly PropertyKey[]): string =>
	path.reduce<string>((below, part) => within(below, String(part)), '');

/** A name with `n` for each index, as the catalogue has it: `phones[n][phone_number]`. */
export const numbered = (name: string): string => name.replace(/\[\d+\]/g, '[n]');

/** The parts of a name; undefined if its brackets do not match. */
export const partsOf = (name: string): string[] | undefined =>
	/^[^[\]]+(?:\[[^[\]]+\])*$/.test(name) ? name.split(/[[\]]+/).filter(Boolean) : undefined;

const isList = (value: Record<string, unknown>): boolean => {
	const keys = Object.keys(value);
	return keys.length > 0 && keys.every(key => /^\d+$/.test(key));
};

/** Turns objects keyed by numbers into lists without gaps. */
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

/** Nests fields by their flat names. */
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

/** Nested fields by their flat names. A file is one value. */
export const flat = (value: unknown, below = ''): [name: string, value: unknown][] =>
	typeof value === 'object' && value !== null && !isUpload(value)
		? Object.entries(value).flatMap(([key, item]) => flat(item, within(below, key)))
		: [[below, value]];
