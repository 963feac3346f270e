/** Moves agents between states and counts them by state. */
import {eventKind, schedule} from './events.ts';
import {type Agent, type AgentState, agentState, type Campaign, type World} from './state.ts';

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
