/** The rows of a view as they are on screen: filtered, sorted, with the selected one found by its id. */

import type {CampaignRow} from '../../model/select.ts';
import {type View as ViewName, viewNames} from '../../present/actions.ts';
import {filterOf} from '../../present/filter.ts';
import {sortRows} from '../../present/grid.ts';
import {maskOf} from '../../present/mask.ts';
import type {Floors} from './floors.ts';
import type {Sort} from './options.ts';
import type {Rows, Source, View, Views} from './view.ts';

/** A view's rows. */
export type Table<R> = {
	rows: readonly R[];
	/** How many there are before the filter. */
	total: number;
	/** The filter in force, as the border shows it; empty without one. */
	filter: string;
	/** The filter as it was typed, or as much of it as a mask leaves. */
	shownFilter: string;
	/** Why a part of the filter is not applied. */
	problem: string | undefined;
	selectedIndex: number;
	/** The id to hold from now on, if none is held or the held one is gone; a filtered row is not gone. */
	settleOn: string | undefined;
	sort: Sort | undefined;
	/** What is marked, and is still there. */
	marked: ReadonlySet<string>;
	/** The rows before the filter. */
	given: readonly R[];
	idOf(row: R): string;
	/** The view of the rows. */
	view: View<R>;
};

const nothingMarked: ReadonlySet<string> = new Set();

/** The last result of filtering and sorting, so that thousands of rows are not processed for every frame. */
const arrangements = new WeakMap<readonly unknown[], Arranged<unknown> & {by: string; on: unknown}>();

type Arranged<R> = {rows: readonly R[]; problem: string | undefined};

const unfiltered = <R>(rows: readonly R[]): Arranged<R> => ({rows, problem: undefined});

/** A mask changes what is shown of rows, and neither which they are nor their order. */
const unmasked = (source: Source): Source => ({...source, ui: {...source.ui, masked: false}});

/** Rows that a filter lets through. */
const filtered = <R>(
	{columns, compared = columns, texts}: View<R>,
	source: Source,
	given: readonly R[],
	filter: string,
) => {
	const {holds, problem} = filterOf(filter, compared(unmasked(source)), given);
	const rows = given.filter(row => holds(row, texts(row)));
	// A problem may quote a row.
	return {rows, problem: source.ui.masked ? filterOf(filter, compared(source), given).problem : problem};
};

/** Rows filtered and sorted. */
const arranged = <R>(name: ViewName, view: View<R>, source: Source, given: readonly R[]): Arranged<R> => {
	const {columns, isStill, restsOn} = view;
	const {filters, sorts, masked} = source.ui;
	const filter = filters[name] ?? '';
	const sort = sorts[name];
	const by = JSON.stringify([filter, sort, masked]);
	const on = restsOn?.(source);
	const known = isStill && arrangements.get(given);
	if (known && known.by === by && known.on === on) {
		return known as Arranged<R>;
	}
	const {rows: found, problem} = filter === '' ? unfiltered(given) : filtered(view, source, given, filter);
	const column = sort && columns(unmasked(source)).find(({id}) => id === sort.column);
	const rows = sort ? sortRows(found, column, sort.reversed) : found;
	if (isStill) {
		arrangements.set(given, {by, on, rows, problem});
	}
	return {rows, problem};
};

/** A filter as it may be shown, and the text of the border about it. A problem with it quotes what was typed. */
const filterTexts = <R>(
	{isOfPeople}: View<R>,
	{masked}: {masked: boolean},
	filter: string,
	problem: string | undefined,
): Pick<Table<R>, 'filter' | 'shownFilter'> => {
	const isHidden = masked && isOfPeople;
	const shownFilter = isHidden ? maskOf({masked})('query', filter) : filter;
	const text =
		problem === undefined ? `filter: ${shownFilter}` : `filter not applied: ${isHidden ? shownFilter : problem}`;
	return {shownFilter, filter: filter === '' ? '' : text};
};

/** The rows of a view. */
const tableOf = <R>(name: ViewName, view: View<R>, source: Source): Table<R> => {
	const {ui} = source;
	const {idOf} = view;
	const given = view.rows(source);
	const {rows, problem} = arranged(name, view, source, given);
	const sort = ui.sorts[name];
	const wanted = ui.selected[name];
	const found = wanted === undefined ? -1 : rows.findIndex(row => idOf(row) === wanted);
	// What is selected may be filtered away or gone: then the first row is what the operator sees as selected.
	const selectedIndex = found === -1 ? Math.min(0, rows.length - 1) : found;
	const shown = rows[selectedIndex];
	const isHeld = wanted !== undefined && (found !== -1 || given.some(row => idOf(row) === wanted));
	const marks = ui.marks[name];
	return {
		rows,
		total: given.length,
		given,
		...filterTexts(view, ui, ui.filters[name] ?? '', problem),
		problem,
		selectedIndex,
		settleOn: isHeld || !shown ? undefined : idOf(shown),
		sort,
		marked: marks && marks.size > 0 ? new Set(given.map(idOf).filter(id => marks.has(id))) : nothingMarked,
		idOf,
		view,
	};
};

/** The selected campaign: the board's selected row, by what is on screen; undefined if it is of another service than the tables. */
export const selectedCampaignId = ({
	campaigns,
	floor,
}: {
	campaigns: Table<CampaignRow>;
	floor: string | undefined;
}): string | undefined => {
	const row = campaigns.rows[campaigns.selectedIndex];
	return floor === undefined || row?.source.floor === floor ? row?.campaign.id : undefined;
};

/** The tables by view. */
export type Tables = {readonly [V in ViewName]: Table<Rows[V]>} & {
	/** The service that they are of, while several are on screen. */
	readonly floor: string | undefined;
};

/** The tables of views that have the rows of every service, by what of these is drawn. */
const sharedTables = new WeakMap<Floors, Map<ViewName, Table<never>>>();

/** Makes each table when it is first read: a key makes several of these, and reads few tables. */
class LazyTables {
	readonly floor: string | undefined;
	readonly #made: {[V in ViewName]?: Table<never>} = {};
	readonly #views: Views;
	readonly #of: Omit<Source, 'campaignId'>;

	constructor(views: Views, of: Omit<Source, 'campaignId'>) {
		this.#views = views;
		this.#of = of;
		this.floor = of.state.source.floor;
	}

	table(name: ViewName): Table<never> {
		this.#made[name] ??= this.#shared(name) ?? this.#tableOf(name);
		return this.#made[name];
	}

	#tableOf(name: ViewName): Table<never> {
		const campaignId = name === 'campaigns' ? undefined : selectedCampaignId(this as unknown as Tables);
		return tableOf(name, this.#views[name] as View<never>, {...this.#of, campaignId});
	}

	/** The table of a view that has the rows of every service, which is the same for all of them; undefined of another view. */
	#shared(name: ViewName): Table<never> | undefined {
		const {floors} = this.#of;
		if (floors.length === 1 || !this.#views[name].serviceOf) {
			return undefined;
		}
		const known = sharedTables.get(floors) ?? new Map<ViewName, Table<never>>();
		const table = known.get(name) ?? this.#tableOf(name);
		sharedTables.set(floors, known.set(name, table));
		return table;
	}
}

for (const name of viewNames) {
	Object.defineProperty(LazyTables.prototype, name, {
		get(this: LazyTables) {
			return this.table(name);
		},
	});
}

/** The tables of these views as the screen shows them; the states may be frozen. */
export const createTables = (views: Views, of: Omit<Source, 'campaignId'>): Tables =>
	new LazyTables(views, of) as unknown as Tables;
