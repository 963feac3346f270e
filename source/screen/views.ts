/** Every view, and the tables of their rows. */

import type {State} from '../model/state.ts';
import type {UiOptions} from './state/options.ts';
import type {UiState} from './state/state.ts';
import {createTables, type Tables} from './state/tables.ts';
import type {View, Views} from './state/view.ts';
import {drawnState, shownUi} from './store/shown.ts';
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

/** The tables as the screen shows them. */
export const tablesOf = (state: State, ui: UiState, options: UiOptions): Tables =>
	createTables(views, drawnState(state, ui), shownUi(ui), options);
