/** The rows of every view as they are on screen: filtered, sorted, with the selected one found by its id. */

import type {CampaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {type View as ViewName, viewNames} from '../../present/actions.ts';
import {filterOf} from '../../present/filter.ts';
import {sortRows} from '../../present/grid.ts';
import type {Sort, UiOptions} from '../state/options.ts';
import type {UiState} from '../state/state.ts';
import {accountsView} from './accounts/rows.ts';
import {alertsView} from './alerts/rows.ts';
import {campaignsView} from './board/rows.ts';
import {campaignView} from './campaign/rows.ts';
import {complaintView} from './complaint/rows.ts';
import {listsView} from './lists/rows.ts';
import {logView} from './log/rows.ts';
import {searchView} from './search/rows.ts';
import {settingsView} from './settings/rows.ts';
import type {Source, View} from './view.ts';

/** Every view. */
export const views = {
	campaigns: campaignsView,
	campaign: campaignView,
	lists: listsView,
	search: searchView,
	settings: settingsView,
	accounts: accountsView,
	alerts: alertsView,
	log: logView,
	complaint: complaintView,
} satisfies Record<ViewName, unknown>;

/** What a row of a view is. */
type RowOf<V extends ViewName> = (typeof views)[V] extends View<infer R> ? R : never;

/** A view's rows. */
export type Table<R> = {
	rows: readonly R[];
	/** How many there are before the filter. */
	total: number;
	/** The filter in force, as the border says it; empty without one. */
	filter: string;
	/** Why a part of the filter is not applied. */
	problem: string | undefined;
	selectedIndex: number;
	/** The id to be held from now on, where none is or the one held is gone; filtered away is not gone. */
	settleOn: string | undefined;
	sort: Sort | undefined;
	/** What is marked, and is still there. */
	marked: ReadonlySet<string>;
	idOf(row: R): string;
};

const nothingMarked: ReadonlySet<string> = new Set();

/** How rows were last filtered and sorted: thousands need not be for every frame. */
const arrangements = new WeakMap<readonly unknown[], Arranged<unknown> & {by: string; on: unknown}>();

type Arranged<R> = {rows: readonly R[]; problem: string | undefined};

const unfiltered = <R>(rows: readonly R[]): Arranged<R> => ({rows, problem: undefined});

/** Rows that a filter lets through. */
const filtered = <R>(
	{columns, compared = columns, texts}: View<R>,
	source: Source,
	given: readonly R[],
	filter: string,
) => {
	const {holds, problem} = filterOf(filter, compared(source), given);
	return {rows: given.filter(row => holds(row, texts(row))), problem};
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
	const {rows: kept, problem} = filter === '' ? unfiltered(given) : filtered(view, source, given, filter);
	const column = sort && columns(source).find(({id}) => id === sort.column);
	const rows = sort ? sortRows(kept, column, sort.reversed) : kept;
	if (isStill) {
		arrangements.set(given, {by, on, rows, problem});
	}
	return {rows, problem};
};

/** What the border says of a filter. */
const filterText = (filter: string, problem: string | undefined): string =>
	filter === '' ? '' : problem === undefined ? `filter: ${filter}` : `filter not applied: ${problem}`;

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
		filter: filterText(ui.filters[name] ?? '', problem),
		problem,
		selectedIndex,
		settleOn: isHeld || !shown ? undefined : idOf(shown),
		sort,
		marked: marks && marks.size > 0 ? new Set(given.map(idOf).filter(id => marks.has(id))) : nothingMarked,
		idOf,
	};
};

/** The campaign that the operator means: the board's selected row, by what is on screen. */
export const selectedCampaignId = ({campaigns}: {campaigns: Table<CampaignRow>}): string | undefined =>
	campaigns.rows[campaigns.selectedIndex]?.campaign.id;

/** The tables by view. */
export type Tables = {readonly [V in ViewName]: Table<RowOf<V>>};

/** The tables as the screen shows them; `state` may be frozen. */
export const createTables = (state: State, ui: UiState, options: UiOptions): Tables => {
	const made = new Map<ViewName, Table<never>>();
	const tables = {} as Tables;
	for (const name of viewNames) {
		Object.defineProperty(tables, name, {
			get() {
				const campaignId = name === 'campaigns' ? undefined : selectedCampaignId(tables);
				const known = made.get(name) ?? tableOf(name, views[name] as View<never>, {state, ui, options, campaignId});
				made.set(name, known);
				return known;
			},
			enumerable: true,
		});
	}
	return tables;
};
