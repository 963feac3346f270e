/** Which campaigns and lists a user may see (ours). */

import type {User} from '../store/users.ts';
import {findCampaign, findList} from '../world/commands.ts';
import {Refusal} from '../world/refusal.ts';
import type {Campaign, List, World} from '../world/state.ts';

export type Access = {
	sees(campaign: Campaign): boolean;
	/** Those that the user may see, oldest first. */
	campaigns(): Campaign[];
	/** @throws Refusal `Campaign not found`, `Permission denied` */
	campaign(id: string): Campaign;
	/** @throws Refusal `List not found`, `Permission denied` */
	list(id: string): List;
};

const denied = (): never => {
	throw new Refusal('permission-denied', 'Permission denied');
};

export const accessOf = (world: World, {campaigns}: Pick<User, 'campaigns'>): Access => {
	const sees = ({id}: Campaign): boolean => campaigns === 'all' || campaigns.has(id);
	return {
		sees,
		campaigns: () => world.campaigns.filter(sees),
		campaign(id) {
			const campaign = findCampaign(world, id);
			return sees(campaign) ? campaign : denied();
		},
		list(id) {
			const list = findList(world, id);
			const campaign = world.campaigns[list.campaign];
			return campaign && sees(campaign) ? list : denied();
		},
	};
};
