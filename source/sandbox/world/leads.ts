/** The list, the phase and the person of each lead. */
import {growLeads, type LeadTable, type Phase, phase} from './lead-table.ts';
import {agentName, type Person, seededLeadOfPhone, seededName, seededPerson, zoneOfSeeded} from './people.ts';
import type {List, World} from './state.ts';

/** Adds `count` fresh leads to a list and returns the index of the first. */
export const extendList = (leads: LeadTable, list: List, count: number): number => {
	const first = leads.count;
	while (leads.phase.length < first + count) {
		growLeads(leads);
	}
	const lastRange = list.ranges.at(-1);
	if (leads.runLists.at(-1) === list.index && lastRange) {
		lastRange.count += count;
	} else {
		leads.runs.push(first);
		leads.runLists.push(list.index);
		list.ranges.push({first, count});
	}
	leads.count += count;
	list.phases[phase.fresh] = (list.phases[phase.fresh] ?? 0) + count;
	return first;
};

/** The index of the list that a lead is on. */
export const listOf = ({runs, runLists}: LeadTable, lead: number): number => {
	let low = 0;
	let high = runs.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((runs[middle] ?? 0) <= lead) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return runLists[low] ?? -1;
};

/** How many leads a list has. */
export const sizeOf = ({phases}: List): number => phases.reduce((sum, count) => sum + count, 0);

/** Moves a lead to another phase and updates its list's counts. */
export const setPhase = (leads: LeadTable, list: List, lead: number, to: Phase): void => {
	const from = leads.phase[lead] ?? 0;
	list.phases[from] = (list.phases[from] ?? 0) - 1;
	list.phases[to] = (list.phases[to] ?? 0) + 1;
	leads.phase[lead] = to;
};

export const zoneOf = ({seed, leads}: World, lead: number): number =>
	lead < leads.seeded ? zoneOfSeeded(seed, lead) : (leads.added.get(lead)?.zone ?? 0);

export const personOf = ({seed, year, leads}: World, lead: number): Person =>
	leads.added.get(lead) ?? seededPerson(seed, year, lead);

/** The name alone, which is cheaper to derive than the whole person. */
export const holderName = ({seed, leads}: World, lead: number): Pick<Person, 'firstName' | 'lastName'> =>
	leads.added.get(lead) ?? seededName(seed, lead);

/** The leads with this number (ten digits). */
export const leadsOfPhone = ({seed, leads, retired}: World, phone: string): number[] => {
	const seeded = seededLeadOfPhone(seed, phone);
	const added = leads.byPhone.get(phone) ?? [];
	const all = seeded !== undefined && seeded < leads.seeded ? [seeded, ...added] : added;
	return retired.size === 0 ? all : all.filter(lead => !retired.has(lead));
};

/** An agent's user name; empty for agent -1. */
export const userOf = ({seed}: World, agent: number): string => (agent < 0 ? '' : agentName(seed, agent));
