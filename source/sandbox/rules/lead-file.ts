/** Reads a file of leads: finds its columns and checks its rows. */
import * as z from 'zod';
import {leadNumber} from '../world/people.ts';
import {zoneOfNumber, zoneOfOffset} from '../world/zones.ts';
import {isCardNumber, isPrintedCard} from './cards.ts';
import {CsvProblem, readRows} from './csv.ts';

/** A valid row; `phone` has ten digits, and missing cells are empty. */
export type LeadRow = {
	phone: string;
	zone: number;
	firstName: string;
	lastName: string;
	accountId: string;
	email: string;
};

/** The valid rows of a file, and how many are invalid. */
export type LeadFile = {rows: LeadRow[]; invalid: number};

/** `standard` names its columns in the first line, `plain` has no such line. */
export type LeadFormat = 'standard' | 'plain';

type Column = 'phone' | 'firstName' | 'lastName' | 'accountId' | 'email' | 'timeZone';

/** By name in lower case, without spaces, underscores and dashes. */
const columnNames: ReadonlyMap<string, Column> = new Map([
	['phonenumber', 'phone'],
	['phone', 'phone'],
	['firstname', 'firstName'],
	['first', 'firstName'],
	['lastname', 'lastName'],
	['last', 'lastName'],
	['accountid', 'accountId'],
	['account', 'accountId'],
	['email', 'email'],
	['timezone', 'timeZone'],
]);

type Columns = readonly (Column | undefined)[];

const plainColumns: Columns = ['phone', 'firstName', 'lastName', 'accountId'];

const rowLimit = 100_000;
const cellLimit = 100;

/** The columns of a first line; unknown ones are ignored. @throws CsvProblem */
const columnsOf = (names: readonly string[]): Columns => {
	const columns = names.map(name => columnNames.get(name.toLowerCase().replace(/[\s_-]/g, '')));
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
const holdsCard = (cell: string, column: Column | undefined): boolean =>
	(cell.replace(/\D/g, '').length >= leastCardDigits || /[^ -~]/.test(cell)) &&
	(column === 'accountId' ? isPrintedCard : isCardNumber)(cell);

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
	const cells: Partial<Record<Column, string>> = {};
	columns.forEach((column, index) => {
		if (column) {
			cells[column] = row[index] ?? '';
		}
	});
	const {phone = '', firstName = '', lastName = '', accountId = '', email = '', timeZone = ''} = cells;
	const number = leadNumber(phone);
	const zone = timeZone === '' ? zoneOfNumber(number ?? '') : zoneOfOffset(Number(timeZone), number);
	const isValid = Object.values(cells).every(isUsable) && !/\p{C}/u.test(accountId) && (email === '' || isEmail(email));
	return number !== undefined && zone !== undefined && isValid
		? {phone: number, zone, firstName, lastName, accountId, email}
		: undefined;
};

/** Lets other work run in between. @throws CsvProblem if the file cannot be read */
export const readLeads = async (bytes: Uint8Array, format: LeadFormat): Promise<LeadFile> => {
	const rows: LeadRow[] = [];
	let invalid = 0;
	let columns = format === 'plain' ? plainColumns : undefined;
	for await (const row of readRows(bytes)) {
		if (!columns) {
			columns = columnsOf(row);
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
	return {rows, invalid};
};
