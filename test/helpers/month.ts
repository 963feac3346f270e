/** A month of a floor: whether its campaigns have leads to call throughout. */
import type {CampaignPlan} from '../../source/sandbox/world/campaigns.ts';
import {figuresOf} from '../../source/sandbox/world/figures.ts';
import {atTimeOfDay, eastern, hour, midnightAfter, parseDay} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';

const fewCalls = 50;

/** `least` is the fewest leads left at any look; `worked` counts the days with calls. */
export type CampaignMonth = {name: string; least: number; worked: number};

/** The campaigns that dial and have a list that is on, over so many days from a Tuesday. */
export const monthOf = (plan: readonly CampaignPlan[], days: number): CampaignMonth[] => {
	const origin = parseDay(eastern, '2026-03-31') + 9 * hour;
	const world = createWorld({seed: 1, origin, plan});
	const dialing = world.campaigns
		.filter(({state, lists}) => state === 'dialing' && lists.some(list => world.lists[list]?.active))
		.map(campaign => ({campaign, month: {name: campaign.name, least: Number.POSITIVE_INFINITY, worked: 0}}));
	for (let day = 0; day < days; day++) {
		for (const at of [13, 18, 21, 23.5]) {
			advance(world, atTimeOfDay(world, world.now, at * hour));
			for (const {campaign, month} of dialing) {
				month.least = Math.min(month.least, figuresOf(world, campaign).remainingLeads);
			}
		}
		for (const {campaign, month} of dialing) {
			// On Sunday it is still Saturday in Hawaii for a few calls.
			month.worked += campaign.counters.called > fewCalls ? 1 : 0;
		}
		advance(world, midnightAfter(world, world.now));
	}
	return dialing.map(({month}) => month);
};
