/** A table of fixed columns: titles, rows, a selected row, totals; columns that do not fit are omitted from the right. */
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

/** The most that a column grows: a line that the eye must cross is read wrong. */
const mostGrowth = 24;

/** A name is cut down to so many cells so that an id is whole. */
const leastName = 8;

/** The least cells of an id: cut to less it identifies nothing. */
const leastId = 4;

/** The columns that identify the row: an id among them is cut before it is omitted. */
const leading = 3;

/** The widest name or id of a column so far, and the widest id after its names, by the ids of the columns. */
export type Needs = ReadonlyMap<string, {text: number; id: number}>;

const noNeeds: Needs = new Map();

/** The needs of these rows and of those before them: a width grows with what was shown, and never shrinks. */
export const needsOf = <R>(columns: readonly Column<R>[], rows: readonly R[], before: Needs = noNeeds): Needs => {
	let needs = before;
	for (const {id, grows, isId, cell} of columns) {
		if (grows || isId) {
			let {text: widest, id: widestId} = before.get(id) ?? {text: 0, id: 0};
			for (const row of rows) {
				const {text, id: named = ''} = cell(row);
				widest = Math.max(widest, cells(text));
				widestId = Math.max(widestId, cells(named));
			}
			const known = before.get(id);
			if (!known || widest > known.text || widestId > known.id) {
				needs = new Map(needs).set(id, {text: widest, id: widestId});
			}
		}
	}
	return needs;
};

/** Columns with those of ids as wide as they need, at the expense of the names, and names with room for the ids after them. */
const widened = <R>(columns: readonly Column<R>[], needs: Needs): readonly Column<R>[] => {
	let wanted = 0;
	const wide = columns.map(column => {
		const {text, id} = needs.get(column.id) ?? {text: 0, id: 0};
		if (column.isId && text > column.width) {
			wanted += column.isLater ? 0 : text - column.width;
			return {...column, width: text};
		}
		const least = column.stays && id > 0 ? Math.min(text, id + 1 + leastName) : 0;
		return text > column.width && least > column.width ? {...column, width: least} : column;
	});
	return wide.map(column => {
		const given = column.grows ? Math.min(wanted, Math.max(0, column.width - leastName)) : 0;
		wanted -= given;
		return given > 0 ? {...column, width: column.width - given} : column;
	});
};

/** Columns with the name cut so far that the last column that must be shown fits; unchanged if that is not enough. */
const keeping = <R>(columns: readonly Column<R>[], width: number, needs: Needs): readonly Column<R>[] => {
	const until = columns.findLastIndex(({isRequired}) => isRequired);
	const name = columns.find(({stays, grows}) => stays && grows);
	const lacking = columns.slice(0, until + 1).reduce((sum, column) => sum + column.width + 1, -1) - width;
	const least = Math.max(leastName, leastId + 1 + (name ? (needs.get(name.id)?.id ?? 0) : 0));
	return name && lacking > 0 && name.width - lacking >= least
		? columns.map(column => (column === name ? {...column, width: column.width - lacking} : column))
		: columns;
};

/** The widths in which nothing so far is cut in growing columns, by their ids; `most` is what one grows at most. */
const wantedIn = <R>(columns: readonly Column<R>[], needs: Needs, most: number): ReadonlyMap<string, number> =>
	new Map(
		columns.flatMap(({id, width, grows}) =>
			grows ? [[id, Math.min(Math.max(width, needs.get(id)?.text ?? 0), width + most)]] : [],
		),
	);

/** Gives the free cells to columns in turn, each up to its width in `widths`; returns what remains. */
const spread = <R>(shown: Column<R>[], free: number, widths: ReadonlyMap<string, number>): number => {
	let unused = free;
	shown.forEach((column, at) => {
		const given = Math.max(0, Math.min(unused, (widths.get(column.id) ?? 0) - column.width));
		if (given > 0) {
			shown[at] = {...column, width: column.width + given};
			unused -= given;
		}
	});
	return unused;
};

/** How many columns stay where they are while the others are scrolled. */
const stayingOf = <R>(columns: readonly Column<R>[]): number => {
	const first = columns.findIndex(({stays}) => !stays);
	return first === -1 ? columns.length : first;
};

/** Columns that are shown, and how many there are to the left and to the right of those that can be scrolled. */
export type Fitted<R> = {columns: Column<R>[]; left: number; right: number /** The most of `left`. */; end: number};

/** The most columns that need be scrolled past: the others fit. */
const endOf = <R>(
	staying: readonly Column<R>[],
	others: readonly Column<R>[],
	width: number,
	wanted: ReadonlyMap<string, number>,
): number => {
	const isLater = others.at(-1)?.isLater ?? false;
	const widthOf = (column: Column<R>): number => (isLater ? wanted.get(column.id) : undefined) ?? column.width;
	let free = width - staying.reduce((sum, column) => sum + widthOf(column) + 1, -1);
	let end = others.length;
	for (; end > 0; end--) {
		free -= (others[end - 1]?.width ?? 0) + 1;
		if (free < 0) {
			break;
		}
	}
	return Math.min(end, Math.max(0, others.length - 1));
};

const noneAlike: ReadonlySet<string> = new Set();

/** Names of several ids in these rows. */
const alikeIn = <R>({cell}: Column<R>, rows: readonly R[]): ReadonlySet<string> => {
	const seen = new Map<string, string>();
	let alike: Set<string> | undefined;
	for (const row of rows) {
		const {text, id} = cell(row);
		if (id !== undefined && (seen.get(text) ?? id) !== id) {
			alike ??= new Set();
			alike.add(text);
		}
		seen.set(text, id ?? '');
	}
	return alike ?? noneAlike;
};

/** A column of names with how ids follow them; its title names the ids if any does. */
const withIds = <R>(column: Column<R>, ids: NonNullable<Column<R>['ids']>, rows: readonly R[]): Column<R> => {
	const {width, cell} = column;
	const hasIds = rows.some(row => named(cell(row), width, ids)[1] !== '');
	return {...column, ids, ...(hasIds && {titleEnd: 'id'})};
};

/**
 * Columns that fit into so many cells: those that stay, then the others from one on. Names have the cells that they need
 * before columns that come later; with more cells there are never fewer columns, and no name is cut while cells are free.
 *
 * @param from how many of the columns that do not stay are scrolled past
 * @param before the needs of the rows that were shown before
 */
export const fitTable = <R>(
	columns: readonly Column<R>[],
	width: number,
	rows: readonly R[],
	from = 0,
	before?: Needs,
): Fitted<R> => {
	const needs = needsOf(columns, rows, before);
	const wide = widened(columns, needs);
	const visible = keeping(wide, width, needs);
	const count = stayingOf(visible);
	const [staying, others] = [visible.slice(0, count), visible.slice(count)];
	const wanted = wantedIn(wide, needs, mostGrowth);
	const end = endOf(wide.slice(0, count), others, width, wanted);
	const left = Math.max(0, Math.min(from, end));
	const shown: Column<R>[] = [];
	let free = width;
	let hasNames = false;
	for (const column of [...staying, ...others.slice(left)]) {
		if (column.isLater && !hasNames) {
			free = spread(shown, free, wanted);
			hasNames = true;
		}
		const gap = shown.length > 0 ? 1 : 0;
		const room = free - gap;
		if (column.width > room) {
			const isName = column.stays && column.grows;
			// The column that was scrolled to is shown, even if it is cut.
			const isFirst = left > 0 && shown.length === count;
			const isText = column.least !== undefined && room >= column.least;
			if (isText || (room >= leastId && (isName || isFirst || (column.isId && shown.length < leading)))) {
				shown.push({...column, width: room});
				free = 0;
			}
			break;
		}
		free = room - column.width;
		shown.push(column);
	}
	free = spread(shown, free, wanted);
	const growing = shown.filter(({grows}) => grows);
	const share = Math.min(Math.floor(free / Math.max(1, growing.length)), mostGrowth);
	free = spread(shown, free, new Map(growing.map(({id, width}) => [id, width + share])));
	spread(shown, free, wantedIn(wide, needs, Number.POSITIVE_INFINITY));
	const isIdShown = shown.some(({isId}) => isId);
	return {
		columns: shown.map(column =>
			column.stays && column.grows ? withIds(column, isIdShown ? 'elsewhere' : alikeIn(column, rows), rows) : column,
		),
		left,
		right: others.length - left - Math.max(0, shown.length - count),
		end,
	};
};

/** The columns alone. */
export const fitColumns = <R>(...given: Parameters<typeof fitTable<R>>): Column<R>[] => fitTable(...given).columns;

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
	const titles = columns.map(({id, title, width, align, titleEnd}) => {
		const mark = sort?.column === id ? sortMark(sort) : '';
		const end = titleEnd === undefined ? '' : ` ${titleEnd}`;
		const room = width - cells(end);
		// The title is cut before its mark.
		return fit(cutBefore(title, mark, room), room, align) + end;
	});
	return [['column', titles.join(' ')]];
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
const named = ({text, id}: Cell, room: number, ids: Column<never>['ids']): readonly [name: string, id: string] => {
	if (id === undefined || id === text || ids === 'elsewhere') {
		return [fit(id === text ? cutStart(text, room) : text, room), ''];
	}
	const nameRoom = room - cells(id) - 1;
	const isBeside =
		ids !== undefined && nameRoom >= 1 && (cells(text) <= nameRoom || cells(text) > room || ids.has(text));
	return isBeside ? [`${fit(text, nameRoom)} `, id] : [fit(withId(text, id, room), room), ''];
};

/** A cell in the width of its column. */
const cellSpans = <R>(cell: Cell, {width, align, isId, ids}: Column<R>): Span[] => {
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
