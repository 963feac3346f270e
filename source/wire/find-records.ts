/** Finds an answer's records: where the interface has them, or else by the tolerant rules, of which each use is counted. */
import type {Envelope} from './envelope.ts';
import {isObject, plainName} from './record.ts';
import {noteRule} from './tolerance.ts';

type Fields = Record<string, unknown>;

/** Levels that are searched below `response` and the top level. */
const deepest = 3;

/** The envelope's own properties, which never hold records. */
const reserved: ReadonlySet<string> = new Set(['success', 'error', 'tech_msg', 'response']);

/** Names that services give to what wraps their records, so that an object of them alone is no record. */
const wrappers: ReadonlySet<string> = new Set([
	'data',
	'result',
	'results',
	'response',
	'payload',
	'body',
	'content',
	'items',
	'rows',
	'records',
	'list',
	'output',
	'value',
]);

const isRecordArray = (value: unknown): value is Fields[] =>
	Array.isArray(value) && value.length > 0 && value.every(isObject);

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

/** Reads a first row of field names and rows of at most that length as records. */
const isTable = (value: unknown): value is [string[], ...unknown[][]] => {
	if (!Array.isArray(value) || value.length < 2 || !value.every(Array.isArray)) {
		return false;
	}
	const [names, ...rows] = value as [unknown[], ...unknown[][]];
	return (
		new Set(names).size === names.length &&
		names.every(name => typeof name === 'string' && /^[A-Za-z_][\w -]{0,60}$/.test(name)) &&
		rows.every(row => row.length <= names.length && row.every(isScalar))
	);
};

const fromTable = ([names, ...rows]: [string[], ...unknown[][]]): Fields[] => {
	noteRule('header-row');
	return rows.map(row => Object.fromEntries(row.map((cell, index) => [names[index], cell])));
};

/** The array that an object wraps, such as `{"total": 3, "rows": […]}`, or the object that is all it holds. */
const wrappedIn = (value: Fields): unknown => {
	const inside = Object.keys(value).filter(name => wrappers.has(name));
	const arrays = inside.filter(name => isRecordArray(value[name]) || isTable(value[name]));
	if (arrays.length === 1 && arrays[0] !== undefined) {
		return value[arrays[0]];
	}
	const [only, ...others] = Object.keys(value);
	const isAlone = only !== undefined && others.length === 0 && wrappers.has(only);
	return isAlone && typeof value[only] === 'object' ? value[only] : undefined;
};

/** An object of objects that are not mere wrappers: records keyed by id. */
const isKeyed = (value: unknown): value is Record<string, Fields> =>
	isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isObject);

/** As {@link isKeyed}, for an object under a name that tells nothing: each value must look like a record. */
const isSurelyKeyed = (value: unknown): value is Record<string, Fields> =>
	isKeyed(value) &&
	wrappedIn(value) === undefined &&
	Object.values(value).every(one => wrappedIn(one) === undefined && Object.values(one).some(isScalar));

/** The records in a value that should be an array; undefined if it has none. */
const asRecords = (value: unknown, {depth = 0, isOne = false} = {}): Fields[] | undefined => {
	if (value === '') {
		noteRule('empty-text');
		return [];
	}
	if (isTable(value)) {
		return fromTable(value);
	}
	if (Array.isArray(value)) {
		// The same array where possible, so that what was decoded from it is found in the cache.
		const records = value.every(isObject) ? value : value.filter(isObject);
		// A list of other things is not an empty list of records.
		return records.length > 0 || value.length === 0 ? records : undefined;
	}
	if (!isObject(value)) {
		return undefined;
	}
	const wrapped = depth < deepest ? wrappedIn(value) : undefined;
	if (wrapped !== undefined) {
		noteRule('nested');
		return asRecords(wrapped, {depth: depth + 1, isOne});
	}
	if (isKeyed(value)) {
		noteRule('keyed-by-id');
		// The key is the id unless the record has its own.
		return Object.entries(value).map(([key, entry]) => ({id: key, ...entry}));
	}
	if (Object.keys(value).length === 0) {
		return [];
	}
	if (!isOne) {
		noteRule('one-record');
	}
	return [value];
};

/**
 * The objects that may hold what is looked for, the likelier ones first: `response` and the top level, then level by level
 * what is nested in them.
 */
export function* levelsOf({response, top}: Pick<Envelope, 'response' | 'top'>): Generator<Fields[]> {
	let level: Fields[] = response === top ? [top] : [response, top];
	for (let depth = 0; depth <= deepest; depth++) {
		yield level;
		level = level.flatMap(object =>
			Object.entries(object).flatMap(([name, value]) => (!reserved.has(name) && isObject(value) ? [value] : [])),
		);
	}
}

/** The key of a name in an object, as it is or written in other letters: `dashboardStats` for `dashboard_stats`. */
const keyOf = (object: Fields, name: string): string | undefined => {
	if (Object.hasOwn(object, name)) {
		return name;
	}
	const plain = plainName(name);
	return Object.keys(object).find(key => plainName(key) === plain);
};

/**
 * The records under this name: in `response`, at the top level, or nested in them. Undefined if there are none, or if two
 * objects of one level have some, since a part of them is not all.
 *
 * @param isOne whether one object is expected, not an array
 */
export const namedRecords = (envelope: Envelope, name: string, isOne = false): Fields[] | undefined => {
	let depth = 0;
	for (const level of levelsOf(envelope)) {
		const holders = level.flatMap(object => {
			const key = keyOf(object, name);
			const value = key === undefined ? undefined : object[key];
			return key !== undefined && (value === '' || (typeof value === 'object' && value !== null))
				? [{object, key, value}]
				: [];
		});
		if (depth > 0 && holders.length > 1) {
			return undefined;
		}
		for (const {object, key, value} of holders) {
			const records = asRecords(value, {isOne});
			if (records) {
				noteWhere({isDeep: depth > 0, isBeside: object !== envelope.response && object === envelope.top});
				if (key !== name) {
					noteRule('field-case');
				}
				return records;
			}
		}
		depth++;
	}
	return undefined;
};

const noteWhere = ({isDeep, isBeside}: {isDeep: boolean; isBeside: boolean}): void => {
	if (isDeep) {
		noteRule('nested');
	} else if (isBeside) {
		noteRule('beside-response');
	}
};

const candidatesIn = (object: Fields, skipped: ReadonlySet<string>): unknown[] =>
	Object.entries(object).flatMap(([key, value]) => (skipped.has(key) ? [] : [value]));

const firstIn = (object: Fields, skipped: ReadonlySet<string>): unknown => {
	const values = candidatesIn(object, skipped);
	return values.find(isRecordArray) ?? values.find(isTable) ?? values.find(isSurelyKeyed);
};

/**
 * Finds the records of an answer: those under the expected name, else the first array of objects in `response`, else the
 * first at the top level, else the only one that is nested in them. A single object counts as an array of one, an object
 * of objects keyed by id as an array. Undefined if there is none: that means "no data", not an empty list.
 *
 * @param others names of arrays with another meaning, never taken for these records
 */
export const findRecords = (envelope: Envelope, name: string, others: readonly string[] = []): Fields[] | undefined => {
	const named = namedRecords(envelope, name);
	if (named) {
		return named;
	}
	const skipped = new Set([...reserved, ...others]);
	const empty: unknown[] = [];
	let depth = 0;
	for (const level of levelsOf(envelope)) {
		const found = level.flatMap(object => {
			const value = firstIn(object, skipped);
			return value === undefined ? [] : [{object, value}];
		});
		const [first] = found;
		if (first && (depth === 0 || found.length === 1)) {
			noteRule('other-name');
			noteWhere({isDeep: depth > 0, isBeside: first.object !== envelope.response && first.object === envelope.top});
			return asRecords(first.value);
		}
		if (first) {
			return undefined;
		}
		for (const object of level) {
			const isBlank = (key: string): boolean => wrappers.has(key) && object[key] === '';
			empty.push(...candidatesIn(object, skipped).filter(Array.isArray), ...Object.keys(object).filter(isBlank));
		}
		depth++;
	}
	// An empty array under another name counts only if there is no other array.
	const [only, ...more] = empty;
	const isNone = more.length === 0 && (typeof only === 'string' || (Array.isArray(only) && only.length === 0));
	if (isNone) {
		noteRule(typeof only === 'string' ? 'empty-text' : 'other-name');
	}
	return isNone ? [] : undefined;
};

/** The same in an answer that was read as it came, without its envelope. */
export const findRecordsIn = (answer: Fields, name: string): Fields[] | undefined =>
	findRecords({flag: 'done', flagText: '', error: '', techMsg: '', response: answer, top: answer}, name);
