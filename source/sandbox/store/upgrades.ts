/** Turns stored worlds of older versions into present ones. */
import {statusCode} from '../world/call-log.ts';
import {phase} from '../world/lead-table.ts';
import {listOf, setPhase} from '../world/leads.ts';
import type {World} from '../world/state.ts';

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

/** From version 4 to 5, in place. */
export const upgradeTo5 = (world: World): void => {
	upgradeLeads(world);
};
