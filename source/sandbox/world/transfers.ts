/**
 * What calls hear in an IVR and what its keys do: some are held in a queue until one of its agents is ready. Such an agent
 * is on a call in their own campaign, while the call stays one of the campaign that placed it.
 */
import {beginTalk, releaseAgent, setAgent} from './agents.ts';
import {noteStatus, statusCode} from './call-log.ts';
import {enterStage, hangUp, linesInUse, receiveCall, scheduleStageEnd, tally} from './calls.ts';
import {barAsAsked} from './do-not-call.ts';
import {hash, purpose} from './draw.ts';
import {choiceOf, hangsUpFirst, holdPatience, messageTime} from './fate.ts';
import {retryLater} from './hopper.ts';
import {phase} from './lead-table.ts';
import {listOf, setPhase} from './leads.ts';
import {waitAfterMessage} from './retries.ts';
import {type Agent, agentState, type Call, type Campaign, type Ivr, type Queue, stage, type World} from './state.ts';
import {isExtension, isMember} from './switchboard.ts';
import {second} from './time.ts';

const inIvr = statusCode('IVR');
const waiting = statusCode('WAITING');

/** Plays an IVR, or the campaign's message alone, for so many milliseconds. */
export const playIvr = (
	world: World,
	campaign: Campaign,
	call: Call,
	ivr: Ivr | undefined,
	length = messageTime(world, call),
): void => {
	call.ivr = ivr?.id ?? '';
	enterStage(campaign, call, stage.inIvr);
	noteStatus(world.log, call.number, inIvr);
	scheduleStageEnd(world, call, length);
};

/** Leaves the campaign's message on what was taken for a machine. */
export const leaveMessage = (world: World, campaign: Campaign, call: Call): void => {
	playIvr(world, campaign, call, undefined);
	call.ivr = undefined;
};

const takeFromQueue = ({switchboard, now}: World, queue: Queue, call: Call): number => {
	const heldFor = now - (queue.calls.get(call.slot) ?? now);
	queue.calls.delete(call.slot);
	switchboard.held--;
	return heldFor;
};

/** Hands a held call over to a ready agent. */
const answer = (world: World, queue: Queue, call: Call, agent: Agent): void => {
	const campaign = world.campaigns[call.campaign];
	const own = world.campaigns[agent.campaign];
	if (!campaign || !own) {
		return;
	}
	queue.holdTime += takeFromQueue(world, queue, call);
	queue.answered++;
	queue.lastAgent = agent.index;
	call.queue = '';
	own.counters.readyTime += world.now - agent.since;
	own.counters.agentCalls++;
	own.lent++;
	setAgent(world, own, agent, agentState.onCall);
	call.counters.transfers++;
	beginTalk(world, campaign, call, agent, stage.transferred);
};

/** Puts a call through to an extension, which answers at once and takes any number of calls (ours). */
const putThrough = (world: World, campaign: Campaign, call: Call): void => {
	tally(call, 'transfers');
	beginTalk(world, campaign, call, undefined, stage.transferred);
};

/** Ends the talk with an agent of a queue, or at an extension. */
export const endTransfer = (world: World, campaign: Campaign, call: Call): void => {
	const agent = world.agents[call.agent];
	const own = agent && world.campaigns[agent.campaign];
	hangUp(world, campaign, call, 'TRANSFER');
	if (own) {
		own.counters.talkTime += world.now - agent.since;
		own.lent--;
		releaseAgent(world, own, agent, call, !hangsUpFirst(world, call));
	}
};

/** The ready agent with the lowest rank takes the call. */
const rankOf = ({seed, agents}: World, {strategy, lastAgent}: Queue, call: Call, agent: Agent): number => {
	switch (strategy) {
		case 'longest-idle':
			return agent.since;
		case 'fewest-calls':
			return agent.calls;
		case 'round-robin':
			return (agent.index - lastAgent - 1 + agents.length) % agents.length;
		case 'ring-all':
			return hash(seed, agent.index, call.number, purpose.pickUp);
	}
};

const readyMember = (world: World, queue: Queue, call: Call): Agent | undefined => {
	let best: Agent | undefined;
	let lowest = Number.POSITIVE_INFINITY;
	const consider = (index: number): void => {
		const agent = world.agents[index];
		const rank = agent?.state === agentState.ready ? rankOf(world, queue, call, agent) : lowest;
		if (rank < lowest) {
			lowest = rank;
			best = agent;
		}
	};
	for (const {ready, settings} of world.campaigns) {
		if (settings.transferTo === queue.id) {
			for (const index of ready) {
				consider(index);
				if (queue.strategy === 'longest-idle') {
					// The ready agents of a campaign are in the order of their waits.
					break;
				}
			}
		}
	}
	queue.agents.forEach(consider);
	return best;
};

/** Holds a call in a queue until an agent takes it, the person gives up or the queue's longest wait is over. */
const hold = (world: World, campaign: Campaign, call: Call, queue: Queue): void => {
	enterStage(campaign, call, stage.inIvr);
	noteStatus(world.log, call.number, waiting);
	call.queue = queue.id;
	queue.calls.set(call.slot, world.now);
	world.switchboard.held++;
	const agent = readyMember(world, queue, call);
	if (agent) {
		answer(world, queue, call, agent);
	} else {
		scheduleStageEnd(world, call, Math.min(holdPatience(world, call), queue.maxWait * second));
	}
};

/** Passes a call on to what `conf_exten` names: a queue, an extension or an IVR. */
export const passOn = (world: World, campaign: Campaign, call: Call): void => {
	const {ivrs, queues} = world.switchboard;
	const {transferTo} = campaign.settings;
	const queue = queues.get(transferTo);
	if (queue) {
		hold(world, campaign, call, queue);
	} else if (isExtension(world, transferTo)) {
		putThrough(world, campaign, call);
	} else {
		playIvr(world, campaign, call, ivrs.get(transferTo));
	}
};

const firstHeld = ({calls}: Queue): [slot: number, since: number] | undefined => calls.entries().next().value;

/** A ready agent takes the call that has been held longest in a queue of theirs, if there is one. */
export const takeHeld = (world: World, agent: Agent): void => {
	const {switchboard, calls} = world;
	if (switchboard.held === 0) {
		return;
	}
	let longest: {queue: Queue; slot: number; since: number} | undefined;
	for (const queue of switchboard.queues.values()) {
		const [slot, since] = firstHeld(queue) ?? [-1, Number.POSITIVE_INFINITY];
		if (since < (longest?.since ?? Number.POSITIVE_INFINITY) && isMember(world, queue, agent.index)) {
			longest = {queue, slot, since};
		}
	}
	const call = longest && calls[longest.slot];
	if (longest && call) {
		answer(world, longest.queue, call, agent);
	}
};

/** Ready agents take held calls: who is a member of a queue has changed. */
export const serveHeld = (world: World): void => {
	for (const {ready} of world.switchboard.held === 0 ? [] : world.campaigns) {
		for (const index of [...ready]) {
			const agent = world.agents[index];
			if (agent) {
				takeHeld(world, agent);
			}
		}
	}
};

const abandon = (world: World, campaign: Campaign, call: Call): void => {
	const queue = world.switchboard.queues.get(call.queue);
	if (queue) {
		takeFromQueue(world, queue, call);
		queue.abandoned++;
	}
	hangUp(world, campaign, call, 'ABANDON');
};

/** The person is to be called no more, by any campaign. */
const optOut = (world: World, campaign: Campaign, call: Call, {name}: Ivr): void => {
	barAsAsked(world, call.lead, campaign.index, `IVR ${name}`);
	hangUp(world, campaign, call, 'OPTOUT');
};

/** Ends what a call heard, or its wait in a queue. */
export const endIvr = (world: World, campaign: Campaign, call: Call): void => {
	const {ivrs, queues} = world.switchboard;
	if (call.queue !== '') {
		abandon(world, campaign, call);
		return;
	}
	if (call.ivr === undefined) {
		hangUp(world, campaign, call, call.fate === 'human' ? 'MISDETECTED' : 'MESSAGE');
		return;
	}
	const ivr = ivrs.get(call.ivr);
	const action = ivr && choiceOf(world, call, ivr.options);
	const queue = action && queues.get(action.replace('transfer:', ''));
	if (queue) {
		hold(world, campaign, call, queue);
	} else if (ivr && action === 'repeat' && call.repeats < ivr.repeat) {
		call.repeats++;
		playIvr(world, campaign, call, ivr);
	} else if (ivr && action === 'opt-out') {
		optOut(world, campaign, call, ivr);
	} else {
		hangUp(world, campaign, call, 'COMPLETE');
	}
};

/** A lead rings; if all lines are in use, it hears that and is called later, as others who heard the message are. */
export const ringBack = (world: World, lead: number): void => {
	const list = world.lists[listOf(world.leads, lead)];
	const campaign = world.campaigns[list?.campaign ?? -1];
	if (!list || !campaign) {
		return;
	}
	if (world.retired.has(lead)) {
		setPhase(world.leads, list, lead, phase.finished);
	} else if (linesInUse(campaign) < campaign.settings.lines) {
		passOn(world, campaign, receiveCall(world, campaign, lead, list));
	} else if (world.leads.phase[lead] === phase.retry) {
		retryLater(world, list, lead, world.now + waitAfterMessage(world, lead));
	}
};
