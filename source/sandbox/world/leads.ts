/** The list, the phase and the person of each lead. */
import {addedOfAccount, addedPerson, addedWithPhone, addedZone, isAdded, renameAdded} from './added-leads.ts';
import {growLeads, type LeadTable, type Phase, phase} from './lead-table.ts';
import {
	accountIdOfSeeded,
	agentName,
	type Person,
	seededLeadOfAccountId,
	seededLeadOfPhone,
	seededName,
	seededPerson,
	zoneOfSeeded,
} from './people.ts';
import type {List, World} from './state.ts';

/** Adds `count` fresh leads to a list and returns the index of the first. If they are to be linked, the caller does so. */
export const extendList = (leads: LeadTable, list: List, count: number, isLinked: boolean): number => {
	const first = leads.count;
	while (leads.phase.length < first + count) {
		growLeads(leads);
	}
	const lastRange = list.ranges.at(-1);
	const isNext = leads.runLists.at(-1) === list.index;
	if (isNext && lastRange?.isLinked === isLinked) {
		lastRange.count += count;
	} else {
		list.ranges.push({first, count, isLinked});
	}
	if (!isNext) {
		leads.runs.push(first);
		leads.runLists.push(list.index);
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

/** How many leads of a list are not to be called any more: finished, or passed over. */
export const doneOf = ({phases}: List): number => (phases[phase.finished] ?? 0) + (phases[phase.passedOver] ?? 0);

/** Moves a lead to another phase and updates its list's counts. */
export const setPhase = (leads: LeadTable, list: List, lead: number, to: Phase): void => {
	const from = leads.phase[lead] ?? 0;
	list.phases[from] = (list.phases[from] ?? 0) - 1;
	list.phases[to] = (list.phases[to] ?? 0) + 1;
	leads.phase[lead] = to;
};

export const zoneOf = ({seed, leads}: World, lead: number): number =>
	lead < leads.seeded ? zoneOfSeeded(seed, lead) : (addedZone(leads.added, lead) ?? zoneOfSeeded(seed, lead));

/** Added to the numbers of leads that came later, so that accounts that were added have theirs to themselves. */
const laterNumbers = 50_000_000;

/** The number in the reference of a derived lead's account, counted from 0. */
export const accountNumberOf = ({leads}: World, lead: number): number =>
	lead < leads.seeded ? lead : lead + laterNumbers;

/** The reference of a derived lead's account. */
export const accountIdOf = (world: World, lead: number): string =>
	accountIdOfSeeded(world.year, accountNumberOf(world, lead));

/** Whether a lead's person is derived from the seed, though the name may have been changed. */
export const isDerived = ({leads}: World, lead: number): boolean =>
	lead < leads.seeded || (lead < leads.count && !isAdded(leads.added, lead));

/** The derived lead with this account reference. */
export const leadOfAccountId = (world: World, accountId: string): number | undefined => {
	const number = seededLeadOfAccountId(world.year, accountId) ?? -1;
	const lead = number < laterNumbers ? number : number - laterNumbers;
	return lead >= 0 && number < laterNumbers === lead < world.leads.seeded && isDerived(world, lead) ? lead : undefined;
};

/** The person as added or changed; undefined if it is derived as it is. */
const givenPerson = ({leads}: World, lead: number): Person | undefined =>
	leads.changed.get(lead) ?? (lead < leads.seeded ? undefined : addedPerson(leads.added, lead));

export const personOf = (world: World, lead: number): Person => {
	const {seed, year} = world;
	return givenPerson(world, lead) ?? {...seededPerson(seed, year, lead), accountId: accountIdOf(world, lead)};
};

/** The name alone, which is cheaper to derive than the whole person. */
export const holderName = (world: World, lead: number): Pick<Person, 'firstName' | 'lastName'> =>
	givenPerson(world, lead) ?? seededName(world.seed, lead);

/** Gives a lead's person a new name, and stores the former one. */
export const rename = (world: World, lead: number, name: Pick<Person, 'firstName' | 'lastName'>): void => {
	const {leads, now} = world;
	const person = personOf(world, lead);
	const former = [...(person.former ?? []), {firstName: person.firstName, until: now}];
	if (isDerived(world, lead)) {
		leads.changed.set(lead, {...person, ...name, former});
	} else {
		renameAdded(leads.added, lead, name, former);
	}
};

/** The leads with this number (ten digits). */
export const leadsOfPhone = (world: World, phone: string): number[] => {
	const derived = seededLeadOfPhone(world.seed, phone);
	const added = addedWithPhone(world.leads.added, phone);
	const all = derived !== undefined && isDerived(world, derived) ? [derived, ...added] : added;
	return world.retired.size === 0 ? all : all.filter(lead => !world.retired.has(lead));
};

/** The leads of an account, also those whose numbers are no longer its own: the derived one first, then those added. */
export const leadsOfAccount = (world: World, accountId: string): number[] => {
	const derived = leadOfAccountId(world, accountId);
	const added = addedOfAccount(world.leads.added, accountId);
	return derived === undefined ? added : [derived, ...added];
};

/** The index of an agent by user name, which ends in its number; undefined if there is none. */
export const agentIndexOf = ({seed, agents}: Pick<World, 'seed' | 'agents'>, name: string): number | undefined => {
	const index = Number(/\.([1-9]\d{0,6})$/.exec(name)?.[1] ?? 0) - 1;
	return index in agents && agentName(seed, index) === name ? index : undefined;
};

/** An agent's user name; empty for agent -1. */
export const userOf = ({seed}: World, agent: number): string => (agent < 0 ? '' : agentName(seed, agent));
