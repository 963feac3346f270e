/** Reads a file of leads: CSV with any of three delimiters. Finds its columns and checks its rows. */

import {isUtf8} from 'node:buffer';
import {Readable} from 'node:stream';
import {CsvError, parse} from 'csv-parse';
import * as z from 'zod';
import {parameterRows} from '../../wire/operations/index.ts';
import {leadNumber} from '../world/people.ts';
import {zoneOfNumber, zoneOfOffset} from '../world/zones.ts';
import {isCardNumber, isPrintedCard} from './cards.ts';
import {nextTurn} from './turns.ts';

/** A valid row; `phone` has ten digits, missing cells are empty, and `fields` are those of the account that have a value. */
export type LeadRow = {
	phone: string;
	phoneType: string;
	zone: number;
	accountId: string;
	email: string;
	fields: Readonly<Record<string, string>>;
};

/** The valid rows of a file, how many are invalid, and the names of the columns that no lead has. */
export type LeadFile = {rows: LeadRow[]; invalid: number; ignored: string[]};

/** `standard` names its columns in the first line, `plain` has no such line. */
export type LeadFormat = 'standard' | 'plain';

/** What add_leads takes of an account, by the interface's own names. */
const {
	campaign_id: _campaign,
	list_id: _list,
	phones: _phones,
	emails: _emails,
	account_id: _account,
	...fieldRows
} = parameterRows('add_leads');

/** A name in lower case, without spaces, underscores and dashes. */
const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** Columns by their plain names; those of an account's fields are called as the fields are. */
const columnNames: ReadonlyMap<string, string> = new Map([
	...Object.keys(fieldRows).map(name => [plainName(name), name] as const),
	['phonenumber', 'phone'],
	['phone', 'phone'],
	['phonetype', 'phoneType'],
	['first', 'first_name'],
	['last', 'last_name'],
	['address', 'address1'],
	['zip', 'postal_code'],
	['zipcode', 'postal_code'],
	['company', 'company_name'],
	['dateofbirth', 'birthday'],
	['accountid', 'accountId'],
	['account', 'accountId'],
	['email', 'email'],
	['timezone', 'timeZone'],
]);

type Columns = readonly (string | undefined)[];

const plainColumns: Columns = ['phone', 'first_name', 'last_name', 'accountId'];

const rowLimit = 100_000;
const cellLimit = 100;

/** The columns of a first line; undefined for unknown ones. @throws CsvProblem */
const columnsOf = (names: readonly string[]): Columns => {
	const columns = names.map(name => columnNames.get(plainName(name)));
	const twice = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index);
	if (twice !== undefined) {
		throw new CsvProblem(`the first line names a column twice: ${names[columns.lastIndexOf(twice)]}`);
	}
	if (!columns.includes('phone')) {
		throw new CsvProblem(
			'the first line must name a column phone_number; a file without such a line is of format plain',
		);
	}
	return columns;
};

const leastCardDigits = 13;

/** The cheap test comes first: most cells are ASCII with too few digits for a card number. */
const holdsCard = (cell: string, column: string | undefined): boolean =>
	(cell.replace(/\D/g, '').length >= leastCardDigits || /[^ -~]/.test(cell)) &&
	(column === 'accountId' ? isPrintedCard : isCardNumber)(cell);

/** The names of columns as an answer repeats them. */
const ignoredOf = (columns: Columns, names: readonly string[]): string[] =>
	names.flatMap((name, index) => {
		const shown = isCardNumber(name) ? '***' : name.slice(0, cellLimit);
		return columns[index] === undefined ? [shown || `column ${index + 1}`] : [];
	});

/** The value of a cell as an account stores it; undefined if the account's field does not take it. */
const fieldValue = (name: string, cell: string): string | undefined =>
	(fieldRows[name]?.plain?.(cell) ?? fieldRows[name]?.schema().safeDecode(cell as never).data) as string | undefined;

const emailShape = z.email();
const isEmail = (text: string): boolean => emailShape.safeParse(text).success;

const isUsable = (cell: string): boolean => cell.length <= cellLimit && !/\p{Cc}/u.test(cell);

/** Undefined if the row is invalid. */
const leadOf = (columns: Columns, row: readonly string[]): LeadRow | undefined => {
	if (
		row.some((cell, index) => holdsCard(cell, columns[index])) ||
		row.slice(columns.length).some(cell => cell !== '')
	) {
		return undefined;
	}
	const cells: Record<string, string> = {};
	const fields: Record<string, string> = {};
	for (const [index, column] of columns.entries()) {
		const cell = row[index] ?? '';
		if (column === undefined || cell === '') {
			continue;
		}
		if (!Object.hasOwn(fieldRows, column)) {
			cells[column] = cell;
			continue;
		}
		const value = /\p{Cc}/u.test(cell) ? undefined : fieldValue(column, cell);
		if (value === undefined) {
			return undefined;
		}
		fields[column] = value;
	}
	const {phone = '', phoneType = '', accountId = '', email = '', timeZone = ''} = cells;
	const number = leadNumber(phone);
	const zone = timeZone === '' ? zoneOfNumber(number ?? '') : zoneOfOffset(Number(timeZone), number);
	const isValid = Object.values(cells).every(isUsable) && !/\p{C}/u.test(accountId) && (email === '' || isEmail(email));
	return number !== undefined && zone !== undefined && isValid
		? {phone: number, phoneType, zone, accountId, email, fields}
		: undefined;
};

/** Lets other work run in between. @throws CsvProblem if the file cannot be read */
export const readLeads = async (bytes: Uint8Array, format: LeadFormat): Promise<LeadFile> => {
	const rows: LeadRow[] = [];
	let invalid = 0;
	let ignored: string[] = [];
	let columns = format === 'plain' ? plainColumns : undefined;
	for await (const row of readRows(bytes)) {
		if (!columns) {
			columns = columnsOf(row);
			ignored = ignoredOf(columns, row);
			continue;
		}
		if (rows.length + invalid === rowLimit) {
			throw new CsvProblem(`it has more than ${rowLimit} rows`);
		}
		const lead = leadOf(columns, row);
		if (lead) {
			rows.push(lead);
		} else {
			invalid++;
		}
	}
	if (rows.length + invalid === 0) {
		throw new CsvProblem('it has no rows of leads');
	}
	return {rows, invalid, ignored};
};

/** The file cannot be read; the message says in which line and why. */
export class CsvProblem extends Error {
	override readonly name = 'CsvProblem';
}

/** Bytes read before other work gets its turn: a few milliseconds. */
const sliceSize = 16 * 1024;
/** Most characters of a row; a longer one usually has an unclosed quote. */
const longestRow = 16 * 1024;

const delimiters = [',', ';', '\t'] as const;

/** The delimiter that is most frequent in the first line. */
const delimiterOf = (bytes: Uint8Array): string => {
	const [line = ''] = new TextDecoder().decode(bytes.subarray(0, longestRow)).split(/[\r\n]/, 1);
	const bare = line.replace(/"[^"]*"/g, '');
	const count = (delimiter: string): number => bare.split(delimiter).length;
	return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
};

async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += sliceSize) {
		await nextTurn();
		yield bytes.subarray(at, at + sliceSize);
	}
}

const reasons: Readonly<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
	CSV_MAX_RECORD_SIZE: 'the row is too long; perhaps a quote is not closed',
	CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
	INVALID_OPENING_QUOTE: 'there is a quote inside an unquoted cell',
};

/**
 * The rows of a file, without empty ones.
 *
 * @throws CsvProblem if the file is not text, or at the first line that is not CSV
 */
export async function* readRows(bytes: Uint8Array): AsyncGenerator<string[]> {
	if (!isUtf8(bytes) || bytes.includes(0)) {
		throw new CsvProblem('it is not text in UTF-8');
	}
	let line = 0;
	const parser = parse({
		bom: true,
		delimiter: delimiterOf(bytes),
		trim: true,
		relax_column_count: true,
		max_record_size: longestRow,
		on_record(row: string[], {lines}) {
			line = lines;
			return row.some(cell => cell !== '') ? row : null;
		},
	});
	try {
		yield* Readable.from(slicesOf(bytes)).pipe(parser);
	} catch (error) {
		throw error instanceof CsvError
			? new CsvProblem(`line ${line + 1}: ${reasons[error.code] ?? 'it is not CSV'}`)
			: error;
	}
}
