/**
 * The people of added leads, some 70 bytes each: columns instead of objects, so that a million of them are stored and restored
 * in a moment. Phone numbers and account references are found by hash.
 */
import type {Person} from './people.ts';

/** Rows by a hash: the newest row of each hash, and for each row the one before it; -1 ends a chain. */
type Chains = {heads: Int32Array; before: Int32Array};

/** A row for each added lead, in the order in which they came. */
export type AddedLeads = {
	count: number;
	/** The index of each row's lead, ascending. */
	leads: Int32Array;
	/** Ten digits. */
	phones: Float64Array;
	zones: Uint8Array;
	/** Account reference and names, as {@link textOf} writes them. */
	texts: string[];
	byPhone: Chains;
	byAccount: Chains;
	/** By row: the former names, as in {@link Person}. */
	former: Map<number, NonNullable<Person['former']>>;
};

const none = -1;
const leastRoom = 256;

const chainsFor = (room: number): Chains => ({
	heads: new Int32Array(room).fill(none),
	before: new Int32Array(room),
});

export const createAddedLeads = (): AddedLeads => ({
	count: 0,
	leads: new Int32Array(0),
	phones: new Float64Array(0),
	zones: new Uint8Array(0),
	texts: [],
	byPhone: chainsFor(0),
	byAccount: chainsFor(0),
	former: new Map(),
});

/** A reference has no control characters; a name may. Joined, the parts are one string in memory, and not a tree of them. */
const textOf = ({accountId, firstName, lastName}: Person): string =>
	[accountId, '\n', String.fromCharCode(firstName.length), firstName, lastName].join('');

const accountIdIn = (text: string): string => text.slice(0, text.indexOf('\n'));

const namesIn = (text: string): Pick<Person, 'firstName' | 'lastName'> => {
	const at = text.indexOf('\n') + 1;
	const last = at + 1 + text.charCodeAt(at);
	return {firstName: text.slice(at + 1, last), lastName: text.slice(last)};
};

const hashOfPhone = (phone: number): number => Math.imul(phone % 0x7fffffff, 0x9e3779b1) >>> 8;

/** Of a text up to the end of its account reference. */
const hashOfAccount = (text: string): number => {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 10) {
			break;
		}
		hash = Math.imul(hash ^ code, 0x01000193);
	}
	return (hash ^ (hash >>> 15)) >>> 0;
};

/** The room is a power of two. */
const slotOf = ({heads}: Chains, hash: number): number => hash & (heads.length - 1);

const link = (chains: Chains, row: number, hash: number): void => {
	const slot = slotOf(chains, hash);
	chains.before[row] = chains.heads[slot] ?? none;
	chains.heads[slot] = row;
};

const linkRow = (added: AddedLeads, row: number): void => {
	link(added.byPhone, row, hashOfPhone(added.phones[row] ?? 0));
	link(added.byAccount, row, hashOfAccount(added.texts[row] ?? ''));
};

/** Doubles the room. */
const grow = (added: AddedLeads): void => {
	const room = Math.max(leastRoom, added.leads.length * 2);
	const leads = new Int32Array(room);
	leads.set(added.leads);
	const phones = new Float64Array(room);
	phones.set(added.phones);
	const zones = new Uint8Array(room);
	zones.set(added.zones);
	Object.assign(added, {leads, phones, zones, byPhone: chainsFor(room), byAccount: chainsFor(room)});
	for (let row = 0; row < added.count; row++) {
		linkRow(added, row);
	}
};

/** Adds the person of a lead, whose index is above those of all rows. */
export const appendPerson = (added: AddedLeads, lead: number, person: Person): void => {
	if (added.count === added.leads.length) {
		grow(added);
	}
	const row = added.count++;
	added.leads[row] = lead;
	added.phones[row] = Number(person.phone);
	added.zones[row] = person.zone;
	added.texts.push(textOf(person));
	if (person.former) {
		added.former.set(row, person.former);
	}
	linkRow(added, row);
};

/** The first row whose lead is not below another. */
const firstRowFrom = ({leads, count}: AddedLeads, lead: number): number => below(leads, lead, count);

/** The row of a lead; -1 if it was not added. */
const rowOf = (added: AddedLeads, lead: number): number => {
	const row = firstRowFrom(added, lead);
	return row < added.count && added.leads[row] === lead ? row : none;
};

/** How many of the leads from `first` (inclusive) to `end` (exclusive) were added. */
export const addedBetween = (added: AddedLeads, first: number, end: number): number =>
	firstRowFrom(added, end) - firstRowFrom(added, first);

export const isAdded = (added: AddedLeads, lead: number): boolean => rowOf(added, lead) !== none;

const personIn = (added: AddedLeads, row: number): Person => {
	const text = added.texts[row] ?? '';
	const former = added.former.get(row);
	return {
		...namesIn(text),
		phone: String(added.phones[row]),
		zone: added.zones[row] ?? 0,
		accountId: accountIdIn(text),
		...(former && {former}),
	};
};

/** The person of a lead; undefined if it was not added. */
export const addedPerson = (added: AddedLeads, lead: number): Person | undefined => {
	const row = rowOf(added, lead);
	return row === none ? undefined : personIn(added, row);
};

/** The zone of a lead; undefined if it was not added. */
export const addedZone = (added: AddedLeads, lead: number): number | undefined => {
	const row = rowOf(added, lead);
	return row === none ? undefined : added.zones[row];
};

/** Gives a lead that was added a new name. */
export const renameAdded = (
	added: AddedLeads,
	lead: number,
	name: Pick<Person, 'firstName' | 'lastName'>,
	former: NonNullable<Person['former']>,
): void => {
	const row = rowOf(added, lead);
	if (row !== none) {
		added.texts[row] = textOf({...personIn(added, row), ...name});
		added.former.set(row, former);
	}
};

/** The leads of a chain whose rows pass a test, oldest first. */
const leadsIn = ({leads}: AddedLeads, chains: Chains, hash: number, isMatch: (row: number) => boolean): number[] => {
	const found: number[] = [];
	for (let row = chains.heads[slotOf(chains, hash)] ?? none; row !== none; row = chains.before[row] ?? none) {
		if (isMatch(row)) {
			found.push(leads[row] ?? 0);
		}
	}
	return found.reverse();
};

/** Added leads with this number (ten digits), oldest first. */
export const addedWithPhone = (added: AddedLeads, phone: string): number[] => {
	const number = Number(phone);
	return leadsIn(added, added.byPhone, hashOfPhone(number), row => added.phones[row] === number);
};

/** Added leads of the account with this reference, oldest first. */
export const addedOfAccount = (added: AddedLeads, accountId: string): number[] => {
	const start = `${accountId}\n`;
	return leadsIn(added, added.byAccount, hashOfAccount(start), row => added.texts[row]?.startsWith(start) === true);
};

/** The person of every added lead, by its index, in the order in which they came. */
export function* addedPeople(added: AddedLeads): Generator<[lead: number, person: Person]> {
	for (let row = 0; row < added.count; row++) {
		yield [added.leads[row] ?? 0, personIn(added, row)];
	}
}

/** How many of the first `count` ascending numbers are less than a limit. */
export const below = (numbers: ArrayLike<number>, limit: number, count = numbers.length): number => {
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((numbers[middle] ?? 0) < limit) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
};
