/** What an operator can do about campaigns: play, pause, stop, change the level, place a test call. */

import {chartSpanNames} from '../../../model/chart-steps.ts';
import type {CampaignRow} from '../../../model/select.ts';
import {dialLevel, dropLimit} from '../../../model/setting-values.ts';
import type {State} from '../../../model/state.ts';
import {nameOf, sentence, serviceText, word} from '../../../present/sentence.ts';
import {
	campaignTarget,
	offerPauseAll,
	offerPlayOrPause,
	offerStop,
	whyNoPauseAll,
} from '../../../steering/campaigns.ts';
import {dialMethod, offerUpdate, whyNoLevel} from '../../../steering/changes.ts';
import {offerTestCall} from '../../../steering/numbers.ts';
import {type Offer, whyNoControl, whyNot, whyWatchOnly} from '../../../steering/offer.ts';
import {isBeingSent} from '../../../steering/pause-progress.ts';
import {type Behaviour, type Behaviours, offering} from '../../actions/action.ts';
import {ask, askParameter} from '../../actions/ask.ts';
import {focusBy, whyNotMark} from '../../actions/moves.ts';
import {showColumns, showPalette} from '../../sheets/form/open.ts';
import {troubleFirst} from '../../state/options.ts';
import {openWhatIf} from '../../state/sheet.ts';
import {type Context, selectedCampaign, targetCampaigns} from '../../store/context.ts';
import {dropping, noLongerStaged, stagedNames, stageLevel} from '../settings/actions.ts';
import {usualSpan} from './panes/chart-time.ts';

const noCampaign = 'no campaign is selected';

/** Which of what sets the pace of the selected campaign is staged: its level, or the drop limit where that decides the level. */
const paceStaged = (context: Context): typeof dialLevel | typeof dropLimit | undefined => {
	const [names, row] = [stagedNames(context), selectedCampaign(context)];
	const isByLimit = row && dialMethod(context.state, row)?.toUpperCase() === 'PREDICTIVE';
	return names.includes(dialLevel) ? dialLevel : isByLimit && names.includes(dropLimit) ? dropLimit : undefined;
};

const stepLevel = (step: 1 | -1): Behaviour => ({
	whyDisabled(context) {
		const row = selectedCampaign(context);
		return row ? whyNoLevel(context.state, row) : noCampaign;
	},
	run: context => stageLevel(context, step),
});

/** Pause of everything, with a word on what a filter hides. */
const offerOfAll = ({state, ui}: Context): Offer =>
	offerPauseAll(state, ui.filters.campaigns ? 'Those that the filter hides are among them.' : undefined);

/** A verb for the marked campaigns or the selected one; nothing if those that are marked are of another service than the selected one. */
const offerTo = (context: Context, offer: (state: State, rows: readonly CampaignRow[]) => Offer): Offer => {
	const why = whyNotMark(context);
	return why === undefined ? offer(context.state, targetCampaigns(context)) : {why};
};

/** T: a number, unless it is given, and a caller ID, then the question. */
export const askTestCall = (context: Context, given?: string): void => {
	const row = selectedCampaign(context);
	if (!row) {
		return;
	}
	const {id, name} = row.campaign;
	const about = `${serviceText(context.state.source)}: test call with the settings of campaign ${word(id)}.`;
	const names = nameOf(campaignTarget(row));
	const askCallerId = (number: string, now: Context): void =>
		askParameter(
			now,
			['dial_number', 'callerid'],
			{
				about: sentence(`${about} It calls ${word(number)}.`, names),
				label: 'Caller ID to show: ',
				value: row.figures?.callerId ?? '',
			},
			(callerId, then) => ask(then, offerTestCall(then, {id, name}, number, callerId)),
		);
	if (given !== undefined) {
		askCallerId(given, context);
		return;
	}
	const parts = {about: sentence(about, names), label: 'Number to call: ', value: ''};
	askParameter(context, ['dial_number', 'phone_number'], parts, askCallerId);
};

/** What the actions about campaigns, and about the board itself, do. */
export const boardActions = {
	pauseAll: {
		whyDisabled: context =>
			isBeingSent(context.state, context.ui.pausedAll)
				? 'the last pause of everything is still being sent'
				: whyNoPauseAll(context.state),
		run: context => ask(context, offerOfAll(context)),
	},
	playOrPause: offering(context => offerTo(context, offerPlayOrPause)),
	stop: offering(context => offerTo(context, offerStop)),
	editSettings: {
		hintNow(context, hint) {
			const staged = paceStaged(context);
			return staged === undefined ? hint : staged === dialLevel ? 'send the level' : 'send the limit';
		},
		whyDisabled(context) {
			const staged = paceStaged(context);
			return staged !== undefined
				? whyNot(offerUpdate(context, selectedCampaign(context), staged))
				: selectedCampaign(context)
					? undefined
					: noCampaign;
		},
		run(context) {
			const staged = paceStaged(context);
			if (staged !== undefined) {
				ask(context, offerUpdate(context, selectedCampaign(context), staged));
			} else {
				context.dispatch({type: 'view', view: 'settings'});
			}
		},
	},
	forecast: {
		whyDisabled: context =>
			whyWatchOnly(context.state) ??
			(selectedCampaign(context) ? undefined : noCampaign) ??
			(context.foresight ? undefined : 'the recording is not open yet'),
		run(context) {
			const row = selectedCampaign(context);
			if (row) {
				const {id} = row.campaign;
				context.dispatch({
					type: 'sheet',
					sheet: {palette: undefined, form: undefined, answer: undefined, whatIf: openWhatIf(id)},
				});
				// How many lines it has is in there.
				void context.monitor?.readSettings(id);
			}
		},
	},
	levelUp: stepLevel(1),
	levelDown: stepLevel(-1),
	dropLevel: dropping((name, context) => name === paceStaged(context), 'no level is staged', noLongerStaged),
	testCall: {
		whyDisabled: context => whyNoControl(context.state) ?? (selectedCampaign(context) ? undefined : noCampaign),
		run: context => askTestCall(context),
	},
	campaign: {
		hintNow: ({ui}, hint) => (ui.view === 'campaigns' ? hint : undefined),
		run: ({dispatch}) => dispatch({type: 'view', view: 'campaign'}),
	},
	nextPane: {run: context => focusBy(context, 1)},
	previousPane: {run: context => focusBy(context, -1)},
	zoom: {
		hintNow: ({ui}, hint) => (ui.zoom ? 'unzoom' : hint),
		run: ({ui, dispatch}) => dispatch({type: 'zoom', zoom: !ui.zoom}),
	},
	chartSpan: {
		whyDisabled: ({ui}) => (ui.view === 'campaigns' && !ui.zoom ? 'no pane is zoomed' : undefined),
		run({ui, dispatch}) {
			const shown = chartSpanNames.indexOf(ui.chartSpan ?? usualSpan(ui));
			dispatch({type: 'chart-span', span: chartSpanNames[(shown + 1) % chartSpanNames.length] ?? '1 h'});
		},
	},
	wall: {
		hintNow: ({ui}, hint) => (ui.wall ? 'leave the wall' : hint),
		run({ui, dispatch}) {
			if (ui.view !== 'campaigns') {
				dispatch({type: 'view', view: 'campaigns'});
			}
			dispatch({type: 'wall', wall: !ui.wall});
		},
	},
	chooseColumns: {run: showColumns},
	savedViews: {run: context => showPalette(context, 'view ')},
	sortByTrouble: {
		run: ({dispatch}) => dispatch({type: 'sort', sort: troubleFirst}),
	},
} satisfies Behaviours;
