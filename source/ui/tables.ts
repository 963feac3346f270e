/** The rows of each view as they stand on screen: filtered, sorted, with the selected one found by its id. */

import type {CallingList} from '../model/list.ts';
import type {Pending} from '../model/pending.ts';
import {type CampaignRow, campaignRows, commandOn} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {CallLogEntry} from '../model/wire.ts';
import {type Column, matches, sortRows} from './parts/grid.ts';
import type {Sort, UiState, View} from './state.ts';
import {boardColumns} from './views/board-columns.ts';
import {listColumns} from './views/lists.ts';
import {searchColumns} from './views/search.ts';

/** A list, and what is under way on it. */
export type ListRow = {list: CallingList; command: Pending | undefined};

/** An entry of a search, with an id to select it by. */
export type EntryRow = {id: string; entry: CallLogEntry};

/** A view's rows. */
export type Table<R> = {
	rows: readonly R[];
	/** How many there are before the filter. */
	total: number;
	selectedIndex: number;
	/** The id to be held from now on, where none is or the one held is gone; filtered away is not gone. */
	settleOn: string | undefined;
	sort: Sort | undefined;
	idOf(row: R): string;
};

const tableOf = <R>(
	ui: UiState,
	view: View,
	all: readonly R[],
	columns: readonly Column<R>[],
	idOf: (row: R) => string,
	texts: (row: R) => (string | undefined)[],
): Table<R> => {
	const filter = ui.filters[view] ?? '';
	const sort = ui.sorts[view];
	const filtered = filter === '' ? all : all.filter(row => matches(filter, ...texts(row)));
	const column = columns.find(({id}) => id === sort?.column);
	const rows = sort ? sortRows(filtered, column, sort.reversed) : filtered;
	const wanted = ui.selected[view];
	const found = wanted === undefined ? -1 : rows.findIndex(row => idOf(row) === wanted);
	// What is selected may be filtered away or gone: then the first row is what the operator sees as selected.
	const selectedIndex = found === -1 ? Math.min(0, rows.length - 1) : found;
	const shown = rows[selectedIndex];
	const isHeld = wanted !== undefined && (found !== -1 || all.some(row => idOf(row) === wanted));
	return {rows, total: all.length, selectedIndex, settleOn: isHeld || !shown ? undefined : idOf(shown), sort, idOf};
};

/** The board's rows. */
export const campaignTable = (state: State, ui: UiState, interval: number): Table<CampaignRow> =>
	tableOf(
		ui,
		'campaigns',
		campaignRows(state),
		boardColumns(state, interval),
		row => row.campaign.id,
		row => [row.campaign.name, row.campaign.id, row.status, row.campaign.dialMethod ?? row.figures?.paceMethod],
	);

/** The rows of the lists, where those that were read are of the campaign asked for; what is not shown cannot be meant. */
export const listTable = (state: State, ui: UiState, campaignId: string | undefined): Table<ListRow> =>
	tableOf(
		ui,
		'lists',
		(state.lists?.campaignId === campaignId ? (state.lists?.lists ?? []) : []).map(list => ({
			list,
			command: commandOn(state, {kind: 'list', id: list.id}),
		})),
		listColumns,
		row => row.list.id,
		row => [row.list.name, row.list.id, row.list.campaignName, row.list.campaignId, row.list.status],
	);

/** The entries that a search found. */
export const entryTable = (state: State, ui: UiState): Table<EntryRow> =>
	tableOf(
		ui,
		'search',
		(state.search?.result?.entries ?? []).map((entry, index) => ({id: entry.uniqueId ?? String(index), entry})),
		searchColumns,
		row => row.id,
		({entry}) => [entry.fullName, entry.phoneNumber, entry.status, entry.campaignName, entry.listName, entry.leadId],
	);

/** The campaign that the operator means: the board's selected row, by what is on screen. */
export const selectedCampaignId = (table: Table<CampaignRow>): string | undefined =>
	table.rows[table.selectedIndex]?.campaign.id;
