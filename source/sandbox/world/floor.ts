/** The agents' day: they sign in and out, wait for calls, wrap up, pause, or dial manually. */
import {connectWaiting, scheduleAgent, setAgent} from './agents.ts';
import {callsIn, dialLead, linesInUse} from './calls.ts';
import {exponential, purpose, uniform} from './draw.ts';
import {eventKind, schedule} from './events.ts';
import {nextLead} from './promises.ts';
import {type Agent, agentState, type Campaign, type Shift, stage, type World} from './state.ts';
import {levelOf} from './talks.ts';
import {atTimeOfDay, dayNumber, minute, second, weekdayOf} from './time.ts';
import {takeHeld} from './transfers.ts';

const share = ({seed}: World, agent: Agent, turn: number, what: Parameters<typeof uniform>[3]): number =>
	uniform(seed, agent.index, turn, what);

/** Predictive dialing is for agents of the campaign's level and above (section 2.2; that higher ones count is ours). */
const takesCallsOf = (world: World, {settings}: Campaign, agent: Agent): boolean =>
	settings.method !== 'PREDICTIVE' ||
	settings.agentLevel === '1' ||
	levelOf(world, agent.index) >= Number(settings.agentLevel);

const preview = (world: World, agent: Agent): number =>
	Math.round(world.carrier.preview * (0.5 + share(world, agent, agent.turn, purpose.preview)));

/** A stopped campaign still needs its agents while somebody may answer a call placed before, or waits for one of them. */
const needsAgents = (campaign: Campaign): boolean =>
	campaign.state !== 'stopped' ||
	callsIn(campaign, stage.ringing) + callsIn(campaign, stage.detecting) + callsIn(campaign, stage.waiting) > 0;

/** The agent signs out if off shift, goes on a break if one is due, else takes a waiting call, waits for one, or looks at the next lead. */
const freeAgent = (world: World, campaign: Campaign, agent: Agent): void => {
	if (!agent.onShift || !needsAgents(campaign) || !takesCallsOf(world, campaign, agent)) {
		setAgent(world, campaign, agent, agentState.out);
		return;
	}
	if (agent.restUntil > world.now) {
		setAgent(world, campaign, agent, agentState.paused);
		scheduleAgent(world, agent, agent.restUntil - world.now);
		return;
	}
	setAgent(world, campaign, agent, agentState.ready);
	connectWaiting(world, campaign);
	if (agent.state === agentState.ready) {
		takeHeld(world, agent);
	}
	if (agent.state === agentState.ready && campaign.settings.method === 'MANUAL') {
		scheduleAgent(world, agent, preview(world, agent));
	}
};

const dialManually = (world: World, campaign: Campaign, agent: Agent): void => {
	if (campaign.settings.method !== 'MANUAL') {
		return;
	}
	const mayDial = campaign.state === 'dialing' && linesInUse(campaign) < campaign.settings.lines;
	const taken = mayDial ? nextLead(world, campaign, agent) : undefined;
	if (!taken) {
		scheduleAgent(world, agent, preview(world, agent));
		return;
	}
	campaign.counters.readyTime += world.now - agent.since;
	setAgent(world, campaign, agent, agentState.onCall);
	agent.call = dialLead(world, campaign, taken, agent).slot;
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

/** The shift of an agent, the same on every day; undefined if the campaign has none for the agent. */
const shiftOf = (world: World, {shifts}: Campaign, agent: Agent): Shift | undefined => {
	let remaining = share(world, agent, 0, purpose.login);
	for (const shift of shifts) {
		remaining -= shift.share;
		if (remaining < 0) {
			return shift;
		}
	}
	return undefined;
};

/** How much later than the first the last agents of a shift come, and leave. */
const arrivals = 40 * minute;
const departures = 30 * minute;
/** Numbers of breaks within an event's guard. */
const mostBreaks = 16;

const scheduleBreaks = (world: World, agent: Agent, breaks: Shift['breaks']): void => {
	breaks.forEach(({at, within, length}, index) => {
		const spread = share(world, agent, agent.shift * mostBreaks + index, purpose.break);
		const begin = atTimeOfDay(world, world.now, at) + Math.round(spread * within);
		if (begin + length > world.now) {
			const guard = agent.shift * mostBreaks + index;
			schedule(world.events, Math.max(begin, world.now), eventKind.break, agent.index, guard);
		}
	});
};

/** Draws the day's shifts of a campaign's agents; those who should have started already come within a minute. */
export const scheduleShifts = (world: World, campaign: Campaign): void => {
	const today = dayNumber(world, world.now);
	const weekday = weekdayOf(today);
	for (const index of campaign.agents) {
		const agent = world.agents[index];
		const shift = agent && shiftOf(world, campaign, agent);
		if (!agent || !shift) {
			continue;
		}
		const early = share(world, agent, today, purpose.login);
		const signIn = atTimeOfDay(world, world.now, shift.from) + Math.round(early * arrivals);
		const signOut = signIn + shift.length + Math.round(share(world, agent, today, purpose.logout) * departures);
		const isAbsent = share(world, agent, today, purpose.absent) < world.carrier.absent;
		agent.shift = isAbsent || !shift.days.includes(weekday) || signOut <= world.now ? -1 : today;
		agent.onShift = false;
		if (agent.shift === today) {
			const late = Math.round(early * minute);
			schedule(world.events, Math.max(signIn, world.now + late), eventKind.login, agent.index, today);
			schedule(world.events, signOut, eventKind.logout, agent.index, today);
			scheduleBreaks(world, agent, shift.breaks);
		}
	}
};

/** A break begins: at once, or after the call and its wrap-up. */
export const takeBreak = (world: World, index: number, guard: number): void => {
	const agent = world.agents[index];
	const campaign = agent && world.campaigns[agent.campaign];
	const shift = agent && campaign && shiftOf(world, campaign, agent);
	const planned = shift?.breaks[guard % mostBreaks];
	if (!agent || !campaign || !planned || agent.shift !== Math.floor(guard / mostBreaks)) {
		return;
	}
	agent.restUntil = world.now + planned.length;
	if (agent.state === agentState.ready) {
		freeAgent(world, campaign, agent);
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

/** The agents whose level takes the campaign's calls come, the others leave: after their call if they have one. */
export const reassignAgents = (world: World, campaign: Campaign): void => {
	bringBack(world, campaign);
	for (const index of campaign.agents) {
		const agent = world.agents[index];
		if (agent && !takesCallsOf(world, campaign, agent)) {
			leaveIfIdle(world, campaign, agent);
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
