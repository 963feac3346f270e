/** Figures of campaigns and lists. Nothing here changes the world. */
import {agentsIn, agentsPresent} from './agents.ts';
import {statusCode} from './call-log.ts';
import {callsIn} from './calls.ts';
import {leadCounts, ringingCalls} from './graphs.ts';
import {phase} from './lead-table.ts';
import {doneOf, listOf, sizeOf} from './leads.ts';
import {meanAgents} from './pacing.ts';
import {agentState, type Campaign, type DayRecord, type List, stage, type World} from './state.ts';
import {minute, second} from './time.ts';
import {withinHours, zoneNumbers} from './zones.ts';

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Seconds with one decimal. */
const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;

/** Minutes of dialing that the remaining time is estimated from at least. */
const recentMinutes = 15;

/** It is estimated from longer until so many leads are finished: fewer are mostly chance. */
const enoughFinished = 60;

/**
 * How long the leads last at the pace at which they are finished, not at that of dialing: a lead takes several calls. Minutes in which
 * nothing was dialed do not count, nor do those in which leads were added or lists switched. 0 if nothing was dialed of late, or finished.
 */
const remainingSeconds = ({graph}: Campaign, remaining: number): number => {
	if (graph.slice(-recentMinutes).every(({dialed}) => dialed === 0)) {
		return 0;
	}
	let [minutes, finished] = [0, 0];
	for (let index = graph.length - 1; index > 0; index--) {
		const [before, point] = [graph[index - 1], graph[index]];
		if (before && point && point.dialed > 0 && before.activeLeads === point.activeLeads) {
			minutes++;
			finished += before.remainingLeads - point.remainingLeads;
		}
		if (minutes >= recentMinutes && finished >= enoughFinished) {
			break;
		}
	}
	return Math.round(share(remaining * minutes * minute, Math.max(0, finished)) / second);
};

/** Whether at least one zone may be called now. */
export const hoursOpen = (world: World, campaign: Campaign): boolean =>
	zoneNumbers.some(zone => withinHours(world, campaign.settings.schedule, world.now, zone));

/** The days of a campaign from one midnight to another (inclusive), oldest first; today so far is one of them. */
export const daysOf = (world: World, campaign: Campaign, since: number, until: number): DayRecord[] => {
	const today = {time: world.today, counters: campaign.counters, statuses: campaign.statuses};
	return [...campaign.days, today].filter(({time}) => time >= since && time <= until);
};

const callback = statusCode('CALLBACK');

/** People of a campaign who asked to be called back and wait for it. */
export const callbacksDue = ({lists, leads}: World, campaign: Campaign): number => {
	let due = 0;
	for (const index of campaign.lists) {
		for (const {first, count} of lists[index]?.ranges ?? []) {
			for (let lead = first; lead < first + count; lead++) {
				due += leads.status[lead] === callback && leads.phase[lead] === phase.retry ? 1 : 0;
			}
		}
	}
	return due;
};

/** The figures of the dashboard that count by the day, which are known for past days as well. */
export const dayFiguresOf = (day: Pick<DayRecord, 'counters' | 'statuses'>) => {
	const {counters} = day;
	return {
		answeredToday: counters.human + counters.machine,
		calledToday: counters.called,
		dropRate: 100 * share(counters.drops, counters.human),
		humanAnswered: counters.human,
		machineAnswered: counters.machine,
		transfers: counters.transfers,
		sales: counters.sales,
		averageWrap: seconds(share(counters.wrapTime, counters.agentCalls)),
		averageInterval: seconds(share(counters.readyTime, counters.agentCalls)),
		averageTalk: seconds(share(counters.talkTime, counters.agentCalls)),
		connectedCalls: counters.connected,
		totalCalls: counters.called,
		minutesToday: counters.billed / 10,
	};
};

/** The figures of the dashboard (section 2.6) but those of the ledger: durations in seconds, billed time in minutes, rates in percent. */
export const figuresOf = (world: World, campaign: Campaign) => {
	const {settings} = campaign;
	const leads = leadCounts(world, campaign);
	const {testStages} = campaign;
	// The graphs and the day's counts omit test calls, but the lines that they hold are in use.
	const ringing = ringingCalls(campaign) + (testStages[stage.ringing] ?? 0);
	const waiting = callsIn(campaign, stage.waiting);
	const inIvr = callsIn(campaign, stage.inIvr) + (testStages[stage.inIvr] ?? 0);
	// Texts need no agents: those signed in do something else.
	const hidden = settings.method === 'SMSB';
	const agents = (state: Parameters<typeof agentsIn>[1]): number => (hidden ? 0 : agentsIn(campaign, state));
	const present = hidden ? 0 : agentsPresent(campaign);
	return {
		...dayFiguresOf(campaign),
		totalLeads: leads.total,
		activeLeads: leads.active,
		remainingLeads: leads.remaining,
		percentComplete: 100 * share(leads.active - leads.remaining, leads.active),
		recycled: leads.recycled,
		averageAgents: hidden ? 0 : Math.round(meanAgents(campaign) * 10) / 10,
		remainingTime: Math.min(99_999 * 3600, remainingSeconds(campaign, leads.remaining)),
		activeCalls: ringing + waiting + inIvr,
		ringing,
		waiting,
		inIvr,
		agents: present,
		ready: agents(agentState.ready),
		onCall: agents(agentState.onCall),
		wrapUp: agents(agentState.wrapUp),
		paused: agents(agentState.paused),
		dead: agents(agentState.dead),
		activeAgents: present - agents(agentState.paused),
	};
};

/** The figures of a list (section 2.4). A lead is new until it is called; if it is passed over, none of it remains. */
export const listFiguresOf = ({leads, campaigns}: World, list: List) => {
	const total = sizeOf(list);
	const remaining = total - doneOf(list);
	const hopper = campaigns[list.campaign]?.hopper ?? [];
	const isNew = (lead: number): boolean => leads.attempts[lead] === 0 && listOf(leads, lead) === list.index;
	const fresh = (list.phases[phase.fresh] ?? 0) + (list.phases[phase.passedOver] ?? 0) + hopper.filter(isNew).length;
	return {
		totalLeads: total,
		newLeads: fresh,
		calledLeads: total - fresh,
		remainingLeads: remaining,
		percentComplete: 100 * share(total - remaining, total),
	};
};
