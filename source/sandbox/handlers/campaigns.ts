/** Campaigns: listing, control, settings, test call (sections 2.2, 3 and 4.1). */

import {contentOfScript} from '../rules/contents.ts';
import {fillOneSegment, ownNumber, valuesFor} from '../rules/texts.ts';
import {findTestTarget} from '../world/commands.ts';
import {tenDigits} from '../world/people.ts';
import {invalidValue, Refusal} from '../world/refusal.ts';
import type {Campaign, DialState, Settings, World} from '../world/state.ts';
import {goesToAgents, ivrOf} from '../world/switchboard.ts';
import {stampText} from '../world/time.ts';
import {phoneNumber, readSettings, refusedChange, writeSettings} from './campaign-settings.ts';
import {agent, type Context, type Handlers, manager} from './handler.ts';
import {uniqueIdOf} from './logged-call.ts';
import {sendForUser} from './messaging.ts';

/** `display_status`: PLAY is the interface's (section 2.6), the others are ours. */
export const statusTexts: Record<DialState, string> = {dialing: 'PLAY', paused: 'PAUSE', stopped: 'STOP'};

const stateAnswer = ({id, state}: Campaign) => ({campaign_id: id, display_status: statusTexts[state]});

const newestFirst = (campaigns: readonly Campaign[]): Campaign[] =>
	campaigns.toSorted((a, b) => b.createdAt - a.createdAt || b.index - a.index);

/** Why a broadcast has nothing for the people whom it reaches: an error, and what to do; undefined if it has something. */
const lackOf = (world: World, settings: Settings): {error: string; detail: string} | undefined => {
	const {method, externalQueue, playMessage, transferTo} = settings;
	if (method !== 'BROADCAST' || externalQueue) {
		return undefined;
	}
	if (playMessage) {
		return ivrOf(world, {settings})
			? undefined
			: {
					error: 'Campaign has no IVR',
					detail: `a broadcast needs an IVR, and none transfers to ${transferTo}: set conf_exten to an IVR (list_ivrs, add_ivr)`,
				};
	}
	return world.switchboard.ivrs.has(transferTo)
		? {
				error: 'Campaign plays no message',
				detail: `with msg=N a broadcast transfers people at once, and ${transferTo} is an IVR: set conf_exten to a queue or an extension, or msg to Y`,
			}
		: undefined;
};

const refuseLack = (world: World, settings: Settings): void => {
	const lack = lackOf(world, settings);
	if (lack) {
		throw new Refusal('wrong-state', lack.error, lack.detail);
	}
};

/** The settings that decide what a broadcast offers people, the likeliest mistake first. */
const routing = ['conf_exten', 'msg', 'ext_queue_status', 'dial_method'] as const;

/** What the answer adds where a person who answers is not treated as in the campaign. */
const noteOf = (world: World, settings: Settings): string | undefined =>
	goesToAgents(world, settings, settings.method)
		? `agents take no test calls: a person who answers hears ${settings.playMessage ? 'the message instead' : 'nothing (msg=N)'}`
		: undefined;

/** Replaces the balance in the test of a text, which has no account. */
const exampleBalance = '$123.45';

/** Sends one text of a campaign of texts to a number (ten digits). */
const sendTestText = (context: Context, {id, settings}: Campaign, phone: string, sender: string) => {
	const values = valuesFor(context, undefined, settings.callBackNumber || ownNumber, context.world.now);
	const body = fillOneSegment(contentOfScript(settings.script).body, {...values, balance: exampleBalance});
	const sent = sendForUser(context, {to: phone, body, sender, campaignId: id});
	return {
		uniqueId: String(sent.id),
		status: sent.status === 'sent' ? 'SENT' : 'UNDELIVERED',
		note: 'a text: retrieve_sent_messages lists it',
	};
};

export const campaigns = {
	get_campaigns: agent((_, {world, access}) => ({
		records: newestFirst(access.campaigns()).map(({id, name, state, settings, createdAt}) => ({
			id,
			name,
			active: state === 'stopped' ? 'N' : 'Y',
			dialMethod: settings.method,
			status: statusTexts[state],
			created: stampText(world, createdAt),
		})),
	})),
	play_campaign: manager(({campaign_id}, {world, access, command}) => {
		const campaign = access.campaign(campaign_id);
		if (campaign.state !== 'dialing') {
			refuseLack(world, campaign.settings);
		}
		return stateAnswer(command('playCampaign', campaign.id));
	}),
	pause_campaign: manager(({campaign_id}, {access, command}) =>
		stateAnswer(command('pauseCampaign', access.campaign(campaign_id).id)),
	),
	stop_campaign: manager(({campaign_id}, {access, command}) =>
		stateAnswer(command('stopCampaign', access.campaign(campaign_id).id)),
	),
	get_campaign_settings: agent(({campaign_id}, {world, access}) => ({
		settings: readSettings(world, access.campaign(campaign_id)),
	})),
	update_campaign: manager(({campaign_id, ...changes}, {world, access, command}) => {
		const {id, state, settings} = access.campaign(campaign_id);
		const refused = refusedChange(world, changes);
		if (refused) {
			throw invalidValue(refused.name, refused.reason);
		}
		const written = writeSettings(changes);
		const routed = routing.find(name => changes[name] !== undefined);
		const lack = state === 'dialing' && routed && lackOf(world, {...settings, ...written});
		if (lack) {
			throw invalidValue(routed, lack.detail);
		}
		command('configureCampaign', id, written);
		return {campaign_id};
	}),
	dial_number: manager(({campaign_id, phone_number, callerid}, context) => {
		const {world, access, command} = context;
		const campaign = access.campaign(campaign_id);
		const {id, settings} = campaign;
		const digits = tenDigits(phone_number);
		const refused = phoneNumber(callerid);
		if (refused !== undefined) {
			throw invalidValue('callerid', refused);
		}
		if (settings.method === 'SMSB') {
			if (digits === undefined) {
				throw invalidValue('phone_number', 'the simulated carrier reaches US numbers only');
			}
			findTestTarget(world, campaign, digits);
			return sendTestText(context, campaign, digits, callerid);
		}
		refuseLack(world, settings);
		const note = noteOf(world, settings);
		const {number} = command('placeTestCall', id, digits ?? phone_number, tenDigits(callerid) ?? callerid);
		return {uniqueId: uniqueIdOf(number, world.now), status: 'RINGING', note};
	}),
} satisfies Partial<Handlers>;
