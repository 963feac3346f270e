/** What to poll next: pure decisions over what is known of each poll. */
import {listEvery} from './budget.ts';

/** What is polled again and again: the campaigns, the lists on screen, all lists, or one campaign's dashboard. */
export type PollKey = 'campaigns' | 'lists' | 'lists-seen' | `dashboard:${string}`;

/** How the polls of one key went, in monotonic milliseconds. */
export type PollState = {
	sentAt: number;
	endedAt: number;
	inFlight: boolean;
	/** Failures in a row. */
	failures: number;
};

/** What is to be polled. */
export type Watch = {
	/** The selected campaign, polled first. */
	selected: string | undefined;
	/** Rows on screen. */
	visible: ReadonlySet<string>;
	/** Campaigns a command was given on that is still to be seen to work. */
	awaited: ReadonlySet<string>;
	/** Every campaign, in order. */
	all: readonly string[];
	/** Whether lists are on screen. */
	lists: boolean;
	/** Whether a command waits on lists of which those on screen are only some. */
	listsSeen: boolean;
};

/** Times in milliseconds. */
export type Pace = {interval: number};

/** The longest rest after failures, milliseconds. */
const longestRest = 60_000;

/** A row on screen is worth this many off it, so that the rest of the board ages but never starves. */
const visibleWeight = 4;

/** A row that a command waits on is worth more still: it is to be seen within thirty seconds, on screen or not. */
const awaitedWeight = 16;

const restAfter = (last: PollState | undefined, pace: number): number =>
	last && last.failures > 0 ? Math.min(pace * 2 ** last.failures, longestRest) : pace;

/** When a key may be polled again. */
const dueAt = (last: PollState | undefined, pace: number): number =>
	last ? Math.max(last.sentAt + restAfter(last, pace), last.endedAt) : Number.NEGATIVE_INFINITY;

/**
 * Chooses the next poll: the list of campaigns, the selected campaign, the lists on screen, then the rows that a
 * command waits on, those on screen and the rest by weighted age. Where nothing is due yet, tells when something will be.
 */
export const nextPoll = (
	watch: Watch,
	polls: ReadonlyMap<PollKey, PollState>,
	{interval}: Pace,
	now: number,
): {key: PollKey} | {dueAt: number} => {
	let earliest = Number.POSITIVE_INFINITY;
	const isDue = (key: PollKey, pace: number): boolean => {
		const last = polls.get(key);
		if (last?.inFlight) {
			return false;
		}
		const due = dueAt(last, pace);
		earliest = Math.min(earliest, due);
		return due <= now;
	};

	const listPace = Math.max(interval, listEvery);
	// A command counts as observed when the listing shows it too.
	if (isDue('campaigns', watch.awaited.size > 0 ? interval : listPace)) {
		return {key: 'campaigns'};
	}
	if (watch.selected !== undefined && isDue(`dashboard:${watch.selected}`, interval)) {
		return {key: `dashboard:${watch.selected}`};
	}
	if (watch.lists && isDue('lists', listPace)) {
		return {key: 'lists'};
	}
	if (watch.listsSeen && isDue('lists-seen', listPace)) {
		return {key: 'lists-seen'};
	}
	let best: PollKey | undefined;
	let bestAge = Number.NEGATIVE_INFINITY;
	for (const id of watch.all) {
		const key: PollKey = `dashboard:${id}`;
		if (id === watch.selected || !isDue(key, interval)) {
			continue;
		}
		const last = polls.get(key);
		const weight = watch.awaited.has(id) ? awaitedWeight : watch.visible.has(id) ? visibleWeight : 1;
		const age = (last ? now - last.sentAt : Number.MAX_SAFE_INTEGER) * weight;
		if (age > bestAge) {
			best = key;
			bestAge = age;
		}
	}
	return best ? {key: best} : {dueAt: earliest};
};
