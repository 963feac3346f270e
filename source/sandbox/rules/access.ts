/** Which campaigns and lists a user may see (ours). */

import type {User} from '../store/users.ts';
import {findCampaign, findList} from '../world/commands.ts';
import {Refusal} from '../world/refusal.ts';
import type {Campaign, List, World} from '../world/state.ts';

export type Access = {
	sees(campaign: Campaign): boolean;
	/** Those that the user may see, oldest first, or only the one with this id. @throws Refusal as `campaign` does */
	campaigns(only?: string): Campaign[];
	/** Undefined if the id is. @throws Refusal `Campaign not found`, `Permission denied` */
	campaign<I extends string | undefined>(id: I): Campaign | Extract<I, undefined>;
	/** Undefined if the id is. @throws Refusal `List not found`, `Permission denied` */
	list<I extends string | undefined>(id: I): List | Extract<I, undefined>;
};

const ifGiven =
	<T>(find: (id: string) => T) =>
	<I extends string | undefined>(id: I) =>
		(id === undefined ? undefined : find(id)) as T | Extract<I, undefined>;

const denied = (): never => {
	throw new Refusal('permission-denied', 'Permission denied');
};

export const accessOf = (world: World, {campaigns}: Pick<User, 'campaigns'>): Access => {
	const sees = ({id}: Campaign): boolean => campaigns === 'all' || campaigns.has(id);
	const campaign = (id: string): Campaign => {
		const found = findCampaign(world, id);
		return sees(found) ? found : denied();
	};
	const list = (id: string): List => {
		const found = findList(world, id);
		const campaign = world.campaigns[found.campaign];
		return campaign && sees(campaign) ? found : denied();
	};
	return {
		sees,
		campaigns: only => (only === undefined ? world.campaigns.filter(sees) : [campaign(only)]),
		campaign: ifGiven(campaign),
		list: ifGiven(list),
	};
};
