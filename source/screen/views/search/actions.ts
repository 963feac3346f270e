/** What an operator can do about leads and calls: search for them, bar a number, text it. */

import {entryNumber} from '../../../model/complaint.ts';
import type {OperationType} from '../../../model/wire.ts';
import {sentence, serviceText, word} from '../../../present/sentence.ts';
import {type ForCampaign, offerCallAgain, offerDoNotCall, offerText} from '../../../steering/numbers.ts';
import {type Offer, whyNoControl} from '../../../steering/offer.ts';
import {type Behaviours, withSelected} from '../../actions/action.ts';
import {ask, askParameter, whyNotParameter} from '../../actions/ask.ts';
import {showForm} from '../../sheets/form/open.ts';
import type {Ask} from '../../state/prompt.ts';
import {type Context, selectedCampaign, selectedEntry, selectedRowOf} from '../../store/context.ts';
import {fieldsOf} from '../../store/shown.ts';
import {answeredIn} from '../complaint/rows.ts';

/** The last search, as the values of search_lead's form. */
const askedLast = ({search}: Context['state']): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries({query: search?.query, ...search?.filters}).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, String(value)]],
		),
	);

/** The campaign of the selected entry, or else the one selected on the board. */
const campaignOfEntry = (context: Context): ForCampaign | undefined => {
	const entry = selectedEntry(context);
	if (entry?.campaignId !== undefined) {
		const {campaignId: id, campaignName} = entry;
		return {id, name: context.state.campaigns.value?.get(id)?.name ?? campaignName ?? `campaign ${id}`};
	}
	// On the complaint sheet the campaign of the board has no role.
	const row = context.ui.view === 'complaint' ? undefined : selectedCampaign(context);
	return row && {id: row.campaign.id, name: row.campaign.name};
};

/** The number of the selected entry, on the list of calls or on the complaint sheet. */
const selectedNumber = (context: Context): string | undefined => {
	const entry = selectedEntry(context);
	const ofEntry = entry && (entry.phoneNumber?.trim() || entryNumber(entry));
	const {ui, state} = context;
	const numbers = ui.view === 'complaint' ? (answeredIn(ui.frozen ?? state)?.sheet?.numbers ?? []) : [];
	return ofEntry ?? (numbers.length === 1 ? numbers[0] : undefined);
};

/** Takes the number of the selected entry, or asks for one if the service would not accept it. */
const withNumber = (
	context: Context,
	parameter: readonly [OperationType, string],
	parts: Pick<Ask, 'about' | 'label'>,
	next: (number: string, context: Context) => void,
	given = selectedNumber(context),
): void => {
	const number = given ?? '';
	if (number !== '' && whyNotParameter(context, ...parameter, number) === undefined) {
		next(number, context);
	} else {
		askParameter(context, parameter, {...parts, value: number}, next);
	}
};

/** Offers a control for one campaign and without one; the operator chooses if both are possible. */
const askFor = (
	context: Context,
	campaign: ForCampaign | undefined,
	text: (campaign: ForCampaign) => string,
	offer: (campaign?: ForCampaign) => Offer,
): void => {
	const without = offer();
	const one = campaign && offer(campaign);
	const both = campaign && one && 'controls' in one && 'controls' in without;
	ask(context, both ? {text: sentence(text(campaign), [['Name', campaign.name]]), which: [without, one]} : without);
};

/** Offers what changes the do-not-call list for a number, for every campaign or for one. */
const askBarring = (context: Context, number: string, what: string, offer: typeof offerDoNotCall): void => {
	const {environment} = context.state.source;
	askFor(
		context,
		campaignOfEntry(context),
		one =>
			`${environment}: ${what} ${word(number)}. Press 1 for EVERY campaign, 2 for campaign ${word(one.id)} alone; Esc for neither.`,
		one => offer(context, number, one),
	);
};

/** D: the number, then for which campaign, then the question. */
export const askDoNotCall = (context: Context, given?: string): void => {
	const about = `${serviceText(context.state.source)}: put a number on the do-not-call list.`;
	const parts = {about, label: 'Number: '};
	const next = (number: string, now: Context): void => askBarring(now, number, 'do-not-call', offerDoNotCall);
	withNumber(context, ['add_dnc', 'phone_number'], parts, next, given);
};

/** Takes a number off the do-not-call list: for which campaign, then the question. */
export const askCallAgain = (context: Context, number: string): void =>
	askBarring(context, number, 'take off do-not-call', offerCallAgain);

/** M: the number, the message, each unless it is given, for which campaign, then the question. */
export const askText = (context: Context, given?: string, givenMessage?: string): void => {
	const campaign = campaignOfEntry(context);
	const {environment} = context.state.source;
	const to = {about: `${environment}: text message.`, label: 'Number to text: '};
	const next = (number: string, now: Context): void => {
		const about = `${environment}: text message to ${word(number)}.`;
		const parts = {about, label: 'Message: ', value: givenMessage ?? ''};
		const send = (message: string, then: Context): void => {
			askFor(
				then,
				campaign,
				one =>
					`${environment}: text ${word(number)}. Press 1 without a campaign, 2 for campaign ${word(one.id)}; Esc for neither.`,
				one => offerText(then, number, message, one),
			);
		};
		if (givenMessage !== undefined && !whyNotParameter(now, 'send_text_message', 'message', givenMessage)) {
			send(givenMessage, now);
		} else {
			askParameter(now, ['send_text_message', 'message'], parts, send);
		}
	};
	withNumber(context, ['send_text_message', 'to'], to, next, given);
};

/** What the actions of the view do. */
export const searchActions = {
	search: {
		run: ({dispatch}) => dispatch({type: 'prompt', prompt: {kind: 'search', value: ''}}),
	},
	entryDetails: withSelected(
		context => selectedRowOf(context, 'search'),
		'there is no entry',
		({dispatch}, {id, entry}) =>
			dispatch({type: 'detail', detail: {title: `Call ${id}`, rows: fieldsOf(entry), top: 0}}),
	),
	searchFilters: {
		run: context => void showForm(context, 'search_lead', askedLast(context.state), {leadsTo: 'search'}),
	},
	doNotCall: {
		whyDisabled: ({state}) => whyNoControl(state),
		run: context => askDoNotCall(context),
	},
	text: {
		whyDisabled: ({state}) => whyNoControl(state),
		run: context => askText(context),
	},
} satisfies Behaviours;
