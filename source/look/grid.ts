/** A table of fixed columns: titles, rows, a selected row, totals; columns that do not fit are left out from the right. */
import {width as cells, cutBefore, cutStart, fit, number, withId} from './format.ts';
import type {Span, Spans} from './spans.ts';
import type {Role} from './theme.ts';

/** A cell: its text, and what it is for the eye. */
export type Cell = {
	text: string;
	role?: Role | undefined;
	/** The id of what the text names; stands behind the text if that must be cut. */
	id?: string | undefined;
	/** What a total says where its text does not fit. */
	shorter?: string;
};

/** A column of rows of type R. */
export type Column<R> = {
	id: string;
	title: string;
	width: number;
	align: 'left' | 'right';
	cell(row: R): Cell;
	/** What rows are sorted by; undefined sorts last. An export has it too, unless `raw` says otherwise. */
	sort(row: R): number | string | undefined;
	/** True if the most is what matters, so that it comes first; an order of words or of what runs out ascends. */
	descends?: boolean;
	/** What an export has of it, bare of units and separators. */
	raw?: {of(row: R): number | string | undefined};
	/** True for a column that takes a share of the room that is left, and gives up some of its own for an id. */
	grows?: boolean;
	/** True for ids: the column is as wide as they are, and if one must be cut its end is kept. */
	isId?: boolean;
};

/** The most that a column grows: a line that the eye must cross is read wrong. */
const mostGrowth = 24;

/** A name is cut down to so many cells so that an id is whole. */
const leastName = 8;

/** The least cells of an id: cut to less it identifies nothing. */
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

/** The first row to show, so that the selected one is on screen and the table moves as little as may be. */
export const topFor = (previous: number, selected: number, page: number, total: number): number => {
	const most = Math.max(0, total - page);
	const low = Math.max(0, selected - page + 1);
	return Math.min(Math.max(Math.min(Math.max(previous, low), Math.max(selected, 0)), 0), most);
};

/** How many rows a grid of this height shows. */
export const pageOf = (height: number, hasTotals: boolean): number => Math.max(0, height - (hasTotals ? 2 : 1));

/** Which of the rows are on screen: `1-20 of 500`; empty if there are none. */
export const positionOf = (top: number, page: number, total: number): string =>
	total === 0 ? '' : `${number(top + 1)}-${number(Math.min(top + page, total))} of ${number(total)}`;

/** How a table is sorted: by the column of this id. */
type SortedBy = {column: string; reversed: boolean} | undefined;

/** The mark of an order: the smallest first, or the largest. */
export const sortMark = ({reversed}: {reversed: boolean}): string => (reversed ? '▲' : '▼');

/** The titles, the sorted column's with a mark. */
export const titleSpans = <R>(columns: readonly Column<R>[], sort: SortedBy): Spans => {
	const titles = columns.map(({id, title, width, align}) => {
		const mark = sort?.column === id ? sortMark(sort) : '';
		// The title is cut before its mark.
		return fit(cutBefore(title, mark, width), width, align);
	});
	return [['column', titles.join(' ')]];
};

/** Cells with a space between them; what is plain text becomes one piece. */
const joined = (pieces: readonly Span[]): Spans => {
	const spans: Span[] = [];
	let plain = '';
	for (const [index, [role, text]] of pieces.entries()) {
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

/** An overlay in the width of the columns that it covers. */
const overlaySpan = ({state, name, id, role, tail}: Overlay, covered: readonly Column<never>[]): Span => {
	const end = tail ? ` ${tail}` : '';
	const room = covered.reduce((sum, {width}) => sum + width, covered.length - 1) - end.length;
	// The name stays in its column where the state leaves it there.
	const start = `${state.padEnd(covered[0]?.width ?? 0)} `;
	const named = id === undefined ? name : withId(name, id, Math.max(0, room - cells(start)));
	return [role, fit(start + named, room) + end];
};

/** A row: a cell a column, or an overlay instead of its state and its name. Old figures are stale in all of them. */
export const rowSpans = <R>(columns: readonly Column<R>[], row: R, isStale: boolean, overlay?: Overlay): Spans => {
	const spanOf = (column: Column<R>): Span => {
		const cell = column.cell(row);
		return [isStale ? 'stale' : (cell.role ?? 'text'), fitCell(cell, column)];
	};
	const {from, to} = coveredBy(columns);
	return joined(
		overlay && to > from
			? [
					...columns.slice(0, from).map(spanOf),
					overlaySpan(overlay, columns.slice(from, to)),
					...columns.slice(to).map(spanOf),
				]
			: columns.map(spanOf),
	);
};

/** The totals below a table. */
export const totalSpans = <R>(columns: readonly Column<R>[], totals: Readonly<Record<string, Cell>>): Spans =>
	joined(
		columns.map(({id, width, align}): Span => {
			const {text, role = 'strong', shorter = text} = totals[id] ?? {text: ''};
			return [role, fit(cells(text) <= width ? text : shorter, width, align)];
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
