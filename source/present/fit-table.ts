/** Which columns of a table fit, and how wide each is: on the screen, and in what commands print. Others are omitted from the right. */
import {width as cells} from './format.ts';
import {type Column, named} from './grid.ts';

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

/** Columns with the name cut so far that the last required column fits, or of several as many as can. */
const keeping = <R>(columns: readonly Column<R>[], width: number, needs: Needs, gap: number): readonly Column<R>[] => {
	const name = columns.find(({stays, grows}) => stays && grows);
	if (!name) {
		return columns;
	}
	const least = Math.max(leastName, leastId + 1 + (needs.get(name.id)?.id ?? 0));
	const lackings = columns.flatMap(({isRequired}, at) =>
		isRequired ? columns.slice(0, at + 1).reduce((sum, one) => sum + one.width + gap, -gap) - width : [],
	);
	const lacking = lackings.findLast(one => name.width - one >= least) ?? 0;
	return lacking > 0
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
	gap: number,
): number => {
	const isLater = others.at(-1)?.isLater ?? false;
	const widthOf = (column: Column<R>): number => (isLater ? wanted.get(column.id) : undefined) ?? column.width;
	let free = width - staying.reduce((sum, column) => sum + widthOf(column) + gap, -gap);
	let end = others.length;
	for (; end > 0; end--) {
		free -= (others[end - 1]?.width ?? 0) + gap;
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
 * @param gap cells between two columns
 * @param fills whether names take the cells that nothing needs, too
 */
export const fitTable = <R>(
	columns: readonly Column<R>[],
	width: number,
	rows: readonly R[],
	from = 0,
	before?: Needs,
	{gap, fills} = {gap: 1, fills: true},
): Fitted<R> => {
	const needs = needsOf(columns, rows, before);
	const wide = widened(columns, needs);
	const visible = keeping(wide, width, needs, gap);
	const count = stayingOf(visible);
	const [staying, others] = [visible.slice(0, count), visible.slice(count)];
	const wanted = wantedIn(wide, needs, mostGrowth);
	const end = endOf(wide.slice(0, count), others, width, wanted, gap);
	const left = Math.max(0, Math.min(from, end));
	const shown: Column<R>[] = [];
	let free = width;
	let hasNames = false;
	for (const column of [...staying, ...others.slice(left)]) {
		if (column.isLater && !hasNames) {
			free = spread(shown, free, wanted);
			hasNames = true;
		}
		const room = free - (shown.length > 0 ? gap : 0);
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
	if (fills) {
		const growing = shown.filter(({grows}) => grows);
		const share = Math.min(Math.floor(free / Math.max(1, growing.length)), mostGrowth);
		free = spread(shown, free, new Map(growing.map(({id, width}) => [id, width + share])));
	}
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
