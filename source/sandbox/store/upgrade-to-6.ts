/** Changes a stored world of version 5 into one of version 6, in place. */
import {noStatuses} from '../world/call-log.ts';
import {habitsWithout} from '../world/habits.ts';
import type {World} from '../world/state.ts';

/** Makes room for the statuses that came since. A call keeps counting in the counts of its day. */
const growStatuses = ({campaigns, calls, callsOver}: World): void => {
	const grown = new Map<Int32Array, Int32Array>();
	const grow = (owner: {statuses: Int32Array} | undefined): void => {
		if (owner) {
			const statuses = grown.get(owner.statuses) ?? noStatuses();
			statuses.set(owner.statuses);
			grown.set(owner.statuses, statuses);
			owner.statuses = statuses;
		}
	};
	for (const campaign of campaigns) {
		grow(campaign);
		campaign.days.forEach(grow);
	}
	calls.forEach(grow);
	callsOver.forEach(grow);
};

/** From version 5 to 6: people have their habits from now on. */
export const upgradeTo6 = (world: World): void => {
	world.habits = habitsWithout();
	growStatuses(world);
};
