/** The graphs of campaigns (a point a minute, sixty of them) and the rollover at midnight. */
import {agentsIn, agentsPresent} from './agents.ts';
import {noStatuses} from './call-log.ts';
import {callsIn} from './calls.ts';
import {detectHappenings} from './happenings.ts';
import {phase} from './lead-table.ts';
import {doneOf, sizeOf} from './leads.ts';
import {agentState, type Campaign, type Counters, type GraphPoint, stage, type World} from './state.ts';
import {minute} from './time.ts';

/** Milliseconds between points (ours: sixty points span an hour). */
export const sampleInterval = minute;
const pointLimit = 60;
/** Days that are kept: a year and a month. */
const dayLimit = 396;

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

/** Leads of a campaign: all; those on active lists; of these the unfinished; of these the ones waiting for a retry. */
export const leadCounts = (world: World, campaign: Campaign) => {
	const counts = {total: 0, active: 0, remaining: 0, recycled: 0};
	for (const index of campaign.lists) {
		const list = world.lists[index];
		if (list) {
			const size = sizeOf(list);
			counts.total += size;
			if (list.active) {
				counts.active += size;
				counts.remaining += size - doneOf(list);
				counts.recycled += list.phases[phase.retry] ?? 0;
			}
		}
	}
	return counts;
};

/** Calls not resolved yet: ringing, or in machine detection. */
export const ringingCalls = (campaign: Campaign): number =>
	callsIn(campaign, stage.ringing) + callsIn(campaign, stage.detecting);

/** The present figures as a point, which starts the next interval. */
const takePoint = (world: World, campaign: Campaign): GraphPoint => {
	const {counters, graphMark} = campaign;
	const leads = leadCounts(world, campaign);
	const answered = counters.human + counters.machine;
	const point = {
		time: world.now,
		dialed: counters.called - graphMark.dialed,
		answered: answered - graphMark.answered,
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
	campaign.graphMark = {dialed: counters.called, answered, delivered: counters.connected, drops: counters.drops};
	return point;
};

/** Adds a point to a campaign's graphs. */
export const sampleGraphs = (world: World, campaign: Campaign): void => {
	const {graph, graphGone} = campaign;
	const oldest = graph.length < pointLimit ? undefined : graph.shift();
	if (oldest && oldest.time > world.today) {
		graphGone.dialed += oldest.dialed;
		graphGone.delivered += oldest.delivered;
		graphGone.drops += oldest.drops;
	}
	graph.push(takePoint(world, campaign));
	detectHappenings(world, campaign);
};

/** Starts a new day: daily counts begin again. */
export const rollDay = (world: World): void => {
	world.happenings.push({kind: 'new-day', time: world.now, campaign: -1, list: -1});
	const isNewMonth = new Date(world.now).getUTCDate() === 1;
	const dayOver = world.today;
	world.today = world.now;
	for (const queue of world.switchboard.queues.values()) {
		queue.answered = 0;
		queue.holdTime = 0;
		queue.abandoned = 0;
	}
	for (const campaign of world.campaigns) {
		campaign.billedBefore = isNewMonth ? 0 : campaign.billedBefore + campaign.counters.billed;
		campaign.days.push({time: dayOver, counters: campaign.counters, statuses: campaign.statuses});
		if (campaign.days.length > dayLimit) {
			campaign.days.shift();
		}
		campaign.counters = noCounters();
		campaign.statuses = noStatuses();
		campaign.overLimit = false;
		// Calls in progress were dialed yesterday; they count as dialed today, or today's figures would not add up.
		campaign.counters.called = ringingCalls(campaign);
		campaign.counters.human = callsIn(campaign, stage.waiting);
		campaign.counters.called += campaign.counters.human;
		// Talks in progress end today, and their whole time counts today.
		campaign.counters.agentCalls = callsIn(campaign, stage.talking);
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
