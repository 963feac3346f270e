/** Documents in answers, such as an agreement: base64 in a field, which may be saved as the file that it is. */
import {documentBytes} from '../../present/answer-cell.ts';
import type {Sheet} from '../../present/csv-json.ts';

/** A document found in a record. */
export type Document = {field: string; bytes: Uint8Array; extension: string};

/** What can be exported now. */
export type Exported = {
	/** For the name of the file. */
	name: string;
	/** In words: `37 campaigns`. */
	what: string;
	/** As a page of Markdown, where it is one. */
	page?: string;
	/** As rows; nothing where it is no table. */
	sheet: Sheet | undefined;
	/** As JSON; the rows as objects where it says nothing else. */
	value: unknown;
	documents: readonly Document[];
};

/** What kinds of files begin with. */
const kinds: readonly (readonly [extension: string, start: readonly number[]])[] = [
	['pdf', [0x25, 0x50, 0x44, 0x46]],
	['png', [0x89, 0x50, 0x4e, 0x47]],
	['jpg', [0xff, 0xd8, 0xff]],
	['gif', [0x47, 0x49, 0x46, 0x38]],
	['zip', [0x50, 0x4b, 0x03, 0x04]],
];

const extensionOf = (bytes: Uint8Array): string =>
	kinds.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0] ?? 'bin';

/** The documents in the fields of a record, and in what is nested in them. */
export const documentsIn = (fields: Readonly<Record<string, unknown>>): Document[] =>
	Object.entries(fields).flatMap(([field, value]): Document[] => {
		if (typeof value === 'object' && value !== null) {
			return documentsIn(value as Readonly<Record<string, unknown>>);
		}
		if (typeof value !== 'string' || documentBytes(value) === undefined) {
			return [];
		}
		const bytes = Buffer.from(value, 'base64');
		return [{field, bytes, extension: extensionOf(bytes)}];
	});
