/** Rows as a command prints them: a table for people, JSON or CSV for programs. */
import {UsageError} from '../config/errors.ts';
import {csvOf, jsonOf} from '../ui/exports/texts.ts';
import {fit, nothing, width} from '../ui/format.ts';
import type {Column as GridColumn} from '../ui/parts/grid.ts';
import type {Paint, Role} from '../ui/theme.ts';
import type {Out} from './out.ts';

/** A bare value: what programs get. */
export type Bare = string | number | boolean | null | undefined;

/** A column of rows of type R. */
export type Column<R> = {
	/** Its name for programs, in snake case. */
	name: string;
	/** Its title for people; the name where nothing is said. */
	title?: string;
	align?: 'left' | 'right';
	/** What programs get. */
	of(row: R): Bare;
	/** What people read, where it is not the bare value. */
	text?(row: R): string;
	role?(row: R): Role | undefined;
	/** True for what only programs get. */
	isHidden?: boolean;
};

/** For whom something is printed. */
export type Format = 'table' | 'json' | 'csv';

/** The flags that choose the format. */
export const formatFlags = {
	json: {type: 'boolean', about: 'for programs, as JSON'},
	csv: {type: 'boolean', about: 'for programs and spreadsheets, as CSV'},
} as const;

/** The format asked for. @throws UsageError where two are */
export const formatOf = ({json, csv}: {json: boolean; csv: boolean}): Format => {
	if (json && csv) {
		throw new UsageError('--json and --csv exclude each other');
	}
	return json ? 'json' : csv ? 'csv' : 'table';
};

const snake = (id: string): string => id.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** A column of the screen's tables as one of ours: the same words and roles, the bare values of its exports. */
export const fromGrid = <R>({id, title, align, cell, sort, raw}: GridColumn<R>): Column<R> => ({
	name: snake(id),
	title,
	align,
	of: row => (raw ? raw.of(row) : sort(row)),
	text: row => cell(row).text,
	role: row => cell(row).role,
});

const plain: Paint = (_role, text) => text;

const textOf = <R>({of, text}: Column<R>, row: R): string => {
	const bare = of(row);
	const shown = text ? text(row) : bare === undefined || bare === null ? nothing : String(bare);
	return shown === '' ? nothing : shown;
};

const tableOf = <R>(columns: readonly Column<R>[], rows: readonly R[], paint: Paint): string => {
	const shown = columns.filter(({isHidden}) => !isHidden);
	const cells = rows.map(row => shown.map(column => textOf(column, row)));
	const widths = shown.map(({name, title = name}, index) =>
		Math.max(width(title), ...cells.map(line => width(line[index] ?? ''))),
	);
	const line = (texts: readonly string[], roleOf: (index: number) => Role): string =>
		texts
			.map((text, index) => {
				const {align = 'left'} = shown[index] ?? {};
				// Nothing follows the last one, so that lines can be copied without their ends.
				const filled = align === 'left' && index === texts.length - 1 ? text : fit(text, widths[index] ?? 0, align);
				return paint(roleOf(index), filled);
			})
			.join('  ');
	const head = line(
		shown.map(({name, title = name}) => title),
		() => 'column',
	);
	return [head, ...cells.map((texts, at) => line(texts, index => shown[index]?.role?.(rows[at] as R) ?? 'text'))]
		.map(text => `${text}\n`)
		.join('');
};

/** How rows are printed. */
export type Printing<R> = {
	format: Format;
	columns: readonly Column<R>[];
	rows: readonly R[];
	/** How people's tables are painted; not at all where nothing is said. */
	paint?: Paint | undefined;
	/** Said to people, on standard error, where there are no rows. */
	whenEmpty?: string;
};

/** Prints rows; a table without rows prints nothing. */
export const printRows = <R>(out: Out, {format, columns, rows, paint = plain, whenEmpty}: Printing<R>): void => {
	if (format === 'table' && rows.length === 0) {
		if (whenEmpty) {
			process.stderr.write(`dialtop: ${whenEmpty}\n`);
		}
		return;
	}
	switch (format) {
		case 'json':
			out.write(jsonOf(rows.map(row => Object.fromEntries(columns.map(({name, of}) => [name, of(row) ?? null])))));
			return;
		case 'csv':
			out.write(
				csvOf({
					columns: columns.map(({name}) => name),
					rows: rows.map(row => columns.map(({of}) => of(row) ?? undefined)),
				}),
			);
			return;
		default:
			out.write(tableOf(columns, rows, paint));
	}
};
