/** The answers of operations: the client decodes and the sandbox encodes them by the same rows. */
import * as z from 'zod';
import {type Envelope, findRecords, namedRecords} from './envelope.ts';
import {WireError} from './errors.ts';
import {type Field, isObject, type RecordCodec, type RecordOf} from './record.ts';
import {safeText, safeValue} from './text.ts';

/** Reads an answer from an envelope and writes it into `response`. */
export type AnswerCodec<Read, Written = Read> = {
	/** The properties of `response` that it writes, if they are known; `[]` marks a list. */
	fields?: readonly string[];
	/** True if the interface documents this shape; otherwise it is ours. */
	given?: boolean;
	/** @throws WireError `bad-shape` if what the operation must answer is missing. */
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

/** The wire names of a record's fields, each prefixed with `below`. */
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
 * An answer that is one record: the object under `name`, else whichever object, `response` itself included, has the most
 * known fields.
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

/** A text of an open answer may be a whole document, as long as the transport allows. */
const openTextLimit = 8_000_000;

/** Anything nested deeper is kept as text. */
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

/** An answer whose shape is not documented: kept as it came, with each text made safe to show. */
export const openAnswer: AnswerCodec<Record<string, unknown>> = {
	decode(envelope) {
		const {response: _response, ...beside} = envelope.top;
		const {error} = envelope;
		// Keeps an error text that came along with success.
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
 * An answer whose shape is ours, because the interface does not document it: the sandbox writes it strictly, and the client
 * reads whatever another service sends.
 *
 * @param shape the properties of `response`, each a codec, a list of them or an object
 */
export const ownAnswer = <S extends z.ZodRawShape>(
	shape: S,
): AnswerCodec<Record<string, unknown>, z.output<z.ZodObject<S>>> & {shape: z.ZodObject<S>} => {
	const object = z.object(shape);
	return {
		shape: object,
		fields: fieldsOf(object),
		decode: openAnswer.decode,
		encode: answer => z.encode(object, answer) as Record<string, unknown>,
	};
};
