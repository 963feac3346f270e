/** Writes a logged call for an answer (section 2.5). */
import {nameOf} from '../rules/derived-holders.ts';
import {holderName} from '../rules/holders.ts';
import type {Account} from '../store/accounts.ts';
import {callStatuses, type LoggedCall} from '../world/call-log.ts';
import {listOf, personOf} from '../world/leads.ts';
import type {Person} from '../world/people.ts';
import type {Campaign, List, World} from '../world/state.ts';
import {second, stampText} from '../world/time.ts';

/** A call's `uniqueid`: two numbers separated by a dot (section 2.5). */
export const uniqueIdOf = (number: number, startedAt: number): string => `${Math.floor(startedAt / second)}.${number}`;

/** Undefined for a test call. */
const holderOf = (world: World, {lead}: LoggedCall): Person | undefined =>
	lead < 0 ? undefined : personOf(world, lead);

/** The ten digits dialed. */
export const phoneOf = (world: World, call: LoggedCall): string =>
	holderOf(world, call)?.phone ?? call.testNumber ?? '';

/** Leads are counted from 1; a test call has 0. */
const leadNumber = ({lead}: LoggedCall): number => lead + 1;

/** `lead number (phone number)`. */
export const leadIdOf = (world: World, call: LoggedCall): string => `${leadNumber(call)} (${phoneOf(world, call)})`;

/** A test call has no list. */
export const campaignAndListOf = (
	world: World,
	call: LoggedCall,
): {campaign: Campaign | undefined; list: List | undefined} => ({
	campaign: world.campaigns[call.campaign],
	list: call.lead < 0 ? undefined : world.lists[listOf(world.leads, call.lead)],
});

/** `TEST`, `REC` for a recorded call, and `LATE` for one that counts as dropped though an agent took it; or empty (ours). */
export const flagOf = ({lead, isRecorded, late}: LoggedCall): string =>
	[...(lead < 0 ? ['TEST'] : []), ...(isRecorded ? ['REC'] : []), ...(late ? ['LATE'] : [])].join(' ');

/** The number that the person called saw; empty if unknown. */
export const callerIdOf = (world: World, {campaign, callerId}: LoggedCall): string =>
	world.campaigns[campaign]?.callerIds[callerId] ?? '';

/** `INBOUND` if the person has called, who saw no number. */
export const callTypeOf = ({isInbound}: LoggedCall): string => (isInbound ? 'INBOUND' : 'OUTBOUND');

/** An entry of all_log_search. A test call has list 0. */
export const entryOf = (world: World, call: LoggedCall) => {
	const holder = holderOf(world, call);
	const {campaign, list} = campaignAndListOf(world, call);
	return {
		uniqueId: uniqueIdOf(call.number, call.startedAt),
		leadId: leadIdOf(world, call),
		listId: list?.id ?? '0',
		date: stampText(world, call.startedAt).slice(0, 16),
		fullName: holder ? nameOf(holder) : 'Test call',
		status: call.status,
		callType: callTypeOf(call),
		campaignId: campaign?.id ?? '0',
		flag: flagOf(call),
		phoneNumber: phoneOf(world, call),
		campaignName: campaign?.name ?? '',
		listName: list?.name ?? '',
	};
};

/** The entry of a lead without a logged call: it has no id, date and type, and NEW or its last status. */
export const entryOfLead = (world: World, lead: number) => {
	const {phone, ...holder} = personOf(world, lead);
	const list = world.lists[listOf(world.leads, lead)];
	const campaign = list && world.campaigns[list.campaign];
	return {
		leadId: `${lead + 1} (${phone})`,
		listId: list?.id,
		fullName: nameOf(holder),
		status: callStatuses[world.leads.status[lead] ?? 0],
		campaignId: campaign?.id,
		phoneNumber: phone,
		campaignName: campaign?.name,
		listName: list?.name,
	};
};

/** The entry of an account without a lead. */
export const entryOfAccount = (account: Account) => ({
	fullName: holderName(account),
	status: 'NEW',
	phoneNumber: account.phones[0]?.number,
});
