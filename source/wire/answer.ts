/** The answers of operations: the client decodes and the sandbox encodes them by the same rows. */
import * as z from 'zod';
import type {Codec} from './codecs.ts';
import type {Envelope} from './envelope.ts';
import {WireError} from './errors.ts';
import {findRecords, levelsOf, namedRecords} from './find-records.ts';
import type {IdResolver} from './id-resolver.ts';
import {once} from './once.ts';
import {type Field, plainName, type RecordCodec, type RecordOf} from './record.ts';
import {safeText, safeValue} from './text.ts';
import {noteRule} from './tolerance.ts';

/** Reads an answer from an envelope and writes it into `response`. */
export type AnswerCodec<Read, Written = Read> = {
	/** The properties of `response` that it writes, if they are known; `[]` marks a list. */
	fields?: readonly string[];
	/** True if the interface documents this shape; otherwise it is ours. */
	given?: boolean;
	/** The property of `response` that changes in nearly every answer, while the others often equal those of the last one. */
	moving?: string;
	/**
	 * @param resolve resolves the ids in the answer to the known ids that the service refers to
	 * @throws WireError `unreadable` if what the operation must answer is missing or nothing of it can be read.
	 */
	decode(envelope: Envelope, resolve?: IdResolver): Read;
	encode(answer: Written): Record<string, unknown>;
};

// biome-ignore lint/suspicious/noExplicitAny: any record codec, whatever its rows
export type AnyRecord = RecordCodec<any>;
type ReadOf<R> = R extends RecordCodec<infer F> ? RecordOf<F> : never;
type WrittenOf<R> = R extends {encode(value: infer V): unknown} ? V : never;

/** The properties of `response` that are not the envelope's own. */
const ownFields = ({response}: Envelope): Record<string, unknown> => {
	const {success: _success, error: _error, tech_msg: _techMsg, ...fields} = response;
	return fields;
};

/** The wire names of a record's fields, each prefixed with `below`. */
export const wireFields = ({fields}: AnyRecord, below = ''): string[] =>
	Object.values(fields as Record<string, Field<unknown>>).map(({wire: [name]}) => `${below}${name}`);

/** Names an id that a record holds: our name of its field, and the wire's. */
const idFields = [
	['campaignId', 'campaign_id'],
	['id', 'list_id'],
] as const;

/** The record with its ids resolved, where the service spells them differently. */
export const withResolvedIds = <T>(value: T, {fields}: AnyRecord, resolve: IdResolver | undefined): T => {
	if (!resolve) {
		return value;
	}
	const ids: Record<string, string> = {};
	for (const [name, wire] of idFields) {
		const id = (value as Record<string, unknown>)[name];
		if ((fields as Record<string, Field<unknown> | undefined>)[name]?.wire[0] === wire && typeof id === 'string') {
			ids[name] = resolve(wire, id);
		}
	}
	return {...value, ...ids};
};

/** Whether any known field of a record was read. */
const isRead = (value: Record<string, unknown>, {fields}: AnyRecord): boolean =>
	Object.keys(fields).some(name => value[name] !== undefined);

/**
 * Checks that some record has a readable field: rows without one would look like data.
 *
 * @throws WireError `unreadable` if there are records, and no known field in any
 */
export const checkRead = (name: string, codec: AnyRecord, records: readonly Record<string, unknown>[]): void => {
	if (records.length > 0 && !records.some(value => isRead(value, codec))) {
		throw new WireError('unreadable', `no field that dialtop knows is in the answer's ${name}`);
	}
};

/** Reads records. @throws WireError as {@link checkRead} does */
export const readRecords = <R extends AnyRecord>(
	name: string,
	codec: R,
	found: readonly Record<string, unknown>[],
	resolve?: IdResolver,
): ReadOf<R>[] => {
	const records = found.flatMap(wire => codec.decode(wire) ?? []);
	checkRead(name, codec, records);
	return records.map(value => withResolvedIds(value, codec, resolve)) as ReadOf<R>[];
};

/** An answer that is one array of records, found by the tolerant rules under `name`. */
export const recordsAnswer = <R extends AnyRecord>(
	name: string,
	codec: R,
): AnswerCodec<{records: ReadOf<R>[]}, {records: WrittenOf<R>[]}> & {fields: readonly string[]} => ({
	fields: wireFields(codec, `${name}[].`),
	decode(envelope, resolve) {
		const records = findRecords(envelope, name);
		if (!records) {
			throw new WireError('unreadable', `the answer has no list of ${name}`);
		}
		return {records: readRecords(name, codec, records, resolve)};
	},
	encode: ({records}) => ({[name]: records.map(value => codec.encode(value as never))}),
});

/** As {@link recordsAnswer}, of a listing with pages: the `total` that the sandbox writes counts the records of all of them. */
export const pagedAnswer = <R extends AnyRecord>(
	name: string,
	codec: R,
): AnswerCodec<{records: ReadOf<R>[]}, {records: WrittenOf<R>[]; total: number}> => {
	const {encode, fields, ...answer} = recordsAnswer(name, codec);
	return {
		...answer,
		fields: [...fields, 'total'],
		encode: ({total, ...written}) => ({...encode(written), total: String(total)}),
	};
};

/** The plain names of a record's fields. */
const plainNames = (codec: AnyRecord): ReadonlySet<string> =>
	new Set(Object.values(codec.fields as Record<string, Field<unknown>>).flatMap(({wire}) => wire.map(plainName)));

/**
 * An answer that is one record: the object under `name`, else whichever object, `response` itself included, has the most
 * known fields.
 */
export const recordAnswer = <R extends AnyRecord>(
	name: string,
	codec: R,
): AnswerCodec<{record: ReadOf<R>}, {record: WrittenOf<R>}> => {
	const known = plainNames(codec);
	const knownIn = (wire: Record<string, unknown>): number =>
		Object.keys(wire).filter(key => known.has(plainName(key))).length;
	return {
		fields: wireFields(codec, `${name}.`),
		decode(envelope, resolve) {
			const [first] = namedRecords(envelope, name, true) ?? [];
			const nested = (): Record<string, unknown>[] => [
				ownFields(envelope),
				...(findRecords(envelope, name) ?? []).slice(0, 1),
				...[...levelsOf(envelope)].slice(1).flat(),
			];
			const wire = first ?? nested().sort((a, b) => knownIn(b) - knownIn(a))[0];
			const record = codec.decode(wire);
			if (!record || !isRead(record, codec)) {
				throw new WireError('unreadable', `no field of a ${name} that dialtop knows is in the answer`);
			}
			return {record: withResolvedIds(record, codec, resolve) as ReadOf<R>};
		},
		encode: ({record}) => ({[name]: codec.encode(record as never)}),
	};
};

/**
 * The known fields of an answer that may appear at several levels: those of `response` count first, then those at the top
 * level, then those nested in them. A field that differs between two objects of one deeper level is skipped.
 */
const gathered = (envelope: Envelope, known: ReadonlySet<string>): Record<string, unknown> => {
	const own = ownFields(envelope);
	const fields: Record<string, unknown> = {...own};
	const taken = new Set(Object.keys(own).map(plainName));
	let isNested = false;
	for (const level of levelsOf(envelope)) {
		const found = level.flatMap(object => Object.entries(object)).filter(([name]) => known.has(plainName(name)));
		for (const [plain, alike] of Map.groupBy(found, ([name]) => plainName(name))) {
			const [first] = alike;
			if (first && !taken.has(plain) && alike.every(([, value]) => value === first[1])) {
				taken.add(plain);
				fields[first[0]] = first[1];
				noteRule(isNested ? 'nested' : 'beside-response');
			}
		}
		isNested = true;
	}
	return fields;
};

/** An answer whose fields are beside `success` and `error` in `response`. */
export const fieldsAnswer = <R extends AnyRecord>(codec: R): AnswerCodec<ReadOf<R>, WrittenOf<R>> => {
	const known = plainNames(codec);
	return {
		fields: wireFields(codec),
		decode: envelope => codec.decode(gathered(envelope, known)) as ReadOf<R>,
		encode: value => codec.encode(value as never),
	};
};

/** A text of an open answer may be a whole document, as long as the transport allows. */
const openTextLimit = 8_000_000;

/** Anything nested deeper stays text. */
const openDepth = 32;

const cleaned = (value: unknown, depth = 0): unknown => {
	if (typeof value === 'string') {
		return safeText(value, openTextLimit);
	}
	if (typeof value !== 'object' || value === null) {
		return value;
	}
	if (depth >= openDepth) {
		return safeValue(value);
	}
	return Array.isArray(value)
		? value.map(item => cleaned(item, depth + 1))
		: Object.fromEntries(Object.entries(value).map(([key, item]) => [safeText(key), cleaned(item, depth + 1)]));
};

/** An answer whose shape is not documented: returned as it came, with each text made safe to show. */
export const openAnswer: AnswerCodec<Record<string, unknown>> = {
	decode(envelope) {
		const {response: _response, ...beside} = envelope.top;
		const {error} = envelope;
		// An error text may come along with success.
		const fields = {...ownFields(envelope), ...(error === '' ? {} : {error})};
		return cleaned(envelope.response === envelope.top ? fields : {...beside, ...fields}) as Record<string, unknown>;
	},
	encode: answer => answer,
};

/** A property that an answer of ours may omit. */
type Optional = {optional: Codec<unknown>};

/** The shape of a value that is ours: a codec, a list of one shape, or an object of them. */
type Shape = Codec<unknown> | readonly Shape[] | Shapes;
type Shapes = {readonly [name: string]: Shape | Optional};

/** What a value of a shape is written from. */
type Value<S> =
	S extends Codec<infer T>
		? T
		: S extends readonly (infer Item)[]
			? Value<Item>[]
			: {-readonly [K in keyof S as S[K] extends Optional ? never : K]: Value<S[K]>} & {
					-readonly [K in keyof S as S[K] extends Optional ? K : never]?:
						| (S[K] extends {optional: infer C} ? Value<C> : never)
						| undefined;
				};

/** Marks a property of {@link ownAnswer} that may be omitted. */
export const optional = <T>(codec: Codec<T>) => ({optional: codec});

const isOptional = (shape: Shape | Optional): shape is Optional =>
	'optional' in shape && isCodec(shape.optional as Shape);
const isCodec = (shape: Shape | Optional): shape is Codec<unknown> =>
	'schema' in shape && typeof shape.schema === 'function';
const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);

const schemaOf = (shape: Shape | Optional): z.ZodType => {
	if (isCodec(shape)) {
		return shape.schema();
	}
	if (isOptional(shape)) {
		return shape.optional.schema().optional();
	}
	return isList(shape) ? z.array(schemaOf(shape[0] as Shape)) : objectOf(shape);
};

const objectOf = (shapes: Shapes): z.ZodObject =>
	z.object(Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, schemaOf(shape)])));

const fieldsOf = (shape: Shape | Optional, name = ''): string[] => {
	if (isCodec(shape) || isOptional(shape)) {
		return [name];
	}
	return isList(shape)
		? fieldsOf(shape[0] as Shape, `${name}[]`)
		: Object.entries(shape).flatMap(([key, field]) => fieldsOf(field, name ? `${name}.${key}` : key));
};

/**
 * An answer whose shape is ours, because the interface does not document it: the sandbox writes it strictly, and the client
 * reads whatever another service sends.
 *
 * @param shapes the properties of `response`
 */
export const ownAnswer = <const S extends Shapes>(
	shapes: S,
): AnswerCodec<Record<string, unknown>, Value<S>> & {schema(): z.ZodObject} => {
	const schema = once(() => objectOf(shapes));
	return {
		schema,
		fields: fieldsOf(shapes),
		decode: openAnswer.decode,
		encode: answer => z.encode(schema(), answer as never),
	};
};
