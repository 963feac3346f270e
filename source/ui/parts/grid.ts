/** A table of fixed columns: titles, rows, a selected row, totals; columns that do not fit are left out from the right. */
import {fit, number} from '../../look/format.ts';
import type {Look, Role} from '../../look/theme.ts';
import type {Line} from './box.ts';

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
	role: Role /** Said at the right end, such as an age. */;
	tail?: string;
};

/** What a grid shows. */
export type GridOptions<R> = {
	columns: readonly Column<R>[];
	rows: readonly R[];
	/** The index of the selected row; -1 for none. */
	selected: number;
	/** The first row shown. */
	top: number;
	height: number;
	width: number;
	look: Look;
	/** The column that rows are sorted by, marked in its title. */
	sort?: {column: string; reversed: boolean} | undefined;
	/** A row whose figures are old is dimmed. */
	isStale?(row: R): boolean;
	overlay?(row: R): Overlay | undefined;
	/** Whether the operator has marked a row. */
	isMarked?(row: R): boolean;
	totals?: Record<string, Cell> | undefined;
};

const sorted = <R>(column: Column<R>, sort: GridOptions<R>['sort']): string => {
	if (sort?.column !== column.id) {
		return column.title;
	}
	return `${column.title}${sort.reversed ? '▲' : '▼'}`;
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

/** Stands before a marked row. */
const markSign = '*';

/** Draws a grid of exactly height lines, each width cells wide. */
export const grid = <R>(options: GridOptions<R>): Line[] => {
	const {rows, selected, top, height, width, look, sort, totals} = options;
	const columns = fitColumns(options.columns, width);
	const {paint} = look;
	const used = columns.reduce((sum, column) => sum + column.width, Math.max(0, columns.length - 1));
	const spare = ' '.repeat(Math.max(0, width - used));

	const titles = columns.map(column => fit(sorted(column, sort), column.width, column.align)).join(' ');
	const page = pageOf(height, totals !== undefined);

	const drawRow = (row: R, index: number): string => {
		const isSelected = index === selected;
		const stale = options.isStale?.(row) ?? false;
		const overlay = options.overlay?.(row);
		const covered = overlay ? columns.slice(0, 2) : [];
		const coveredWidth = covered.reduce((sum, column) => sum + column.width, Math.max(0, covered.length - 1));
		const pieces: [Role, string][] = [];
		if (overlay) {
			// The name stays in its column where the state leaves it there.
			const state = overlay.state.padEnd(covered[0]?.width ?? 0);
			const tail = overlay.tail ? ` ${overlay.tail}` : '';
			pieces.push([overlay.role, fit(`${state} ${overlay.name}`, coveredWidth - tail.length) + tail]);
		}
		for (const column of columns.slice(covered.length)) {
			const cell = column.cell(row);
			pieces.push([stale ? 'stale' : (cell.role ?? 'text'), fit(cell.text, column.width, column.align)]);
		}
		const plain = pieces.map(([, text]) => text).join(' ') + spare;
		// The selected row is one bar: its colours would be lost in the inverse anyway.
		return isSelected ? paint('selected', plain) : pieces.map(([role, text]) => paint(role, text)).join(' ') + spare;
	};

	const lines: Line[] = [{text: paint('column', titles) + spare, width}];
	for (let index = top; index < top + page; index++) {
		const row = rows[index];
		const text = row === undefined ? ' '.repeat(width) : drawRow(row, index);
		lines.push(row !== undefined && options.isMarked?.(row) ? {text, width, mark: markSign} : {text, width});
	}
	if (totals) {
		const text = columns.map(column => {
			const cell = totals[column.id] ?? {text: ''};
			return paint(cell.role ?? 'strong', fit(cell.text, column.width, column.align));
		});
		lines.push({text: text.join(' ') + spare, width});
	}
	return lines.slice(0, height);
};

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
