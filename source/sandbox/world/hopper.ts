/** The hopper of a campaign: leads for the next minute or two, taken from its active lists in turn. */
import {statusCode} from './call-log.ts';
import {purpose, uniform} from './draw.ts';
import {type LeadTable, listOf, phase, setPhase, zoneOf} from './leads.ts';
import type {Campaign, List, World} from './state.ts';
import {hour, minute} from './time.ts';
import {allZoneNumbers, withinHours} from './zones.ts';

const minutesPerHour = hour / minute;

const makeAvailable = (world: World, {available}: List, lead: number): void => {
	const zone = zoneOf(world, lead);
	const queue = available[zone];
	if (queue) {
		queue.leads.push(lead);
	} else {
		available[zone] = {leads: [lead], taken: 0};
	}
};

/** Queues are shortened once so many of their leads have been taken. */
const mostTaken = 1024;

/** The next available lead of a zone; undefined if there is none. */
const takeAvailable = ({available}: List, zone: number): number | undefined => {
	const queue = available[zone];
	const lead = queue?.leads[queue.taken];
	if (queue && lead !== undefined && ++queue.taken >= mostTaken && queue.taken * 2 >= queue.leads.length) {
		queue.leads = queue.leads.slice(queue.taken);
		queue.taken = 0;
	}
	return lead;
};

/** Returns a lead to its list, where it may be taken again at once. */
export const returnLead = (world: World, list: List, lead: number): void => {
	setPhase(world.leads, list, lead, (world.leads.attempts[lead] ?? 0) === 0 ? phase.fresh : phase.retry);
	makeAvailable(world, list, lead);
};

/** Most minutes that a lead can wait by the minute; one that waits longer does so by the hour at first. */
const waitingMinutes = 256;
/** Most hours: eight days. */
const waitingHours = 192;

const wait = (waiting: Map<number, number[]>, at: number, lead: number): void => {
	const leads = waiting.get(at);
	if (leads) {
		leads.push(lead);
	} else {
		waiting.set(at, [lead]);
	}
};

/** Takes the leads that wait for the times after `from` up to `until`, the latest of each time first. */
function* takeWaiting(
	waiting: Map<number, number[]>,
	from: number,
	until: number,
): Generator<[lead: number, at: number]> {
	for (let at = from + 1; at <= until; at++) {
		for (const lead of waiting.get(at)?.toReversed() ?? []) {
			yield [lead, at];
		}
		waiting.delete(at);
	}
}

/** Makes leads available whose wait is over. */
const collectDue = (world: World, list: List): void => {
	const {leads, seed} = world;
	const now = Math.floor(world.now / minute);
	for (const [lead] of takeWaiting(list.waiting, list.lookedAt, now)) {
		makeAvailable(world, list, lead);
	}
	list.lookedAt = Math.max(list.lookedAt, now);
	const thisHour = Math.floor(world.now / hour);
	// The leads of an hour are spread over its minutes.
	for (const [lead, at] of takeWaiting(list.waitingLong, list.lookedAtHour, thisHour)) {
		const within = uniform(seed, lead, leads.attempts[lead] ?? 0, purpose.retryMinute);
		const due = Math.floor((at + within) * minutesPerHour);
		if (due <= list.lookedAt) {
			makeAvailable(world, list, lead);
		} else {
			wait(list.waiting, due, lead);
		}
	}
	list.lookedAtHour = Math.max(list.lookedAtHour, thisHour);
};

/** Makes a lead wait until `at`, at most eight days from now; more than four hours from now it is some time in that hour. */
export const retryLater = (world: World, list: List, lead: number, at: number): void => {
	setPhase(world.leads, list, lead, phase.retry);
	const wanted = Math.ceil(at / minute);
	if (wanted > list.lookedAt + waitingMinutes) {
		collectDue(world, list);
	}
	if (wanted > list.lookedAt + waitingMinutes) {
		wait(list.waitingLong, Math.min(Math.floor(at / hour), list.lookedAtHour + waitingHours), lead);
	} else {
		wait(list.waiting, Math.max(wanted, list.lookedAt + 1), lead);
	}
};

/** The next fresh lead of a zone; -1 if there is none. */
const takeFresh = (world: World, list: List, zone: number): number => {
	const cursor = list.cursors[zone];
	while (cursor) {
		const range = list.ranges[cursor.range];
		if (!range) {
			return -1;
		}
		while (!range.isQueued && cursor.offset < range.count) {
			const lead = range.first + cursor.offset++;
			if (world.leads.phase[lead] === phase.fresh && zoneOf(world, lead) === zone) {
				list.fresh[zone] = (list.fresh[zone] ?? 0) - 1;
				return lead;
			}
		}
		if (cursor.range === list.ranges.length - 1) {
			// Stay at the end of the last range, which may still grow.
			return -1;
		}
		cursor.range++;
		cursor.offset = 0;
	}
	return -1;
};

/** How many leads of a zone may be taken. */
const takeable = ({available, fresh}: List, zone: number): number => {
	const queue = available[zone];
	return (queue ? queue.leads.length - queue.taken : 0) + (fresh[zone] ?? 0);
};

/** The zone whose turn it is, so that each gets a share as large as its part of the available leads; -1 if there are none. */
const nextZone = (list: List, openZones: readonly number[]): number => {
	let total = 0;
	for (const zone of openZones) {
		total += takeable(list, zone);
	}
	let next = -1;
	for (const zone of openZones) {
		const leads = takeable(list, zone);
		if (leads > 0) {
			const arrears = (list.arrears[zone] ?? 0) + leads / total;
			list.arrears[zone] = arrears;
			next = next === -1 || arrears > (list.arrears[next] ?? 0) ? zone : next;
		}
	}
	if (next !== -1) {
		list.arrears[next] = (list.arrears[next] ?? 0) - 1;
	}
	return next;
};

/** The next lead of the zone whose turn it is; fresh ones come last. */
const takeFrom = (world: World, list: List, openZones: readonly number[]): number => {
	const zone = nextZone(list, openZones);
	if (zone === -1) {
		return -1;
	}
	const lead = takeAvailable(list, zone) ?? takeFresh(world, list, zone);
	if (lead === -1) {
		// A lead that was finished without being dialed.
		list.fresh[zone] = 0;
		return takeFrom(world, list, openZones);
	}
	return lead;
};

/** How many leads the hopper holds: as many as the campaign may dial before the next filling, a minute later. */
const hopperRoom = ({settings, agents, level}: Campaign): number => {
	const {method, velocity} = settings;
	const isPaced = method === 'BROADCAST' || method === 'SMSB';
	return Math.min(5000, Math.max(20, Math.ceil(isPaced ? velocity * 2 : agents.length * Math.max(1, level) * 4)));
};

/** Fills the hopper from the active lists, one lead of each in turn. */
export const fillHopper = (world: World, campaign: Campaign): void => {
	const open: List[] = [];
	for (const index of campaign.lists) {
		const list = world.lists[index];
		if (list?.active) {
			collectDue(world, list);
			open.push(list);
		}
	}
	let room = hopperRoom(campaign) - campaign.hopper.length;
	// Most leads are in the zones of the US, which come first.
	const zones = Math.max(0, ...open.map(({available, fresh}) => Math.max(available.length, fresh.length)));
	const openZones = allZoneNumbers
		.slice(0, zones)
		.filter(
			zone =>
				open.some(list => takeable(list, zone) > 0) && withinHours(world, campaign.settings.schedule, world.now, zone),
		);
	const taken: number[] = [];
	for (let turn = 0; open.length > 0 && room > 0; ) {
		const list = open[turn];
		const lead = list ? takeFrom(world, list, openZones) : -1;
		if (list && lead !== -1) {
			setPhase(world.leads, list, lead, phase.queued);
			taken.push(lead);
			room--;
			turn++;
		} else {
			open.splice(turn, 1);
		}
		turn = turn < open.length ? turn : 0;
	}
	if (taken.length > 0) {
		campaign.hopper = taken.reverse().concat(campaign.hopper);
	}
};

/** Returns all leads of the hopper to their lists, or only those of one list. */
export const clearHopper = (world: World, campaign: Campaign, only?: List): void => {
	const remaining: number[] = [];
	for (let lead = campaign.hopper.pop(); lead !== undefined; lead = campaign.hopper.pop()) {
		const list = world.lists[listOf(world.leads, lead)];
		if (!list || (only && only !== list)) {
			remaining.push(lead);
		} else {
			returnLead(world, list, lead);
		}
	}
	campaign.hopper = remaining.reverse();
};

const doNotCall = statusCode('DNC');

/** Takes a barred lead out of dialing. Its earlier calls still count. */
export const passOver = (leads: LeadTable, list: List, lead: number): void => {
	leads.status[lead] = doNotCall;
	setPhase(leads, list, lead, leads.attempts[lead] === 0 ? phase.passedOver : phase.finished);
};

/** Returns a lead to its list if it was passed over and no call had finished it. */
export const takeBack = (world: World, list: List, lead: number): void => {
	if (world.leads.status[lead] === doNotCall) {
		world.leads.status[lead] = 0;
		returnLead(world, list, lead);
	}
};

/** A lead to dial; `isPromised`: at an hour at which it expects the call. */
export type Taken = {lead: number; list: List; isPromised: boolean};

/** Takes a lead, if it may be dialed now. Else it is passed over if it is barred, finished if retired, or returns to its list. */
export const takeIfOpen = (
	world: World,
	{settings}: Campaign,
	lead: number,
	isPromised: boolean,
	isWanted: (list: List) => boolean = () => true,
): Taken | undefined => {
	const list = world.lists[listOf(world.leads, lead)];
	if (!list) {
		return undefined;
	}
	if (world.barred.has(lead)) {
		passOver(world.leads, list, lead);
	} else if (world.retired.has(lead)) {
		setPhase(world.leads, list, lead, phase.finished);
	} else if (isWanted(list) && withinHours(world, settings.schedule, world.now, zoneOf(world, lead))) {
		return {lead, list, isPromised};
	} else {
		returnLead(world, list, lead);
	}
	return undefined;
};

/** The next lead of the hopper that may be dialed now. */
export const takeLead = (world: World, campaign: Campaign): Taken | undefined => {
	for (let lead = campaign.hopper.pop(); lead !== undefined; lead = campaign.hopper.pop()) {
		const taken = takeIfOpen(world, campaign, lead, false);
		if (taken) {
			return taken;
		}
	}
	return undefined;
};
