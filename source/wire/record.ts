/**
 * Records of the wire as rows: our name of each field, its codec and its possible wire names. Reading is tolerant about
 * names and strict about values; the sandbox writes with the same rows.
 */
import {type Codec, readValue, writeValue} from './codecs.ts';
import {safeText, safeValue} from './text.ts';
import {noteRule} from './tolerance.ts';

/** A field of a record: its codec and its wire names, the interface's own first. */
export type Field<T> = {codec: Codec<T>; wire: readonly [string, ...string[]]};

/** Describes a field; `aliases` are names that other services use or are likely to use. */
export const field = <T>(codec: Codec<T>, name: string, ...aliases: string[]): Field<T> => ({
	codec,
	wire: [name, ...aliases],
});

type Fields = Record<string, Field<unknown>>;
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** A record as read; a field is undefined if it was missing or unreadable. */
export type RecordOf<F extends Fields> = {[K in keyof F]?: ValueOf<F[K]> | undefined} & {
	/** Wire fields without a row, made safe to show. */
	extra: Readonly<Record<string, string>>;
	/** Wire names of fields that were sent but could not be read. */
	unreadable: readonly string[];
};

/** Reads and writes a record. */
export type RecordCodec<F extends Fields> = {
	fields: F;
	/** Reads one object of the wire; undefined if it is not an object. */
	decode(wire: unknown): RecordOf<F> | undefined;
	/** Writes the fields that have a value, under the interface's own names. */
	encode(value: {[K in keyof F]?: ValueOf<F[K]> | undefined}): Record<string, string | number>;
};

/** Shared by all records without unknown or unreadable fields: a dashboard has hundreds of points. */
const noExtra: Readonly<Record<string, string>> = Object.freeze({});
const noneUnreadable: readonly string[] = Object.freeze([]);

/** Most unknown fields that are read of a record. */
const extraLimit = 100;

/** True for a JSON object (not an array, not null). */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an alias contradicts the field that was read under another name: `status` beside `display_status`. */
const isContradicting = (name: string, value: unknown, used: ReadonlyMap<string, unknown>): boolean =>
	value !== null && value !== '' && used.has(name) && String(used.get(name)) !== String(value);

/** A name in lower case without separators: `campaign_id` and `campaignId` are `campaignid`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** A wire name of a field, as it is and plain. */
type Name = {exact: string; plain: string};

/** The key of a name in the object, as it is or, if there is none, in other letters. */
const keyIn = (
	wire: Record<string, unknown>,
	{exact, plain}: Name,
	loose: ReadonlyMap<string, string> | undefined,
): string | undefined => (Object.hasOwn(wire, exact) ? exact : loose?.get(plain));

/** The key of the first name whose value is not empty, else of the first name that is there. */
const presentOf = (
	wire: Record<string, unknown>,
	names: readonly Name[],
	loose: ReadonlyMap<string, string> | undefined,
): string | undefined => {
	let empty: string | undefined;
	for (const name of names) {
		const key = keyIn(wire, name, loose);
		const value = key === undefined ? null : wire[key];
		if (value !== null && value !== '') {
			if (key !== name.exact) {
				noteRule('field-case');
			}
			if (name !== names[0]) {
				noteRule('field-alias');
			}
			return key;
		}
		if (value === '') {
			empty = key;
		}
	}
	return empty;
};

/** Describes a record by its rows. `writeNumbers` sends whole numbers as JSON numbers (the two integer graphs of 2.6). */
export const record = <F extends Fields>(fields: F, options: {writeNumbers?: boolean} = {}): RecordCodec<F> => {
	const rows = Object.entries(fields);
	const known = new Set(rows.flatMap(([, {wire}]) => wire));
	const plainKnown = new Set([...known].map(plainName));
	const readers = rows.map(([name, {codec, wire}]) => ({
		name,
		codec,
		aliases: wire,
		names: wire.map((exact): Name => ({exact, plain: plainName(exact)})),
	}));

	/** Splits the keys of an object: those of no field, and, by their plain names, those that spell a field differently. */
	const strangersIn = (wire: Record<string, unknown>) => {
		let strangers: string[] | undefined;
		let loose: Map<string, string> | undefined;
		for (const key in wire) {
			if (known.has(key)) {
				continue;
			}
			strangers ??= [];
			strangers.push(key);
			const plain = plainName(key);
			if (plainKnown.has(plain)) {
				loose ??= new Map();
				if (!loose.has(plain)) {
					loose.set(plain, key);
				}
			}
		}
		return {strangers, loose};
	};

	return {
		fields,
		decode(wire) {
			if (!isObject(wire)) {
				return undefined;
			}
			const values: Record<string, unknown> = {};
			let unreadable: string[] | undefined;
			let used: Map<string, unknown> | undefined;
			const {strangers, loose} = strangersIn(wire);
			for (const {name, codec, aliases, names} of readers) {
				const present = presentOf(wire, names, loose);
				if (present === undefined) {
					continue;
				}
				const given = wire[present];
				if (aliases.length > 1 || !known.has(present)) {
					used ??= new Map();
					used.set(present, given);
					for (const alias of aliases) {
						used.set(alias, given);
					}
				}
				const value = readValue(codec, given);
				if (value !== undefined) {
					values[name] = value;
				} else if (given !== '') {
					unreadable ??= [];
					unreadable.push(present);
				}
			}
			let extra: Record<string, string> | undefined;
			let extras = 0;
			const others = used === undefined ? strangers : Object.keys(wire);
			for (const name of others ?? []) {
				if (used?.has(name) ? isContradicting(name, wire[name], used) : !known.has(name)) {
					extra ??= {};
					if (extras++ < extraLimit) {
						Object.defineProperty(extra, safeText(name), {
							value: safeValue(wire[name]),
							enumerable: true,
							configurable: true,
						});
					}
				}
			}
			values.extra = extra ?? noExtra;
			values.unreadable = unreadable ?? noneUnreadable;
			return values as unknown as RecordOf<F>;
		},
		encode(value) {
			const wire: Record<string, string | number> = {};
			for (const [name, {codec, wire: names}] of rows) {
				const one = value[name as keyof F];
				if (one !== undefined) {
					const written = writeValue(codec, one);
					wire[names[0]] = options.writeNumbers && typeof one === 'number' ? one : written;
				}
			}
			return wire;
		},
	};
};
