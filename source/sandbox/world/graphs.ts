/** The graphs of campaigns (a point a minute, sixty of them) and the rollover at midnight. */
import {agentsIn, agentsPresent} from './agents.ts';
import {noStatuses} from './call-log.ts';
import {callsIn} from './calls.ts';
import {detectHappenings} from './happenings.ts';
import {phase} from './lead-table.ts';
import {sizeOf} from './leads.ts';
import {agentState, type Campaign, type Counters, type GraphPoint, stage, type World} from './state.ts';
import {midnightOf, minute, monthStart} from './time.ts';

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
				counts.remaining += size - (list.phases[phase.finished] ?? 0);
				counts.recycled += list.phases[phase.retry] ?? 0;
			}
		}
	}
	return counts;
};

/** Calls not resolved yet: ringing, or in machine detection. */
export const ringingCalls = (campaign: Campaign): number =>
	callsIn(campaign, stage.ringing) + callsIn(campaign, stage.detecting);

const blankPoint = (): GraphPoint => ({
	time: 0,
	dialed: 0,
	answered: 0,
	delivered: 0,
	drops: 0,
	agents: 0,
	ready: 0,
	onCall: 0,
	wrapUp: 0,
	paused: 0,
	dead: 0,
	activeLeads: 0,
	remainingLeads: 0,
	ringing: 0,
	waiting: 0,
	inIvr: 0,
});

/** Fills a point with the present figures and starts the next interval. */
const fillPoint = (world: World, campaign: Campaign, point: GraphPoint): void => {
	const {counters, graphMark} = campaign;
	const leads = leadCounts(world, campaign);
	point.time = world.now;
	point.dialed = counters.called - graphMark.dialed;
	point.answered = counters.human + counters.machine - graphMark.answered;
	point.delivered = counters.connected - graphMark.delivered;
	point.drops = counters.drops - graphMark.drops;
	point.agents = agentsPresent(campaign);
	point.ready = agentsIn(campaign, agentState.ready);
	point.onCall = agentsIn(campaign, agentState.onCall);
	point.wrapUp = agentsIn(campaign, agentState.wrapUp);
	point.paused = agentsIn(campaign, agentState.paused);
	point.dead = agentsIn(campaign, agentState.dead);
	point.activeLeads = leads.active;
	point.remainingLeads = leads.remaining;
	point.ringing = ringingCalls(campaign);
	point.waiting = callsIn(campaign, stage.waiting);
	point.inIvr = callsIn(campaign, stage.inIvr);
	graphMark.dialed = counters.called;
	graphMark.answered = counters.human + counters.machine;
	graphMark.delivered = counters.connected;
	graphMark.drops = counters.drops;
};

/** Adds a point to a campaign's graphs; the object of the oldest one is reused. */
export const sampleGraphs = (world: World, campaign: Campaign): void => {
	const {graph, graphGone} = campaign;
	const oldest = graph.length < pointLimit ? undefined : graph.shift();
	if (oldest && oldest.time > world.today) {
		graphGone.dialed += oldest.dialed;
		graphGone.delivered += oldest.delivered;
		graphGone.drops += oldest.drops;
	}
	const point = oldest ?? blankPoint();
	fillPoint(world, campaign, point);
	graph.push(point);
	detectHappenings(world, campaign);
};

/** Starts a new day: daily counts begin again. */
export const rollDay = (world: World): void => {
	world.happenings.push({kind: 'new-day', time: world.now, campaign: -1, list: -1});
	const dayOver = world.today;
	world.today = midnightOf(world, world.now);
	const isNewMonth = world.today === monthStart(world, world.now);
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
