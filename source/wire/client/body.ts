/** Request bodies in the three content types of section 1. */

import {flat} from '../bracket-names.ts';
import {decimalText} from '../decimal.ts';
import {isUpload, type Upload} from '../parameters.ts';

/** How the fields of a request are sent; an upload always goes as multipart. */
export type Encoding = 'form' | 'json';

/** A body ready to be sent. */
export type Body = {contentType: string; bytes: string | Uint8Array};

const written = (value: unknown): string | Upload =>
	isUpload(value) ? value : typeof value === 'number' ? decimalText(value) : String(value);

/** Fields in bracket notation, without those that have no value: `{account: {city: 'X'}}` becomes `account[city]` = `X`. */
export const bracketed = (fields: Readonly<Record<string, unknown>>): [name: string, value: string | Upload][] =>
	flat(fields).flatMap(([name, value]): [string, string | Upload][] =>
		value === undefined || value === null ? [] : [[name, written(value)]],
	);

/** Writes the fields as a form or JSON, or as multipart if one of them is a file. */
export const writeBody = async (fields: Record<string, unknown>, encoding: Encoding): Promise<Body> => {
	const pairs = bracketed(fields);
	if (pairs.some(([, value]) => isUpload(value))) {
		// Imported through a file of ours: a lazily imported CommonJS module has no named exports in the bundle.
		const {writeMultipart} = await import('./multipart.ts');
		return writeMultipart(pairs);
	}
	if (encoding === 'json') {
		return {contentType: 'application/json', bytes: JSON.stringify(fields)};
	}
	const texts = pairs.map(([name, value]): [string, string] => [name, String(value)]);
	return {contentType: 'application/x-www-form-urlencoded', bytes: new URLSearchParams(texts).toString()};
};
