/** Changes a stored world of version 4 into one of version 5, in place. */
import {
	type CallLog,
	createCallLog,
	logCall,
	logEnd,
	noStatuses,
	noteEnded,
	noteRecording,
	noteStatus,
	statusCode,
} from '../world/call-log.ts';
import {setCallerIds} from '../world/caller-ids.ts';
import {textSettings} from '../world/campaigns.ts';
import {defaultCarrier} from '../world/carrier.ts';
import {phase} from '../world/lead-table.ts';
import {agentIndexOf, listOf, setPhase, zoneOf} from '../world/leads.ts';
import {everyDay} from '../world/shifts.ts';
import {type Campaign, type DayRecord, type List, stage, stageCount, type World, zeros} from '../world/state.ts';
import {createSwitchboard, ivrOf} from '../world/switchboard.ts';
import {eastern, midnightOf, second} from '../world/time.ts';
import {zoneNumbers, zones} from '../world/zones.ts';
import type {Database} from './database.ts';
import {readSwitchboard} from './switchboard.ts';

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
const logFrom4 = ({log: old, campaigns}: World, live: ReadonlySet<number>): CallLog => {
	const {room, count, startedAt, records, testNumbers} = old as unknown as CallLog4;
	const log = createCallLog(chunkSize);
	log.first = Math.max(0, count - room);
	log.count = log.first;
	for (let number = log.first; number < count; number++) {
		const at = number % room;
		const [lead = -1, agent = -1, length = 0, campaignAndStatus = 0] = records.subarray(4 * at, 4 * at + 4);
		const status = campaignAndStatus & 0xff;
		logCall(log, startedAt[at] ?? 0, lead, campaignAndStatus >> 8, agent, testNumbers.get(number));
		// That a call was recorded was read from the present settings.
		if (agent >= 0 && length > 0 && campaigns[campaignAndStatus >> 8]?.settings.recording) {
			noteRecording(log, number);
		}
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
	world.log = logFrom4(world, live);
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

/** Arizona was a part of this zone. */
const mountain = zones.findIndex(({name}) => name === 'Mountain');

/** Counts what each zone of a list has to dial. */
const countZones = (world: World, list: List): void => {
	list.heads.push(-1);
	list.tails.push(-1);
	list.cursors.push({range: 0, offset: 0, ...list.cursors[mountain]});
	for (const range of list.ranges) {
		range.isLinked = false;
	}
	list.arrears = zoneNumbers.map(() => 0);
	list.linked = list.heads.map(head => {
		let count = 0;
		for (let lead = head; lead !== -1; lead = world.leads.next[lead] ?? -1) {
			count++;
		}
		return count;
	});
	list.fresh = zoneNumbers.map(() => 0);
	list.ranges.forEach(({first, count}, at) => {
		for (let offset = 0; offset < count; offset++) {
			const zone = zoneOf(world, first + offset);
			const cursor = list.cursors[zone];
			const isAhead = cursor && (at > cursor.range || (at === cursor.range && offset >= cursor.offset));
			if (isAhead && world.leads.phase[first + offset] === phase.fresh) {
				list.fresh[zone] = (list.fresh[zone] ?? 0) + 1;
			}
		}
	});
};

/** In version 4 it was winter all year in the East, and agents worked every day without breaks. */
const addCalendar = (world: World): void => {
	world.timeZone = eastern.timeZone;
	world.today = midnightOf(world, world.today);
	world.carrier = {...defaultCarrier, ...world.carrier};
	world.callerIds = new Map();
	for (const agent of world.agents) {
		agent.restUntil = 0;
	}
	for (const campaign of world.campaigns) {
		campaign.shifts = everyDay;
		campaign.supplies = [];
		campaign.callerIds = [''];
		setCallerIds(world, campaign);
		for (const day of campaign.days) {
			day.time = midnightOf(world, day.time);
		}
	}
	for (const list of world.lists) {
		countZones(world, list);
	}
};

/** Leads that were passed over before any call were finished in version 4. */
const upgradeLeads = (world: World): void => {
	const {leads} = world;
	const passedOver = statusCode('DNC');
	for (const list of world.lists) {
		list.phases.push(0);
	}
	for (let lead = 0; lead < leads.count; lead++) {
		const list = leads.status[lead] === passedOver ? world.lists[listOf(leads, lead)] : undefined;
		if (list && leads.attempts[lead] === 0) {
			setPhase(leads, list, lead, phase.passedOver);
		}
	}
};

/** The world gets IVRs and queues: in version 4 they were only in the database. */
const upgradeSwitchboard = (world: World, database: Pick<Database, 'all'>): void => {
	const {ivrs, queues} = readSwitchboard(database);
	world.switchboard = createSwitchboard(
		ivrs,
		queues.map(queue => ({...queue, agents: queue.agents.flatMap(name => agentIndexOf(world, name) ?? [])})),
	);
	for (const {settings} of world.campaigns) {
		if (!world.switchboard.queues.has(settings.transferTo)) {
			// Its queue was deleted while it still transferred there.
			settings.transferTo = queues[0]?.id ?? settings.transferTo;
		}
	}
	for (const call of [...world.calls, ...world.callsOver]) {
		const campaign = world.campaigns[call?.campaign ?? -1];
		if (call && campaign) {
			call.ivr = call.method === 'BROADCAST' ? (ivrOf(world, campaign)?.id ?? '') : undefined;
			call.repeats = 0;
			call.queue = '';
		}
	}
};

/** Nobody has answered the texts before, and no number was taken from an account. */
const addTexts = (world: World): void => {
	world.retired = new Set();
	for (const campaign of world.campaigns) {
		campaign.texts = [textSettings(campaign.settings, world.now)];
	}
};

/** From version 4 to 5. */
export const upgradeTo5 = (world: World, database: Pick<Database, 'all'>): void => {
	addTexts(world);
	upgradeLeads(world);
	upgradeSwitchboard(world, database);
	addCalendar(world);
	renewDrops(world);
	for (const campaign of world.campaigns) {
		growDay(campaign);
		campaign.days.forEach(growDay);
		setTestsApart(world, campaign);
	}
	upgradeLog(world);
};
