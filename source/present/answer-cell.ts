/** How one value of an answer is written. */
import {nothing, number} from './format.ts';
import {type Mask, personalOf} from './mask.ts';

/** Most characters of a nested value that are formatted for a cell: more than any cell shows. */
const nestedLength = 200;

/** Base64 text of at least this length is a document and not for reading. */
const leastDocument = 200;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** How many bytes a text of base64 holds; undefined if it is no such text. */
export const documentBytes = (text: string): number | undefined =>
	text.length >= leastDocument && text.length % 4 === 0 && base64.test(text)
		? (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
		: undefined;

const documentText = (bytes: number): string => `${number(bytes)} bytes of base64`;

/** Most characters of a text that are formatted: more than any row shows. */
const textLength = 1000;

const start = (text: string): string =>
	text.length > textLength ? `${text.slice(0, textLength).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A text or a figure, masked by the name of its field. */
const scalarText = (value: unknown, field: string, mask: Mask): string => {
	const bytes = typeof value === 'string' ? documentBytes(value) : undefined;
	return bytes === undefined ? mask(personalOf(field), start(String(value))) : documentText(bytes);
};

const quoted = (value: unknown, field: string, mask: Mask): string => {
	const text = scalarText(value, field, mask);
	return typeof value !== 'string' || documentBytes(value) !== undefined ? text : JSON.stringify(text);
};

/** Items in brackets, up to so many characters. */
const listed = <T>(brackets: string, items: readonly T[], textOf: (item: T) => string, room: number): string => {
	let shown = brackets.charAt(0);
	for (const item of items) {
		if (shown.length > room) {
			return `${shown}…`;
		}
		shown += `${shown.length > 1 ? ', ' : ''}${textOf(item)}`;
	}
	return shown + brackets.charAt(1);
};

/** A value as a line of JSON shows it: a nested one up to so many characters. */
export const jsonText = (value: unknown, field: string, mask: Mask, room: number): string => {
	if (Array.isArray(value)) {
		return listed('[]', value, item => jsonText(item, field, mask, room), room);
	}
	return typeof value === 'object' && value !== null
		? listed('{}', Object.entries(value), ([key, item]) => `"${key}": ${jsonText(item, key, mask, room)}`, room)
		: quoted(value, field, mask);
};

/** A value as a cell of a table shows it. */
export const cellText = (value: unknown, field: string, mask: Mask): string => {
	if (value === null || value === undefined) {
		return nothing;
	}
	return typeof value === 'object' ? jsonText(value, field, mask, nestedLength) : scalarText(value, field, mask);
};

/** A value of an answer, with what it says of people masked as configured. */
export const shownValue = (value: unknown, field: string, mask: Mask): unknown => {
	if (Array.isArray(value)) {
		return value.map(item => shownValue(item, field, mask));
	}
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shownValue(item, key, mask)]));
	}
	if (value === null || value === undefined) {
		return null;
	}
	const text = mask(personalOf(field), String(value));
	return text === String(value) ? value : text;
};
