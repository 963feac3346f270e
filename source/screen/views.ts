/** Every view, and the tables of their rows. */

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

/**
 * The service that keys are for, among several on screen: that of the open prompt or sheet, else that of the selected row; undefined if
 * no row is selected.
 */
export const floorInHand = (tables: Tables, {prompt, promptOf, sheet, sheetOf, view}: UiState): string | undefined => {
	if (prompt || sheet) {
		return prompt ? promptOf : sheetOf;
	}
	const ownView = views[view].serviceOf ? view : 'campaigns';
	const {rows, selectedIndex, view: shown} = tables[ownView] as Table<unknown>;
	const row = rows[selectedIndex];
	return row === undefined ? undefined : shown.serviceOf?.(row);
};
