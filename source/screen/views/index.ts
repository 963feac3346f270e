/** The views by name. */
import type {View as ViewName} from '../../present/actions.ts';
import {accountsView} from './accounts/rows.ts';
import {alertsView} from './alerts/rows.ts';
import {campaignsView} from './board/rows.ts';
import {campaignView} from './campaign/rows.ts';
import {complaintView} from './complaint/rows.ts';
import {listsView} from './lists/rows.ts';
import {logView} from './log/rows.ts';
import {searchView} from './search/rows.ts';
import {settingsView} from './settings/rows.ts';
import type {View} from './view.ts';

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
export type RowOf<V extends ViewName> = (typeof views)[V] extends View<infer R> ? R : never;
