/** Turns stored worlds of older versions into present ones. */
import {callStatuses, statusCode} from '../world/call-log.ts';
import {phase} from '../world/lead-table.ts';
import {agentIndexOf, listOf, setPhase} from '../world/leads.ts';
import type {World} from '../world/state.ts';
import {createSwitchboard, ivrOf} from '../world/switchboard.ts';
import type {Database} from './database.ts';
import {readSwitchboard} from './switchboard.ts';

const longer = (statuses: Int32Array): Int32Array => {
	const all = new Int32Array(callStatuses.length);
	all.set(statuses);
	return all;
};

/** Leads that were passed over before any call were finished in version 4. */
const upgradeLeads = (world: World): void => {
	const {leads} = world;
	const passedOver = statusCode('DNC');
	for (const list of world.lists) {
		list.phases.push(0);
	}
	for (let lead = 0; lead < leads.count; lead++) {
		const list = leads.status[lead] === passedOver ? world.lists[listOf(leads, lead)] : undefined;
		if (list && leads.attempts[lead] === 0) {
			setPhase(leads, list, lead, phase.passedOver);
		}
	}
};

/** The world gets IVRs and queues: in version 4 they were only in the database. */
const upgradeSwitchboard = (world: World, database: Database): void => {
	const {ivrs, queues} = readSwitchboard(database);
	world.switchboard = createSwitchboard(
		ivrs,
		queues.map(queue => ({...queue, agents: queue.agents.flatMap(name => agentIndexOf(world, name) ?? [])})),
	);
	for (const {settings} of world.campaigns) {
		if (!world.switchboard.queues.has(settings.transferTo)) {
			// Its queue was deleted while it still transferred there.
			settings.transferTo = queues[0]?.id ?? settings.transferTo;
		}
	}
	for (const call of [...world.calls, ...world.callsOver]) {
		const campaign = world.campaigns[call?.campaign ?? -1];
		if (call && campaign) {
			call.ivr = call.method === 'BROADCAST' ? (ivrOf(world, campaign)?.id ?? '') : undefined;
			call.repeats = 0;
			call.queue = '';
		}
	}
};

/** From version 4 to 5, in place. */
export const upgradeTo5 = (world: World, database: Database): void => {
	upgradeLeads(world);
	upgradeSwitchboard(world, database);
	for (const campaign of world.campaigns) {
		campaign.statuses = longer(campaign.statuses);
		for (const day of campaign.days) {
			day.statuses = longer(day.statuses);
		}
	}
};
