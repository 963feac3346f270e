/** Reads a file of leads: finds its columns and checks its rows. */
import * as z from 'zod';
import {parameterRows} from '../../wire/operations/index.ts';
import {leadNumber} from '../world/people.ts';
import {zoneOfNumber, zoneOfOffset} from '../world/zones.ts';
import {isCardNumber, isPrintedCard} from './cards.ts';
import {CsvProblem, readRows} from './csv.ts';

/** A valid row; `phone` has ten digits, missing cells are empty, and `fields` are those of the account that have a value. */
export type LeadRow = {
	phone: string;
	phoneType: string;
	zone: number;
	accountId: string;
	email: string;
	fields: Readonly<Record<string, string>>;
};

/** The valid rows of a file, how many are invalid, and the names of the columns that are no lead's. */
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

/** The value of a cell as an account keeps it; undefined if the account's field does not take it. */
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
