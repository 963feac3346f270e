/** A call of the log as the interface shows it (section 2.5). */
import type {LoggedCall} from '../world/call-log.ts';
import {listOf, personOf} from '../world/leads.ts';
import type {Person} from '../world/people.ts';
import type {Campaign, List, World} from '../world/state.ts';
import {stampText} from '../world/time.ts';
import {uniqueIdOf} from './campaigns.ts';

/** Who was called; nobody where it was a test call. */
const holderOf = (world: World, {lead}: LoggedCall): Person | undefined =>
	lead < 0 ? undefined : personOf(world, lead);

/** The ten digits that were dialed. */
export const phoneOf = (world: World, call: LoggedCall): string =>
	holderOf(world, call)?.phone ?? call.testNumber ?? '';

/** The number of the lead as the interface counts: from 1; 0 for a test call. */
const leadNumber = ({lead}: LoggedCall): number => lead + 1;

/** `lead number (phone number)`. */
export const leadIdOf = (world: World, call: LoggedCall): string => `${leadNumber(call)} (${phoneOf(world, call)})`;

/** The campaign and the list of a call; a test call belongs to no list. */
export const campaignAndListOf = (
	world: World,
	call: LoggedCall,
): {campaign: Campaign | undefined; list: List | undefined} => ({
	campaign: world.campaigns[call.campaign],
	list: call.lead < 0 ? undefined : world.lists[listOf(world.leads, call.lead)],
});

/** The holder's whole name. */
export const nameOf = ({firstName, lastName}: Pick<Person, 'firstName' | 'lastName'>): string =>
	`${firstName} ${lastName}`.trim();

/** What marks a call out (ours): a test call, a recorded one, or nothing. */
export const flagOf = (world: World, call: LoggedCall): string => {
	if (call.lead < 0) {
		return 'TEST';
	}
	return call.agent >= 0 && call.length > 0 && world.campaigns[call.campaign]?.settings.recording ? 'REC' : '';
};

/** The entry of all_log_search. A test call has list 0. */
export const entryOf = (world: World, call: LoggedCall) => {
	const holder = holderOf(world, call);
	const {campaign, list} = campaignAndListOf(world, call);
	return {
		uniqueId: uniqueIdOf(call.number, call.startedAt),
		leadId: leadIdOf(world, call),
		listId: list?.id ?? '0',
		date: stampText(call.startedAt).slice(0, 16),
		fullName: holder ? nameOf(holder) : 'Test call',
		status: call.status,
		callType: 'OUTBOUND',
		campaignId: campaign?.id ?? '0',
		flag: flagOf(world, call),
		phoneNumber: phoneOf(world, call),
		campaignName: campaign?.name ?? '',
		listName: list?.name ?? '',
	};
};
