/** A table of fixed columns: titles, rows, a selected row, totals; columns that do not fit are left out from the right. */
import {fit, number} from '../../look/format.ts';
import type {Span, Spans} from '../../look/spans.ts';
import type {Role} from '../../look/theme.ts';

/** A cell: its text, and what it is for the eye. */
export type Cell = {text: string; role?: Role | undefined};

/** A column of rows of type R. */
export type Column<R> = {
	id: string;
	title: string;
	width: number;
	align: 'left' | 'right';
	cell(row: R): Cell;
	/** What rows are sorted by; nothing sorts last. An export has it too, where `raw` says nothing else. */
	sort(row: R): number | string | undefined;
	/** What an export has of it, bare of units and separators, and under which title, where that is not its own. */
	raw?: {title?: string; of(row: R): number | string | undefined};
	/** True for a column that takes a share of the room that is left. */
	grows?: boolean;
};

/** The most that a column grows: a line that the eye must cross is read wrong. */
const mostGrowth = 24;

/** Columns that fit into so many cells, the growing ones with what is left. */
export const fitColumns = <R>(columns: readonly Column<R>[], width: number): Column<R>[] => {
	const shown: Column<R>[] = [];
	let used = 0;
	for (const column of columns) {
		const needs = column.width + (shown.length > 0 ? 1 : 0);
		if (used + needs > width) {
			break;
		}
		used += needs;
		shown.push(column);
	}
	const growing = shown.filter(({grows}) => grows);
	const share = Math.min(Math.floor((width - used) / Math.max(1, growing.length)), mostGrowth);
	return shown.map(column => (column.grows ? {...column, width: column.width + share} : column));
};

/** What stands instead of the first two columns of a row, its state and its name, while something is under way on it. */
export type Overlay = {
	state: string;
	name: string;
	role: Role;
	/** Stands at the right end, such as an age. */
	tail?: string;
};

/** The first row to show, so that the selected one is on screen and the table moves as little as may be. */
export const topFor = (previous: number, selected: number, page: number, total: number): number => {
	const most = Math.max(0, total - page);
	const low = Math.max(0, selected - page + 1);
	return Math.min(Math.max(Math.min(Math.max(previous, low), Math.max(selected, 0)), 0), most);
};

/** How many rows a grid of this height shows. */
export const pageOf = (height: number, hasTotals: boolean): number => Math.max(0, height - (hasTotals ? 2 : 1));

/** Which of the rows are on screen: `1-20 of 500`; nothing where there are none. */
export const positionOf = (top: number, page: number, total: number): string =>
	total === 0 ? '' : `${number(top + 1)}-${number(Math.min(top + page, total))} of ${number(total)}`;

/** How a table is sorted: by the column of this id. */
type SortedBy = {column: string; reversed: boolean} | undefined;

/** The titles, the sorted column's with a mark. */
export const titleSpans = <R>(columns: readonly Column<R>[], sort: SortedBy): Spans => {
	const titles = columns.map(({id, title, width, align}) => {
		const mark = sort?.column === id ? (sort.reversed ? '▲' : '▼') : '';
		return fit(`${title}${mark}`, width, align);
	});
	return [['column', titles.join(' ')]];
};

/** Cells with a space between them; what is plain text becomes one piece. */
const joined = (cells: readonly Span[]): Spans => {
	const spans: Span[] = [];
	let plain = '';
	for (const [index, [role, text]] of cells.entries()) {
		const space = index > 0 ? ' ' : '';
		if (role === 'text') {
			plain += space + text;
			continue;
		}
		if (plain !== '' || space !== '') {
			spans.push(['text', plain + space]);
		}
		plain = '';
		spans.push([role, text]);
	}
	return plain === '' ? spans : [...spans, ['text', plain]];
};

/** A row: a cell a column, or an overlay instead of the first two. Old figures are stale in all of them. */
export const rowSpans = <R>(columns: readonly Column<R>[], row: R, isStale: boolean, overlay?: Overlay): Spans => {
	const covered = overlay ? columns.slice(0, 2) : [];
	const coveredWidth = covered.reduce((sum, column) => sum + column.width, Math.max(0, covered.length - 1));
	const pieces: Span[] = [];
	if (overlay) {
		// The name stays in its column where the state leaves it there.
		const state = overlay.state.padEnd(covered[0]?.width ?? 0);
		const tail = overlay.tail ? ` ${overlay.tail}` : '';
		pieces.push([overlay.role, fit(`${state} ${overlay.name}`, coveredWidth - tail.length) + tail]);
	}
	for (const column of columns.slice(covered.length)) {
		const cell = column.cell(row);
		pieces.push([isStale ? 'stale' : (cell.role ?? 'text'), fit(cell.text, column.width, column.align)]);
	}
	return joined(pieces);
};

/** The totals below a table. */
export const totalSpans = <R>(columns: readonly Column<R>[], totals: Readonly<Record<string, Cell>>): Spans =>
	joined(
		columns.map(({id, width, align}): Span => {
			const {text, role = 'strong'} = totals[id] ?? {text: ''};
			return [role, fit(text, width, align)];
		}),
	);

let collator: Intl.Collator | undefined;

/** Words in the order of the operator's language; made with the first of them, as the start has none to sort. */
const compareWords = (one: string, other: string): number => {
	collator ??= new Intl.Collator();
	return collator.compare(one, other);
};

/** Sorts rows by a column; rows without a value come last, and equal rows keep their order. */
export const sortRows = <R>(rows: readonly R[], column: Column<R> | undefined, reversed: boolean): R[] => {
	if (!column) {
		return reversed ? rows.toReversed() : [...rows];
	}
	const direction = reversed ? -1 : 1;
	const keyed = rows.map(row => ({row, key: column.sort(row)}));
	keyed.sort(({key: x}, {key: y}) => {
		if (x === undefined || y === undefined) {
			return x === y ? 0 : x === undefined ? 1 : -1;
		}
		return direction * (typeof x === 'number' && typeof y === 'number' ? x - y : compareWords(String(x), String(y)));
	});
	return keyed.map(({row}) => row);
};

/** Whether any of the texts holds the filter; `!` before it inverts. */
export const matches = (filter: string, ...texts: readonly (string | undefined)[]): boolean => {
	const inverted = filter.startsWith('!');
	const wanted = (inverted ? filter.slice(1) : filter).trim().toLowerCase();
	if (wanted === '') {
		return true;
	}
	return texts.some(text => text?.toLowerCase().includes(wanted)) !== inverted;
};
