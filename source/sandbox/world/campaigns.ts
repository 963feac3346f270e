/** Creates campaigns, lists and agents, and the lists that come as days pass. */
import {noStatuses, statusCode} from './call-log.ts';
import {setCallerIds} from './caller-ids.ts';
import {purpose, uniform} from './draw.ts';
import {eventKind, schedule} from './events.ts';
import {noCounters} from './graphs.ts';
import {noneWaiting, returnLead} from './hopper.ts';
import {phase, phaseCount} from './lead-table.ts';
import {extendList, setPhase, zoneOf} from './leads.ts';
import {freshPace, tickInterval} from './pacing.ts';
import {zonesOfSeeded} from './people.ts';
import {
	type Agent,
	agentState,
	agentStateCount,
	type Campaign,
	type DialState,
	type List,
	type Settings,
	type Shift,
	type Supply,
	stageCount,
	type TextSettings,
	type World,
	zeros,
} from './state.ts';
import {day, dayNumber, dayText, hour, weekdayOf} from './time.ts';
import {zoneNumbers} from './zones.ts';

/** What the texts of a campaign depend on. */
export const textSettings = (
	{script, callBackNumber}: Pick<Settings, 'script' | 'callBackNumber'>,
	since: number,
): TextSettings => ({script, callBackNumber, since});

/** A list to create; `worked` is the share of its leads that were called on earlier days. */
export type ListPlan = {name: string; leads: number; active: boolean; worked: number};

/** A campaign to create. */
export type CampaignPlan = {
	name: string;
	/** Days that it has existed before the world's first. */
	age: number;
	state: DialState;
	agents: number;
	attemptLimit: number;
	settings: Settings;
	lists: ListPlan[];
	/** Those of an ordinary week by default. */
	shifts?: readonly Shift[];
	/** None by default. */
	supplies?: readonly Supply[];
};

const firstCampaignId = 1001;
const firstListId = 50_001;

/** Adds an empty list to a campaign. */
export const addList = (world: World, campaign: Campaign, name: string, active: boolean, createdAt: number): List => {
	const index = world.lists.length;
	const list: List = {
		index,
		id: String(firstListId + index),
		name,
		campaign: campaign.index,
		active,
		createdAt,
		changedAt: createdAt,
		lastCalledAt: 0,
		ranges: [],
		phases: zeros(phaseCount),
		fresh: zoneNumbers.map(() => 0),
		heads: zoneNumbers.map(() => -1),
		tails: zoneNumbers.map(() => -1),
		linked: zoneNumbers.map(() => 0),
		arrears: zoneNumbers.map(() => 0),
		cursors: zoneNumbers.map(() => ({range: 0, offset: 0})),
		...noneWaiting(world.now),
		exhausted: false,
	};
	world.lists.push(list);
	world.listById.set(list.id, list);
	campaign.lists.push(index);
	return list;
};

/** Adds leads to a list that are derived from the seed and returns the index of the first. */
export const addDerived = (world: World, list: List, count: number): number => {
	const first = extendList(world.leads, list, count, false);
	zonesOfSeeded(world.seed, first, count).forEach((leads, zone) => {
		list.fresh[zone] = (list.fresh[zone] ?? 0) + leads;
	});
	return first;
};

/** The share of worked leads that are finished; the others may be tried again. */
const finishedShare = 0.93;

/** Marks leads as called on earlier days: most are finished, some may be tried again. */
const markWorked = (world: World, campaign: Campaign, list: List, first: number, plan: ListPlan): void => {
	const {leads, seed} = world;
	if (plan.worked === 0) {
		return;
	}
	for (let lead = first; lead < first + plan.leads; lead++) {
		if (uniform(seed, lead, 0, purpose.worked) < plan.worked) {
			const drawn = uniform(seed, lead, 0, purpose.earlier);
			leads.attempts[lead] = Math.max(1, Math.floor(drawn * campaign.attemptLimit));
			const zone = zoneOf(world, lead);
			list.fresh[zone] = (list.fresh[zone] ?? 0) - 1;
			leads.status[lead] = statusCode(drawn < finishedShare ? 'COMPLETE' : 'NOANSWER');
			if (drawn < finishedShare || campaign.attemptLimit < 2) {
				setPhase(leads, list, lead, phase.finished);
			} else {
				returnLead(world, list, lead);
			}
		}
	}
};

const addAgent = (world: World, campaign: Campaign): void => {
	const index = world.agents.length;
	const agent: Agent = {
		index,
		campaign: campaign.index,
		state: agentState.out,
		since: world.now,
		turn: 0,
		call: -1,
		calls: 0,
		shift: -1,
		onShift: false,
		wrap: 0,
		restUntil: 0,
	};
	world.agents.push(agent);
	campaign.agents.push(index);
	campaign.agentCounts[agentState.out] = campaign.agents.length;
};

/** Adds a campaign with its lists, leads and agents. */
export const addCampaign = (world: World, plan: CampaignPlan): Campaign => {
	const index = world.campaigns.length;
	// Fields in this order: those that every dial tick reads lie next to each other in memory.
	const campaign: Campaign = {
		index,
		state: plan.state,
		ticks: 0,
		level: plan.settings.level,
		settings: {...plan.settings},
		agentCounts: zeros(agentStateCount),
		lent: 0,
		stages: zeros(stageCount),
		testStages: zeros(stageCount),
		pace: freshPace(),
		hopper: [],
		promised: [],
		counters: noCounters(),
		queue: new Set(),
		ready: new Set(),
		shifts: plan.shifts ?? everyDay,
		supplies: plan.supplies ?? [],
		callerIds: [''],
		shown: [],
		shownNext: 0,
		attemptLimit: plan.attemptLimit,
		credit: 0,
		lists: [],
		agents: [],
		id: String(firstCampaignId + index),
		name: plan.name,
		createdAt: world.origin - plan.age * day,
		statuses: noStatuses(),
		days: [],
		overLimit: false,
		graph: [],
		graphMark: {dialed: 0, answered: 0, delivered: 0, drops: 0},
		graphGone: {dialed: 0, delivered: 0, drops: 0},
		texts: [textSettings(plan.settings, 0)],
	};
	setCallerIds(world, campaign);
	world.campaigns.push(campaign);
	world.campaignById.set(campaign.id, campaign);
	plan.lists.forEach((listPlan, index) => {
		const createdAt = campaign.createdAt + Math.min(plan.age, index * 3) * day;
		const list = addList(world, campaign, listPlan.name, listPlan.active, createdAt);
		markWorked(world, campaign, list, addDerived(world, list, listPlan.leads), listPlan);
	});
	for (let agent = 0; agent < plan.agents; agent++) {
		addAgent(world, campaign);
	}
	// Spread over the interval: campaigns should not all tick in the same millisecond.
	schedule(world.events, world.origin + 1 + ((index * 193) % tickInterval), eventKind.tick, index, 0);
	return campaign;
};

/** Lists of earlier days that are finished are turned off, as an operator would. */
const turnOffFinished = (world: World, lists: readonly List[]): void => {
	for (const list of lists) {
		if (list.exhausted && list.active) {
			list.active = false;
			list.changedAt = world.now;
		}
	}
};

/** Adds the lists that come with the day that begins now, if the campaign is dialing. */
export const receiveLists = (world: World, campaign: Campaign): void => {
	const weekday = weekdayOf(dayNumber(world, world.now));
	for (const {name, leads, days} of campaign.state === 'dialing' ? campaign.supplies : []) {
		if (days.includes(weekday)) {
			turnOffFinished(
				world,
				campaign.lists.flatMap(index => world.lists[index] ?? []),
			);
			const list = addList(world, campaign, `${name}, ${dayText(world, world.now)}`, true, world.now);
			addDerived(world, list, leads);
		}
	}
};

const week = [0, 1, 2, 3, 4, 5, 6];

/** Two shifts without breaks, in which nearly everybody is there around noon. */
export const everyDay: readonly Shift[] = [
	{days: week, from: 10 * hour, length: 9 * hour, share: 0.25, breaks: []},
	{days: week, from: 8.5 * hour, length: 9 * hour, share: 0.75, breaks: []},
];
