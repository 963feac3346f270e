/** Upgrades of stored worlds: each turns the world of a version into the next one's, in place, before it is replayed. */
import {type CallLog, createCallLog, logCall, logEnd, noteEnded, noteStatus} from '../world/call-log.ts';
import type {World} from '../world/state.ts';

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

/** From version 4 to version 5. */
export const upgradeTo5 = (world: World): void => {
	upgradeLog(world);
};
