/** Ends the stages of calls: what each leads to. */

import {connectWaiting, releaseAgent, startTalk} from './agents.ts';
import {noteRecording, noteStatus, statusCode} from './call-log.ts';
import {enterStage, hangUp, isTest, scheduleStageEnd, stageGuard, tally} from './calls.ts';
import {barAsAsked} from './do-not-call.ts';
import {detectedAsHuman, hangsUpFirst, patienceOf} from './fate.ts';
import {sendHome} from './floor.ts';
import {userOf} from './leads.ts';
import {expectReply} from './replies.ts';
import {type Call, type Campaign, stage, type World} from './state.ts';
import {goesToAgents, ivrOf, transfersAtOnce} from './switchboard.ts';
import {scriptNamed} from './talks.ts';
import {second} from './time.ts';
import {endIvr, endTransfer, leaveMessage, passOn, playIvr} from './transfers.ts';

const waiting = statusCode('WAITING');
const dropped = statusCode('DROP');

/** Machine detection has listened to the greeting; without it the person still speaks. */
const remainingGreeting = ({carrier, now}: World, {answeredAt}: Call): number =>
	Math.max(0, answeredAt + carrier.greeting - now);

/** A test call would get an agent, and gets none (ours): the person hears the campaign's message instead, or nothing. */
const playInstead = (world: World, campaign: Campaign, call: Call): void =>
	playIvr(world, campaign, call, undefined, campaign.settings.playMessage ? undefined : remainingGreeting(world, call));

const enterQueue = (world: World, campaign: Campaign, call: Call): void => {
	const {dropAfter} = world.carrier;
	const greets = remainingGreeting(world, call);
	const patience = patienceOf(world, call);
	enterStage(campaign, call, stage.waiting);
	noteStatus(world.log, call.number, waiting);
	campaign.queue.add(call.slot);
	call.givesUpAt = world.now + greets + patience;
	scheduleStageEnd(world, call, greets + Math.min(patience, dropAfter));
	connectWaiting(world, campaign);
};

/** Sends a call to what `conf_exten` names: a queue, an extension or an IVR. */
const transferOut = (world: World, campaign: Campaign, call: Call): void => {
	tally(call, 'connected');
	passOn(world, campaign, call);
};

/** Sends a call that is taken for a person's to the IVR, the external queue or the agents. */
const takeHuman = (world: World, campaign: Campaign, call: Call): void => {
	const {settings} = campaign;
	tally(call, 'human');
	if (isTest(call) && goesToAgents(world, settings, call.method)) {
		playInstead(world, campaign, call);
	} else if (transfersAtOnce(settings, call.method)) {
		transferOut(world, campaign, call);
	} else if (call.method === 'BROADCAST') {
		tally(call, 'connected');
		playIvr(world, campaign, call, ivrOf(world, campaign));
	} else {
		enterQueue(world, campaign, call);
	}
};

const takeMachine = (world: World, campaign: Campaign, call: Call): void => {
	tally(call, 'machine');
	if (campaign.settings.playMessage) {
		leaveMessage(world, campaign, call);
	} else {
		hangUp(world, campaign, call, call.fate === 'human' ? 'MISDETECTED' : 'MACHINE');
	}
};

const briefWrap = 4 * second;

const endUnanswered = (world: World, campaign: Campaign, call: Call): void => {
	const agent = world.agents[call.agent];
	if (call.fate === 'busy') {
		tally(call, 'busy');
		hangUp(world, campaign, call, 'BUSY');
	} else if (call.fate === 'bad-number') {
		tally(call, 'failed');
		hangUp(world, campaign, call, call.method === 'SMSB' ? 'UNDELIVERED' : 'BADNUMBER');
	} else {
		tally(call, 'noAnswer');
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
		call.counters.human++;
		startTalk(world, campaign, call, agent);
		return;
	}
	call.counters.machine++;
	hangUp(world, campaign, call, 'MACHINE');
	if (agent) {
		agent.wrap = briefWrap;
	}
	releaseAgent(world, campaign, agent, call, true);
};

const endRinging = (world: World, campaign: Campaign, call: Call): void => {
	if (call.method === 'SMSB' && call.fate !== 'bad-number') {
		// A text is delivered or not; who reads it is unknown.
		call.counters.human++;
		call.counters.connected++;
		hangUp(world, campaign, call, 'SENT');
		expectReply(world, call.lead);
		return;
	}
	if (call.fate !== 'human' && call.fate !== 'machine') {
		endUnanswered(world, campaign, call);
		return;
	}
	call.answeredAt = world.now;
	if (isTest(call) && campaign.settings.recording) {
		noteRecording(world.log, call.number);
	}
	// No agent listens to a test call, whoever dials the others.
	if (call.method === 'MANUAL' && !isTest(call)) {
		answerManual(world, campaign, call);
	} else if (campaign.settings.machineDetection) {
		enterStage(campaign, call, stage.detecting);
		scheduleStageEnd(world, call, world.carrier.detection);
	} else {
		takeHuman(world, campaign, call);
	}
};

const endWaiting = (world: World, campaign: Campaign, call: Call): void => {
	if (call.dropped) {
		hangUp(world, campaign, call, 'DROP');
	} else if (call.givesUpAt <= world.now) {
		call.counters.hangUps++;
		hangUp(world, campaign, call, 'HANGUP');
	} else {
		// It counts as dropped from now on, though an agent may still take it.
		call.dropped = true;
		call.counters.drops++;
		noteStatus(world.log, call.number, dropped);
		scheduleStageEnd(world, call, call.givesUpAt - world.now);
	}
};

const endTalk = (world: World, campaign: Campaign, call: Call): void => {
	const agent = world.agents[call.agent];
	const status = call.outcome;
	call.counters.sales += status === 'SALE' ? 1 : 0;
	call.counters.talkTime += agent ? world.now - Math.max(agent.since, call.answeredAt) : 0;
	if (status === 'SALE' && world.habits.payments && scriptNamed(campaign.settings.script).collects) {
		world.sales.push({lead: call.lead, attempt: call.attempt});
	}
	hangUp(world, campaign, call, status);
	if (status === 'DONOTCALL') {
		barAsAsked(world, call.lead, campaign.index, userOf(world, agent?.index ?? -1));
	}
	releaseAgent(world, campaign, agent, call, !hangsUpFirst(world, call));
};

const endStage = (world: World, campaign: Campaign, call: Call): void => {
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
		case stage.transferred:
			endTransfer(world, campaign, call);
			break;
	}
};

/** A call's stage has ended: the next one begins. */
export const advanceCall = (world: World, slot: number, guard: number): void => {
	const call = world.calls[slot];
	const campaign = call && world.campaigns[call.campaign];
	if (!call || !campaign || stageGuard(call) !== guard) {
		return;
	}
	endStage(world, campaign, call);
	if (campaign.state === 'stopped') {
		sendHome(world, campaign);
	}
};
