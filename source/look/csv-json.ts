/** What is exported, as the text of a file. */

/** A value of a cell; undefined if the service sent none. */
export type Value = string | number | boolean | undefined;

/** A column as CSV and JSON name it, on screen and from the command line: `onCall` is `on_call`. */
export const snake = (id: string): string =>
	id.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`).replaceAll('-', '_');

/** Rows under their titles. */
export type Sheet = {columns: readonly string[]; rows: readonly (readonly Value[])[]};

/** What a spreadsheet would take for a formula and not for a text; a number with its sign is none. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^[+-]\d+(?:\.\d+)?$/.test(text);

const cellOf = (value: Value): string => {
	const text = value === undefined ? '' : String(value);
	// The apostrophe is what makes a text of it in every spreadsheet.
	const safe = typeof value === 'string' && isFormula(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** How many texts get an apostrophe in CSV. */
export const formulasIn = ({columns, rows}: Sheet): number =>
	[columns, ...rows].flat().filter(value => typeof value === 'string' && isFormula(value)).length;

/** A line of CSV as RFC 4180 has it; a text that a spreadsheet would run gets an apostrophe before it. */
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
