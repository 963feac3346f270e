/** The state of a run that has read nothing yet. */

import {type AlertSettings, noAlerts} from './alert.ts';
import {ById} from './by-id.ts';
import {notLoaded} from './loaded.ts';
import type {Source, State} from './state.ts';
import type {Moment} from './time.ts';

/** The state before anything happened. */
export const initialState = (source: Source, now: Moment, alertSettings: AlertSettings): State => ({
	source,
	now,
	staleBefore: Number.NEGATIVE_INFINITY,
	link: {kind: 'starting'},
	heardAt: undefined,
	locked: source.readOnly,
	lookingAt: undefined,
	campaigns: notLoaded,
	dashboards: new ById(),
	dropDays: new ById(),
	lists: notLoaded,
	settings: new ById(),
	search: undefined,
	complaint: undefined,
	accounts: undefined,
	commands: [],
	alerts: noAlerts,
	alertSettings,
});
