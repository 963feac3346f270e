/** The table of leads: seven bytes each, in typed arrays, since there may be ten million. */
import {type AddedLeads, createAddedLeads} from './added-leads.ts';
import type {Person} from './people.ts';

/** Never dialed, in the hopper, in a call, waiting for another attempt, finished, or passed over before the first call. */
export const phase = {fresh: 0, queued: 1, live: 2, retry: 3, finished: 4, passedOver: 5} as const;
export type Phase = (typeof phase)[keyof typeof phase];
export const phaseCount = 6;

/** Only the changing state of a lead is stored; its person is derived, unless it was added. */
export type LeadTable = {
	count: number;
	/** Leads below this index are derived from the seed. */
	seeded: number;
	phase: Uint8Array;
	attempts: Uint8Array;
	/** Status code of the last call. */
	status: Uint8Array;
	/** The next lead, if it is linked in a list of leads. */
	next: Int32Array;
	/** The first lead of each run of leads that are on the same list, ascending. */
	runs: number[];
	/** The list of each run. */
	runLists: number[];
	added: AddedLeads;
	/** Derived leads whose person's name was changed, by index. */
	changed: Map<number, Person>;
};

export const createLeads = (room: number): LeadTable => ({
	count: 0,
	seeded: 0,
	phase: new Uint8Array(room),
	attempts: new Uint8Array(room),
	status: new Uint8Array(room),
	next: new Int32Array(room).fill(-1),
	runs: [],
	runLists: [],
	added: createAddedLeads(),
	changed: new Map(),
});

/** Grows the table by half. */
export const growLeads = (leads: LeadTable): void => {
	const room = Math.max(1024, Math.ceil(leads.phase.length * 1.5));
	const bytes = (old: Uint8Array): Uint8Array => {
		const larger = new Uint8Array(room);
		larger.set(old);
		return larger;
	};
	leads.phase = bytes(leads.phase);
	leads.attempts = bytes(leads.attempts);
	leads.status = bytes(leads.status);
	const links = new Int32Array(room).fill(-1);
	links.set(leads.next);
	leads.next = links;
};
