/** The hopper of a campaign: leads for the next minute or two, taken from its active lists in turn. */
import {statusCode} from './call-log.ts';
import {purpose, uniform} from './draw.ts';
import {type LeadTable, phase} from './lead-table.ts';
import {listOf, setPhase, zoneOf} from './leads.ts';
import type {Campaign, List, World} from './state.ts';
import {hour, minute} from './time.ts';
import {allZoneNumbers, withinHours} from './zones.ts';

const minutesPerHour = hour / minute;

const link = (leads: LeadTable, list: List, zone: number, lead: number): void => {
	leads.next[lead] = -1;
	const tail = list.tails[zone] ?? -1;
	if (tail === -1) {
		list.heads[zone] = lead;
	} else {
		leads.next[tail] = lead;
	}
	list.tails[zone] = lead;
	list.linked[zone] = (list.linked[zone] ?? 0) + 1;
};

const unlinkFirst = (leads: LeadTable, list: List, zone: number): number => {
	const lead = list.heads[zone] ?? -1;
	if (lead !== -1) {
		const next = leads.next[lead] ?? -1;
		list.heads[zone] = next;
		list.linked[zone] = (list.linked[zone] ?? 0) - 1;
		if (next === -1) {
			list.tails[zone] = -1;
		}
	}
	return lead;
};

/** Returns a lead to its list, where it may be taken again at once. */
export const returnLead = (world: World, list: List, lead: number): void => {
	setPhase(world.leads, list, lead, (world.leads.attempts[lead] ?? 0) === 0 ? phase.fresh : phase.retry);
	link(world.leads, list, zoneOf(world, lead), lead);
};

/** Most minutes that a lead can wait by the minute; one that waits longer does so by the hour at first. */
const waitingMinutes = 256;
/** Most hours: eight days. */
const waitingHours = 192;

/** What a list needs for leads that wait, empty; the list has been looked at until now. */
export const noneWaiting = (now: number): Pick<List, 'waiting' | 'lookedAt' | 'waitingLong' | 'lookedAtHour'> => ({
	waiting: new Int32Array(waitingMinutes).fill(-1),
	lookedAt: Math.floor(now / minute),
	waitingLong: new Int32Array(waitingHours).fill(-1),
	lookedAtHour: Math.floor(now / hour),
});

/** Puts a lead first among those that wait in the same slot. */
const wait = ({next}: LeadTable, waiting: Int32Array, at: number, lead: number): void => {
	next[lead] = waiting[at % waiting.length] ?? -1;
	waiting[at % waiting.length] = lead;
};

/** Empties the slots after `from` up to `until`. */
const takeWaiting = (
	{next}: LeadTable,
	waiting: Int32Array,
	from: number,
	until: number,
	take: (lead: number, at: number) => void,
): void => {
	const last = Math.min(until, from + waiting.length);
	for (let at = from + 1; at <= last; at++) {
		let lead = waiting[at % waiting.length] ?? -1;
		waiting[at % waiting.length] = -1;
		while (lead !== -1) {
			const following = next[lead] ?? -1;
			take(lead, at);
			lead = following;
		}
	}
};

/** Makes leads available whose wait is over. */
const collectDue = (world: World, list: List): void => {
	const {leads, seed} = world;
	const now = Math.floor(world.now / minute);
	const makeAvailable = (lead: number): void => link(leads, list, zoneOf(world, lead), lead);
	takeWaiting(leads, list.waiting, list.lookedAt, now, makeAvailable);
	list.lookedAt = Math.max(list.lookedAt, now);
	const thisHour = Math.floor(world.now / hour);
	if (thisHour > list.lookedAtHour) {
		// The leads of an hour are spread over its minutes.
		takeWaiting(leads, list.waitingLong, list.lookedAtHour, thisHour, (lead, at) => {
			const within = uniform(seed, lead, leads.attempts[lead] ?? 0, purpose.retryMinute);
			const due = Math.floor((at + within) * minutesPerHour);
			if (due <= list.lookedAt) {
				makeAvailable(lead);
			} else {
				wait(leads, list.waiting, due, lead);
			}
		});
		list.lookedAtHour = thisHour;
	}
};

/** Makes a lead wait until `at`, at most eight days from now; more than four hours from now it is some time in that hour. */
export const retryLater = (world: World, list: List, lead: number, at: number): void => {
	setPhase(world.leads, list, lead, phase.retry);
	const wanted = Math.ceil(at / minute);
	if (wanted > list.lookedAt + waitingMinutes) {
		collectDue(world, list);
	}
	if (wanted > list.lookedAt + waitingMinutes) {
		const wantedHour = Math.min(Math.floor(at / hour), list.lookedAtHour + waitingHours);
		wait(world.leads, list.waitingLong, wantedHour, lead);
	} else {
		wait(world.leads, list.waiting, Math.max(wanted, list.lookedAt + 1), lead);
	}
};

/** The next lead of a zone that is not linked; -1 if there is none. */
const takeFresh = (world: World, list: List, zone: number): number => {
	const cursor = list.cursors[zone];
	while (cursor) {
		const range = list.ranges[cursor.range];
		if (!range) {
			return -1;
		}
		while (!range.isLinked && cursor.offset < range.count) {
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

const available = ({linked, fresh}: List, zone: number): number => (linked[zone] ?? 0) + (fresh[zone] ?? 0);

/** The zone whose turn it is, so that each gets a share as large as its part of the available leads; -1 if there are none. */
const nextZone = (list: List, openZones: readonly number[]): number => {
	let total = 0;
	for (const zone of openZones) {
		total += available(list, zone);
	}
	let next = -1;
	for (const zone of openZones) {
		const leads = available(list, zone);
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

/** The next lead of the zone whose turn it is; linked ones come first. */
const takeFrom = (world: World, list: List, openZones: readonly number[]): number => {
	const zone = nextZone(list, openZones);
	if (zone === -1) {
		return -1;
	}
	const linked = unlinkFirst(world.leads, list, zone);
	const lead = linked === -1 ? takeFresh(world, list, zone) : linked;
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
	const openZones = allZoneNumbers.filter(
		zone =>
			open.some(list => available(list, zone) > 0) && withinHours(world, campaign.settings.schedule, world.now, zone),
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

/** The next lead of the hopper. Barred leads are passed over, retired ones finished, and those whose calling hours are over return to their list. */
export const takeLead = (world: World, campaign: Campaign): Taken | undefined => {
	for (;;) {
		const lead = campaign.hopper.pop();
		const list = lead === undefined ? undefined : world.lists[listOf(world.leads, lead)];
		if (lead === undefined || !list) {
			return undefined;
		}
		if (world.barred.has(lead)) {
			passOver(world.leads, list, lead);
			continue;
		}
		if (world.retired.has(lead)) {
			setPhase(world.leads, list, lead, phase.finished);
			continue;
		}
		if (withinHours(world, campaign.settings.schedule, world.now, zoneOf(world, lead))) {
			return {lead, list, isPromised: false};
		}
		returnLead(world, list, lead);
	}
};
