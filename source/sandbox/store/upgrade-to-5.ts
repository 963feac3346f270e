/** Changes a stored world of version 4 into one of version 5, in place. */
import {
	type CallLog,
	createCallLog,
	logCall,
	logEnd,
	noStatuses,
	noteEnded,
	noteStatus,
	statusCode,
} from '../world/call-log.ts';
import {defaultCarrier} from '../world/carrier.ts';
import {type Campaign, type DayRecord, stage, stageCount, type World, zeros} from '../world/state.ts';
import {second} from '../world/time.ts';

const growDay = (day: Pick<DayRecord, 'counters' | 'statuses'>): void => {
	day.counters.lateConnects ??= 0;
	const statuses = noStatuses();
	statuses.set(day.statuses);
	day.statuses = statuses;
};

/** Test calls counted as the campaign's: those under way leave its stages as if they had ended. */
const setTestsApart = (world: World, campaign: Campaign): void => {
	campaign.testStages = zeros(stageCount);
	for (const call of world.calls) {
		if (call?.campaign === campaign.index && call.lead < 0) {
			campaign.stages[call.stage] = (campaign.stages[call.stage] ?? 0) - 1;
			campaign.testStages[call.stage] = (campaign.testStages[call.stage] ?? 0) + 1;
			const isUnresolved = call.stage === stage.ringing || call.stage === stage.detecting;
			campaign.counters.noAnswer += isUnresolved ? 1 : 0;
			const code = statusCode(isUnresolved ? 'NOANSWER' : 'COMPLETE');
			campaign.statuses[code] = (campaign.statuses[code] ?? 0) + 1;
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

/** Version 4 kept the latest calls in rings of `room`; a record is lead, agent, length, and campaign with status. */
type CallLog4 = {
	room: number;
	count: number;
	startedAt: Float64Array;
	records: Int32Array;
	testNumbers: Map<number, string>;
};

const chunkSize = 4096;

/** Logs the calls of version 4 anew. */
const logFrom4 = ({room, count, startedAt, records, testNumbers}: CallLog4, live: ReadonlySet<number>): CallLog => {
	const log = createCallLog(chunkSize);
	log.first = Math.max(0, count - room);
	log.count = log.first;
	for (let number = log.first; number < count; number++) {
		const at = number % room;
		const [lead = -1, agent = -1, length = 0, campaignAndStatus = 0] = records.subarray(4 * at, 4 * at + 4);
		const status = campaignAndStatus & 0xff;
		logCall(log, startedAt[at] ?? 0, lead, campaignAndStatus >> 8, agent, testNumbers.get(number));
		if (live.has(number)) {
			noteStatus(log, number, status);
		} else {
			logEnd(log, number, status, length);
		}
	}
	// The calls before the first one in its chunk are lost.
	const oldest = log.open.get(Math.floor(log.first / chunkSize));
	if (oldest) {
		noteEnded(log, oldest, log.first % chunkSize);
	}
	return log;
};

/** The call log is in chunks, calls know the counts of their day, and no minutes are made up for the days before the world. */
const upgradeLog = (world: World): void => {
	const live = new Set(world.calls.flatMap(call => call?.number ?? []));
	world.log = logFrom4(world.log as unknown as CallLog4, live);
	for (const call of [...world.calls, ...world.callsOver]) {
		const campaign = call && world.campaigns[call.campaign];
		if (call && campaign) {
			call.counters = campaign.counters;
			call.statuses = campaign.statuses;
		}
	}
	for (const campaign of world.campaigns) {
		Reflect.deleteProperty(campaign, 'billedBefore');
		// A point counts calls of the day before as well, which version 4 had ended at midnight.
		const before = campaign.days.at(-1)?.counters;
		campaign.graphMark.dialed += before?.called ?? 0;
		campaign.graphMark.answered += (before?.human ?? 0) + (before?.machine ?? 0);
		campaign.graphMark.delivered += before?.connected ?? 0;
		campaign.graphMark.drops += before?.drops ?? 0;
		campaign.graphGone.dialed += before?.called ?? 0;
		campaign.graphGone.delivered += before?.connected ?? 0;
		campaign.graphGone.drops += before?.drops ?? 0;
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
	upgradeLog(world);
};
