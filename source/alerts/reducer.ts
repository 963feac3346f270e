/** The reducer of the whole state: the model's, and the alerts that follow from each message. */
import type {AlertSettings} from '../model/alert.ts';
import {type Message, type Source, type State, initialState as withSettings} from '../model/state.ts';
import type {Moment} from '../model/time.ts';
import {updateWithoutAlerts} from '../model/update.ts';
import {acknowledged} from './acknowledged.ts';
import {alertsAfter} from './life.ts';
import {alertDefaults} from './rules.ts';

/** The state before anything happened. */
export const initialState = (source: Source, now: Moment, alertSettings: AlertSettings = alertDefaults): State =>
	withSettings(source, now, alertSettings);

/** The state after a message. */
export const update = (state: State, message: Message): State => {
	if (message.type === 'alert-acknowledged') {
		return {...state, alerts: acknowledged(state.alerts, message.key, message.acknowledgement, state.now)};
	}
	const next = updateWithoutAlerts(state, message);
	if (next === state) {
		return state;
	}
	const alerts = alertsAfter(message, next, state);
	return alerts === next.alerts ? next : {...next, alerts};
};
