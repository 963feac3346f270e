/** A table of fixed columns: titles, rows, a selected row, totals; columns that do not fit are left out from the right. */
import {width as cells, cutStart, fit, number, withId} from '../../look/format.ts';
import type {Look, Role} from '../../look/theme.ts';
import type {Line} from './box.ts';

/** A cell: its text, and what it is for the eye. */
export type Cell = {
	text: string;
	role?: Role | undefined;
	/** The id of what the text names; stands behind the text if that must be cut. */
	id?: string | undefined;
};

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
	/** True for a column that takes a share of the room that is left, and gives up some of its own for an id. */
	grows?: boolean;
	/** True for ids: the column is as wide as they are, and if one must be cut its end is kept. */
	isId?: boolean;
};

/** The most that a column grows: a line that the eye must cross is read wrong. */
const mostGrowth = 24;

/** A name is cut down to so many cells so that an id is whole. */
const leastName = 8;

/** An id that is cut to less says nothing. */
const leastId = 4;

/** The columns that say which row is which: an id among them is cut before it is left out. */
const leading = 3;

/** Columns with those of ids as wide as these rows need, at the expense of the names. */
const widened = <R>(columns: readonly Column<R>[], rows: readonly R[]): readonly Column<R>[] => {
	const widest = ({cell, width}: Column<R>): number =>
		rows.reduce((most, row) => Math.max(most, cells(cell(row).text)), width);
	const ids = columns.map(column => (column.isId ? {...column, width: widest(column)} : column));
	let wanted = ids.reduce((sum, {width}, index) => sum + width - (columns[index]?.width ?? 0), 0);
	return wanted === 0
		? columns
		: ids.map(column => {
				const given = column.grows ? Math.min(wanted, Math.max(0, column.width - leastName)) : 0;
				wanted -= given;
				return given > 0 ? {...column, width: column.width - given} : column;
			});
};

/** Columns that fit into so many cells, those of ids as wide as these rows need, the growing ones with what is left. */
export const fitColumns = <R>(columns: readonly Column<R>[], width: number, rows: readonly R[]): Column<R>[] => {
	const shown: Column<R>[] = [];
	let used = 0;
	for (const column of widened(columns, rows)) {
		const gap = shown.length > 0 ? 1 : 0;
		const room = width - used - gap;
		if (column.width > room) {
			if (column.isId && room >= leastId && shown.length < leading) {
				used += room + gap;
				shown.push({...column, width: room});
			}
			break;
		}
		used += column.width + gap;
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
	/** Follows the name if that must be cut and the row shows its id nowhere else. */
	id?: string | undefined;
	role: Role;
	/** Said at the right end, such as an age. */
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

/** A cell's text in the width of its column. */
const fitCell = <R>({text, id}: Cell, {width, align, isId}: Column<R>): string => {
	const named = id === undefined ? text : withId(text, id, width);
	return fit(isId ? cutStart(text, width) : named, width, align);
};

/** Which columns an overlay covers: two from the first on, but none of ids. */
const coveredBy = <R>(columns: readonly Column<R>[]): {from: number; to: number} => {
	const from = Math.max(
		0,
		columns.findIndex(({isId}) => !isId),
	);
	const to = columns.findIndex(({isId}, index) => index >= from && (isId || index === from + 2));
	return {from, to: to === -1 ? columns.length : to};
};

/** Draws a grid of exactly height lines, each width cells wide. */
export const grid = <R>(options: GridOptions<R>): Line[] => {
	const {rows, selected, top, height, width, look, sort, totals} = options;
	const page = pageOf(height, totals !== undefined);
	const columns = fitColumns(options.columns, width, rows.slice(top, top + page));
	const {paint} = look;
	const used = columns.reduce((sum, column) => sum + column.width, Math.max(0, columns.length - 1));
	const spare = ' '.repeat(Math.max(0, width - used));

	const titles = columns.map(column => fit(sorted(column, sort), column.width, column.align)).join(' ');

	const {from, to} = coveredBy(columns);
	const covered = columns.slice(from, to);
	const coveredWidth = covered.reduce((sum, column) => sum + column.width, covered.length - 1);

	const overlaid = ({state, name, id, role, tail}: Overlay): readonly [Role, string] => {
		const end = tail ? ` ${tail}` : '';
		const room = coveredWidth - end.length;
		// The name stays in its column where the state leaves it there.
		const start = `${state.padEnd(covered[0]?.width ?? 0)} `;
		const named = id === undefined ? name : withId(name, id, Math.max(0, room - cells(start)));
		return [role, fit(start + named, room) + end];
	};

	const drawRow = (row: R, index: number): string => {
		const isSelected = index === selected;
		const stale = options.isStale?.(row) ?? false;
		const overlay = covered.length > 0 ? options.overlay?.(row) : undefined;
		const plainly = (column: Column<R>): readonly [Role, string] => {
			const cell = column.cell(row);
			return [stale ? 'stale' : (cell.role ?? 'text'), fitCell(cell, column)];
		};
		const pieces = overlay
			? [...columns.slice(0, from).map(plainly), overlaid(overlay), ...columns.slice(to).map(plainly)]
			: columns.map(plainly);
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
