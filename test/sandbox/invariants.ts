/** Invariants of the world, to be checked after every event: everything is counted anew and compared. */

import {statusCode} from '../../source/sandbox/world/call-log.ts';
import {isTest, linesInUse} from '../../source/sandbox/world/calls.ts';
import {isBarred} from '../../source/sandbox/world/do-not-call.ts';
import {figuresOf, listFiguresOf} from '../../source/sandbox/world/figures.ts';
import {phase, phaseCount} from '../../source/sandbox/world/lead-table.ts';
import {listOf, personOf, zoneOf} from '../../source/sandbox/world/leads.ts';
import {
	agentState,
	agentStateCount,
	type Campaign,
	type Counters,
	type DayRecord,
	type List,
	type Stage,
	stage,
	stageCount,
	type World,
} from '../../source/sandbox/world/state.ts';
import {isMember} from '../../source/sandbox/world/switchboard.ts';
import {minute} from '../../source/sandbox/world/time.ts';
import {withinHours} from '../../source/sandbox/world/zones.ts';

/** The state that the next check compares with. */
export type Marks = {
	day: number;
	minute: number;
	/** Calls logged so far; those with higher numbers are new. */
	calls: number;
	lines: number[];
	counters: Counters[];
};

const demand = (holds: boolean, campaign: Campaign, what: string): void => {
	if (!holds) {
		throw new Error(`${campaign.name}: ${what}`);
	}
};

const sum = (values: Iterable<number>): number => {
	let total = 0;
	for (const value of values) {
		total += value;
	}
	return total;
};

const checkAgents = (world: World, campaign: Campaign): void => {
	const counted = new Array<number>(agentStateCount).fill(0);
	const withCalls = new Set<number>();
	for (const index of campaign.agents) {
		const agent = world.agents[index];
		if (agent) {
			counted[agent.state] = (counted[agent.state] ?? 0) + 1;
			demand((agent.state === agentState.onCall) === agent.call >= 0, campaign, `agent ${index} is on a call or not`);
			demand(agent.call < 0 || !withCalls.has(agent.call), campaign, 'two agents on one call');
			withCalls.add(agent.call);
			demand(
				campaign.ready.has(index) === (agent.state === agentState.ready),
				campaign,
				`agent ${index} is ready or not`,
			);
		}
	}
	demand(
		counted.every((count, at) => count === campaign.agentCounts[at]),
		campaign,
		'agents are counted by state',
	);
	const {agents, ready, onCall, wrapUp, paused, dead} = figuresOf(world, campaign);
	demand(
		agents === ready + onCall + wrapUp + paused + dead,
		campaign,
		'total = ready + on call + wrap-up + paused + dead',
	);
	demand(campaign.queue.size === 0 || campaign.ready.size === 0, campaign, 'a call waits while an agent is ready');
};

const checkCalls = (world: World, campaign: Campaign): void => {
	const counted = new Array<number>(stageCount).fill(0);
	const countedTests = new Array<number>(stageCount).fill(0);
	const leads = new Set<number>();
	let withAgents = 0;
	let lent = 0;
	for (const call of world.calls) {
		const isOfAgent = call !== undefined && world.agents[call.agent]?.campaign === campaign.index;
		withAgents += isOfAgent ? 1 : 0;
		lent += isOfAgent && call.stage === stage.transferred ? 1 : 0;
		if (call?.campaign === campaign.index) {
			const counts = isTest(call) ? countedTests : counted;
			counts[call.stage] = (counts[call.stage] ?? 0) + 1;
			demand(isTest(call) || !leads.has(call.lead), campaign, `lead ${call.lead} has two calls`);
			leads.add(call.lead);
			demand(
				call.agent < 0 || world.agents[call.agent]?.call === call.slot,
				campaign,
				'agent and call know each other',
			);
			demand(campaign.queue.has(call.slot) === (call.stage === stage.waiting), campaign, 'a call waits or not');
			demand(isTest(call) || world.leads.phase[call.lead] === phase.live, campaign, 'a lead in a call is live');
		}
	}
	demand(
		counted.every((count, at) => count === campaign.stages[at] && countedTests[at] === campaign.testStages[at]),
		campaign,
		'calls are counted by stage, and test calls apart',
	);
	// Whoever placed the call: those of a queue are of other campaigns as well.
	demand(withAgents === campaign.agentCounts[agentState.onCall], campaign, 'calls with its agents = agents on a call');
	demand(lent === campaign.lent, campaign, 'agents on a call of a queue are counted');
	const {activeCalls, ringing, waiting, inIvr} = figuresOf(world, campaign);
	demand(activeCalls === ringing + waiting + inIvr, campaign, 'active = ringing + waiting + in IVR');
};

/** Checks the counts of one day: those of the calls that were placed on it, whenever they end. */
const checkDay = (world: World, campaign: Campaign, {counters, statuses}: Omit<DayRecord, 'time'>): void => {
	const {called, inbound, human, machine, noAnswer, busy, failed, connected, drops, lateConnects, hangUps, transfers} =
		counters;
	const live = world.calls.filter(call => call && call.counters === counters && !isTest(call));
	const liveIn = (...stages: Stage[]): number => live.filter(call => call && stages.includes(call.stage)).length;
	const resolved = human + machine + noAnswer + busy + failed;
	const unresolved = liveIn(stage.ringing, stage.detecting);
	demand(called === resolved + unresolved, campaign, 'called = how they were resolved + unresolved');
	demand(
		called + inbound === sum(statuses) + live.length,
		campaign,
		'called + received = those that ended, by status + those that go on',
	);
	const inTime = live.filter(call => call?.stage === stage.waiting && !call.dropped).length;
	demand(
		human === connected + drops - lateConnects + hangUps + inTime,
		campaign,
		'human = connected + drops − those connected late + hang-ups + waiting and not dropped',
	);
	demand(lateConnects <= drops && lateConnects <= connected, campaign, 'connected late ≤ drops, and ≤ connected');
	demand(drops <= human, campaign, 'drops ≤ human');
	demand(
		transfers === (statuses[statusCode('TRANSFER')] ?? 0) + liveIn(stage.transferred),
		campaign,
		'transfers are the calls that an agent of a queue took, or an extension',
	);
};

const checkCounters = (world: World, campaign: Campaign): void => {
	checkDay(world, campaign, campaign);
	for (const day of campaign.days.slice(-1)) {
		checkDay(world, campaign, day);
	}
};

const checkGraphs = (world: World, campaign: Campaign): void => {
	const {graph, graphGone, graphMark} = campaign;
	const today = graph.filter(({time}) => time > world.today);
	for (const name of ['dialed', 'delivered', 'drops'] as const) {
		const total = graphGone[name] + sum(today.map(point => point[name]));
		demand(total === graphMark[name], campaign, `the graph of ${name} sums to its counter`);
	}
};

/** Each fresh lead is linked, or is counted among those that its zone's cursor has yet to find. */
const checkZones = ({leads, campaigns}: World, list: List): void => {
	const campaign = campaigns[list.campaign];
	if (!campaign) {
		return;
	}
	let fresh = sum(list.fresh);
	list.heads.forEach((head, zone) => {
		let linked = 0;
		for (let lead = head; lead !== -1; lead = leads.next[lead] ?? -1) {
			linked++;
			fresh += leads.phase[lead] === phase.fresh ? 1 : 0;
		}
		demand(linked === list.linked[zone], campaign, `linked leads of zone ${zone} are counted`);
	});
	demand(fresh === list.phases[phase.fresh], campaign, 'fresh leads are counted by zone');
};

const checkLeads = (world: World, campaign: Campaign): void => {
	const queued = new Map<number, number>();
	for (const lead of campaign.hopper) {
		const list = listOf(world.leads, lead);
		queued.set(list, (queued.get(list) ?? 0) + 1);
		demand(world.lists[list]?.active === true, campaign, 'the hopper holds leads of active lists');
	}
	demand(new Set(campaign.hopper).size === campaign.hopper.length, campaign, 'a lead is in the hopper once');
	demand(campaign.state !== 'stopped' || campaign.hopper.length === 0, campaign, 'stopped: the hopper is empty');
	for (const index of campaign.lists) {
		const list = world.lists[index];
		const counted = new Uint32Array(phaseCount);
		let uncalled = 0;
		for (const {first, count} of list?.ranges ?? []) {
			for (const at of world.leads.phase.subarray(first, first + count)) {
				counted[at] = (counted[at] ?? 0) + 1;
			}
			for (const attempts of world.leads.attempts.subarray(first, first + count)) {
				uncalled += attempts === 0 ? 1 : 0;
			}
		}
		demand(!list || listFiguresOf(world, list).newLeads === uncalled, campaign, 'a lead is new until it is called');
		demand(
			counted.every((count, at) => count === list?.phases[at]),
			campaign,
			'leads are counted by phase',
		);
		demand((queued.get(index) ?? 0) === counted[phase.queued], campaign, 'queued leads are in the hopper');
	}
	const {activeLeads, remainingLeads, recycled} = figuresOf(world, campaign);
	demand(activeLeads >= remainingLeads && remainingLeads >= recycled, campaign, 'active ≥ remaining ≥ recycled');
};

const checkPace = (campaign: Campaign, linesBefore: number): void => {
	const lines = linesInUse(campaign);
	// The limit may be lowered below the lines in use: these end by themselves, and none is opened.
	demand(lines <= Math.max(campaign.settings.lines, linesBefore), campaign, 'lines ≤ number_of_lines');
	demand(campaign.level >= 0 && campaign.level <= 10, campaign, 'level within 0 to 10');
};

const checkQueues = (world: World): void => {
	const {queues, held} = world.switchboard;
	const calls = world.calls.filter(call => call !== undefined && call.queue !== '');
	const fail = (what: string): never => {
		throw new Error(what);
	};
	if (held !== calls.length || held !== sum([...queues.values()].map(queue => queue.calls.size))) {
		fail('held calls are counted');
	}
	for (const queue of queues.values()) {
		for (const [slot] of queue.calls) {
			const call = world.calls[slot];
			if (call?.queue !== queue.id || call.stage !== stage.inIvr) {
				fail(`queue ${queue.id} holds a call that is elsewhere`);
			}
		}
		const isReady =
			queue.calls.size > 0 &&
			world.campaigns.some(({ready}) => [...ready].some(index => isMember(world, queue, index)));
		if (isReady) {
			fail(`a call is held in queue ${queue.id} while one of its agents is ready`);
		}
	}
};

const checkNewDials = (world: World, since: number): void => {
	for (const call of world.calls) {
		const campaign = call && world.campaigns[call.campaign];
		if (call && campaign && call.number >= since && !isTest(call) && !call.isInbound) {
			demand(campaign.state === 'dialing', campaign, 'dialed while not dialing');
			demand(world.lists[call.list]?.active === true, campaign, 'dialed from a list that is off');
			const wasPromised = world.habits.promises && world.leads.status[call.lead] === statusCode('CALLBACK');
			demand(wasPromised || call.attempt <= campaign.attemptLimit, campaign, 'dialed past the attempts allowed');
			const zone = zoneOf(world, call.lead);
			demand(withinHours(world, campaign.settings.schedule, world.now, zone), campaign, 'dialed outside calling hours');
			const {phone} = personOf(world, call.lead);
			demand(!isBarred(world, phone, campaign.index), campaign, 'dialed a number of the do-not-call list');
		}
	}
};

const checkRising = (campaign: Campaign, before: Counters): void => {
	for (const name of Object.keys(before) as (keyof Counters)[]) {
		demand(campaign.counters[name] >= before[name], campaign, `${name} only rises`);
	}
};

/**
 * Checks the whole world. Slow: it counts every lead.
 *
 * @param before the result of the previous check
 * @throws Error naming the campaign and the broken invariant
 */
export const checkInvariants = (world: World, before?: Marks): Marks => {
	world.campaigns.forEach((campaign, index) => {
		checkAgents(world, campaign);
		checkCalls(world, campaign);
		checkCounters(world, campaign);
		checkGraphs(world, campaign);
		checkLeads(world, campaign);
		checkPace(campaign, before?.lines[index] ?? Number.POSITIVE_INFINITY);
		const counters = before?.counters[index];
		if (counters && before.day === world.today) {
			checkRising(campaign, counters);
		}
	});
	checkQueues(world);
	checkNewDials(world, before?.calls ?? world.log.count);
	const now = Math.floor(world.now / minute);
	// Hoppers are filled once a minute, and following links is slow.
	if (before?.minute !== now) {
		for (const list of world.lists) {
			checkZones(world, list);
		}
	}
	return {
		day: world.today,
		minute: now,
		calls: world.log.count,
		lines: world.campaigns.map(linesInUse),
		counters: world.campaigns.map(({counters}) => ({...counters})),
	};
};
