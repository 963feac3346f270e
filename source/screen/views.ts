/** Every view, and the tables of their rows. */

import type {View as ViewName} from '../present/actions.ts';
import type {Drawn, Floors} from './state/floors.ts';
import type {UiOptions} from './state/options.ts';
import type {UiState} from './state/state.ts';
import {createTables, type Table, type Tables} from './state/tables.ts';
import type {View, Views} from './state/view.ts';
import {accountsView} from './views/accounts/rows.ts';
import {alertsView} from './views/alerts/rows.ts';
import {campaignsView} from './views/board/rows.ts';
import {complaintView} from './views/complaint/rows.ts';
import {listsView} from './views/lists/rows.ts';
import {logView} from './views/log/rows.ts';
import {searchView} from './views/search/rows.ts';
import {settingsView} from './views/settings/rows.ts';

/** A view that is text: it has no rows. */
const text: View<never> = {
	noun: 'field',
	columns: () => [],
	rows: () => [],
	idOf: row => row,
	texts: () => [],
};

const views: Views = {
	campaigns: campaignsView,
	campaign: text,
	lists: listsView,
	search: searchView,
	settings: settingsView,
	accounts: accountsView,
	alerts: alertsView,
	log: logView,
	complaint: complaintView,
};

/** The tables of a service as the screen shows them. */
export const tablesOf = (drawn: Drawn, floors: Floors, options: UiOptions): Tables =>
	createTables(views, {...drawn, floors, options});

/** The service of the selected row of a view; undefined if none is selected, or its rows are of one service. */
const serviceIn = (tables: Tables, view: ViewName): string | undefined => {
	const {rows, selectedIndex, view: shown} = tables[view] as Table<unknown>;
	const row = rows[selectedIndex];
	return row === undefined ? undefined : shown.serviceOf?.(row);
};

/** Views of one service that do not follow the selected campaign: they stay with the service that they were opened for. */
const stays: ReadonlySet<ViewName> = new Set(['accounts', 'complaint']);

/**
 * The service that keys are for, among several on screen: that of the open prompt or sheet, else that of the selected row, on the board
 * where the view has no rows of every service; undefined if no row is selected.
 */
export const floorInHand = (
	tables: Tables,
	{prompt, promptOf, sheet, sheetOf, view, viewOf}: UiState,
): string | undefined => {
	if (prompt || sheet) {
		return prompt ? promptOf : sheetOf;
	}
	return stays.has(view) ? viewOf : (serviceIn(tables, view) ?? serviceIn(tables, 'campaigns'));
};
