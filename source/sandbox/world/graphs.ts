/** The graphs of campaigns (a point a minute, sixty of them) and the rollover at midnight. */
import {agentsIn, agentsPresent} from './agents.ts';
import {noStatuses} from './call-log.ts';
import {wearCallerIds} from './caller-ids.ts';
import {callsIn} from './calls.ts';
import {detectHappenings} from './happenings.ts';
import {phase} from './lead-table.ts';
import {doneOf, sizeOf} from './leads.ts';
import {agentState, type Campaign, type Counters, type GraphPoint, stage, type World} from './state.ts';
import {midnightOf, minute} from './time.ts';

/** Milliseconds between points (ours: sixty points span an hour). */
export const sampleInterval = minute;
const pointLimit = 60;
/** Days whose counts are stored: a year and a month. */
const dayLimit = 396;

export const noCounters = (): Counters => ({
	called: 0,
	inbound: 0,
	human: 0,
	machine: 0,
	noAnswer: 0,
	busy: 0,
	failed: 0,
	connected: 0,
	drops: 0,
	lateConnects: 0,
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

/** The counts that graphs show, of today and the day before. */
const graphCounts = ({counters, days}: Campaign): Campaign['graphMark'] => {
	const before = days.at(-1)?.counters;
	return {
		dialed: counters.called + (before?.called ?? 0),
		answered: counters.human + counters.machine + (before?.human ?? 0) + (before?.machine ?? 0),
		delivered: counters.connected + (before?.connected ?? 0),
		drops: counters.drops + (before?.drops ?? 0),
	};
};

/** The present figures as a point, which starts the next interval. */
const takePoint = (world: World, campaign: Campaign): GraphPoint => {
	const {graphMark} = campaign;
	const leads = leadCounts(world, campaign);
	const counts = graphCounts(campaign);
	campaign.graphMark = counts;
	return {
		time: world.now,
		dialed: counts.dialed - graphMark.dialed,
		answered: counts.answered - graphMark.answered,
		delivered: counts.delivered - graphMark.delivered,
		drops: counts.drops - graphMark.drops,
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
	const dayOver = world.today;
	world.today = midnightOf(world, world.now);
	wearCallerIds(world);
	for (const queue of world.switchboard.queues.values()) {
		queue.answered = 0;
		queue.holdTime = 0;
		queue.abandoned = 0;
	}
	for (const campaign of world.campaigns) {
		const before = graphCounts(campaign);
		campaign.days.push({time: dayOver, counters: campaign.counters, statuses: campaign.statuses});
		if (campaign.days.length > dayLimit) {
			campaign.days.shift();
		}
		campaign.counters = noCounters();
		campaign.statuses = noStatuses();
		campaign.overLimit = false;
		campaign.pace.humanMark = 0;
		campaign.pace.dropMark = 0;
		const after = graphCounts(campaign);
		for (const name of ['dialed', 'answered', 'delivered', 'drops'] as const) {
			campaign.graphMark[name] += after[name] - before[name];
		}
		campaign.graphGone = {...campaign.graphMark};
	}
};
