/** Campaigns: listing, control, settings, test call (sections 2.2, 3 and 4.1). */

import {tenDigits} from '../world/people.ts';
import {invalidValue} from '../world/refusal.ts';
import type {Campaign, DialState} from '../world/state.ts';
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
		run: ({campaign_id}, {access, command}) => stateAnswer(command('playCampaign', access.campaign(campaign_id).id)),
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
		run: ({campaign_id}, {access}) => ({settings: readSettings(access.campaign(campaign_id))}),
	},
	update_campaign: {
		level: 'manager',
		run({campaign_id, ...changes}, {access, command}) {
			const {id} = access.campaign(campaign_id);
			const refused = refusedChange(changes);
			if (refused) {
				throw invalidValue(refused.name, refused.reason);
			}
			command('configureCampaign', id, writeSettings(changes));
			return {campaign_id};
		},
	},
	dial_number: {
		level: 'manager',
		run({campaign_id, phone_number, callerid}, {world, access, command}) {
			const {id} = access.campaign(campaign_id);
			const phone = tenDigits(phone_number);
			if (phone === undefined) {
				throw invalidValue('phone_number', 'the simulated carrier reaches US numbers only');
			}
			const {number} = command('placeTestCall', id, phone, tenDigits(callerid) ?? callerid);
			return {uniqueId: uniqueIdOf(number, world.now), status: 'RINGING'};
		},
	},
} satisfies Partial<Handlers>;
