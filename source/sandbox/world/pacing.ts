/** Pacing: how many lines a campaign holds, and the two rules that adapt its dial level. */
import {agentsIn, agentsPresent} from './agents.ts';
import {callsIn, dialLead, linesInUse, liveCalls} from './calls.ts';
import {nextLead} from './promises.ts';
import {agentState, type Campaign, type PaceMemory, stage, type World, zeros} from './state.ts';
import {minute, second} from './time.ts';

/** Milliseconds between dial ticks. */
export const tickInterval = 2.5 * second;
const ticksPerStep = 6;
/** Ticks over which spare agents are averaged. */
const spareSamples = 15;
/** Ticks over which `average_no_of_agents` is averaged: one minute. */
const agentSamples = 24;
/** Steps of 15 s that the damped rule looks back on: five minutes. With more it reacts too late and swings. */
const dampedSteps = 20;
/** The damped rule aims at this share of the limit, so that chance does not carry the rate over it. */
const aim = 0.75;
/** Calls at the target rate that the damped rule assumes before it has seen any. */
const priorCalls = 40;
/** The relative change of the level in a step, if the drop rate is off by its whole target; more overshoots. */
const gain = 0.004;
/** The largest relative changes of the level in a step. */
const mostUp = 0.02;
const mostDown = 0.08;

export const freshPace = (): PaceMemory => ({
	spare: zeros(spareSamples),
	agents: zeros(agentSamples),
	steps: 0,
	humans: zeros(dampedSteps),
	drops: zeros(dampedSteps),
	humanMark: 0,
	dropMark: 0,
});

/** The sum of the last `most` of the `count` values written to a ring. */
const sumOfLast = (ring: readonly number[], count: number, most: number): number => {
	let sum = 0;
	let at = count % ring.length;
	for (let remaining = Math.min(count, most); remaining > 0; remaining--) {
		at = at === 0 ? ring.length - 1 : at - 1;
		sum += ring[at] ?? 0;
	}
	return sum;
};

const meanOfLast = (ring: readonly number[], count: number, most: number): number =>
	count === 0 ? 0 : sumOfLast(ring, count, most) / Math.min(count, most);

/** The one-minute mean of agents signed in. */
export const meanAgents = ({pace, ticks}: Campaign): number => meanOfLast(pace.agents, ticks, agentSamples);

/**
 * Lines that the campaign should hold: level × agents ready or on a call, at most number_of_lines. Neither agents who are on
 * a call of a queue nor the campaign's own calls that were transferred count.
 */
const lineGoal = (campaign: Campaign): number => {
	const available = agentsIn(campaign, agentState.ready) + agentsIn(campaign, agentState.onCall) - campaign.lent;
	return Math.min(Math.round(campaign.level * available), campaign.settings.lines);
};

const spareShare = ({pace, ticks}: Campaign): number => {
	const agents = meanOfLast(pace.agents, ticks, spareSamples);
	return agents === 0 ? 0 : meanOfLast(pace.spare, ticks, spareSamples) / agents;
};

/** The classic rule: raise the level by the share of idle agents; over the drop limit, go back to one line an agent. */
const classicLevel = (campaign: Campaign): number => {
	const {drops, human} = campaign.counters;
	const {dropLimit} = campaign.settings;
	return human > 0 && (100 * drops) / human > dropLimit ? 1 : campaign.level * (1 + spareShare(campaign));
};

/** The damped rule: small steps, by the drop rate of a rolling window. The level rises only while agents wait for calls. */
const dampedLevel = (campaign: Campaign): number => {
	const {pace, settings, level} = campaign;
	const target = (settings.dropLimit / 100) * aim;
	const drops = sumOfLast(pace.drops, pace.steps, dampedSteps);
	const humans = sumOfLast(pace.humans, pace.steps, dampedSteps);
	const rate = (drops + target * priorCalls) / (humans + priorCalls);
	const room = target === 0 ? -1 : (target - rate) / target;
	const idle = Math.max(0, spareShare(campaign));
	const up = Math.min(mostUp, gain * room * Math.min(1, idle * 10));
	// Far over its target the rate weighs more: a level much too high comes down within minutes.
	const down = Math.max(-mostDown, gain * room * Math.max(1, -room / 2));
	return level * (1 + (room < 0 ? down : up));
};

const adapt = (world: World, campaign: Campaign): void => {
	const {pace, counters, settings, level} = campaign;
	pace.humans[pace.steps % dampedSteps] = counters.human - pace.humanMark;
	pace.drops[pace.steps % dampedSteps] = counters.drops - pace.dropMark;
	pace.steps++;
	pace.humanMark = counters.human;
	pace.dropMark = counters.drops;
	// A level of 0 was set by the operator: no rule overrides it; nor any level that overrides the rule (ours).
	if (settings.method === 'PREDICTIVE' && !settings.override && campaign.state === 'dialing' && level > 0) {
		const wanted = world.rule === 'classic' ? classicLevel(campaign) : dampedLevel(campaign);
		campaign.level = Math.max(Math.min(1, level), Math.min(wanted, Math.max(1, settings.levelLimit), 10));
	}
};

const placeCalls = (world: World, campaign: Campaign, wanted: number): number => {
	const most = Math.min(wanted, campaign.settings.lines - linesInUse(campaign));
	for (let placed = 0; placed < most; placed++) {
		const taken = nextLead(world, campaign);
		if (!taken) {
			return placed;
		}
		dialLead(world, campaign, taken);
	}
	return Math.max(0, most);
};

const dial = (world: World, campaign: Campaign): void => {
	const {method, velocity} = campaign.settings;
	if (method === 'MANUAL') {
		return;
	}
	if (method === 'RATIO' || method === 'PREDICTIVE') {
		placeCalls(world, campaign, lineGoal(campaign) - liveCalls(campaign) + callsIn(campaign, stage.transferred));
		return;
	}
	// Dials that were not possible in time are not made up for in a burst.
	const earned = (velocity * tickInterval) / minute;
	campaign.credit = Math.min(campaign.credit + earned, Math.max(1, 2 * earned));
	campaign.credit -= placeCalls(world, campaign, Math.floor(campaign.credit));
};

export const paceCampaign = (world: World, campaign: Campaign): void => {
	const {pace, ticks} = campaign;
	pace.spare[ticks % spareSamples] = agentsIn(campaign, agentState.ready) - callsIn(campaign, stage.waiting);
	pace.agents[ticks % agentSamples] = agentsPresent(campaign);
	campaign.ticks++;
	if (campaign.ticks % ticksPerStep === 0) {
		adapt(world, campaign);
	}
	if (campaign.state === 'dialing') {
		dial(world, campaign);
	}
};
