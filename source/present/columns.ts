/** The plain kinds of columns. */
import {nothing, number} from './format.ts';
import type {Column} from './grid.ts';
import type {Role} from './theme.ts';

/** A column of text. */
export const textColumn = <R>(
	id: string,
	title: string,
	width: number,
	of: (row: R) => string | undefined,
): Column<R> => ({id, title, width, align: 'left', cell: row => ({text: of(row) ?? nothing}), sort: of});

/** A column of names, or of the ids of what has none; the id follows a name that must be cut. */
export const namedColumn = <R>(
	id: string,
	title: string,
	width: number,
	nameOf: (row: R) => string | undefined,
	idOf: (row: R) => string | undefined,
): Column<R> => {
	const shown = (row: R): string | undefined => nameOf(row) ?? idOf(row);
	return {...textColumn(id, title, width, shown), cell: row => ({text: shown(row) ?? nothing, id: idOf(row)})};
};

/** Columns of which the names that stay have the cells that they need before any other: what is cut is not the name. */
export const namesFirst = <R>(columns: readonly Column<R>[]): Column<R>[] =>
	columns.map(column => (column.stays ? column : {...column, isLater: true}));

/** A column of counts; a 0 is faint, so that the eye finds the others. */
export const countColumn = <R>(
	id: string,
	title: string,
	width: number,
	of: (row: R) => number | undefined,
	role: (row: R) => Role = () => 'text',
): Column<R> => ({
	id,
	title,
	width,
	align: 'right',
	cell: row => ({text: number(of(row)), role: of(row) ? role(row) : 'faint'}),
	sort: of,
	descends: true,
});
