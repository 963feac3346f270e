/** Prints rows: a table for people, a single one as labels and values; JSON or CSV for programs. */
import {UsageError} from '../config/errors.ts';
import {csvLine, csvOf, jsonOf, snake} from '../present/csv-json.ts';
import {fitTable} from '../present/fit-table.ts';
import {nothing, width} from '../present/format.ts';
import {type Cell, cellSpans, type Column as GridColumn} from '../present/grid.ts';
import {type Look, type Paint, painter, type Role, type Theme} from '../present/theme.ts';
import {type ThemeName, themes} from '../present/themes.ts';
import {type Out, say} from './out.ts';
import {inLocale} from './text.ts';

/** A bare value: what programs get. */
export type Bare = string | number | boolean | null | undefined;

/** A column of rows of type R. */
export type Column<R> = {
	/** Its name for programs, in snake case. */
	name: string;
	/** Its title for people; the name by default. */
	title?: string;
	align?: 'left' | 'right';
	/** The value for programs. */
	of(row: R): Bare;
	/** The value for JSON, if it is not a bare one. */
	json?(row: R): unknown;
	/** The text for people, if it is not the bare value. */
	text?(row: R): string;
	role?(row: R): Role | undefined;
	/** True for columns that only programs get. */
	isHidden?: boolean;
	/** How it is laid out where a terminal has no room for all columns: as on the screen. It is never wider than its texts. */
	layout?: Partial<Pick<GridColumn<R>, 'width' | 'grows' | 'stays' | 'least' | 'isLater' | 'isRequired' | 'isId'>>;
};

/** The format of what is printed. */
export type Format = 'table' | 'json' | 'csv';

/** The flags that choose the format. */
export const formatFlags = {
	json: {type: 'boolean', about: 'print JSON'},
	csv: {type: 'boolean', about: 'print CSV'},
} as const;

/** The format that the flags choose. @throws UsageError if they choose two */
export const formatOf = ({json, csv}: {json: boolean; csv: boolean}): Format => {
	if (json && csv) {
		throw new UsageError('--json and --csv exclude each other');
	}
	return json ? 'json' : csv ? 'csv' : 'table';
};

/**
 * A column of the screen's tables as a column of a command: the same texts and roles, bare values as in its exports.
 */
export const fromGrid = <R>(column: GridColumn<R>): Column<R> => {
	const {id, title, align, cell, sort, raw} = column;
	return {
		name: snake(id),
		title,
		align,
		of: row => (raw ? raw.of(row) : sort(row)),
		text: row => cell(row).text,
		role: row => cell(row).role,
		layout: column,
	};
};

const plain: Paint = (_role, text) => text;

const textOf = <R>({of, text}: Column<R>, row: R): string => {
	const bare = of(row);
	const shown = text ? text(row) : bare === undefined || bare === null ? nothing : String(bare);
	return shown === '' ? nothing : shown;
};

/** Cells between two columns. */
const gap = 2;

/** The columns that fit into `room` cells, at least one; all of them if that is undefined. `widths` are those of their texts. */
const fitted = <R>(all: readonly Column<R>[], widths: readonly number[], room: number | undefined): GridColumn<R>[] => {
	const columns = all.map((column, at): GridColumn<R> => {
		const {name, title = name, align = 'left', role, layout = {}} = column;
		const widest = widths[at] ?? 0;
		const isFlexible = room !== undefined && (layout.grows || layout.isId);
		return {
			...layout,
			...(layout.isId && {isRequired: true}),
			id: name,
			title,
			align,
			width: isFlexible ? Math.min(layout.width ?? widest, widest) : widest,
			cell: row => ({text: textOf(column, row), role: role?.(row)}),
			sort: () => undefined,
		};
	});
	const needs = new Map(all.map(({name}, at) => [name, {text: widths[at] ?? 0, id: 0}]));
	const shown = room === undefined ? columns : fitTable(columns, room, [], 0, needs, {gap, fills: false}).columns;
	return shown.length > 0 ? shown : columns.slice(0, 1);
};

type Table<R> = Pick<Printing<R>, 'columns' | 'rows' | 'totals'> & {paint: Paint; room: number | undefined};

/** The lines of a table, and the titles of the columns that do not fit. */
const tableOf = <R>({columns, rows, totals = [], paint, room}: Table<R>): {lines: string[]; omitted: string[]} => {
	const all = columns.filter(({isHidden}) => !isHidden);
	const widths = all.map(column => {
		const {name, title = name} = column;
		return rows.reduce(
			(widest, row) => Math.max(widest, width(textOf(column, row))),
			Math.max(width(title), ...totals.map(texts => width(texts[name] ?? ''))),
		);
	});
	const shown = fitted(all, widths, room);
	const line = (cellOf: (column: GridColumn<R>) => Cell): string =>
		shown
			.map((column, index) =>
				cellSpans(cellOf(column), column)
					// No spaces after the last column, so that copied lines have none.
					.map(([role, text]) => paint(role, index === shown.length - 1 ? text.trimEnd() : text))
					.join(''),
			)
			.join(' '.repeat(gap));
	const lines = [
		line(({title}) => ({text: title, role: 'column'})),
		...rows.map(row => line(({cell}) => cell(row))),
		...totals.map(texts => line(({id}) => ({text: texts[id] ?? '', role: 'strong'})).trimEnd()),
	];
	return {lines, omitted: all.slice(shown.length).map(({name, title = name}) => title)};
};

/** A row as JSON has it, by the names of the columns. */
export const objectOf = <R>(columns: readonly Column<R>[], row: R): Record<string, unknown> =>
	Object.fromEntries(columns.map(({name, of, json = of}) => [name, json(row) ?? null]));

/** A row as CSV has it. */
export const bareOf = <R>(columns: readonly Column<R>[], row: R): (string | number | boolean | undefined)[] =>
	columns.map(({of}) => of(row) ?? undefined);

/** How rows are printed. */
export type Printing<R> = {
	format: Format;
	columns: readonly Column<R>[];
	rows: readonly R[];
	/** Colours of tables; none by default. */
	paint?: Paint | undefined;
	/** Printed on standard error if there are no rows and the format is a table. */
	whenEmpty?: string;
	/** The last lines of a table, each by the names of the columns. */
	totals?: readonly Readonly<Record<string, string>>[] | undefined;
	/** Drops columns from the right that do not fit on the terminal, and says which on standard error. */
	fits?: boolean;
};

/** Prints rows; a table without rows prints nothing. */
export const printRows = <R>(out: Out, printing: Printing<R>): void => {
	const {format, columns, rows, paint = plain, whenEmpty, totals, fits = false} = printing;
	if (format === 'table' && rows.length === 0) {
		if (whenEmpty) {
			say(whenEmpty);
		}
		return;
	}
	if (format !== 'table') {
		out.write([...printedRows({format, columns, rows})].join(''));
		return;
	}
	const {lines, omitted} = tableOf({columns, rows, totals, paint, room: fits ? out.columns : undefined});
	out.write(inLocale(lines.map(line => `${line}\n`).join('')));
	if (omitted.length > 0) {
		say(`no room for ${omitted.join(', ')}: a wider terminal shows them, as do --csv and --json`);
	}
};

/** What `printRows` prints, a row at a time, so that many rows do not become one long text. */
export function* printedRows<R>({
	format,
	columns,
	rows,
}: {
	format: Format;
	columns: readonly Column<R>[];
	rows: readonly R[];
}): Generator<string> {
	if (format === 'table') {
		for (const line of tableOf({columns, rows, paint: plain, room: undefined}).lines) {
			yield inLocale(`${line}\n`);
		}
	} else if (format === 'csv') {
		yield csvLine(columns.map(({name}) => name));
		for (const row of rows) {
			yield csvLine(bareOf(columns, row));
		}
	} else {
		let before = '[';
		for (const row of rows) {
			const text = JSON.stringify(objectOf(columns, row), undefined, '\t');
			yield `${before}\n\t${text.replaceAll('\n', '\n\t')}`;
			before = ',';
		}
		yield before === '[' ? '[]\n' : '\n]\n';
	}
}

/** Prints one row, each of its columns on a line of its own. */
export const printRecord = <R>(
	out: Out,
	{format, columns, row, paint}: {format: Format; columns: readonly Column<R>[]; row: R; paint: Paint},
): void => {
	switch (format) {
		case 'json':
			out.write(jsonOf(objectOf(columns, row)));
			return;
		case 'csv':
			out.write(csvOf({columns: ['field', 'value'], rows: columns.map(({name, of}) => [name, of(row) ?? undefined])}));
			return;
		default: {
			const shown = columns.filter(({isHidden}) => !isHidden);
			const labels = Math.max(0, ...shown.map(({name, title = name}) => width(title)));
			for (const {name, title = name, of, text, role} of shown) {
				const value = text ? text(row) : String(of(row) ?? '');
				const space = ' '.repeat(labels - width(title) + 2);
				out.write(inLocale(`${paint('faint', title)}${space}${paint(role?.(row) ?? 'text', value || nothing)}\n`));
			}
		}
	}
};

const isTheme = (name: string | undefined): name is ThemeName => name !== undefined && Object.hasOwn(themes, name);

const unpainted = Object.fromEntries(Object.keys(themes.dark).map(role => [role, ''])) as Theme;

/** The look of a command's tables: colours and attributes only on a terminal that supports them. */
export const lookOf = (out: Out, {theme: name}: {theme: string | undefined}, env = process.env): Look => {
	const isPlain = !out.isTerminal || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
	const theme = isPlain ? unpainted : themes[isTheme(name) ? name : 'dark'];
	return {theme, paint: painter(theme), ascii: false, charts: 'blocks'};
};
