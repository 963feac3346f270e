/** Reads and writes the parameters of a request, checked by the catalogue's schemas. */
import * as z from 'zod';
import {nameOf} from '../bracket-names.ts';
import {WireError} from '../errors.ts';
import type {AnyOperation} from '../operation.ts';
import {type Bounding, type Parameters, schemaOf} from '../parameters.ts';
import {isObject} from '../record.ts';
import {namedRows, type OperationType, operations, type ParamsOf, parameterRows} from './index.ts';

/** What is wrong with a parameter. */
export type ParameterProblem = {
	kind: 'missing' | 'invalid';
	/** Its wire name, with brackets if it is nested: `account[company_id]`. */
	name: string;
	/** What it must be. */
	message: string;
};

const schemas = {schema: new Map<OperationType, z.ZodType>(), sent: new Map<OperationType, z.ZodType>()};

const schemaFor = (type: OperationType, bounding: Bounding): z.ZodType => {
	const known = schemas[bounding].get(type);
	if (known) {
		return known;
	}
	const {documented, more}: AnyOperation = operations[type];
	const rows = bounding === 'schema' ? parameterRows(type) : namedRows(type);
	const schema = schemaOf(rows, {open: !documented || more !== undefined, bounding});
	schemas[bounding].set(type, schema);
	return schema;
};

const valueAt = (fields: unknown, path: readonly PropertyKey[]): unknown =>
	path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], fields);

const problemsOf = (error: z.ZodError, fields: unknown): ParameterProblem[] =>
	error.issues.map(({path, message}) => {
		const missing = valueAt(fields, path) === undefined;
		return {kind: missing ? 'missing' : 'invalid', name: nameOf(path), message: missing ? 'is required' : message};
	});

const isEmpty = (value: unknown): boolean => value === '' || value === undefined || value === null;

/** The fields without empty ones, also in groups; those that clear a value stay, as ''. */
const withoutEmpty = (rows: Parameters, fields: Record<string, unknown>): Record<string, unknown> => {
	const inner = (inside: Parameters, value: unknown): unknown =>
		isObject(value) ? withoutEmpty(inside, value) : value;
	const tidied = (name: string, value: unknown): unknown => {
		const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
		const inside = row?.fields;
		if (!inside || row.kind === 'group') {
			return inside ? inner(inside, value) : value;
		}
		if (Array.isArray(value)) {
			return value.map(item => inner(inside, item));
		}
		return isObject(value)
			? Object.fromEntries(Object.entries(value).map(([index, item]) => [index, inner(inside, item)]))
			: value;
	};
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) => {
			if (!isEmpty(value)) {
				return [[name, tidied(name, value)]];
			}
			const clears = value !== undefined && Object.hasOwn(rows, name) && rows[name]?.empty === 'clears';
			return clears ? [[name, '']] : [];
		}),
	);
};

/**
 * Reads the parameters of a request; ignores its `type` and `token`.
 *
 * @param bounding `sent` for the bounds of the interface alone, which hold for every client
 */
export const decodeParams = <T extends OperationType>(
	type: T,
	fields: Record<string, unknown>,
	bounding: Bounding = 'schema',
): {ok: true; params: ParamsOf<T>} | {ok: false; problems: ParameterProblem[]} => {
	const {type: _type, token: _token, ...given} = fields;
	const present = withoutEmpty(parameterRows(type), given);
	const result = schemaFor(type, bounding).safeDecode(present as never);
	return result.success
		? {ok: true, params: result.data as ParamsOf<T>}
		: {ok: false, problems: problemsOf(result.error, present)};
};

/** The names of a request's fields that are empty and must not be. */
export const emptiedParameters = (type: OperationType, fields: Record<string, unknown>): string[] =>
	Object.entries(parameterRows(type)).flatMap(([name, {empty}]) =>
		empty === 'refused' && (fields[name] === '' || fields[name] === null) ? [name] : [],
	);

/** Names without a row: a misspelt parameter must not be dropped silently. */
const strangersIn = (rows: Parameters, values: unknown, path: string[] = []): string[] =>
	Object.entries(isObject(values) ? values : {}).flatMap(([name, value]) => {
		const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
		const here = [...path, name];
		if (!row) {
			return value === undefined ? [] : [nameOf(here)];
		}
		if (row.kind === 'repeated' && row.fields && typeof value === 'object' && value !== null) {
			const {fields} = row;
			return Object.entries(value).flatMap(([index, item]) => strangersIn(fields, item, [...here, index]));
		}
		return row.fields ? strangersIn(row.fields, value, here) : [];
	});

/** The names of a request's fields that the operation does not have; `type` and `token` aside. */
export const unknownParameters = (type: OperationType, fields: Record<string, unknown>): string[] => {
	const {type: _type, token: _token, ...given} = fields;
	return strangersIn(parameterRows(type), given);
};

/**
 * Writes the parameters of an undocumented operation: the service may want others than the sandbox, so nothing is required
 * and text is sent as it is. Any other value of a known parameter is in our units (money in cents) and must be one that its
 * row can write.
 */
const encodeOpen = (type: OperationType, rows: Parameters, params: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(params).map(([name, value]) => {
			const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
			const result = row && value !== undefined ? z.safeEncode(row.schema(), value) : undefined;
			if (result?.error && typeof value !== 'string') {
				const message = result.error.issues.map(issue => issue.message).join(', ');
				throw new WireError('bad-parameters', `${type}: ${name} ${message}`);
			}
			return [name, result?.success ? result.data : value];
		}),
	);

/** Writes what the schema would, without building it, as polls need no schema. Undefined if only the schema can check a value. */
const plainParams = (rows: Parameters, params: Record<string, unknown>): Record<string, unknown> | undefined => {
	const written: Record<string, unknown> = {};
	for (const [name, {required, plain}] of Object.entries(rows)) {
		const value = params[name];
		const text = value === undefined ? undefined : plain?.(value);
		if (text !== undefined) {
			written[name] = text;
		} else if (required || value !== undefined) {
			return undefined;
		}
	}
	return Object.keys(params).every(name => Object.hasOwn(rows, name)) ? written : undefined;
};

/**
 * Writes parameters for the wire, within the bounds of the interface.
 *
 * @throws WireError `bad-parameters`, which names each wrong field and what it must be
 */
export const encodeParams = <T extends OperationType>(type: T, params: ParamsOf<T>): Record<string, unknown> => {
	const {documented, more}: AnyOperation = operations[type];
	const rows = namedRows(type);
	if (!documented) {
		return encodeOpen(type, rows, params);
	}
	const plain = plainParams(rows, params);
	if (plain) {
		return plain;
	}
	const result = z.safeEncode(schemaFor(type, 'sent'), params);
	const strangers = (more ? [] : strangersIn(rows, params)).map(name => `${name} is not one of its parameters`);
	const wrong = result.success ? [] : problemsOf(result.error, params).map(({name, message}) => `${name} ${message}`);
	if (!result.success || strangers.length > 0) {
		throw new WireError('bad-parameters', `${type}: ${[...wrong, ...strangers].join('; ')}`);
	}
	return result.data as Record<string, unknown>;
};
