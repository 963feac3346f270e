/** Request bodies in the three content types of section 1. */

import {decimalText} from './decimal.ts';
import type {Upload} from './parameters.ts';
import {isObject} from './record.ts';

/** How the fields of a request are sent; an upload always goes as multipart. */
export type Encoding = 'form' | 'json';

/** A body ready to be sent. */
export type Body = {contentType: string; bytes: string | Uint8Array};

const isUpload = (value: unknown): value is Upload => isObject(value) && value.bytes instanceof Uint8Array;

/** Fields in bracket notation: `{account: {city: 'X'}}` becomes `account[city]` = `X`. */
export const bracketed = (fields: Readonly<Record<string, unknown>>): [name: string, value: string | Upload][] => {
	const walk = (name: string, value: unknown): [string, string | Upload][] => {
		if (value === undefined || value === null) {
			return [];
		}
		if (isUpload(value)) {
			return [[name, value]];
		}
		if (Array.isArray(value)) {
			return value.flatMap((item, index) => walk(`${name}[${index}]`, item));
		}
		if (isObject(value)) {
			return Object.entries(value).flatMap(([key, item]) => walk(`${name}[${key}]`, item));
		}
		return [[name, typeof value === 'number' ? decimalText(value) : String(value)]];
	};
	return Object.entries(fields).flatMap(([name, value]) => walk(name, value));
};

/** Writes the fields as a body: form by default, JSON by option, multipart where a file is among them. */
export const writeBody = async (fields: Record<string, unknown>, encoding: Encoding): Promise<Body> => {
	const flat = bracketed(fields);
	if (flat.some(([, value]) => isUpload(value))) {
		// A module of CommonJS has no names in a bundle where it is imported late, so one of ours stands before it.
		const {writeMultipart} = await import('./multipart.ts');
		return writeMultipart(flat);
	}
	if (encoding === 'json') {
		return {contentType: 'application/json', bytes: JSON.stringify(fields)};
	}
	const pairs = flat.map(([name, value]): [string, string] => [name, String(value)]);
	return {contentType: 'application/x-www-form-urlencoded', bytes: new URLSearchParams(pairs).toString()};
};
