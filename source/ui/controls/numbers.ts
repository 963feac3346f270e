/** Controls that reach a person, or keep one from being reached: test call, do-not-call, text message. */
import type {Control, Target} from '../../model/pending.ts';
import type {Context} from '../context.ts';
import {named, type Offer, whyNoControl, whyNotNow} from './offer.ts';

/** A campaign that a number is called, texted or barred for. */
export type ForCampaign = {id: string; name: string};

const numberTarget = (number: string): Target => ({kind: 'number', id: number, name: number});

const common = {expected: undefined, before: undefined} as const;

const offer = ({state, monitor}: Context, control: Control, typed: Readonly<Record<string, string>>): Offer => {
	const why = whyNoControl(state) ?? whyNotNow(state, control);
	const checked = monitor?.check(control.operation, typed);
	if (why || !checked) {
		return {why: why ?? 'not connected yet'};
	}
	return checked.ok
		? {controls: [{...control, params: checked.params}], left: []}
		: {why: checked.problems.map(({name, message}) => `${name} ${message}`).join('; ')};
};

/** dial_number: one test call with the campaign's settings. */
export const offerTestCall = (context: Context, campaign: ForCampaign, number: string, callerId: string): Offer =>
	offer(
		context,
		{
			...common,
			operation: 'dial_number',
			params: {},
			target: numberTarget(number),
			doing: 'calling',
			verb: 'test-call',
			typed: number,
			effects: `this phone rings at once, dialed with the settings of ${named(campaign)} and caller ID ${callerId}.`,
		},
		{campaign_id: campaign.id, phone_number: number, callerid: callerId},
	);

/** What the question says of an operation whose parameters the interface does not give. */
const onlyNamed = (operation: string): string =>
	`The interface only names ${operation}; its fields are dialtop's guess.`;

/** add_dnc: the number is not called again, for one campaign or for all. */
export const offerDoNotCall = (context: Context, number: string, campaign: ForCampaign | undefined): Offer =>
	offer(
		context,
		{
			...common,
			operation: 'add_dnc',
			params: {},
			target: numberTarget(number),
			doing: 'adding to do-not-call',
			verb: 'do-not-call',
			effects: `It goes on the do-not-call list of ${campaign ? named(campaign) : 'EVERY campaign'}.`,
			note: onlyNamed('add_dnc'),
		},
		{phone_number: number, campaign_id: campaign?.id ?? ''},
	);

/** send_text_message: a person gets a text. */
export const offerText = (
	context: Context,
	number: string,
	message: string,
	campaign: ForCampaign | undefined,
): Offer =>
	offer(
		context,
		{
			...common,
			operation: 'send_text_message',
			params: {},
			target: numberTarget(number),
			doing: 'texting',
			verb: 'text',
			typed: number,
			effects: `this phone gets "${message}" (${message.length} characters)${campaign ? `, for ${named(campaign)}` : ''}.`,
			note: onlyNamed('send_text_message'),
		},
		{to: number, message, campaign_id: campaign?.id ?? ''},
	);
