/** The commands that change the world from outside (sections 3 and 4.1). */

import {appendPerson} from './added-leads.ts';
import {setCallerIds} from './caller-ids.ts';
import {dialTest, linesInUse, type TestTarget} from './calls.ts';
import {addList, textSettings} from './campaigns.ts';
import {bar, everyCampaign, isBarred, markBarred, unbar} from './do-not-call.ts';
import {eventKind, schedule} from './events.ts';
import {beginPreviews, bringBack, reassignAgents, sendHome} from './floor.ts';
import {clearHopper, fillHopper, returnLead} from './hopper.ts';
import {extendList, leadsOfAccount, leadsOfPhone, listOf, personOf, rename, zoneOf} from './leads.ts';
import type {Person} from './people.ts';
import {found, Refusal} from './refusal.ts';
import type {Call, Campaign, List, Settings, World} from './state.ts';
import {addIvr, addQueue, deleteIvr, deleteQueue} from './switchboard.ts';
import {stampText} from './time.ts';
import {serveHeld} from './transfers.ts';
import {withinHours, zoneOfNumber, zones} from './zones.ts';

/** @throws Refusal `Campaign not found` */
export const findCampaign = ({campaignById}: World, id: string): Campaign => found(campaignById.get(id), 'Campaign');

/** @throws Refusal `List not found` */
export const findList = ({listById}: World, id: string): List => found(listById.get(id), 'List');

/** paused or stopped → dialing. */
export const playCampaign = (world: World, id: string): Campaign => {
	const campaign = findCampaign(world, id);
	if (campaign.state === 'dialing') {
		throw new Refusal('wrong-state', 'Campaign is already running');
	}
	campaign.state = 'dialing';
	bringBack(world, campaign);
	fillHopper(world, campaign);
	return campaign;
};

/** dialing → paused. Calls in progress finish. */
export const pauseCampaign = (world: World, id: string): Campaign => {
	const campaign = findCampaign(world, id);
	if (campaign.state !== 'dialing') {
		throw new Refusal('wrong-state', 'Campaign is not running');
	}
	campaign.state = 'paused';
	return campaign;
};

/** dialing or paused → stopped. The hopper is cleared; agents stay until the calls in progress have finished. */
export const stopCampaign = (world: World, id: string): Campaign => {
	const campaign = findCampaign(world, id);
	if (campaign.state === 'stopped') {
		throw new Refusal('wrong-state', 'Campaign is already stopped');
	}
	campaign.state = 'stopped';
	clearHopper(world, campaign);
	sendHome(world, campaign);
	return campaign;
};

/** Turns a list on or off; the queued leads of a list that goes off are not dialed. */
export const setListActive = (world: World, id: string, active: boolean): List => {
	const list = findList(world, id);
	const campaign = world.campaigns[list.campaign];
	if (list.active !== active) {
		list.active = active;
		list.changedAt = world.now;
	}
	if (campaign && !active) {
		clearHopper(world, campaign, list);
	}
	return list;
};

/** Changes only the settings given. */
export const configureCampaign = (world: World, id: string, changes: Partial<Settings>): Campaign => {
	const campaign = findCampaign(world, id);
	const before = campaign.settings.method;
	campaign.settings = {...campaign.settings, ...changes};
	if (changes.transferTo !== undefined) {
		serveHeld(world);
	}
	if (changes.script !== undefined || changes.callBackNumber !== undefined) {
		campaign.texts.push(textSettings(campaign.settings, world.now));
	}
	if (changes.level !== undefined) {
		campaign.level = changes.level;
	} else if (before === 'PREDICTIVE' && campaign.settings.method !== 'PREDICTIVE') {
		campaign.level = campaign.settings.level;
	}
	setCallerIds(world, campaign);
	if (changes.agentLevel !== undefined || before !== campaign.settings.method) {
		reassignAgents(world, campaign);
	}
	if (before !== 'MANUAL' && campaign.settings.method === 'MANUAL') {
		beginPreviews(world, campaign);
	}
	return campaign;
};

/** A lead to add; `phone` has ten digits. */
export type NewLead = {
	firstName: string;
	lastName: string;
	phone: string;
	accountId: string;
	zone?: number | undefined;
};

/** Adds an empty, active list to a campaign. */
export const makeList = (world: World, campaignId: string, name = `Added ${stampText(world, world.now)}`): List =>
	addList(world, findCampaign(world, campaignId), name, true, world.now);

/** Whether a number is on a list. */
export const isOnList = (world: World, list: List, phone: string): boolean =>
	leadsOfPhone(world, phone).some(lead => listOf(world.leads, lead) === list.index);

/** Adds leads to a list, except those whose numbers are on it already, unless `mayRepeat`. */
export const addLeads = (
	world: World,
	listId: string,
	added: readonly NewLead[],
	mayRepeat = false,
): {added: number; duplicates: number} => {
	const {leads} = world;
	const list = findList(world, listId);
	let duplicates = 0;
	for (const {zone, ...person} of added) {
		if (!mayRepeat && isOnList(world, list, person.phone)) {
			duplicates++;
			continue;
		}
		const lead = extendList(leads, list, 1, true);
		const whole: Person = {...person, zone: zone ?? zoneOfNumber(person.phone)};
		appendPerson(leads.added, lead, whole);
		// Those added come before those that the list began with, so that they are called within their day.
		returnLead(world, list, lead);
		markBarred(world, lead, person.phone);
	}
	if (duplicates < added.length) {
		list.changedAt = world.now;
	}
	return {added: added.length - duplicates, duplicates};
};

/** The name of an account's holder. */
type HolderName = Pick<Person, 'firstName' | 'lastName'>;

/** Gives the leads of some accounts, by their references, new names. */
export const renameHolders = (
	world: World,
	names: readonly (readonly [accountId: string, name: HolderName])[],
): void => {
	for (const [accountId, name] of names) {
		for (const lead of leadsOfAccount(world, accountId)) {
			rename(world, lead, name);
		}
	}
};

/** As {@link renameHolders}, for one: journals of earlier versions have it. */
const renameHolder = (world: World, accountId: string, name: HolderName): void =>
	renameHolders(world, [[accountId, name]]);

/**
 * Takes numbers away from the leads of an account, which are dialed no more, and adds leads with other numbers to the lists
 * that those were on. The call log still shows the leads with their numbers.
 */
export const changePhones = (
	world: World,
	accountId: string,
	removed: readonly string[],
	added: readonly NewLead[],
): void => {
	const lists = new Set<number>();
	for (const phone of removed) {
		for (const lead of leadsOfPhone(world, phone)) {
			if (personOf(world, lead).accountId === accountId) {
				world.retired.add(lead);
				lists.add(listOf(world.leads, lead));
			}
		}
	}
	for (const index of lists) {
		const list = world.lists[index];
		if (list) {
			addLeads(world, list.id, added);
		}
	}
};

const campaignIndex = (world: World, id: string | undefined): number =>
	id === undefined ? everyCampaign : findCampaign(world, id).index;

/** Bars a number (ten digits) from a campaign, or from every one; false if it was barred there already. */
export const barNumber = (world: World, phone: string, campaignId?: string): boolean =>
	bar(world, phone, campaignIndex(world, campaignId));

/** Undoes `barNumber`; false if the number was not barred there. */
export const unbarNumber = (world: World, phone: string, campaignId?: string): boolean =>
	unbar(world, phone, campaignIndex(world, campaignId));

/**
 * Whom a test of the campaign reaches. The zone is that of the lead with this number, if there is one.
 *
 * @param phone ten digits, or E.164
 * @throws Refusal if the number is barred, or may not be called at this hour
 */
export const findTestTarget = (world: World, campaign: Campaign, phone: string): TestTarget => {
	if (isBarred(world, phone, campaign.index)) {
		throw new Refusal('wrong-state', 'Number is on the do-not-call list');
	}
	const [lead] = leadsOfPhone(world, phone);
	const zone = lead === undefined ? zoneOfNumber(phone) : zoneOf(world, lead);
	const {schedule} = campaign.settings;
	if (!withinHours(world, schedule, world.now, zone)) {
		const detail = `local_call_time is ${schedule}, and the zone of ${phone} is ${zones[zone]?.name}`;
		throw new Refusal('wrong-state', 'Outside of calling hours', detail);
	}
	return {phone, lead, zone};
};

/** Places a test call, whatever the campaign's state: one tests before dialing. */
export const placeTestCall = (world: World, id: string, phone: string, callerId?: string): Call => {
	const campaign = findCampaign(world, id);
	if (campaign.settings.method === 'SMSB') {
		throw new Refusal('wrong-state', 'Campaign sends texts, and calls nobody');
	}
	if (linesInUse(campaign) >= campaign.settings.lines) {
		throw new Refusal('no-free-line', 'No free line');
	}
	return dialTest(world, campaign, findTestTarget(world, campaign, phone), callerId);
};

/** A person will pay a link (by its number) at a time, if it can still be paid then. */
export const expectLinkPayment = (world: World, link: number, at: number): void =>
	schedule(world.events, at, eventKind.linkPayment, link, 0);

/** A person (by a lead of theirs) will answer STOP to a text at a time. */
export const expectOptOut = (world: World, lead: number, at: number): void =>
	schedule(world.events, at, eventKind.optOut, lead, 0);

/** The commands by name. The names are stored in the journal: never change one. */
export const commands = {
	playCampaign,
	pauseCampaign,
	stopCampaign,
	setListActive,
	configureCampaign,
	makeList,
	addLeads,
	renameHolder,
	renameHolders,
	barNumber,
	unbarNumber,
	placeTestCall,
	addIvr,
	deleteIvr,
	addQueue,
	deleteQueue,
	changePhones,
	expectLinkPayment,
	expectOptOut,
};

export type CommandName = keyof typeof commands;

/** The arguments of a command after the world: plain data, since they are stored. */
export type CommandArguments<N extends CommandName> = (typeof commands)[N] extends (
	world: World,
	...args: infer A
) => unknown
	? A
	: never;
