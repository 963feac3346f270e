/** A table of columns that fit (`fit-table.ts`): its titles, rows and totals as spans, the order of its rows, and how it scrolls. */
import {width as cells, cutBefore, cutStart, fit, number, withId} from './format.ts';
import type {Span, Spans} from './spans.ts';
import type {Role} from './theme.ts';

/** A cell: its text and its role. */
export type Cell = {
	text: string;
	role?: Role | undefined;
	/** The id of what the text names; follows the text if that must be cut. */
	id?: string | undefined;
	/** What a total shows where its text does not fit. */
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
	/** True if the largest values come first; words, and figures that run out, are sorted ascending. */
	descends?: boolean;
	/** Further words for it in a row, by which a filter finds it too. */
	words?(row: R): readonly string[];
	/** True if its figures are times: exports have them in seconds, and filters take `90s`, `15m`, `2h`. */
	isTime?: true;
	/** Its value in an export, without units and separators. */
	raw?: {of(row: R): number | string | undefined};
	/** True for a column that takes a share of the remaining room, and gives up some of its own for an id. */
	grows?: boolean;
	/** True if it stays while the others are scrolled, since it identifies the row. Such columns come first. */
	stays?: true | undefined;
	/** The fewest cells of a text that may be cut; the details of its row show it whole. */
	least?: number;
	/** True if it gets cells only after names have those that they need. */
	isLater?: true | undefined;
	/** True if names are cut before this column, or one to its left, is scrolled away. */
	isRequired?: true;
	/** For names on screen: those that are followed by their whole ids, as several rows share them; or `elsewhere` if another column has the ids. */
	ids?: ReadonlySet<string> | 'elsewhere';
	/** The right end of its title: the title of the ids below it. */
	titleEnd?: string;
	/** True for ids: the column is as wide as they are, and if one must be cut its end stays. */
	isId?: boolean;
};

/** Replaces the first two columns of a row, its state and its name, while something is under way on it. */
export type Overlay = {
	state: string;
	name: string;
	/** Follows the name if that must be cut and the row shows its id nowhere else. */
	id?: string | undefined;
	role: Role;
	/** Shown at the right end, such as an age. */
	tail?: string;
};

/** The first row to show, so that the selected one is on screen and the table moves as little as may be. */
export const topFor = (previous: number, selected: number, page: number, total: number): number => {
	const most = Math.max(0, total - page);
	const low = Math.max(0, selected - page + 1);
	return Math.min(Math.max(Math.min(Math.max(previous, low), Math.max(selected, 0)), 0), most);
};

/** How many rows a grid of this height shows, above so many lines of totals. */
export const pageOf = (height: number, totals: number): number => Math.max(0, height - 1 - totals);

/** Which of the rows are on screen: `1-20 of 500`; empty if there are none. */
export const positionOf = (top: number, page: number, total: number): string =>
	total === 0 ? '' : `${number(top + 1)}-${number(Math.min(top + page, total))} of ${number(total)}`;

/** How a table is sorted: by the column of this id. */
type SortedBy = {column: string; reversed: boolean} | undefined;

/** The mark of an order: the smallest first, or the largest. */
export const sortMark = ({reversed}: {reversed: boolean}): string => (reversed ? '▲' : '▼');

/** The titles, the sorted column's with a mark. */
export const titleSpans = <R>(columns: readonly Column<R>[], sort: SortedBy): Spans => {
	const titles = columns.map(({id, title, width, align, titleEnd}) => {
		const mark = sort?.column === id ? sortMark(sort) : '';
		const end = titleEnd === undefined ? '' : ` ${titleEnd}`;
		const room = width - cells(end);
		// The title is cut before its mark.
		return fit(cutBefore(title, mark, room), room, align) + end;
	});
	return [['column', titles.join(' ')]];
};

/** The column at a cell of its line, counted from 0; undefined between two columns and behind the last. */
export const columnAt = <R>(columns: readonly Column<R>[], cell: number): Column<R> | undefined => {
	let from = 0;
	return columns.find(({width}) => {
		const isIn = cell >= from && cell < from + width;
		from += width + 1;
		return isIn;
	});
};

/** Cells with a space between them; adjacent plain text becomes one piece. */
const joined = (row: readonly (readonly Span[])[]): Spans => {
	const spans: Span[] = [];
	let plain = '';
	for (const [index, pieces] of row.entries()) {
		plain += index > 0 ? ' ' : '';
		for (const [role, text] of pieces) {
			if (role === 'text') {
				plain += text;
				continue;
			}
			if (plain !== '') {
				spans.push(['text', plain]);
			}
			plain = '';
			spans.push([role, text]);
		}
	}
	return plain === '' ? spans : [...spans, ['text', plain]];
};

/**
 * A name in exactly so many cells, and the id after it: it is at their right end if the name leaves room for it, is
 * cut, or several rows share it.
 */
export const named = (
	{text, id}: Cell,
	room: number,
	ids: Column<never>['ids'],
): readonly [name: string, id: string] => {
	if (id === undefined || id === text || ids === 'elsewhere') {
		return [fit(id === text ? cutStart(text, room) : text, room), ''];
	}
	const nameRoom = room - cells(id) - 1;
	const isBeside =
		ids !== undefined && nameRoom >= 1 && (cells(text) <= nameRoom || cells(text) > room || ids.has(text));
	return isBeside ? [`${fit(text, nameRoom)} `, id] : [fit(withId(text, id, room), room), ''];
};

/** A cell in the width of its column. */
export const cellSpans = <R>(cell: Cell, {width, align, isId, ids}: Column<R>): Span[] => {
	const {text, role = 'text'} = cell;
	if (cell.id === undefined) {
		return [[role, fit(isId ? cutStart(text, width) : text, width, align)]];
	}
	const [name, id] = named(cell, width, ids);
	return id === ''
		? [[role, name]]
		: [
				[role, name],
				['faint', id],
			];
};

/** Which columns an overlay covers: the first two that are not of ids. */
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
	// The name stays in its column if the state leaves room for it.
	const start = `${state.padEnd(covered[0]?.width ?? 0)} `;
	const ids = covered.find(({grows}) => grows)?.ids;
	const shown = named({text: name, id}, Math.max(0, room - cells(start)), ids).join('');
	return [role, fit(start + shown, room) + end];
};

/** A row: a cell a column, or an overlay instead of its state and its name. Old figures are drawn as stale in all of them. */
export const rowSpans = <R>(columns: readonly Column<R>[], row: R, isStale: boolean, overlay?: Overlay): Spans => {
	const spansOf = (column: Column<R>): Span[] => {
		const spans = cellSpans(column.cell(row), column);
		return isStale ? spans.map(([, text]): Span => ['stale', text]) : spans;
	};
	const {from, to} = coveredBy(columns);
	return joined(
		overlay && to > from
			? [
					...columns.slice(0, from).map(spansOf),
					[overlaySpan(overlay, columns.slice(from, to))],
					...columns.slice(to).map(spansOf),
				]
			: columns.map(spansOf),
	);
};

/** The totals below a table. */
export const totalSpans = <R>(columns: readonly Column<R>[], totals: Readonly<Record<string, Cell>>): Spans =>
	joined(
		columns.map(({id, width, align}): Span[] => {
			const {text, role = 'strong', shorter = text} = totals[id] ?? {text: ''};
			return [[role, fit(cells(text) <= width ? text : shorter, width, align)]];
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
