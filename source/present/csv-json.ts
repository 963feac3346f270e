/** Exported rows as the text of a file. */

/** A value of a cell; undefined if the service sent none. */
export type Value = string | number | boolean | undefined;

/** A column as CSV and JSON name it, on screen and from the command line: `onCall` is `on_call`. */
export const snake = (id: string): string =>
	id.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`).replaceAll('-', '_');

/** Rows under their titles. */
export type Sheet = {columns: readonly string[]; rows: readonly (readonly Value[])[]};

/**
 * Where a spreadsheet would read a text as a formula: at its start, and behind a semicolon, which separates cells where
 * the comma is the decimal sign.
 */
const formulaStarts = /^(?=[=+\-@\t\r])|(?<=;)(?="*[=+\-@\t\r])/g;

const isNumber = (text: string): boolean => /^[+-]\d+(?:\.\d+)?$/.test(text);

/** A text made safe from spreadsheets, which run formulas; a signed number stays, unless a decimal comma could continue it. */
const asText = (text: string, isFirst: boolean): string =>
	// Every spreadsheet reads a value after an apostrophe as text.
	!isFirst && isNumber(text) ? text : text.replace(formulaStarts, "'");

const cellOf = (value: Value, index: number): string => {
	const text = typeof value === 'string' ? asText(value, index === 0) : String(value ?? '');
	return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** How many texts get an apostrophe in CSV. */
export const formulasIn = ({columns, rows}: Sheet): number =>
	[columns, ...rows].flatMap(row =>
		row.filter((value, index) => typeof value === 'string' && asText(value, index === 0) !== value),
	).length;

/** A line of CSV as RFC 4180 has it; a formula in a text gets an apostrophe before it. */
export const csvLine = (values: readonly Value[]): string => `${values.map(cellOf).join(',')}\r\n`;

/** CSV in UTF-8, with the titles first. */
export const csvOf = ({columns, rows}: Sheet): string => [columns, ...rows].map(csvLine).join('');

/** The rows as objects by their titles; of two columns of one title the second is numbered. */
export const recordsOf = ({columns, rows}: Sheet): Readonly<Record<string, Value | null>>[] => {
	const names = columns.map((title, index) => {
		const before = columns.slice(0, index).filter(other => other === title).length;
		return before === 0 ? title : `${title} ${before + 1}`;
	});
	return rows.map(row => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));
};

/** Any value as JSON that people can read. */
export const jsonOf = (value: unknown): string => `${JSON.stringify(value, undefined, '\t')}\n`;
