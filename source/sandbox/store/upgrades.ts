/** Turns stored worlds of older versions into worlds of this one, in place. */
import {noStatuses} from '../world/call-log.ts';
import {defaultCarrier} from '../world/carrier.ts';
import type {DayRecord, World} from '../world/state.ts';
import {second} from '../world/time.ts';

const growDay = (day: Pick<DayRecord, 'counters' | 'statuses'>): void => {
	day.counters.lateConnects ??= 0;
	const statuses = noStatuses();
	statuses.set(day.statuses);
	day.statuses = statuses;
};

/** Drops count by the threshold after the greeting, and people bear silence for a shorter time. */
const renewDrops = (world: World): void => {
	const {greeting, patience, patienceSigma, dropAfter} = defaultCarrier;
	Object.assign(world.carrier, {greeting, patience, patienceSigma, dropAfter});
	for (const call of world.calls) {
		if (call) {
			const {givesUp} = call as {givesUp?: boolean};
			// Its next event, within five seconds, is the hang-up or the drop.
			call.givesUpAt = givesUp ? world.now : world.now + 6 * second;
			call.dropped = false;
		}
	}
};

/** From version 4 to 5. */
export const upgradeTo5 = (world: World): void => {
	renewDrops(world);
	for (const campaign of world.campaigns) {
		growDay(campaign);
		campaign.days.forEach(growDay);
	}
};
