/** The graphs: a point a minute, sixty of them; and the turn of the day. */
import {agentsIn, agentsPresent} from './agents.ts';
import {noStatuses} from './call-log.ts';
import {callsIn} from './calls.ts';
import {watch} from './happenings.ts';
import {phase} from './leads.ts';
import {agentState, type Campaign, type Counters, type GraphPoint, stage, type World} from './state.ts';
import {midnightOf, minute} from './time.ts';

/** Milliseconds between points (ours: sixty points span an hour). */
export const sampleInterval = minute;
const pointLimit = 60;
/** Days that are remembered: a year and a month. */
const dayLimit = 396;

/** Counters at midnight. */
export const noCounters = (): Counters => ({
	called: 0,
	human: 0,
	machine: 0,
	noAnswer: 0,
	busy: 0,
	failed: 0,
	connected: 0,
	drops: 0,
	hangUps: 0,
	transfers: 0,
	sales: 0,
	agentCalls: 0,
	talkTime: 0,
	wrapTime: 0,
	readyTime: 0,
	billed: 0,
});

/** Leads of the campaign: all, on active lists, still workable of those, and of those waiting for another attempt. */
export const leadCounts = (world: World, campaign: Campaign) => {
	const counts = {total: 0, active: 0, remaining: 0, recycled: 0};
	for (const index of campaign.lists) {
		const list = world.lists[index];
		if (list) {
			const size = list.phases.reduce((sum, count) => sum + count, 0);
			counts.total += size;
			if (list.active) {
				counts.active += size;
				counts.remaining += size - (list.phases[phase.finished] ?? 0);
				counts.recycled += list.phases[phase.retry] ?? 0;
			}
		}
	}
	return counts;
};

/** Calls that have not been resolved yet: still ringing, or being listened to for a machine. */
export const ringingCalls = (campaign: Campaign): number =>
	callsIn(campaign, stage.ringing) + callsIn(campaign, stage.detecting);

/** A point for this moment. */
const pointNow = (world: World, campaign: Campaign): GraphPoint => {
	const {counters, graphMark} = campaign;
	const leads = leadCounts(world, campaign);
	return {
		time: world.now,
		dialed: counters.called - graphMark.dialed,
		answered: counters.human + counters.machine - graphMark.answered,
		delivered: counters.connected - graphMark.delivered,
		drops: counters.drops - graphMark.drops,
		agents: agentsPresent(campaign),
		ready: agentsIn(campaign, agentState.ready),
		onCall: agentsIn(campaign, agentState.onCall),
		wrapUp: agentsIn(campaign, agentState.wrapUp),
		paused: agentsIn(campaign, agentState.paused),
		dead: agentsIn(campaign, agentState.dead),
		activeLeads: leads.active,
		remainingLeads: leads.remaining,
		ringing: ringingCalls(campaign),
		waiting: callsIn(campaign, stage.waiting),
		inIvr: callsIn(campaign, stage.inIvr),
	};
};

/** Every campaign's graphs take a point. */
export const sampleGraphs = (world: World): void => {
	for (const campaign of world.campaigns) {
		const {counters, graph, graphGone} = campaign;
		graph.push(pointNow(world, campaign));
		campaign.graphMark = {
			dialed: counters.called,
			answered: counters.human + counters.machine,
			delivered: counters.connected,
			drops: counters.drops,
		};
		watch(world, campaign);
		const gone = graph.length > pointLimit ? graph.shift() : undefined;
		if (gone && gone.time > midnightOf(world.now - 1)) {
			graphGone.dialed += gone.dialed;
			graphGone.delivered += gone.delivered;
			graphGone.drops += gone.drops;
		}
	}
};

/** Midnight: what counts by the day begins again. */
export const rollDay = (world: World): void => {
	world.happenings.push({kind: 'new-day', time: world.now, campaign: -1, list: -1});
	const isNewMonth = new Date(world.now).getUTCDate() === 1;
	for (const campaign of world.campaigns) {
		campaign.billedBefore = isNewMonth ? 0 : campaign.billedBefore + campaign.counters.billed;
		campaign.days.push({time: midnightOf(world.now - 1), counters: campaign.counters, statuses: campaign.statuses});
		if (campaign.days.length > dayLimit) {
			campaign.days.shift();
		}
		campaign.counters = noCounters();
		campaign.statuses = noStatuses();
		campaign.overLimit = false;
		// Calls that are still up were dialed yesterday: today's figures count them as dialed today, or they would not add up.
		campaign.counters.called = ringingCalls(campaign);
		campaign.counters.human = callsIn(campaign, stage.waiting);
		campaign.counters.called += campaign.counters.human;
		campaign.pace.humanMark = campaign.counters.human;
		campaign.pace.dropMark = 0;
		campaign.graphMark = {
			dialed: campaign.counters.called,
			answered: campaign.counters.human,
			delivered: 0,
			drops: 0,
		};
		campaign.graphGone = {dialed: campaign.counters.called, delivered: 0, drops: 0};
	}
};
