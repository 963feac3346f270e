/** What an operator can do to the service: commands, staged settings, marks and undo. */

import {isSettable} from '../../model/pending.ts';
import {dialLevel} from '../../model/setting-values.ts';
import {wordsOf} from '../../present/setting-words.ts';
import {offerPauseAll, offerPlayOrPause, offerStop, whyNoPauseAll} from '../../steering/campaigns.ts';
import {offerUpdate, whyNoLevel} from '../../steering/changes.ts';
import {offerListSwitch} from '../../steering/lists.ts';
import {type Offer, whyNoControl, whyNot} from '../../steering/offer.ts';
import {isBeingSent} from '../../steering/pause-progress.ts';
import {offerUndo} from '../../steering/undo.ts';
import {
	type Context,
	campaignsMeant,
	listsMeant,
	selectedCampaign,
	selectedCommand,
	selectedSetting,
} from '../store/context.ts';
import {editSetting, stageLevel, stageStep, whyNoStep, whyNotEditable} from '../views/settings/staging.ts';
import {type Behaviour, type Behaviours, withSelected} from './action.ts';
import {ask} from './ask.ts';
import {move} from './moves.ts';
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
		return row ? whyNoLevel(context.state, row) : noCampaign;
	},
	run: context => stageLevel(context, step),
});

const stepSelected = (step: 1 | -1): Behaviour => ({
	whyDisabled(context) {
		const setting = selectedSetting(context);
		return setting ? whyNoStep(context, setting) : 'no setting is selected';
	},
	run: context => stageStep(context, step),
});

/** Drops some of the staged changes of the selected campaign. */
const dropping = (
	isMeant: (name: string, context: Context) => boolean,
	whyNone: string,
	said: (names: readonly string[]) => string,
): Behaviour => {
	const meant = (context: Context) => stagedNames(context).filter(name => isMeant(name, context));
	return {
		whyDisabled: context => (meant(context).length > 0 ? undefined : whyNone),
		run(context) {
			const [names, row] = [meant(context), selectedCampaign(context)];
			if (row) {
				for (const name of names) {
					context.dispatch({type: 'stage', campaignId: row.campaign.id, name, staged: undefined});
				}
				context.say(`${said(names)}; nothing was sent`);
			}
		},
	};
};

const noLongerStaged = ([name]: readonly string[]): string => `${wordsOf(name ?? '').words} is no longer staged`;

/** Asks to confirm what is offered; the reason for no offer is the reason why it cannot run. */
const offering = (offer: (context: Context) => Offer): Behaviour => ({
	whyDisabled: context => whyNot(offer(context)),
	run: context => ask(context, offer(context)),
});

/** Pause of everything, with a word on what a filter hides. */
const offerOfAll = ({state, ui}: Context): Offer =>
	offerPauseAll(state, ui.filters.campaigns ? 'Those that the filter hides are among them.' : undefined);

/** What the actions about the service do. */
export const controlActions = {
	pauseAll: {
		whyDisabled: context =>
			isBeingSent(context.state, context.ui.pausedAll)
				? 'the last pause of everything is still being sent'
				: whyNoPauseAll(context.state),
		run: context => ask(context, offerOfAll(context)),
	},
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
	stepUp: stepSelected(1),
	stepDown: stepSelected(-1),
	dropSetting: dropping(
		(name, context) => name === selectedSetting(context)?.name,
		'nothing is staged for it',
		noLongerStaged,
	),
	dropSettings: dropping(
		() => true,
		'nothing is staged',
		({length}) => `${length} staged ${length === 1 ? 'change' : 'changes'} dropped`,
	),
	levelUp: stepLevel(1),
	levelDown: stepLevel(-1),
	dropLevel: dropping(name => name === dialLevel, 'no level is staged', noLongerStaged),
	mark: {
		whyDisabled: ({ui, tables}) => (tables[ui.view].rows.length > 0 ? undefined : 'there is no row'),
		run: mark,
	},
	testCall: {
		whyDisabled: context => whyNoControl(context.state) ?? (selectedCampaign(context) ? undefined : noCampaign),
		run: context => askTestCall(context),
	},
	doNotCall: {
		whyDisabled: ({state}) => whyNoControl(state),
		run: context => askDoNotCall(context),
	},
	text: {
		whyDisabled: ({state}) => whyNoControl(state),
		run: context => askText(context),
	},
	undo: offering(({state}) => offerUndo(state)),
	setAside: withSelected(
		context => {
			const pending = selectedCommand(context);
			return pending && isSettable(pending) ? pending : undefined;
		},
		'no command is selected that is UNKNOWN or not observed',
		({monitor}, {command}) => monitor?.setAside(command.id),
	),
} satisfies Behaviours;
