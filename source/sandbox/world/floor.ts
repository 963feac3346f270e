/** The agents' day: they sign in and out, wait for calls, wrap up, pause, or dial manually. */
import {scheduleAgent, setAgent} from './agents.ts';
import {connectWaiting} from './bridge.ts';
import {callsIn, dialLead, linesInUse} from './calls.ts';
import {exponential, purpose, uniform} from './draw.ts';
import {eventKind, schedule} from './events.ts';
import {takeLead} from './hopper.ts';
import {type Agent, agentState, type Campaign, stage, type World} from './state.ts';
import {day, hour, midnightOf, minute, second} from './time.ts';

const share = ({seed}: World, agent: Agent, turn: number, what: Parameters<typeof uniform>[3]): number =>
	uniform(seed, agent.index, turn, what);

const preview = (world: World, agent: Agent): number =>
	Math.round(world.carrier.preview * (0.5 + share(world, agent, agent.turn, purpose.preview)));

/** A stopped campaign still needs its agents while somebody may answer a call placed before, or waits for one of them. */
const needsAgents = (campaign: Campaign): boolean =>
	campaign.state !== 'stopped' ||
	callsIn(campaign, stage.ringing) + callsIn(campaign, stage.detecting) + callsIn(campaign, stage.waiting) > 0;

/** The agent signs out if off shift, else takes a waiting call, waits for one, or looks at the next lead. */
const freeAgent = (world: World, campaign: Campaign, agent: Agent): void => {
	if (!agent.onShift || !needsAgents(campaign)) {
		setAgent(world, campaign, agent, agentState.out);
		return;
	}
	setAgent(world, campaign, agent, agentState.ready);
	connectWaiting(world, campaign);
	if (agent.state === agentState.ready && campaign.settings.method === 'MANUAL') {
		scheduleAgent(world, agent, preview(world, agent));
	}
};

const dialManually = (world: World, campaign: Campaign, agent: Agent): void => {
	if (campaign.settings.method !== 'MANUAL') {
		return;
	}
	const mayDial = campaign.state === 'dialing' && linesInUse(campaign) < campaign.settings.lines;
	const taken = mayDial ? takeLead(world, campaign) : undefined;
	if (!taken) {
		scheduleAgent(world, agent, preview(world, agent));
		return;
	}
	campaign.counters.readyTime += world.now - agent.since;
	setAgent(world, campaign, agent, agentState.onCall);
	agent.call = dialLead(world, campaign, taken.lead, taken.list, agent).slot;
};

const endWrap = (world: World, campaign: Campaign, agent: Agent): void => {
	campaign.counters.wrapTime += world.now - agent.since;
	if (share(world, agent, agent.turn, purpose.pauseChance) < world.carrier.pauseChance) {
		setAgent(world, campaign, agent, agentState.paused);
		scheduleAgent(
			world,
			agent,
			10 * second + exponential(world.carrier.pause, share(world, agent, agent.turn, purpose.pauseTime)),
		);
	} else {
		freeAgent(world, campaign, agent);
	}
};

/** An agent's state has ended: the next one begins. */
export const advanceAgent = (world: World, index: number, turn: number): void => {
	const agent = world.agents[index];
	const campaign = agent && world.campaigns[agent.campaign];
	if (!agent || !campaign || agent.turn !== turn) {
		return;
	}
	if (agent.state === agentState.dead) {
		setAgent(world, campaign, agent, agentState.wrapUp);
		scheduleAgent(world, agent, agent.wrap);
	} else if (agent.state === agentState.wrapUp) {
		endWrap(world, campaign, agent);
	} else if (agent.state === agentState.paused) {
		freeAgent(world, campaign, agent);
	} else if (agent.state === agentState.ready) {
		dialManually(world, campaign, agent);
	}
};

/** An agent's shift begins, or the agent comes back to a campaign that dials again. */
export const signIn = (world: World, index: number, shift: number): void => {
	const agent = world.agents[index];
	const campaign = agent && world.campaigns[agent.campaign];
	if (agent && campaign && agent.shift === shift) {
		agent.onShift = true;
		if (agent.state === agentState.out) {
			freeAgent(world, campaign, agent);
		}
	}
};

const leaveIfIdle = (world: World, campaign: Campaign, agent: Agent): void => {
	if (agent.state === agentState.ready || agent.state === agentState.paused) {
		setAgent(world, campaign, agent, agentState.out);
	}
};

/** An agent's shift ends: at once, or after the call and its wrap-up. */
export const signOut = (world: World, index: number, shift: number): void => {
	const agent = world.agents[index];
	const campaign = agent && world.campaigns[agent.campaign];
	if (agent && campaign && agent.shift === shift) {
		agent.onShift = false;
		agent.shift = -1;
		leaveIfIdle(world, campaign, agent);
	}
};

const lateShare = 0.25;

/** Draws the day's shifts of a campaign's agents; those who should have started already come within a minute. */
export const scheduleShifts = (world: World, campaign: Campaign): void => {
	const midnight = midnightOf(world.now);
	const shift = Math.floor(midnight / day);
	for (const index of campaign.agents) {
		const agent = world.agents[index];
		if (!agent) {
			continue;
		}
		const early = share(world, agent, shift, purpose.login);
		const isLate = share(world, agent, 0, purpose.login) < lateShare;
		const signIn = midnight + (isLate ? 10 * hour : 8.5 * hour) + Math.round(early * 40 * minute);
		const signOut = signIn + 9 * hour + Math.round(share(world, agent, shift, purpose.logout) * 30 * minute);
		const isAbsent = share(world, agent, shift, purpose.absent) < world.carrier.absent;
		agent.shift = isAbsent || signOut <= world.now ? -1 : shift;
		agent.onShift = false;
		if (agent.shift === shift) {
			const late = Math.round(early * minute);
			schedule(world.events, Math.max(signIn, world.now + late), eventKind.login, agent.index, shift);
			schedule(world.events, signOut, eventKind.logout, agent.index, shift);
		}
	}
};

/** Agents of a campaign who are on shift but signed out come back within a minute and a half. */
export const bringBack = (world: World, campaign: Campaign): void => {
	for (const index of campaign.agents) {
		const agent = world.agents[index];
		if (agent?.onShift && agent.state === agentState.out) {
			const delay = Math.round(share(world, agent, agent.turn, purpose.login) * 90 * second);
			schedule(world.events, world.now + delay, eventKind.login, index, agent.shift);
		}
	}
};

/** Agents of a stopped campaign who are not busy with a call sign out, once no call in flight needs them. */
export const sendHome = (world: World, campaign: Campaign): void => {
	if (needsAgents(campaign)) {
		return;
	}
	for (const index of campaign.agents) {
		const agent = world.agents[index];
		if (agent) {
			leaveIfIdle(world, campaign, agent);
		}
	}
};

/** Ready agents begin to look at leads: the campaign now dials manually. */
export const beginPreviews = (world: World, campaign: Campaign): void => {
	for (const index of [...campaign.ready]) {
		const agent = world.agents[index];
		if (agent) {
			setAgent(world, campaign, agent, agentState.ready);
			scheduleAgent(world, agent, preview(world, agent));
		}
	}
};
