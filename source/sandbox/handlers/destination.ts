/** Where leads are to go. */
import type {Access} from '../rules/access.ts';
import {invalidValue, missingParameter} from '../world/refusal.ts';
import type {Campaign, List} from '../world/state.ts';
import type {Context} from './handler.ts';

/** To a list that there is, else to a new one of a campaign. */
export type Place = {list: List} | {campaign: Campaign};

/** The list that is named, else the campaign. @throws Refusal where there is neither or they do not belong together */
export const placeFor = (
	access: Access,
	{campaign_id, list_id}: {campaign_id?: string | undefined; list_id?: string | undefined},
): Place => {
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
export const listAt = (place: Place, {give}: Pick<Context, 'give'>, name?: string): List =>
	'list' in place ? place.list : give('makeList', place.campaign.id, ...(name === undefined ? [] : [name]));
