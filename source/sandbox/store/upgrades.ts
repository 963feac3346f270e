/** Turns stored worlds of earlier versions into present ones. */
import {setCallerIds} from '../world/caller-ids.ts';
import {defaultCarrier} from '../world/carrier.ts';
import {phase} from '../world/lead-table.ts';
import {zoneOf} from '../world/leads.ts';
import {everyDay} from '../world/shifts.ts';
import type {List, World} from '../world/state.ts';
import {eastern, midnightOf} from '../world/time.ts';
import {zoneNumbers, zones} from '../world/zones.ts';

/** Arizona was a part of this zone. */
const mountain = zones.findIndex(({name}) => name === 'Mountain');

/** Counts what each zone of a list has to dial. */
const countZones = (world: World, list: List): void => {
	list.heads.push(-1);
	list.tails.push(-1);
	list.cursors.push({range: 0, offset: 0, ...list.cursors[mountain]});
	for (const range of list.ranges) {
		range.isLinked = false;
	}
	list.arrears = zoneNumbers.map(() => 0);
	list.linked = list.heads.map(head => {
		let count = 0;
		for (let lead = head; lead !== -1; lead = world.leads.next[lead] ?? -1) {
			count++;
		}
		return count;
	});
	list.fresh = zoneNumbers.map(() => 0);
	list.ranges.forEach(({first, count}, at) => {
		for (let offset = 0; offset < count; offset++) {
			const zone = zoneOf(world, first + offset);
			const cursor = list.cursors[zone];
			const isAhead = cursor && (at > cursor.range || (at === cursor.range && offset >= cursor.offset));
			if (isAhead && world.leads.phase[first + offset] === phase.fresh) {
				list.fresh[zone] = (list.fresh[zone] ?? 0) + 1;
			}
		}
	});
};

/** Makes room for flags, which were not kept: that a call was recorded was read from the present settings. */
const addFlags = ({log, campaigns}: World): void => {
	const {records} = log;
	for (let at = 0; at < records.length; at += 4) {
		const [agent = -1, length = 0, packed = 0] = records.subarray(at + 1, at + 4);
		const campaign = packed >> 8;
		const isRecorded = agent >= 0 && length > 0 && campaigns[campaign]?.settings.recording;
		records[at + 3] = (campaign << 16) | (isRecorded ? 1 << 8 : 0) | (packed & 0xff);
	}
};

/** In worlds of version 4 it was winter all year in the East, and agents worked every day without breaks. */
export const upgradeTo5 = (world: World): void => {
	world.timeZone = eastern.timeZone;
	world.today = midnightOf(world, world.today);
	world.carrier = {...defaultCarrier, ...world.carrier};
	for (const agent of world.agents) {
		agent.restUntil = 0;
	}
	for (const campaign of world.campaigns) {
		campaign.shifts = everyDay;
		campaign.supplies = [];
		campaign.callerIds = [''];
		setCallerIds(campaign);
		for (const day of campaign.days) {
			day.time = midnightOf(world, day.time);
		}
	}
	addFlags(world);
	for (const list of world.lists) {
		countZones(world, list);
	}
};
