/** What an operator can do about alerts. None of it is sent to the service. */

import {type AlertGroup, alertGroups} from '../../../alerts/floods.ts';
import {alertKey, alertsOf, isOpenAlert} from '../../../model/alert.ts';
import type {Behaviours} from '../../actions/action.ts';
import {toCampaign} from '../../actions/moves.ts';
import {selectedCampaignId} from '../../state/tables.ts';
import type {AlertRow} from '../../state/view.ts';
import {type Context, selectedRowOf} from '../../store/context.ts';
import {askHowLong} from './acknowledge.ts';
import {runbookOf} from './rows.ts';

/** The selected row in the view of alerts. */
const selectedRow = (context: Context): AlertRow | undefined => selectedRowOf(context, 'alerts');

/** The present alerts of the selected row in the view of alerts. */
const selectedAlerts = (context: Context): AlertGroup | undefined => {
	const row = selectedRow(context);
	const group = alertGroups(context.state.alerts).find(({members}) => members.some(({id}) => id === row?.alert.id));
	const alert = group?.members.find(({id}) => id === row?.alert.id);
	return row?.kind === 'flood' ? group : alert && {lead: alert, members: [alert]};
};

/** The alerts to acknowledge: the selected ones; in other views the selected campaign's gravest, or else the service's own. */
export const alertsToAcknowledge = (context: Context): AlertGroup | undefined => {
	const {state, ui, tables} = context;
	if (ui.view === 'alerts') {
		return selectedAlerts(context);
	}
	const campaignId = selectedCampaignId(tables);
	const {active} = state.alerts;
	const alert = [
		...(campaignId === undefined ? [] : alertsOf(state.alerts, campaignId)),
		active.get(alertKey('service', undefined)),
		active.get(alertKey('stale', undefined)),
	].find(one => one !== undefined && isOpenAlert(one));
	return alert && {lead: alert, members: [alert]};
};

const whyNotAcknowledge = (context: Context): string | undefined => {
	const alerts = alertsToAcknowledge(context);
	if (!alerts) {
		return context.ui.view === 'alerts' ? 'there is no alert' : 'the selected campaign has none that is open';
	}
	return alerts.members.some(isOpenAlert)
		? undefined
		: alerts.lead.resolvedAt
			? 'it is over'
			: alerts.lead.partOf
				? 'it is part of another alert'
				: undefined;
};

/** The runbook of the selected alert. */
const selectedRunbook = (context: Context): string | undefined => {
	const row = selectedRow(context);
	return row && runbookOf(context.state, row);
};

/** What the actions about alerts do. */
export const alertActions = {
	acknowledge: {
		whyDisabled: whyNotAcknowledge,
		run(context) {
			const alerts = alertsToAcknowledge(context);
			if (alerts) {
				askHowLong(context, alerts);
			}
		},
	},
	mute: {
		run({ui, dispatch, announce}) {
			dispatch({type: 'mute', muted: !ui.muted});
			announce(ui.muted ? 'the bell rings again' : 'the bell is muted');
		},
	},
	runbook: {
		hintNow: (context, hint) => (selectedRunbook(context) === undefined ? undefined : hint),
		whyDisabled: context =>
			selectedRow(context)
				? selectedRunbook(context) === undefined
					? 'the configuration has no runbook for its rule'
					: undefined
				: 'there is no alert',
		async run(context) {
			const address = selectedRunbook(context);
			if (address === undefined) {
				return;
			}
			const {browse} = await import('../../../service/browse.ts');
			const program = await browse(address);
			const here = context.now();
			here.announce(
				program === undefined
					? `No browser opens it here: ${address} was sent to the clipboard (${here.copy(address)})`
					: `${address} was given to ${program}`,
			);
		},
	},
	alertCampaign: {
		whyDisabled(context) {
			const row = selectedRow(context);
			if (!row) {
				return 'there is no alert';
			}
			const {campaignId} = row.alert;
			return row.kind === 'flood' || (campaignId !== undefined && context.state.campaigns.value?.has(campaignId))
				? undefined
				: 'it is about no campaign that is listed';
		},
		run(context) {
			const row = selectedRow(context);
			if (row?.kind === 'flood') {
				context.dispatch({type: 'flood', flood: row.alert.flood});
			} else {
				toCampaign(context, row?.alert.campaignId);
			}
		},
	},
} satisfies Behaviours;
