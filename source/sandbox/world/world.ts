/** Creates the simulated world from a plan and a seed, and advances it event by event. */
import {createCallLog} from './call-log.ts';
import {addCampaign, type CampaignPlan, receiveLists} from './campaigns.ts';
import {type Carrier, defaultCarrier} from './carrier.ts';
import {createEvents, type DueEvent, eventKind, schedule, takeDue} from './events.ts';
import {advanceAgent, scheduleShifts, signIn, signOut, takeBreak} from './floor.ts';
import {rollDay, sampleGraphs, sampleInterval} from './graphs.ts';
import {type Habit, habitsWithout} from './habits.ts';
import {bookSales, collectMore} from './happenings.ts';
import {fillHopper} from './hopper.ts';
import {createLeads} from './lead-table.ts';
import {paceCampaign, tickInterval} from './pacing.ts';
import {promiseDue} from './promises.ts';
import {optOut} from './replies.ts';
import {runStep, scheduleScript} from './script.ts';
import {advanceCall} from './stages.ts';
import type {AdaptiveRule, ScriptStep, World} from './state.ts';
import {createSwitchboard} from './switchboard.ts';
import {dayText, eastern, midnightOf, minute} from './time.ts';
import {ringBack} from './transfers.ts';

export type WorldOptions = {
	seed: number;
	/** The service's time zone; US Eastern by default. */
	timeZone?: string;
	/** World time at which it begins (a whole minute). */
	origin: number;
	plan: readonly CampaignPlan[];
	/** `damped` by default. */
	rule?: AdaptiveRule;
	carrier?: Partial<Carrier>;
	/** Habits that its people lack; none by default. */
	without?: readonly Habit[];
	/** Calls in a chunk of the call log; 4,096 by default. */
	chunkSize?: number;
	script?: readonly ScriptStep[];
};

const ticksPerFilling = 24;
/** Few enough that no request waits for the points, or the shifts at midnight, of a thousand campaigns. */
const campaignsPerSample = 16;

/** Deterministic: the same options give the same world. */
export const createWorld = ({
	seed,
	timeZone = eastern.timeZone,
	origin,
	plan,
	rule = 'damped',
	carrier,
	without,
	chunkSize = 4096,
	script = [],
}: WorldOptions): World => {
	const begin = Math.floor(origin / minute) * minute;
	const leadCount = plan.reduce((sum, {lists}) => sum + lists.reduce((count, {leads}) => count + leads, 0), 0);
	const world: World = {
		seed,
		timeZone,
		carrier: {...defaultCarrier, ...carrier},
		habits: habitsWithout(without),
		rule,
		now: begin,
		origin: begin,
		year: Number(dayText({timeZone}, begin).slice(0, 4)),
		today: midnightOf({timeZone}, begin),
		events: createEvents(begin),
		leads: createLeads(leadCount),
		campaigns: [],
		lists: [],
		agents: [],
		calls: [],
		callsOver: [],
		log: createCallLog(chunkSize),
		campaignById: new Map(),
		listById: new Map(),
		callerIds: new Map(),
		doNotCall: new Map(),
		barred: new Set(),
		switchboard: createSwitchboard(),
		retired: new Set(),
		sales: [],
		happenings: [],
		script: [...script],
	};
	world.leads.seeded = leadCount;
	for (const campaign of plan) {
		addCampaign(world, campaign);
	}
	for (const campaign of world.campaigns) {
		scheduleShifts(world, campaign);
	}
	scheduleScript(world);
	for (let first = 0; first < plan.length; first += campaignsPerSample) {
		schedule(world.events, begin + sampleInterval, eventKind.sample, first, 0);
	}
	return world;
};

const tick = (world: World, index: number): void => {
	const campaign = world.campaigns[index];
	if (campaign) {
		if (campaign.state === 'dialing' && campaign.ticks % ticksPerFilling === 0) {
			fillHopper(world, campaign);
		}
		paceCampaign(world, campaign);
		schedule(world.events, world.now + tickInterval, eventKind.tick, index, 0);
	}
};

/** Samples a few campaigns from `first` on; at midnight it draws their shifts and brings their new lists, and with the last ones the day rolls over. */
const sample = (world: World, first: number): void => {
	const isNewDay = midnightOf(world, world.now) > world.today;
	const campaigns = world.campaigns.slice(first, first + campaignsPerSample);
	for (const campaign of campaigns) {
		sampleGraphs(world, campaign);
		if (isNewDay) {
			scheduleShifts(world, campaign);
			receiveLists(world, campaign);
		}
	}
	if (first === 0) {
		bookSales(world);
		collectMore(world);
	}
	if (isNewDay && first + campaignsPerSample >= world.campaigns.length) {
		rollDay(world);
	}
	schedule(world.events, world.now + sampleInterval, eventKind.sample, first, 0);
};

const handle = (world: World, {kind, subject, guard}: DueEvent): void => {
	switch (kind) {
		case eventKind.tick:
			tick(world, subject);
			break;
		case eventKind.sample:
			sample(world, subject);
			break;
		case eventKind.call:
			advanceCall(world, subject, guard);
			break;
		case eventKind.agent:
			advanceAgent(world, subject, guard);
			break;
		case eventKind.login:
			signIn(world, subject, guard);
			break;
		case eventKind.logout:
			signOut(world, subject, guard);
			break;
		case eventKind.break:
			takeBreak(world, subject, guard);
			break;
		case eventKind.script:
			runStep(world, subject);
			break;
		case eventKind.linkPayment:
			world.happenings.push({kind: 'link-payment', time: world.now, campaign: -1, list: -1, link: subject});
			break;
		case eventKind.optOut:
			optOut(world, subject);
			break;
		case eventKind.promise:
			promiseDue(world, subject, guard);
			break;
		case eventKind.ringBack:
			ringBack(world, subject);
			break;
	}
};

/**
 * Advances the world to `until` (world time), event by event.
 *
 * @param afterEvent called after every event; the world stops there if it returns true
 * @returns whether it got to `until`
 */
export const advance = (world: World, until: number, afterEvent?: () => boolean): boolean => {
	for (let due = takeDue(world.events, until); due; due = takeDue(world.events, until)) {
		world.now = due.time;
		handle(world, due);
		if (afterEvent?.()) {
			return false;
		}
	}
	world.now = Math.max(world.now, until);
	return true;
};
