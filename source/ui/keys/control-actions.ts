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
import type {Behaviour, Behaviours} from './action.ts';
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

const stepLevel = (step: 1 | -1): Behaviour => ({
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

/** Asks about what is offered; it cannot run for the very reason that there is nothing to offer. */
const offering = (offer: (context: Context) => Offer): Behaviour => ({
	whyDisabled: context => whyNot(offer(context)),
	run: context => ask(context, offer(context)),
});

/** What the actions about the service do. */
export const controlActions = {
	playOrPause: offering(context => offerPlayOrPause(context.state, campaignsMeant(context))),
	stop: offering(context => offerStop(context.state, campaignsMeant(context))),
	switchList: offering(context => offerListSwitch(context.state, listsMeant(context))),
	editSettings: {
		hintNow: (context, hint) => (isLevelStaged(context) ? 'send the level' : hint),
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
	},
	sendSettings: offering(context => offerUpdate(context, selectedCampaign(context))),
	editSetting: {
		whyDisabled(context) {
			const setting = selectedSetting(context);
			return setting ? whyNotEditable(context, setting.name) : 'no setting is selected';
		},
		run: editSetting,
	},
	dropSetting: {
		whyDisabled: context =>
			stagedNames(context).includes(selectedSetting(context)?.name ?? '') ? undefined : 'nothing is staged for it',
		run(context) {
			const [row, setting] = [selectedCampaign(context), selectedSetting(context)];
			if (row && setting) {
				dropStaged(context, row.campaign.id, setting.name);
			}
		},
	},
	dropSettings: {
		whyDisabled: context => (stagedNames(context).length > 0 ? undefined : 'nothing is staged'),
		run(context) {
			const row = selectedCampaign(context);
			if (row) {
				dropAllStaged(context, row.campaign.id);
			}
		},
	},
	levelUp: stepLevel(1),
	levelDown: stepLevel(-1),
	dropLevel: {
		whyDisabled: context => (isLevelStaged(context) ? undefined : 'no dial level is staged'),
		run(context) {
			const row = selectedCampaign(context);
			if (row) {
				dropStaged(context, row.campaign.id, dialLevel);
			}
		},
	},
	mark: {
		whyDisabled: ({ui, tables}) => (tables[ui.view].rows.length > 0 ? undefined : 'there is no row'),
		run: mark,
	},
	testCall: {
		whyDisabled: context => whyNoControl(context.state) ?? (selectedCampaign(context) ? undefined : noCampaign),
		run: askTestCall,
	},
	doNotCall: {
		whyDisabled: ({state}) => whyNoControl(state),
		run: askDoNotCall,
	},
	text: {
		whyDisabled: ({state}) => whyNoControl(state),
		run: askText,
	},
	undo: offering(({state}) => offerUndo(state)),
	setAside: {
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
	},
} satisfies Behaviours;
