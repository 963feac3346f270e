/** What an operator can do about alerts. None of it is sent to the service. */

import {alertSentence} from '../../look/alert-text.ts';
import {type Alert, alertKey, alertsInOrder, alertsOf, isOpenAlert} from '../../model/alert.ts';
import type {Context} from '../screen/context.ts';
import {selectedCampaignId} from '../tables/table.ts';
import type {Behaviours} from './action.ts';

/** The selected alert in the view of alerts, as it stands now. */
const selectedAlert = ({state, tables: {alerts}}: Context): Alert | undefined => {
	const row = alerts.rows[alerts.selectedIndex];
	return row && alertsInOrder(state.alerts).find(({id}) => id === row.id);
};

/** The alert to acknowledge: the selected one; in other views the selected campaign's gravest, or else the service's own. */
const alertMeant = (context: Context): Alert | undefined => {
	const {state, ui, tables} = context;
	if (ui.view === 'alerts') {
		return selectedAlert(context);
	}
	const campaignId = selectedCampaignId(tables);
	const {active} = state.alerts;
	return [
		...(campaignId === undefined ? [] : alertsOf(state.alerts, campaignId)),
		active.get(alertKey('service', undefined)),
		active.get(alertKey('stale', undefined)),
	].find(alert => alert !== undefined && isOpenAlert(alert));
};

const whyNotAcknowledge = (context: Context): string | undefined => {
	const alert = alertMeant(context);
	if (!alert) {
		return context.ui.view === 'alerts' ? 'there is no alert' : 'the selected campaign has none that is open';
	}
	return alert.resolvedAt ? 'it is over' : alert.acknowledgedAt ? 'it is acknowledged already' : undefined;
};

/** What the actions about alerts do. */
export const alertActions = {
	acknowledge: {
		whyDisabled: whyNotAcknowledge,
		run(context) {
			const alert = alertMeant(context);
			if (alert) {
				context.acknowledge(alert.id);
				context.say(`acknowledged: ${alertSentence(alert)}`);
			}
		},
	},
	mute: {
		run({ui, dispatch, say}) {
			dispatch({type: 'mute', muted: !ui.muted});
			say(ui.muted ? 'the bell rings again' : 'the bell is muted');
		},
	},
	alertCampaign: {
		whyDisabled(context) {
			const alert = selectedAlert(context);
			if (!alert) {
				return 'there is no alert';
			}
			return alert.campaignId !== undefined && context.state.campaigns.value?.has(alert.campaignId)
				? undefined
				: 'it is about no campaign that is listed';
		},
		run(context) {
			const id = selectedAlert(context)?.campaignId;
			const {dispatch, tables} = context;
			dispatch({type: 'view', view: 'campaigns'});
			if (!tables.campaigns.rows.some(({campaign}) => campaign.id === id)) {
				// The board's filter hides the campaign.
				dispatch({type: 'filter', value: ''});
			}
			dispatch({type: 'select', id});
		},
	},
} satisfies Behaviours;
