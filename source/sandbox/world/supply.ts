/** New lists that campaigns receive as the days pass. */
import {addDerived, addList} from './campaigns.ts';
import type {Campaign, List, World} from './state.ts';
import {dayNumber, dayText, weekdayOf} from './time.ts';

/** Lists of earlier days that are finished are turned off, as an operator would. */
const turnOffFinished = (world: World, lists: readonly List[]): void => {
	for (const list of lists) {
		if (list.exhausted && list.active) {
			list.active = false;
			list.changedAt = world.now;
		}
	}
};

/** Adds the lists that come with the day that begins now, if the campaign is dialing. */
export const receiveLists = (world: World, campaign: Campaign): void => {
	const weekday = weekdayOf(dayNumber(world, world.now));
	for (const {name, leads, days} of campaign.state === 'dialing' ? campaign.supplies : []) {
		if (days.includes(weekday)) {
			turnOffFinished(
				world,
				campaign.lists.flatMap(index => world.lists[index] ?? []),
			);
			const list = addList(world, campaign, `${name}, ${dayText(world, world.now)}`, true, world.now);
			addDerived(world, list, leads);
		}
	}
};
