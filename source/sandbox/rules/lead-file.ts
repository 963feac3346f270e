/** A file of leads: which of its columns is which, and what of its rows can be used. */
import * as z from 'zod';
import {leadNumber} from '../world/people.ts';
import {zoneOfNumber, zoneOfOffset} from '../world/zones.ts';
import {isCardNumber, isPrintedCard} from './cards.ts';
import {CsvProblem, readRows} from './csv.ts';

/** A row of a file; `phone` has ten digits, and what the row does not say is empty. */
export type LeadRow = {
	phone: string;
	zone: number;
	firstName: string;
	lastName: string;
	accountId: string;
	email: string;
};

/** What a file holds: rows that are of use, and how many are not. */
export type LeadFile = {rows: LeadRow[]; invalid: number};

/** How a file names its columns: in its first line, or not at all. */
export type LeadFormat = 'standard' | 'plain';

type Column = 'phone' | 'firstName' | 'lastName' | 'accountId' | 'email' | 'timeZone';

/** Without case, blanks and dashes. */
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

/** The columns that a first line names; others are passed over. */
const columnsOf = (names: readonly string[]): Columns => {
	const columns = names.map(name => columnNames.get(name.toLowerCase().replace(/[\s_-]/g, '')));
	const twice = columns.find((column, place) => column !== undefined && columns.indexOf(column) !== place);
	if (twice !== undefined) {
		throw new CsvProblem(`the first line names two columns that are the same: ${names[columns.lastIndexOf(twice)]}`);
	}
	if (!columns.includes('phone')) {
		throw new CsvProblem(
			'the first line must name a column phone_number; a file without such a line is of format plain',
		);
	}
	return columns;
};

const leastCardDigits = 13;

/** Most cells have too few digits for a card number, which is seen at once; other writings than ours may hide some. */
const holdsCard = (cell: string, column: Column | undefined): boolean =>
	(cell.replace(/\D/g, '').length >= leastCardDigits || /[^ -~]/.test(cell)) &&
	(column === 'accountId' ? isPrintedCard : isCardNumber)(cell);

const emailShape = z.email();
const isEmail = (text: string): boolean => emailShape.safeParse(text).success;

const isUsable = (cell: string): boolean => cell.length <= cellLimit && !/\p{Cc}/u.test(cell);

/** A row by its columns; undefined if it cannot be used. */
const leadOf = (columns: Columns, row: readonly string[]): LeadRow | undefined => {
	if (
		row.some((cell, place) => holdsCard(cell, columns[place])) ||
		row.slice(columns.length).some(cell => cell !== '')
	) {
		return undefined;
	}
	const cells: Partial<Record<Column, string>> = {};
	columns.forEach((column, place) => {
		if (column) {
			cells[column] = row[place] ?? '';
		}
	});
	const {phone = '', firstName = '', lastName = '', accountId = '', email = '', timeZone = ''} = cells;
	const number = leadNumber(phone);
	const zone = timeZone === '' ? zoneOfNumber(number ?? '') : zoneOfOffset(Number(timeZone));
	const isRight = Object.values(cells).every(isUsable) && !/\p{C}/u.test(accountId) && (email === '' || isEmail(email));
	return number !== undefined && zone !== undefined && isRight
		? {phone: number, zone, firstName, lastName, accountId, email}
		: undefined;
};

/** Reads a file of leads, a slice at a time. @throws CsvProblem where it is none */
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
