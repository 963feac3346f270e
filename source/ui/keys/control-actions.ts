/** What an operator can mean of the service itself: what it is told to do, and what is staged, marked and taken back for it. */

import {offerPlayOrPause, offerStop} from '../../control/campaigns.ts';
import {levelNow, offerUpdate} from '../../control/changes.ts';
import {offerListSwitch} from '../../control/lists.ts';
import {type Offer, whyNoControl, whyNot} from '../../control/offer.ts';
import {offerUndo} from '../../control/undo.ts';
import {isSettable} from '../../model/pending.ts';
import {dialLevel} from '../../model/setting-values.ts';
import {
	type Context,
	campaignsMeant,
	listsMeant,
	selectedCampaign,
	selectedCommand,
	selectedSetting,
} from '../screen/context.ts';
import {type Action, action} from './action.ts';
import {ask} from './ask.ts';
import {move} from './moves.ts';
import {dropAllStaged, dropStaged, editSetting, stageLevel, whyNotEditable} from './staging.ts';
import {askDoNotCall, askTestCall, askText} from './steps.ts';

const noCampaign = 'no campaign is selected';

/** The names of the settings that are staged for the selected campaign. */
const stagedNames = (context: Context): readonly string[] => [
	...(context.ui.staged.get(selectedCampaign(context)?.campaign.id ?? '')?.keys() ?? []),
];

const isLevelStaged = (context: Context): boolean => stagedNames(context).includes(dialLevel);

/** Marks the selected row or unmarks it, and moves on to the next. */
const mark = (context: Context): void => {
	const {ui, tables, dispatch} = context;
	const {marked, rows, selectedIndex, idOf} = tables[ui.view];
	const row = rows[selectedIndex];
	if (row !== undefined) {
		// Each table knows the ids of its own rows.
		const id = (idOf as (row: unknown) => string)(row);
		const ids = new Set(marked);
		if (!ids.delete(id)) {
			ids.add(id);
		}
		dispatch({type: 'mark', ids});
		move(context, index => index + 1);
	}
};

const stepLevel = (label: string, step: 1 | -1): Action => ({
	label,
	...(step === 1 ? {hint: 'level'} : {}),
	group: 'control',
	whyDisabled(context) {
		const row = selectedCampaign(context);
		return row
			? levelNow(context.state, row)
				? undefined
				: 'neither its settings nor its pace_tempo say a dial level'
			: noCampaign;
	},
	run: context => stageLevel(context, step),
});

/** An action that asks about what it offers; it cannot run for the very reason that there is nothing to offer. */
const offering = (offer: (context: Context) => Offer, row: Pick<Action, 'label' | 'hint' | 'operations'>): Action =>
	action({
		...row,
		group: 'control',
		whyDisabled: context => whyNot(offer(context)),
		run: context => ask(context, offer(context)),
	});

/** The rows of the table of actions that are about the service. */
export const controlActions = {
	playOrPause: offering(context => offerPlayOrPause(context.state, campaignsMeant(context)), {
		label: 'play or pause the selected campaign, or the marked ones (y/N)',
		hint: 'play/pause',
		operations: ['play_campaign', 'pause_campaign'],
	}),
	stop: offering(context => offerStop(context.state, campaignsMeant(context)), {
		label: 'stop the selected campaign, or the marked ones (its name is typed)',
		hint: 'stop',
		operations: ['stop_campaign'],
	}),
	switchList: offering(context => offerListSwitch(context.state, listsMeant(context)), {
		label: 'switch the selected list, or the marked ones, on or off (y/N)',
		hint: 'list on/off',
		operations: ['change_status'],
	}),
	editSettings: action({
		label: 'send the staged dial level (y/N); where none is staged, the settings',
		hint: context => (isLevelStaged(context) ? 'send the level' : 'settings'),
		group: 'control',
		operations: ['update_campaign'],
		whyDisabled: context =>
			isLevelStaged(context)
				? whyNot(offerUpdate(context, selectedCampaign(context), dialLevel))
				: selectedCampaign(context)
					? undefined
					: noCampaign,
		run(context) {
			if (isLevelStaged(context)) {
				ask(context, offerUpdate(context, selectedCampaign(context), dialLevel));
			} else {
				context.dispatch({type: 'view', view: 'settings'});
			}
		},
	}),
	sendSettings: offering(context => offerUpdate(context, selectedCampaign(context)), {
		label: 'send the staged changes as one update (y/N)',
		hint: 'send',
		operations: ['update_campaign'],
	}),
	editSetting: action({
		label: 'stage another value for the selected setting',
		hint: 'edit',
		group: 'look',
		whyDisabled(context) {
			const setting = selectedSetting(context);
			return setting ? whyNotEditable(context, setting.name) : 'no setting is selected';
		},
		run: editSetting,
	}),
	dropSetting: action({
		label: 'drop what is staged for the selected setting',
		hint: 'drop',
		group: 'look',
		whyDisabled: context =>
			stagedNames(context).includes(selectedSetting(context)?.name ?? '') ? undefined : 'nothing is staged for it',
		run(context) {
			const [row, setting] = [selectedCampaign(context), selectedSetting(context)];
			if (row && setting) {
				dropStaged(context, row.campaign.id, setting.name);
			}
		},
	}),
	dropSettings: action({
		label: 'drop everything that is staged for this campaign',
		group: 'look',
		whyDisabled: context => (stagedNames(context).length > 0 ? undefined : 'nothing is staged'),
		run(context) {
			const row = selectedCampaign(context);
			if (row) {
				dropAllStaged(context, row.campaign.id);
			}
		},
	}),
	levelUp: stepLevel('stage the dial level of the selected campaign 0.1 higher', 1),
	levelDown: stepLevel('stage the dial level of the selected campaign 0.1 lower', -1),
	dropLevel: action({
		label: 'drop the staged dial level of the selected campaign',
		group: 'look',
		whyDisabled: context => (isLevelStaged(context) ? undefined : 'no dial level is staged'),
		run(context) {
			const row = selectedCampaign(context);
			if (row) {
				dropStaged(context, row.campaign.id, dialLevel);
			}
		},
	}),
	mark: action({
		label: 'mark the row or unmark it, and go down one; play, pause, stop, list on/off then mean all that are marked',
		hint: 'mark',
		group: 'look',
		whyDisabled: ({ui, tables}) => (tables[ui.view].rows.length > 0 ? undefined : 'there is no row'),
		run: mark,
	}),
	testCall: action({
		label: 'one test call with the settings of the selected campaign (the number is typed)',
		hint: 'test call',
		group: 'control',
		operations: ['dial_number'],
		whyDisabled: context => whyNoControl(context.state) ?? (selectedCampaign(context) ? undefined : noCampaign),
		run: askTestCall,
	}),
	doNotCall: action({
		label: 'put the number of the entry, or another, on the do-not-call list (y/N)',
		hint: 'do-not-call',
		group: 'control',
		operations: ['add_dnc'],
		whyDisabled: ({state}) => whyNoControl(state),
		run: askDoNotCall,
	}),
	text: action({
		label: 'text the number of the entry, or another (the number is typed)',
		hint: 'text',
		group: 'control',
		operations: ['send_text_message'],
		whyDisabled: ({state}) => whyNoControl(state),
		run: askText,
	}),
	undo: offering(({state}) => offerUndo(state), {
		label: 'undo the last play, pause, list switch or settings change of this run (y/N)',
		hint: 'undo',
		operations: ['play_campaign', 'pause_campaign', 'change_status', 'update_campaign'],
	}),
	setAside: action({
		label: 'set aside a command that is UNKNOWN or not observed: its target is free again, and nothing is sent',
		hint: 'set aside',
		group: 'look',
		whyDisabled(context) {
			const pending = selectedCommand(context);
			return pending && isSettable(pending) ? undefined : 'it is not waited for';
		},
		run(context) {
			const pending = selectedCommand(context);
			if (pending) {
				context.monitor?.setAside(pending.command.id);
			}
		},
	}),
} satisfies Record<string, Action>;
