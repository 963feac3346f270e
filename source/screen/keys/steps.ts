/** Chains of prompts that collect what a control needs. Each answer is checked before the next prompt; nothing is sent. */

import type {OperationType} from '../../model/wire.ts';
import {nameOf, sentence, word} from '../../present/sentence.ts';
import {campaignTarget} from '../../steering/campaigns.ts';
import {type ForCampaign, offerCallAgain, offerDoNotCall, offerTestCall, offerText} from '../../steering/numbers.ts';
import type {Offer} from '../../steering/offer.ts';
import type {Ask} from '../state/prompt.ts';
import {type Context, selectedCampaign, selectedEntry, selectedNumber} from '../store/context.ts';
import {companiesOf, companyOf} from '../views/accounts/rows.ts';
import {ask} from './ask.ts';

/** What is wrong with a value of one parameter, by the catalogue. */
export const whyNotParameter = (
	{monitor}: Pick<Context, 'monitor'>,
	operation: OperationType,
	name: string,
	value: string,
): string | undefined => {
	if (value.trim() === '') {
		return 'type something, or Esc to leave';
	}
	const checked = monitor?.check(operation, {[name]: value});
	const problems = checked === undefined || checked.ok ? [] : checked.problems;
	return problems.find(problem => problem.name === name)?.message;
};

/** Asks for the value of one parameter, within what the catalogue allows. */
const askParameter = (
	context: Context,
	[operation, name]: readonly [OperationType, string],
	parts: Pick<Ask, 'about' | 'label' | 'value'>,
	next: (value: string, context: Context) => void,
): void => {
	context.dispatch({
		type: 'prompt',
		prompt: {
			...parts,
			kind: 'ask',
			wrong: '',
			check: value => whyNotParameter(context.now(), operation, name, value),
			next: value => next(value.trim(), context.now()),
		},
	});
};

const askCompanyId = (context: Context): void =>
	askParameter(
		context,
		['fetch_accounts', 'company_id'],
		{
			about: `${context.state.source.environment}: the accounts of which company? It is remembered for this profile.`,
			label: 'Company id: ',
			value: companyOf(context) ?? '',
		},
		(id, now) => now.dispatch({type: 'company', id}),
	);

/** Stands among the companies for one whose id is typed. */
const another = 'another';

/** Asks for the company whose accounts are shown: one of those that are known by now, or another. */
export const askCompany = (context: Context): void => {
	const present = companyOf(context);
	const known = companiesOf(context);
	if (known.every(id => id === present)) {
		askCompanyId(context);
		return;
	}
	context.dispatch({
		type: 'prompt',
		prompt: {
			kind: 'choose',
			about: `${context.state.source.environment}: the accounts of which company?`,
			choices: [...known, another].map(id => ({id, label: id})),
			at: Math.max(0, known.indexOf(present ?? '')),
			check: () => undefined,
			next(id) {
				const now = context.now();
				if (id === another) {
					askCompanyId(now);
				} else {
					now.dispatch({type: 'company', id});
				}
			},
			wrong: '',
		},
	});
};

/** T: a number, unless it is given, and a caller ID, then the question. */
export const askTestCall = (context: Context, given?: string): void => {
	const row = selectedCampaign(context);
	if (!row) {
		return;
	}
	const {id, name} = row.campaign;
	const about = `${context.state.source.environment}: test call with the settings of campaign ${word(id)}.`;
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

/** The campaign of the selected entry, or else the one selected on the board. */
const campaignMeant = (context: Context): ForCampaign | undefined => {
	const entry = selectedEntry(context);
	if (entry?.campaignId !== undefined) {
		const {campaignId: id, campaignName} = entry;
		return {id, name: context.state.campaigns.value?.get(id)?.name ?? campaignName ?? `campaign ${id}`};
	}
	// On the complaint sheet no campaign of the board is meant.
	const row = context.ui.view === 'complaint' ? undefined : selectedCampaign(context);
	return row && {id: row.campaign.id, name: row.campaign.name};
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
		campaignMeant(context),
		one =>
			`${environment}: ${what} ${word(number)}. Press 1 for EVERY campaign, 2 for campaign ${word(one.id)} alone; Esc for neither.`,
		one => offer(context, number, one),
	);
};

/** D: the number, then for which campaign, then the question. */
export const askDoNotCall = (context: Context, given?: string): void => {
	const about = `${context.state.source.environment}: put a number on the do-not-call list.`;
	const parts = {about, label: 'Number: '};
	const next = (number: string, now: Context): void => askBarring(now, number, 'do-not-call', offerDoNotCall);
	withNumber(context, ['add_dnc', 'phone_number'], parts, next, given);
};

/** Takes a number off the do-not-call list: for which campaign, then the question. */
export const askCallAgain = (context: Context, number: string): void =>
	askBarring(context, number, 'take off do-not-call', offerCallAgain);

/** M: the number, the message, each unless it is given, for which campaign, then the question. */
export const askText = (context: Context, given?: string, givenMessage?: string): void => {
	const campaign = campaignMeant(context);
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
