/** Changes a stored world of version 4 into one of version 5, in place. */
import {noStatuses} from '../world/call-log.ts';
import {defaultCarrier} from '../world/carrier.ts';
import {type Campaign, type DayRecord, stage, stageCount, type World, zeros} from '../world/state.ts';
import {second} from '../world/time.ts';

const growDay = (day: Pick<DayRecord, 'counters' | 'statuses'>): void => {
	day.counters.lateConnects ??= 0;
	const statuses = noStatuses();
	statuses.set(day.statuses);
	day.statuses = statuses;
};

/** Test calls counted as the campaign's: those under way leave its stages, as calls that nobody answered. */
const setTestsApart = (world: World, campaign: Campaign): void => {
	campaign.testStages = zeros(stageCount);
	for (const call of world.calls) {
		if (call?.campaign === campaign.index && call.lead < 0) {
			campaign.stages[call.stage] = (campaign.stages[call.stage] ?? 0) - 1;
			campaign.testStages[call.stage] = (campaign.testStages[call.stage] ?? 0) + 1;
			campaign.counters.noAnswer += call.stage === stage.ringing || call.stage === stage.detecting ? 1 : 0;
		}
	}
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
		setTestsApart(world, campaign);
	}
};
