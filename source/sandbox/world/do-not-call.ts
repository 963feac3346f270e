/** Numbers barred from one campaign, or from every one. */
import {takeBack} from './hopper.ts';
import {leadsOfPhone, listOf, personOf} from './leads.ts';
import type {World} from './state.ts';

/** The index that means every campaign. */
export const everyCampaign = -1;

/** Whether a number (ten digits) is barred from a campaign (its index). */
export const isBarred = ({doNotCall}: World, phone: string, campaign: number): boolean => {
	const campaigns = doNotCall.get(phone);
	return campaigns !== undefined && (campaigns.includes(everyCampaign) || campaigns.includes(campaign));
};

/** Records whether a lead's number is barred, so that dialing need not derive the number. */
export const markBarred = (world: World, lead: number, phone: string): void => {
	const list = world.lists[listOf(world.leads, lead)];
	if (list && isBarred(world, phone, list.campaign)) {
		// As an integer: the same number may have been computed as a double, of other bytes.
		world.barred.add(lead | 0);
	} else {
		world.barred.delete(lead);
	}
};

const setCampaigns = (world: World, phone: string, campaigns: number[]): void => {
	if (campaigns.length === 0) {
		world.doNotCall.delete(phone);
	} else {
		world.doNotCall.set(phone, campaigns);
	}
	for (const lead of leadsOfPhone(world, phone)) {
		const list = world.lists[listOf(world.leads, lead)];
		markBarred(world, lead, phone);
		if (list && !world.barred.has(lead)) {
			takeBack(world, list, lead);
		}
	}
};

/** Bars a number from a campaign (its index) or `everyCampaign`; false if it was barred there already. */
export const bar = (world: World, phone: string, campaign: number): boolean => {
	const campaigns = world.doNotCall.get(phone) ?? [];
	if (campaigns.includes(campaign)) {
		return false;
	}
	setCampaigns(world, phone, [...campaigns, campaign]);
	return true;
};

/** Undoes `bar`; false if the number was not barred there. Leads that were passed over may be called again. */
export const unbar = (world: World, phone: string, campaign: number): boolean => {
	const campaigns = world.doNotCall.get(phone) ?? [];
	if (!campaigns.includes(campaign)) {
		return false;
	}
	setCampaigns(
		world,
		phone,
		campaigns.filter(index => index !== campaign),
	);
	return true;
};

/**
 * Bars the number of a lead's person from every campaign, as they asked.
 *
 * @param campaign the one that they asked, by its index; -1 for none
 * @param addedBy whom or what they asked
 */
export const barAsAsked = (world: World, lead: number, campaign: number, addedBy: string): void => {
	const {phone} = personOf(world, lead);
	if (bar(world, phone, everyCampaign)) {
		world.happenings.push({kind: 'opt-out', time: world.now, campaign, list: -1, phone, addedBy});
	}
};
