/** What to poll next: pure decisions over what is known of each poll. */
import {listEvery} from './budget.ts';

/** Something that is polled over and over. */
export type Subject = 'campaigns' | 'lists' | 'lists-seen' | `dashboard:${string}`;

/** What is known of a subject's polls, in monotonic milliseconds. */
export type Track = {
	sentAt: number;
	endedAt: number;
	inFlight: boolean;
	/** Failures in a row of this subject alone. */
	failures: number;
};

/** What the operator looks at. */
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

/** The longest a failing subject is left alone. */
const longestRest = 60_000;

/** A row on screen is worth this many off it, so that the rest of the board ages but never starves. */
const visibleWeight = 4;

/** A row that a command waits on is worth more still: it is to be seen within thirty seconds, on screen or not. */
const awaitedWeight = 16;

const restAfter = (track: Track | undefined, pace: number): number =>
	track && track.failures > 0 ? Math.min(pace * 2 ** track.failures, longestRest) : pace;

/** When a subject may be polled again. */
const dueAt = (track: Track | undefined, pace: number): number =>
	track ? Math.max(track.sentAt + restAfter(track, pace), track.endedAt) : Number.NEGATIVE_INFINITY;

/**
 * Chooses the next poll: the list of campaigns, the selected campaign, the lists on screen, then the rows that a
 * command waits on, those on screen and the rest by weighted age. Where nothing is due yet, tells when something will be.
 */
export const nextPoll = (
	watch: Watch,
	tracks: ReadonlyMap<Subject, Track>,
	{interval}: Pace,
	now: number,
): {subject: Subject} | {dueAt: number} => {
	let earliest = Number.POSITIVE_INFINITY;
	const isDue = (subject: Subject, pace: number): boolean => {
		const track = tracks.get(subject);
		if (track?.inFlight) {
			return false;
		}
		const due = dueAt(track, pace);
		earliest = Math.min(earliest, due);
		return due <= now;
	};

	const listPace = Math.max(interval, listEvery);
	// A command counts as observed when the listing shows it too.
	if (isDue('campaigns', watch.awaited.size > 0 ? interval : listPace)) {
		return {subject: 'campaigns'};
	}
	if (watch.selected !== undefined && isDue(`dashboard:${watch.selected}`, interval)) {
		return {subject: `dashboard:${watch.selected}`};
	}
	if (watch.lists && isDue('lists', listPace)) {
		return {subject: 'lists'};
	}
	if (watch.listsSeen && isDue('lists-seen', listPace)) {
		return {subject: 'lists-seen'};
	}
	let best: Subject | undefined;
	let bestAge = Number.NEGATIVE_INFINITY;
	for (const id of watch.all) {
		const subject: Subject = `dashboard:${id}`;
		if (id === watch.selected || !isDue(subject, interval)) {
			continue;
		}
		const track = tracks.get(subject);
		const weight = watch.awaited.has(id) ? awaitedWeight : watch.visible.has(id) ? visibleWeight : 1;
		const age = (track ? now - track.sentAt : Number.MAX_SAFE_INTEGER) * weight;
		if (age > bestAge) {
			best = subject;
			bestAge = age;
		}
	}
	return best ? {subject: best} : {dueAt: earliest};
};
