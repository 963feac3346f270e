/** All logged calls: the chunks that the world still holds, and those that have ended, which are in the store. */
import type {WorldAndStore} from '../store/store.ts';
import {
	type Chunk,
	callAt,
	campaignAt,
	giveBack,
	heldChunks,
	type LoggedCall,
	placedIn,
	startOf,
	takeEnded,
} from '../world/call-log.ts';
import {dayText, midnightAfter} from '../world/time.ts';
import {takeTurns} from './turns.ts';

/** How much the log holds beside the calls of today (ours). */
export type LogLimits = {
	/** Days before today. */
	days: number;
	/** Calls, those of today included; a call takes 20 bytes. */
	calls: number;
};

/** Today whole, and of the 31 days before it as much as 200 MB hold; the ordinary floor makes six million calls in them. */
export const logLimits: LogLimits = {days: 31, calls: 10_000_000};

/** Few enough that removing them is quick, and more than are added in the same time. */
const removedPerChunk = 4;

/** Puts the ended chunks into the store and removes the oldest beyond the limits. Call it inside a transaction. */
const storeChunks = ({world, store}: WorldAndStore, limits: LogLimits): void => {
	const {log, today} = world;
	for (const chunk of log.ended) {
		store.callChunks.put(chunk, {first: startOf(chunk.cells, 0), last: startOf(chunk.cells, log.size - 1)});
	}
	const crowded = {number: Math.floor((log.count - limits.calls) / log.size), last: today};
	store.callChunks.removeBefore(midnightAfter(world, today, -limits.days), crowded, removedPerChunk * log.ended.length);
};

/** Moves the ended chunks from the world to the store, by a transaction. */
export const storeEndedCalls = (
	sources: WorldAndStore,
	limits: LogLimits,
	transaction: <T>(work: () => T) => T,
): void => {
	if (sources.world.log.ended.length > 0) {
		transaction(() => storeChunks(sources, limits));
		giveBack(takeEnded(sources.world.log));
	}
};

/** The calls of campaigns, by their index, placed from `since` (inclusive) to `until` (exclusive). */
export type CallSpan = {campaigns: ReadonlySet<number>; since: number; until: number};

/** Visits calls as they are now, newest or oldest first, and lets other requests go first every few milliseconds. */
export const visitCalls = async (
	{world: {log}, store}: WorldAndStore,
	{campaigns, since, until}: CallSpan,
	visit: (call: LoggedCall) => void,
	order: 'newest' | 'oldest' = 'newest',
): Promise<void> => {
	// Only the calls that go on change while others have their turn.
	const {size, count} = log;
	const held = new Map(heldChunks(log).map(chunk => [chunk.number, {...chunk, cells: chunk.cells.slice()}]));
	// The store may hold chunks of a future that a crash has undone.
	const stored = store.callChunks.between(since, until).filter(number => number * size < count && !held.has(number));
	const numbers = [...held.keys(), ...stored].sort((a, b) => (order === 'newest' ? b - a : a - b));
	const pause = takeTurns();
	for (const number of numbers) {
		const chunk: Chunk | undefined = held.get(number) ?? store.callChunks.read(number);
		if (!chunk) {
			// It was removed in the meantime, as were all older ones.
			continue;
		}
		const last = placedIn({count, size}, chunk) - 1;
		for (let turn = 0; turn <= last; turn++) {
			const index = order === 'newest' ? last - turn : turn;
			const startedAt = startOf(chunk.cells, index);
			if (startedAt < until && startedAt >= since && campaigns.has(campaignAt(chunk.cells, index))) {
				visit(callAt(chunk, index));
			}
		}
		await pause();
	}
};

/** When the oldest call of the log was placed, if there were calls before it. */
const oldestCall = ({world: {log}, store}: WorldAndStore): number | undefined => {
	const held = heldChunks(log).at(-1);
	const stored = store.callChunks.oldest();
	if (log.count === 0 || held?.number === 0 || stored?.number === 0) {
		return undefined;
	}
	return stored && stored.number < (held?.number ?? Number.POSITIVE_INFINITY)
		? stored.first
		: held && startOf(held.cells, 0);
};

/**
 * The day from which on the log holds every call, if a question about the time from `since` on reaches back before it.
 * Empty otherwise, or if the log holds every call since the world began.
 */
export const wholeSince = (sources: WorldAndStore, since: number): string => {
	const oldest = oldestCall(sources);
	// Calls before it may have been placed on the same day.
	const whole = oldest === undefined ? undefined : midnightAfter(sources.world, oldest);
	return whole === undefined || since >= whole ? '' : dayText(sources.world, whole);
};
