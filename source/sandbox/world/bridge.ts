/** Agents and calls together: how they are joined and part again. */
import {agentsIn, scheduleAgent, setAgent} from './agents.ts';
import {noteAgent, noteStatus, statusCode} from './call-log.ts';
import {callsIn, enter, next} from './calls.ts';
import {deadTime, talkTime, wrapTime} from './fate.ts';
import {type Agent, agentState, type Call, type Campaign, stage, type World} from './state.ts';

const inCall = statusCode('INCALL');

/** An agent who is on the call already begins to talk. */
export const startTalk = (world: World, campaign: Campaign, call: Call, agent: Agent): void => {
	call.agent = agent.index;
	agent.call = call.slot;
	agent.calls++;
	agent.wrap = wrapTime(world, call);
	campaign.counters.connected++;
	campaign.counters.agentCalls++;
	enter(campaign, call, stage.talking);
	noteStatus(world.log, call.number, inCall);
	noteAgent(world.log, call.number, agent.index);
	next(world, call, talkTime(world, call));
};

const firstOf = (places: Set<number>): number => {
	for (const place of places) {
		return place;
	}
	return -1;
};

/** Joins waiting calls with ready agents, both longest first, until one of the two runs out. */
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

/** The call is over for its agent, who writes it up at once or has yet to notice. */
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
