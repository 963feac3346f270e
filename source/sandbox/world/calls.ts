/** Places calls, advances them from stage to stage, and ends them. */
import {type CallStatus, logCall, logEnd, noteInbound, statusCode} from './call-log.ts';
import {liftOf, showCallerId, showOwnCallerId} from './caller-ids.ts';
import {eventKind, schedule} from './events.ts';
import {fateOf, ringTime} from './fate.ts';
import {retryLater, type Taken} from './hopper.ts';
import {phase} from './lead-table.ts';
import {setPhase, zoneOf} from './leads.ts';
import {isPromising, promise} from './promises.ts';
import {retryDelay, ringBackDelay} from './retries.ts';
import {
	type Agent,
	type Call,
	type Campaign,
	type Counters,
	type List,
	type Stage,
	stage,
	stageCount,
	type World,
} from './state.ts';
import {second} from './time.ts';

const testLead = -1;

/** A test call has no lead: only the charges and the lines in use count it. */
export const isTest = ({lead}: Pick<Call, 'lead'>): boolean => lead === testLead;

/** Live calls in a stage, test calls aside. */
export const callsIn = (campaign: Campaign, at: Stage): number => campaign.stages[at] ?? 0;

const total = (stages: readonly number[]): number => {
	let calls = 0;
	for (let at = 0; at < stageCount; at++) {
		calls += stages[at] ?? 0;
	}
	return calls;
};

/** Live calls, test calls aside. */
export const liveCalls = ({stages}: Campaign): number => total(stages);

/** Live calls, test calls among them. */
export const linesInUse = ({stages, testStages}: Campaign): number => total(stages) + total(testStages);

/** Counts something of a call that is no test, on the day that it was placed. */
export const tally = (call: Call, what: keyof Counters): void => {
	if (!isTest(call)) {
		call.counters[what]++;
	}
};

const count = (campaign: Campaign, call: Call, change: 1 | -1): void => {
	const counts = isTest(call) ? campaign.testStages : campaign.stages;
	counts[call.stage] = (counts[call.stage] ?? 0) + change;
};

export const enterStage = (campaign: Campaign, call: Call, to: Stage): void => {
	count(campaign, call, -1);
	call.stage = to;
	count(campaign, call, 1);
};

/** Distinguishes a call in its stage from its earlier stages and from earlier calls in its slot. */
export const stageGuard = ({number, stage: at}: Call): number => (number * stageCount + at) | 0;

/** Schedules the end of a call's stage, in milliseconds from now. */
export const scheduleStageEnd = (world: World, call: Call, delay: number): void =>
	schedule(world.events, world.now + delay, eventKind.call, call.slot, stageGuard(call));

/** Reuses an ended call and its slot if there is one, so that a busy world allocates nothing. */
const newCall = (world: World, campaign: Campaign, agent: number): Call => {
	const call = world.callsOver.pop() ?? {
		slot: world.calls.length,
		campaign: -1,
		number: -1,
		stage: stage.ringing,
		fate: 'no-answer',
		lead: testLead,
		list: -1,
		attempt: 0,
		method: 'BROADCAST',
		agent: -1,
		answeredAt: 0,
		givesUpAt: 0,
		dropped: false,
		counters: campaign.counters,
		statuses: campaign.statuses,
		isInbound: false,
		outcome: 'NEW',
		ivr: '',
		repeats: 0,
		queue: '',
	};
	call.campaign = campaign.index;
	call.stage = stage.ringing;
	call.agent = agent;
	call.answeredAt = 0;
	call.givesUpAt = 0;
	call.dropped = false;
	call.counters = campaign.counters;
	call.statuses = campaign.statuses;
	call.isInbound = false;
	call.outcome = 'NEW';
	call.ivr = '';
	call.repeats = 0;
	call.queue = '';
	world.calls[call.slot] = call;
	return call;
};

const ring = (world: World, campaign: Campaign, call: Call): Call => {
	count(campaign, call, 1);
	scheduleStageEnd(world, call, ringTime(world, call));
	return call;
};

/** Places a call to a lead taken from the hopper. */
export const dialLead = (world: World, campaign: Campaign, {lead, list, isPromised}: Taken, agent?: Agent): Call => {
	const {leads} = world;
	const attempt = (leads.attempts[lead] ?? 0) + 1;
	leads.attempts[lead] = attempt;
	setPhase(leads, list, lead, phase.live);
	list.lastCalledAt = world.now;
	const call = newCall(world, campaign, agent?.index ?? -1);
	call.number = logCall(world.log, world.now, lead, campaign.index, call.agent);
	call.lead = lead;
	call.list = list.index;
	call.attempt = attempt;
	call.method = campaign.settings.method;
	const zone = zoneOf(world, lead);
	const lift = showCallerId(world, campaign, call, zone);
	call.fate = fateOf(world, lead, attempt, zone, {lift, isUnprefixed: campaign.settings.prefix === '9', isPromised});
	campaign.counters.called++;
	return ring(world, campaign, call);
};

/** Added to the attempts of a lead, so that the calls that it makes itself have draws of their own. */
const inboundDraws = 1 << 16;

/** A call of a lead comes in, and is answered at once. */
export const receiveCall = (world: World, campaign: Campaign, lead: number, list: List): Call => {
	setPhase(world.leads, list, lead, phase.live);
	const call = newCall(world, campaign, -1);
	call.number = logCall(world.log, world.now, lead, campaign.index, -1);
	noteInbound(world.log, call.number);
	call.isInbound = true;
	call.lead = lead;
	call.list = list.index;
	call.attempt = inboundDraws + (world.leads.attempts[lead] ?? 0);
	call.method = campaign.settings.method;
	call.fate = 'human';
	call.answeredAt = world.now;
	campaign.counters.inbound++;
	count(campaign, call, 1);
	return call;
};

/** Whom a test call reaches: a number is bad for all of them, or for none. */
export type TestTarget = {phone: string; lead: number | undefined; zone: number};

/** Places a test call with the campaign's settings. */
export const dialTest = (
	world: World,
	campaign: Campaign,
	{phone, lead, zone}: TestTarget,
	callerId = campaign.settings.callerId,
): Call => {
	const {method, prefix} = campaign.settings;
	const call = newCall(world, campaign, -1);
	call.number = logCall(world.log, world.now, testLead, campaign.index, -1, phone);
	showOwnCallerId(world, campaign, call.number, callerId);
	call.lead = testLead;
	call.list = -1;
	call.attempt = call.number;
	call.method = method;
	const lift = liftOf(world, campaign, callerId, zone);
	const dialing = {lift, isUnprefixed: prefix === '9', isTest: true};
	call.fate = fateOf(world, lead ?? Number(phone), call.number, zone, dialing);
	return ring(world, campaign, call);
};

const callback = statusCode('CALLBACK');

const settleLead = (world: World, campaign: Campaign, call: Call, code: number): void => {
	const list = world.lists[call.list];
	if (!list) {
		return;
	}
	world.leads.status[call.lead] = code;
	if (code === callback && isPromising(world, call.attempt)) {
		setPhase(world.leads, list, call.lead, phase.retry);
		promise(world, campaign, call);
		return;
	}
	const mayRetry = (world.leads.attempts[call.lead] ?? 0) < campaign.attemptLimit;
	const ringsAfter = ringBackDelay(world, call, code, campaign.settings);
	if (ringsAfter !== undefined) {
		// It is not called before that.
		setPhase(world.leads, list, call.lead, mayRetry ? phase.retry : phase.finished);
		schedule(world.events, world.now + ringsAfter, eventKind.ringBack, call.lead, 0);
		return;
	}
	const delay = mayRetry ? retryDelay(world, call, code) : undefined;
	if (delay === undefined) {
		setPhase(world.leads, list, call.lead, phase.finished);
	} else {
		retryLater(world, list, call.lead, world.now + delay);
	}
};

/** Ends a call: bills it, logs its status, and finishes its lead or schedules another attempt. */
export const hangUp = (world: World, campaign: Campaign, call: Call, status: CallStatus): void => {
	const length = call.answeredAt === 0 ? 0 : world.now - call.answeredAt;
	call.counters.billed += Math.ceil(length / (6 * second));
	count(campaign, call, -1);
	if (call.stage === stage.waiting) {
		campaign.queue.delete(call.slot);
	}
	const code = statusCode(status);
	logEnd(world.log, call.number, code, length);
	if (!isTest(call)) {
		call.statuses[code] = (call.statuses[code] ?? 0) + 1;
		settleLead(world, campaign, call, code);
	}
	world.calls[call.slot] = undefined;
	world.callsOver.push(call);
};
