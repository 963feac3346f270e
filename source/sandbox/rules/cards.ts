/**
 * Finds card numbers: the service takes only tokens. Anything like a card number (13 to 19 digits, grouped or not, with a
 * valid Luhn digit) is refused in every field, and never repeated. One id in ten has a valid Luhn digit by chance, so an
 * id is refused only if its digits are grouped as cards print them.
 */
import {within} from '../../wire/bracket-names.ts';
import type {Parameter, Parameters} from '../../wire/parameters.ts';

const isLuhn = (digits: string): boolean => {
	let sum = 0;
	for (let index = 0; index < digits.length; index++) {
		const digit = Number(digits.at(-1 - index)) * (index % 2 === 0 ? 1 : 2);
		sum += digit > 9 ? digit - 9 : digit;
	}
	return sum % 10 === 0;
};

const isNumber = (digits: string): boolean => digits.length >= 13 && digits.length <= 19 && isLuhn(digits);

/** Groups of digits as cards print them, found even between other groups. */
const layouts = [
	[4, 4, 4, 4],
	[4, 4, 4, 4, 3],
	[4, 6, 5],
	[4, 6, 4],
	[4, 4, 4, 1],
];

/** E.164 allows no more digits after the plus. */
const phoneDigits = 15;

/** Days and account references, often next to other digits. */
const harmless = /(?<![\d-])(?:19|20)\d\d-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|\d{7,9})(?![\d-])/g;

/** Groups of digits separated by spaces and dashes. */
const runs = /\d+(?:[ -]{1,3}\d+)*/g;

/** An ungrouped number with only letters attached; with other digits attached it is an id. */
const words = /(?<![\p{L}\d])\p{L}*(\d{13,19})\p{L}*(?![\p{L}\d])/gu;

const isLetter = (character: string | undefined): boolean => character !== undefined && /\p{L}/u.test(character);

const isInLayout = (groups: readonly string[]): boolean =>
	groups.some(
		(first, index) =>
			/^[2-6]/.test(first) &&
			layouts.some(
				layout =>
					layout.every((length, offset) => groups[index + offset]?.length === length) &&
					isLuhn(groups.slice(index, index + layout.length).join('')),
			),
	);

/** Text with full-width digits, no-break spaces and long dashes made plain, and without days and account references. */
const plainOf = (text: string): string =>
	text
		.normalize('NFKC')
		.replace(/\p{Pd}/gu, '-')
		.replace(harmless, ',');

/** True if the text contains a card number grouped as cards print it. */
export const isPrintedCard = (text: string): boolean =>
	[...plainOf(text).matchAll(runs)].some(([run]) => isInLayout(run.split(/\D+/)));

/** True if the text contains a card number. */
export const isCardNumber = (text: string): boolean => {
	const plain = plainOf(text);
	const isPhone = (index: number, digits: string): boolean => plain[index - 1] === '+' && digits.length <= phoneDigits;
	for (const {0: run, index} of plain.matchAll(runs)) {
		const groups = run.split(/\D+/);
		const digits = groups.join('');
		const isGlued = isLetter(plain[index - 1]) || isLetter(plain[index + run.length]);
		if (!isPhone(index, digits) && ((!isGlued && isNumber(digits)) || isInLayout(groups))) {
			return true;
		}
	}
	return [...plain.matchAll(words)].some(({1: digits = '', index}) => !isPhone(index, digits) && isLuhn(digits));
};

/** A JSON number above this has lost digits when it was parsed. */
const lossy = Number.MAX_SAFE_INTEGER;

const cardText = 'it looks like a card number; only tokens of payment methods are accepted';
const lossyText = 'a JSON number this long loses digits; send it as text';

type Row = Pick<Parameter, 'kind' | 'fields' | 'isId'>;

/** Why a value is refused; undefined if it is not. */
const problemOf = (value: unknown, row: Row | undefined): string | undefined => {
	if (typeof value === 'number' && value > lossy) {
		return row?.isId ? lossyText : value < 1e19 ? cardText : undefined;
	}
	const isCard = row?.isId ? isPrintedCard : isCardNumber;
	return (typeof value === 'string' || typeof value === 'number') && isCard(String(value)) ? cardText : undefined;
};

/** Looks up the rows of nested fields: by name in a group, the same row for every index of a repeated field. */
const rowsIn = (row: Row | undefined): ((key: string) => Row | undefined) => {
	const {fields} = row ?? {};
	if (row?.kind === 'repeated') {
		return () => ({...row, kind: fields ? 'group' : 'text'});
	}
	return key => (fields && Object.hasOwn(fields, key) ? fields[key] : undefined);
};

const nameLimit = 100;

/** A refused field: its bracketed name and the reason. */
export type CardField = {name: string; detail: string};

const find = (fields: object, rowOf: (key: string) => Row | undefined, parent: string): CardField | undefined => {
	for (const [key, value] of Object.entries(fields)) {
		const row = rowOf(key);
		const isNamedSo = isCardNumber(key);
		const shown = isNamedSo ? '***' : key.slice(0, nameLimit);
		const name = within(parent, shown);
		const detail = isNamedSo ? cardText : problemOf(value, row);
		if (detail !== undefined) {
			return {name, detail};
		}
		const isNested = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
		const found = isNested ? find(value, rowsIn(row), name) : undefined;
		if (found) {
			return found;
		}
	}
	return undefined;
};

/**
 * The first field of a request, at any depth, with a card number. A name that contains one is shown as `***`. Files are
 * not searched.
 *
 * @param rows the parameters of the operation: they say which fields are ids
 */
export const cardIn = (fields: object, rows: Parameters = {}): CardField | undefined =>
	find(fields, rowsIn({kind: 'group', fields: rows}), '');
