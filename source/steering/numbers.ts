/** Controls that reach a person, or keep one from being reached: test call, do-not-call, text message. */

import type {Control, Target} from '../model/pending.ts';
import {whyNotNow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {counted} from '../present/format.ts';
import {word} from '../present/sentence.ts';
import {type Basis, batchOf, type Offer, whyNoControl} from './offer.ts';

/** A campaign that a number is called, texted or barred for. */
export type ForCampaign = {id: string; name: string};

const numberTarget = ({source}: Pick<State, 'source'>, number: string): Target => ({
	service: source.profile,
	kind: 'number',
	id: number,
	name: number,
});

const common = {expected: undefined, before: undefined} as const;

/** The campaign by the name that it has now. */
const byNow = ({state}: Basis, campaign: ForCampaign): ForCampaign => ({
	id: campaign.id,
	name: state.campaigns.value?.get(campaign.id)?.name ?? campaign.name,
});

/** A control that reaches a number; its parameters as they are typed. */
const offer = (
	basis: Basis,
	campaign: ForCampaign | undefined,
	base: Control,
	typed: Readonly<Record<string, string>>,
): Offer => {
	const {state, monitor} = basis;
	const now = campaign && byNow(basis, campaign);
	const control = {...base, ...(now ? {campaign: now} : {})};
	const why = whyNoControl(state) ?? whyNotNow(state, control);
	const checked = monitor?.check(control.operation, typed);
	if (why || !checked) {
		return {why: why ?? 'not connected yet'};
	}
	return checked.ok
		? batchOf(state.source, [{...control, params: checked.params}], [], later => offer(later, campaign, base, typed))
		: {why: checked.problems.map(({name, message}) => `${name} ${message}`).join('; ')};
};

/** dial_number: one test call with the campaign's settings. */
export const offerTestCall = (basis: Basis, campaign: ForCampaign, number: string, callerId: string): Offer =>
	offer(
		basis,
		campaign,
		{
			...common,
			operation: 'dial_number',
			params: {},
			target: numberTarget(basis.state, number),
			doing: 'calling',
			verb: 'test-call',
			typed: number,
			effects: `This phone rings at once, dialed with the settings of campaign ${word(campaign.id)} and caller ID ${word(callerId)}.`,
		},
		{campaign_id: campaign.id, phone_number: number, callerid: callerId},
	);

/** The note of a question about an operation whose parameters the interface does not give. */
const onlyNamed = (operation: string): string =>
	`The interface only names ${operation}; its fields are dialtop's guess.`;

const ofCampaign = (campaign: ForCampaign | undefined): string =>
	campaign ? `campaign ${word(campaign.id)}` : 'EVERY campaign';

/** The control that bars a number from one campaign or from all; its parameters are still to be checked. */
export const doNotCall = (
	state: Pick<State, 'source'>,
	number: string,
	campaign: ForCampaign | undefined,
): Control => ({
	...common,
	operation: 'add_dnc',
	params: {},
	target: numberTarget(state, number),
	doing: 'adding to do-not-call',
	verb: 'do-not-call',
	effects: `It goes on the do-not-call list of ${ofCampaign(campaign)}.`,
	note: onlyNamed('add_dnc'),
});

/** The control that lets a number be called again, by one campaign or by all; its parameters are still to be checked. */
export const callAgain = (
	state: Pick<State, 'source'>,
	number: string,
	campaign: ForCampaign | undefined,
): Control => ({
	...common,
	operation: 'delete_dnc',
	params: {},
	target: numberTarget(state, number),
	doing: 'taking off do-not-call',
	verb: 'take off do-not-call',
	typed: number,
	effects: `It leaves the do-not-call list of ${ofCampaign(campaign)}: this person may be called again.`,
	note: onlyNamed('delete_dnc'),
});

/** add_dnc: the number is not called again, for one campaign or for all. */
export const offerDoNotCall = (basis: Basis, number: string, campaign: ForCampaign | undefined): Offer =>
	offer(basis, campaign, doNotCall(basis.state, number, campaign), {
		phone_number: number,
		campaign_id: campaign?.id ?? '',
	});

/** delete_dnc: the number may be called again, by one campaign or by all. */
export const offerCallAgain = (basis: Basis, number: string, campaign: ForCampaign | undefined): Offer =>
	offer(basis, campaign, callAgain(basis.state, number, campaign), {
		phone_number: number,
		campaign_id: campaign?.id ?? '',
	});

/** send_text_message: a person gets a text. */
export const offerText = (basis: Basis, number: string, message: string, campaign: ForCampaign | undefined): Offer =>
	offer(
		basis,
		campaign,
		{
			...common,
			operation: 'send_text_message',
			params: {},
			target: numberTarget(basis.state, number),
			doing: 'texting',
			verb: 'text',
			typed: number,
			effects: `This phone gets a message of ${counted(message.length, 'character')}${campaign ? `, for campaign ${word(campaign.id)}` : ''}.`,
			texts: [['Message', message]],
			note: onlyNamed('send_text_message'),
		},
		{to: number, message, campaign_id: campaign?.id ?? ''},
	);
