/** The list or campaign that leads are added to. */
import type {Access} from '../rules/access.ts';
import {invalidValue, missingParameter} from '../world/refusal.ts';
import type {Campaign, List} from '../world/state.ts';
import type {Context} from './handler.ts';

/** An existing list, or a campaign that gets a new one. */
export type Destination = {list: List} | {campaign: Campaign};

/** The list if there is one, else the campaign. @throws Refusal if there is neither, or the list is not the campaign's */
export const destinationFor = (
	access: Access,
	{campaign_id, list_id}: {campaign_id?: string | undefined; list_id?: string | undefined},
): Destination => {
	const campaign = access.campaign(campaign_id);
	const list = access.list(list_id);
	if (list && campaign && campaign.index !== list.campaign) {
		throw invalidValue('list_id', 'the list belongs to another campaign');
	}
	if (list) {
		return {list};
	}
	if (!campaign) {
		throw missingParameter('campaign_id');
	}
	return {campaign};
};

/** The index of the destination's campaign. */
export const campaignOf = (destination: Destination): number =>
	'list' in destination ? destination.list.campaign : destination.campaign.index;

/** The existing list, or a new active one. */
export const listFor = (destination: Destination, {command}: Pick<Context, 'command'>, name?: string): List =>
	'list' in destination
		? destination.list
		: command('makeList', destination.campaign.id, ...(name === undefined ? [] : [name]));
