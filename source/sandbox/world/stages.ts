/** Ends the stages of calls: what each leads to. */
import {connectWaiting, releaseAgent, startTalk} from './bridge.ts';
import {noteStatus, statusCode} from './call-log.ts';
import {enterStage, hangUp, scheduleStageEnd, stageGuard} from './calls.ts';
import {detectedAsHuman, dispositionOf, hangsUpFirst, messageTime, patienceOf, pressesKey} from './fate.ts';
import {expectReply} from './replies.ts';
import {type Call, type Campaign, stage, type World} from './state.ts';
import {second} from './time.ts';

const inIvr = statusCode('IVR');
const waiting = statusCode('WAITING');

const enterIvr = (world: World, campaign: Campaign, call: Call): void => {
	enterStage(campaign, call, stage.inIvr);
	noteStatus(world.log, call.number, inIvr);
	scheduleStageEnd(world, call, messageTime(world, call));
};

const enterQueue = (world: World, campaign: Campaign, call: Call): void => {
	const patience = patienceOf(world, call);
	enterStage(campaign, call, stage.waiting);
	noteStatus(world.log, call.number, waiting);
	campaign.queue.add(call.slot);
	call.givesUp = patience < world.carrier.dropAfter;
	scheduleStageEnd(world, call, Math.min(patience, world.carrier.dropAfter));
	connectWaiting(world, campaign);
};

/** Sends a call that is taken for a person's to the IVR, the external queue or the agents. */
const takeHuman = (world: World, campaign: Campaign, call: Call): void => {
	campaign.counters.human++;
	if (call.method === 'BROADCAST') {
		campaign.counters.connected++;
		enterIvr(world, campaign, call);
	} else if (campaign.settings.externalQueue) {
		campaign.counters.connected++;
		campaign.counters.transfers++;
		hangUp(world, campaign, call, 'TRANSFER');
	} else {
		enterQueue(world, campaign, call);
	}
};

const takeMachine = (world: World, campaign: Campaign, call: Call): void => {
	campaign.counters.machine++;
	if (campaign.settings.playMessage) {
		enterIvr(world, campaign, call);
	} else {
		hangUp(world, campaign, call, 'MACHINE');
	}
};

const briefWrap = 4 * second;

const endUnanswered = (world: World, campaign: Campaign, call: Call): void => {
	const {counters} = campaign;
	const agent = world.agents[call.agent];
	if (call.fate === 'busy') {
		counters.busy++;
		hangUp(world, campaign, call, 'BUSY');
	} else if (call.fate === 'bad-number') {
		counters.failed++;
		hangUp(world, campaign, call, call.method === 'SMSB' ? 'UNDELIVERED' : 'BADNUMBER');
	} else {
		counters.noAnswer++;
		hangUp(world, campaign, call, 'NOANSWER');
	}
	if (agent) {
		agent.wrap = briefWrap;
		releaseAgent(world, campaign, agent, call, true);
	}
};

/** A manually dialed call is answered: its agent hears whether by a person. */
const answerManual = (world: World, campaign: Campaign, call: Call): void => {
	const agent = world.agents[call.agent];
	if (call.fate === 'human' && agent) {
		campaign.counters.human++;
		startTalk(world, campaign, call, agent);
		return;
	}
	campaign.counters.machine++;
	hangUp(world, campaign, call, 'MACHINE');
	if (agent) {
		agent.wrap = briefWrap;
	}
	releaseAgent(world, campaign, agent, call, true);
};

const endRinging = (world: World, campaign: Campaign, call: Call): void => {
	if (call.method === 'SMSB' && call.fate !== 'bad-number') {
		// A text is delivered or not; who reads it is unknown.
		campaign.counters.human++;
		campaign.counters.connected++;
		hangUp(world, campaign, call, 'SENT');
		expectReply(world, call.lead);
		return;
	}
	if (call.fate !== 'human' && call.fate !== 'machine') {
		endUnanswered(world, campaign, call);
		return;
	}
	call.answeredAt = world.now;
	if (call.method === 'MANUAL') {
		answerManual(world, campaign, call);
	} else if (campaign.settings.machineDetection) {
		enterStage(campaign, call, stage.detecting);
		scheduleStageEnd(world, call, world.carrier.detection);
	} else {
		takeHuman(world, campaign, call);
	}
};

const endWaiting = (world: World, campaign: Campaign, call: Call): void => {
	if (call.givesUp) {
		campaign.counters.hangUps++;
		hangUp(world, campaign, call, 'HANGUP');
	} else {
		campaign.counters.drops++;
		hangUp(world, campaign, call, 'DROP');
	}
};

const endIvr = (world: World, campaign: Campaign, call: Call): void => {
	if (call.method !== 'BROADCAST') {
		hangUp(world, campaign, call, 'MESSAGE');
	} else if (pressesKey(world, call)) {
		campaign.counters.transfers++;
		hangUp(world, campaign, call, 'TRANSFER');
	} else {
		hangUp(world, campaign, call, 'COMPLETE');
	}
};

const endTalk = (world: World, campaign: Campaign, call: Call): void => {
	const agent = world.agents[call.agent];
	const status = dispositionOf(world, call);
	campaign.counters.sales += status === 'SALE' ? 1 : 0;
	campaign.counters.talkTime += agent ? world.now - Math.max(agent.since, call.answeredAt) : 0;
	hangUp(world, campaign, call, status);
	releaseAgent(world, campaign, agent, call, !hangsUpFirst(world, call));
};

/** A call's stage has ended: the next one begins. */
export const advanceCall = (world: World, slot: number, guard: number): void => {
	const call = world.calls[slot];
	const campaign = call && world.campaigns[call.campaign];
	if (!call || !campaign || stageGuard(call) !== guard) {
		return;
	}
	switch (call.stage) {
		case stage.ringing:
			endRinging(world, campaign, call);
			break;
		case stage.detecting:
			if (detectedAsHuman(world, call)) {
				takeHuman(world, campaign, call);
			} else {
				takeMachine(world, campaign, call);
			}
			break;
		case stage.waiting:
			endWaiting(world, campaign, call);
			break;
		case stage.inIvr:
			endIvr(world, campaign, call);
			break;
		case stage.talking:
			endTalk(world, campaign, call);
			break;
	}
};
