/** The views by name. */
import type {View as ViewName} from '../../present/actions.ts';
import {accountsView} from './accounts.ts';
import {alertsView} from './alerts.ts';
import {campaignView} from './campaign.ts';
import {campaignsView} from './campaigns.ts';
import {complaintView} from './complaint.ts';
import {listsView} from './lists.ts';
import {logView} from './log.ts';
import {searchView} from './search.ts';
import {settingsView} from './settings.ts';
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
