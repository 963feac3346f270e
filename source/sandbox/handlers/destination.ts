/** Where leads are to go. */
import type {Access} from '../rules/access.ts';
import {invalidValue, missingParameter} from '../world/refusal.ts';
import type {Campaign, List} from '../world/state.ts';
import type {Context} from './handler.ts';

/** To a list that there is, else to a new one of a campaign. */
export type Destination = {list: List} | {campaign: Campaign};

/** The list that is named, else the campaign. @throws Refusal where there is neither or they do not belong together */
export const destinationFor = (
	access: Access,
	{campaign_id, list_id}: {campaign_id?: string | undefined; list_id?: string | undefined},
): Destination => {
	const campaign = campaign_id === undefined ? undefined : access.campaign(campaign_id);
	const list = list_id === undefined ? undefined : access.list(list_id);
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

/** The list; one that is still to be made is made and active. */
export const listFor = (destination: Destination, {command}: Pick<Context, 'command'>, name?: string): List =>
	'list' in destination
		? destination.list
		: command('makeList', destination.campaign.id, ...(name === undefined ? [] : [name]));
