/** Campaigns: listing, control, settings, test call (sections 2.2, 3 and 4.1). */

import {tenDigits} from '../world/people.ts';
import {invalidValue, Refusal} from '../world/refusal.ts';
import type {Campaign, DialState, Settings, World} from '../world/state.ts';
import {ivrOf} from '../world/switchboard.ts';
import {second, stampText} from '../world/time.ts';
import {readSettings, refusedChange, writeSettings} from './campaign-settings.ts';
import type {Handlers} from './handler.ts';

/** `display_status`: PLAY is the interface's (section 2.6), the others are ours. */
export const statusTexts: Record<DialState, string> = {dialing: 'PLAY', paused: 'PAUSE', stopped: 'STOP'};

/** A call's `uniqueid`: two numbers separated by a dot (section 2.5). */
export const uniqueIdOf = (number: number, startedAt: number): string => `${Math.floor(startedAt / second)}.${number}`;

const stateAnswer = ({id, state}: Campaign) => ({campaign_id: id, display_status: statusTexts[state]});

const newestFirst = (campaigns: readonly Campaign[]): Campaign[] =>
	campaigns.toSorted((a, b) => b.createdAt - a.createdAt || b.index - a.index);

/** Whether those whom a broadcast reaches could press no key: none would be transferred or could opt out. */
const lacksIvr = (world: World, campaign: Pick<Campaign, 'settings'>): boolean =>
	campaign.settings.method === 'BROADCAST' && ivrOf(world, campaign) === undefined;

const ivrNeeded = ({transferTo}: Settings): string =>
	`a broadcast needs an IVR, and none transfers to ${transferTo}: set conf_exten to an IVR (list_ivrs, add_ivr)`;

export const campaigns = {
	get_campaigns: {
		level: 'agent',
		run: (_, {world, access}) => ({
			records: newestFirst(access.campaigns()).map(({id, name, state, settings, createdAt}) => ({
				id,
				name,
				active: state === 'stopped' ? 'N' : 'Y',
				dialMethod: settings.method,
				status: statusTexts[state],
				created: stampText(world, createdAt),
			})),
		}),
	},
	play_campaign: {
		level: 'manager',
		run({campaign_id}, {world, access, command}) {
			const campaign = access.campaign(campaign_id);
			if (campaign.state !== 'dialing' && lacksIvr(world, campaign)) {
				throw new Refusal('wrong-state', 'Campaign has no IVR', ivrNeeded(campaign.settings));
			}
			return stateAnswer(command('playCampaign', campaign.id));
		},
	},
	pause_campaign: {
		level: 'manager',
		run: ({campaign_id}, {access, command}) => stateAnswer(command('pauseCampaign', access.campaign(campaign_id).id)),
	},
	stop_campaign: {
		level: 'manager',
		run: ({campaign_id}, {access, command}) => stateAnswer(command('stopCampaign', access.campaign(campaign_id).id)),
	},
	get_campaign_settings: {
		level: 'agent',
		run: ({campaign_id}, {world, access}) => ({settings: readSettings(world, access.campaign(campaign_id))}),
	},
	update_campaign: {
		level: 'manager',
		run({campaign_id, ...changes}, {world, access, command}) {
			const {id, state, settings} = access.campaign(campaign_id);
			const refused = refusedChange(world, changes);
			if (refused) {
				throw invalidValue(refused.name, refused.reason);
			}
			const written = writeSettings(changes);
			const after = {settings: {...settings, ...written}};
			const isRouted = changes.dial_method !== undefined || changes.conf_exten !== undefined;
			if (state === 'dialing' && isRouted && lacksIvr(world, after)) {
				const name = changes.conf_exten === undefined ? 'dial_method' : 'conf_exten';
				throw invalidValue(name, ivrNeeded(after.settings));
			}
			command('configureCampaign', id, written);
			return {campaign_id};
		},
	},
	dial_number: {
		level: 'manager',
		run({campaign_id, phone_number, callerid}, {world, access, command}) {
			const {id} = access.campaign(campaign_id);
			const phone = tenDigits(phone_number) ?? phone_number;
			const {number} = command('placeTestCall', id, phone, tenDigits(callerid) ?? callerid);
			return {uniqueId: uniqueIdOf(number, world.now), status: 'RINGING'};
		},
	},
} satisfies Partial<Handlers>;
