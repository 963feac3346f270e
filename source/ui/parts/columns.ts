/** The plain kinds of columns. */
import {nothing, number} from '../../look/format.ts';
import type {Role} from '../../look/theme.ts';
import type {Column} from './grid.ts';

/** A column of text. */
export const textColumn = <R>(
	id: string,
	title: string,
	width: number,
	of: (row: R) => string | undefined,
): Column<R> => ({id, title, width, align: 'left', cell: row => ({text: of(row) ?? nothing}), sort: of});

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
});
