/** The table of leads: a few bytes of changing state each, in arrays, since there may be ten million of them. */
import type {Person} from './people.ts';

/** Where a lead is: never dialed, in the hopper, in a call, waiting for another attempt, or finished. */
export const phase = {fresh: 0, queued: 1, live: 2, retry: 3, finished: 4} as const;
export type Phase = (typeof phase)[keyof typeof phase];
export const phaseCount = 5;

/** Seven bytes of changing state a lead; who it is gets derived, unless it was added by hand. */
export type LeadTable = {
	count: number;
	/** Leads below this index are derived from the seed. */
	seeded: number;
	phase: Uint8Array;
	attempts: Uint8Array;
	/** Status of its last call. */
	status: Uint8Array;
	/** The lead behind it where it is linked. */
	next: Int32Array;
	/** Ascending first leads of runs, and the list that each run belongs to. */
	runs: number[];
	runLists: number[];
	/** Leads that were added, by index, and the way back from their numbers. */
	added: Map<number, Person>;
	byPhone: Map<string, number[]>;
};

/** A table with room for so many leads. */
export const createLeads = (room: number): LeadTable => ({
	count: 0,
	seeded: 0,
	phase: new Uint8Array(room),
	attempts: new Uint8Array(room),
	status: new Uint8Array(room),
	next: new Int32Array(room).fill(-1),
	runs: [],
	runLists: [],
	added: new Map(),
	byPhone: new Map(),
});

/** Makes room for half as many leads again. */
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
