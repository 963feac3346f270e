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

/** Fields in bracket notation: `{account: {city: 'X'}}` becomes `account[city]` = `X`. What has no value is left out. */
export const bracketed = (fields: Readonly<Record<string, unknown>>): [name: string, value: string | Upload][] =>
	flat(fields).flatMap(([name, value]): [string, string | Upload][] =>
		value === undefined || value === null ? [] : [[name, written(value)]],
	);

/** Writes the fields as a body: form by default, JSON by option, multipart where a file is among them. */
export const writeBody = async (fields: Record<string, unknown>, encoding: Encoding): Promise<Body> => {
	const pairs = bracketed(fields);
	if (pairs.some(([, value]) => isUpload(value))) {
		// A module of CommonJS has no names in a bundle where it is imported late, so one of ours stands before it.
		const {writeMultipart} = await import('./multipart.ts');
		return writeMultipart(pairs);
	}
	if (encoding === 'json') {
		return {contentType: 'application/json', bytes: JSON.stringify(fields)};
	}
	const texts = pairs.map(([name, value]): [string, string] => [name, String(value)]);
	return {contentType: 'application/x-www-form-urlencoded', bytes: new URLSearchParams(texts).toString()};
};
