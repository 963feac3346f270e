/** Moves agents between states, counts them by state, and connects them with calls. */

import {noteAgent, noteLate, noteRecording, noteStatus, statusCode} from './call-log.ts';
import {callsIn, enterStage, scheduleStageEnd} from './calls.ts';
import {eventKind, schedule} from './events.ts';
import {deadTime} from './fate.ts';
import {type Agent, type AgentState, agentState, type Call, type Campaign, stage, type World} from './state.ts';
import {outcomeOf, talkTime, wrapTime} from './talks.ts';

/** Events that are due for the previous state become void. */
export const setAgent = (world: World, campaign: Campaign, agent: Agent, state: AgentState): void => {
	const counts = campaign.agentCounts;
	counts[agent.state] = (counts[agent.state] ?? 0) - 1;
	counts[state] = (counts[state] ?? 0) + 1;
	if (agent.state === agentState.ready) {
		campaign.ready.delete(agent.index);
	}
	if (state === agentState.ready) {
		campaign.ready.add(agent.index);
	}
	agent.state = state;
	agent.since = world.now;
	agent.turn++;
};

/** Schedules the end of an agent's state, in milliseconds from now. */
export const scheduleAgent = (world: World, agent: Agent, delay: number): void =>
	schedule(world.events, world.now + delay, eventKind.agent, agent.index, agent.turn);

export const agentsIn = (campaign: Campaign, state: AgentState): number => campaign.agentCounts[state] ?? 0;

/** Agents signed in. */
export const agentsPresent = (campaign: Campaign): number =>
	agentsIn(campaign, agentState.ready) +
	agentsIn(campaign, agentState.onCall) +
	agentsIn(campaign, agentState.wrapUp) +
	agentsIn(campaign, agentState.paused) +
	agentsIn(campaign, agentState.dead);

const inCall = statusCode('INCALL');

/** The person talks to an agent, whose state must be on call already, or at an extension. */
export const beginTalk = (
	world: World,
	campaign: Campaign,
	call: Call,
	agent: Agent | undefined,
	to: typeof stage.talking | typeof stage.transferred,
): void => {
	if (agent) {
		call.agent = agent.index;
		agent.call = call.slot;
		agent.calls++;
		agent.wrap = wrapTime(world, call, agent);
		noteAgent(world.log, call.number, agent.index);
	}
	enterStage(campaign, call, to);
	noteStatus(world.log, call.number, inCall);
	if (campaign.settings.recording) {
		noteRecording(world.log, call.number);
	}
	call.outcome = to === stage.talking ? outcomeOf(world, call, campaign, agent?.index ?? -1) : 'TRANSFER';
	scheduleStageEnd(world, call, talkTime(world, call, campaign, agent));
};

/** The agent, whose state must be on call already, takes a call of the campaign. */
export const startTalk = (world: World, campaign: Campaign, call: Call, agent: Agent): void => {
	call.counters.connected++;
	if (call.dropped) {
		call.counters.lateConnects++;
		noteLate(world.log, call.number);
	}
	call.counters.agentCalls++;
	beginTalk(world, campaign, call, agent, stage.talking);
};

const firstOf = (values: Set<number>): number => {
	for (const value of values) {
		return value;
	}
	return -1;
};

/** Connects waiting calls with ready agents, longest waiting first, until there are no more of either. */
export const connectWaiting = (world: World, campaign: Campaign): void => {
	while (callsIn(campaign, stage.waiting) > 0 && agentsIn(campaign, agentState.ready) > 0) {
		const slot = firstOf(campaign.queue);
		const index = firstOf(campaign.ready);
		const call = world.calls[slot];
		const agent = world.agents[index];
		if (!call || !agent) {
			return;
		}
		campaign.queue.delete(slot);
		campaign.counters.readyTime += world.now - agent.since;
		setAgent(world, campaign, agent, agentState.onCall);
		startTalk(world, campaign, call, agent);
	}
};

/** Ends a call for its agent, of the campaign, who goes into wrap-up or, if not `noticed`, stays on the dead call for a while. */
export const releaseAgent = (
	world: World,
	campaign: Campaign,
	agent: Agent | undefined,
	call: Call,
	noticed: boolean,
): void => {
	if (agent) {
		agent.call = -1;
		setAgent(world, campaign, agent, noticed ? agentState.wrapUp : agentState.dead);
		scheduleAgent(world, agent, noticed ? agent.wrap : deadTime(world, call));
	}
};
