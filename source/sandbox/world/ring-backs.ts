/** People who heard a campaign's message ring the number that it left, and go where `conf_exten` says (ours). */
import {linesInUse, receiveCall} from './calls.ts';
import {retryLater} from './hopper.ts';
import {phase} from './lead-table.ts';
import {listOf, setPhase} from './leads.ts';
import {waitAfterMessage} from './retries.ts';
import type {World} from './state.ts';
import {passOn} from './transfers.ts';

/** A lead rings; if all lines are in use, it hears that and is called later, as others who heard the message are. */
export const ringBack = (world: World, lead: number): void => {
	const list = world.lists[listOf(world.leads, lead)];
	const campaign = world.campaigns[list?.campaign ?? -1];
	if (!list || !campaign) {
		return;
	}
	if (world.retired.has(lead)) {
		setPhase(world.leads, list, lead, phase.finished);
	} else if (linesInUse(campaign) < campaign.settings.lines) {
		passOn(world, campaign, receiveCall(world, campaign, lead, list));
	} else if (world.leads.phase[lead] === phase.retry) {
		retryLater(world, list, lead, world.now + waitAfterMessage(world, lead));
	}
};
