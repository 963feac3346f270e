/** Answers of operations, each a pair of functions over the same rows: the client decodes, the sandbox encodes. */
import * as z from 'zod';
import {type Envelope, findRecords, namedRecords} from './envelope.ts';
import {WireError} from './errors.ts';
import {type Field, isObject, type RecordCodec, type RecordOf} from './record.ts';
import {safeText, safeValue} from './text.ts';

/** How an answer reads from an envelope and how it is written into `response`. */
export type AnswerCodec<Read, Written = Read> = {
	/** The properties of `response` that it writes, where they are known; `[]` marks a list. */
	fields?: readonly string[];
	/** Whether the interface itself gives this shape; otherwise it is ours. */
	given?: boolean;
	/** @throws WireError `bad-shape` where what the operation must answer is not there. */
	decode(envelope: Envelope): Read;
	encode(answer: Written): Record<string, unknown>;
};

// biome-ignore lint/suspicious/noExplicitAny: any record codec, whatever its rows
type AnyRecord = RecordCodec<any>;
type ReadOf<R> = R extends RecordCodec<infer F> ? RecordOf<F> : never;
type WrittenOf<R> = R extends {encode(value: infer V): unknown} ? V : never;

/** The properties of `response` that are not the envelope's own. */
const ownFields = ({response}: Envelope): Record<string, unknown> => {
	const {success: _success, error: _error, tech_msg: _techMsg, ...fields} = response;
	return fields;
};

/** The wire names of a record's fields, below a name. */
export const wireFields = ({fields}: AnyRecord, below = ''): string[] =>
	Object.values(fields as Record<string, Field<unknown>>).map(({wire: [name]}) => `${below}${name}`);

/** An answer that is one array of records, found by the tolerant rules under `name`. */
export const recordsAnswer = <R extends AnyRecord>(
	name: string,
	codec: R,
): AnswerCodec<{records: ReadOf<R>[]}, {records: WrittenOf<R>[]}> => ({
	fields: wireFields(codec, `${name}[].`),
	decode(envelope) {
		const records = findRecords(envelope, name);
		if (!records) {
			throw new WireError('bad-shape', `the answer has no list of ${name}`);
		}
		return {records: records.flatMap(wire => codec.decode(wire) ?? []) as ReadOf<R>[]};
	},
	encode: ({records}) => ({[name]: records.map(value => codec.encode(value as never))}),
});

/**
 * An answer that is one record: what stands under `name`, else that object, the fields of `response` themselves among
 * them, in which most fields are known.
 */
export const recordAnswer = <R extends AnyRecord>(
	name: string,
	codec: R,
): AnswerCodec<{record: ReadOf<R>}, {record: WrittenOf<R>}> => {
	const known = new Set(Object.values(codec.fields as Record<string, Field<unknown>>).flatMap(({wire}) => wire));
	const knownIn = (wire: Record<string, unknown>): number => Object.keys(wire).filter(key => known.has(key)).length;
	return {
		fields: wireFields(codec, `${name}.`),
		decode(envelope) {
			const fields = ownFields(envelope);
			const nested = [...(findRecords(envelope, name) ?? []).slice(0, 1), ...Object.values(fields).filter(isObject)];
			const wire = namedRecords(envelope, name)?.[0] ?? [fields, ...nested].sort((a, b) => knownIn(b) - knownIn(a))[0];
			return {record: codec.decode(wire) as ReadOf<R>};
		},
		encode: ({record}) => ({[name]: codec.encode(record as never)}),
	};
};

/** An answer whose fields stand beside `success` and `error` in `response`. */
export const fieldsAnswer = <R extends AnyRecord>(codec: R): AnswerCodec<ReadOf<R>, WrittenOf<R>> => ({
	fields: wireFields(codec),
	decode: envelope => codec.decode(ownFields(envelope)) as ReadOf<R>,
	encode: value => codec.encode(value as never),
});

/** Texts of an open answer may be whole documents: as long as the transport lets an answer be. */
const openTextLimit = 8_000_000;

/** What is nested deeper than any answer needs is kept as text. */
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

/** An answer of which the interface gives no shape: kept as it came, each text made safe to show. */
export const openAnswer: AnswerCodec<Record<string, unknown>> = {
	decode(envelope) {
		const {response: _response, ...beside} = envelope.top;
		const {error} = envelope;
		// What the service says beside its success is not left out.
		const fields = {...ownFields(envelope), ...(error === '' ? {} : {error})};
		return cleaned(envelope.response === envelope.top ? fields : {...beside, ...fields}) as Record<string, unknown>;
	},
	encode: answer => answer,
};

const fieldsOf = (shape: z.ZodType, name = ''): string[] => {
	if (shape instanceof z.ZodOptional) {
		return fieldsOf(shape.unwrap() as z.ZodType, name);
	}
	if (shape instanceof z.ZodArray) {
		return fieldsOf(shape.element as z.ZodType, `${name}[]`);
	}
	return shape instanceof z.ZodObject
		? Object.entries(shape.shape).flatMap(([key, field]) => fieldsOf(field as z.ZodType, name ? `${name}.${key}` : key))
		: [name];
};

/**
 * An answer whose shape is ours: the sandbox writes it so, strictly; of another service anything is read, since the
 * interface says nothing of it.
 *
 * @param shape the properties of `response`, each a codec, a list of them or an object
 */
export const ownAnswer = <S extends z.ZodObject>(
	shape: S,
): AnswerCodec<Record<string, unknown>, z.output<S>> & {shape: S} => ({
	shape,
	fields: fieldsOf(shape),
	decode: openAnswer.decode,
	encode: answer => z.encode(shape, answer) as Record<string, unknown>,
});
