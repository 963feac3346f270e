/** The state of a run that has read nothing yet. */
import {noAlerts} from './alert.ts';
import {alertDefaults} from './alert-rules.ts';
import type {AlertSettings} from './alert-settings.ts';
import type {Source, State} from './state.ts';
import type {Moment} from './time.ts';

/** The state before anything happened. */
export const initialState = (source: Source, now: Moment, alertSettings: AlertSettings = alertDefaults): State => ({
	source,
	now,
	staleBefore: Number.NEGATIVE_INFINITY,
	link: {kind: 'starting'},
	heardAt: undefined,
	locked: source.readOnly,
	campaigns: undefined,
	campaignsSpan: undefined,
	campaignsFailure: undefined,
	dashboards: new Map(),
	dashboardFailures: new Map(),
	history: new Map(),
	lists: undefined,
	listsFailure: undefined,
	settings: new Map(),
	settingsFailures: new Map(),
	search: undefined,
	accounts: undefined,
	commands: [],
	alerts: noAlerts,
	alertSettings,
});
