/** When to send what: how many requests a second, and which poll is next. */
import {needsLists} from '../model/diagnosis.ts';
import {campaignRow} from '../model/select.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';

/** Milliseconds between two polls of the list of campaigns, or of the lists, at least. */
export const listEvery = 5000;

/** Milliseconds between two polls of the selected campaign: half of the budget remains for the others. */
export const intervalWithin = (wanted: number, perSecond: number): number => Math.max(wanted, 2000 / perSecond);

/** How many requests a second may be sent. */
export type Budget = {
	/** Milliseconds until a request may be sent; 0 if it may be sent now. */
	wait(now: number): number;
	/** Counts a request. One that could not wait makes the next ones wait longer. */
	take(now: number): void;
};

/**
 * Some requests may be sent at once at the start, so that the board fills, by default a second's worth; after that they
 * are spread, and unused ones are not saved up.
 */
export const createBudget = (perSecond: number, atStart = perSecond): Budget => {
	let tokens = Math.max(1, atStart);
	let filledAt: number | undefined;
	const fill = (now: number): void => {
		if (tokens < 1) {
			tokens = Math.min(1, tokens + ((now - (filledAt ?? now)) / 1000) * perSecond);
		}
		filledAt = now;
	};
	return {
		wait(now) {
			fill(now);
			return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1000);
		},
		take(now) {
			fill(now);
			tokens -= 1;
		},
	};
};

/** What is polled again and again: the campaigns, the lists on screen, all lists, one campaign's dashboard, all its lists, or the outcomes of its calls; days before today; and the lists of all campaigns. */
export type PollKey =
	| 'campaigns'
	| 'lists'
	| 'lists-seen'
	| `dashboard:${string}`
	| `lists-of:${string}`
	| `outcomes-of:${string}`
	| 'days'
	| 'lists-of-all';

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
	/** Every campaign that is listed, the one that was polled longest ago first. */
	all: ReadonlySet<string>;
	/** Whether lists are on screen. */
	lists: boolean;
	/** Whether a command waits on lists of which those on screen are only some. */
	listsSeen: boolean;
	/** Campaigns whose lists are shown beside their figures: the selected one, and those that run dry beside leads on lists that are off. */
	listsOf: Iterable<string>;
	/** The campaign whose calls' outcomes are shown. */
	outcomesOf: string | undefined;
	/** Whether the service is to be asked about a day before today. */
	days?: boolean | undefined;
	/** Whether the lists of all campaigns are read now and then, so that one that is switched elsewhere is noticed. */
	listsOfAll?: boolean | undefined;
};

/** Times in milliseconds. */
export type Pace = {interval: number};

/** Milliseconds between two polls of the lists of a campaign. */
const listsOfPace = 60_000;

/** Milliseconds between two polls of the outcomes of a campaign's calls: they change slowly, and a service need not report them. */
const outcomesPace = 300_000;

/** Milliseconds between two questions about days before today: four a minute, until each was asked about. */
const daysPace = 15_000;

/** Milliseconds between two polls of the lists of all campaigns. */
const listsOfAllPace = 300_000;

/** The longest back-off after failures, milliseconds. */
const longestBackOff = 60_000;

/** A row on screen has the weight of this many off it, so that the others age but never starve. */
const visibleWeight = 4;

/** A row that a command waits on has more weight still: it is to be seen within thirty seconds, on screen or not. */
const awaitedWeight = 16;

const waitAfter = (last: PollState | undefined, pace: number): number =>
	last && last.failures > 0 ? Math.max(pace, Math.min(pace * 2 ** last.failures, longestBackOff)) : pace;

/** When a key may be polled again. */
const dueAt = (last: PollState | undefined, pace: number): number =>
	last ? Math.max(last.sentAt + waitAfter(last, pace), last.endedAt) : Number.NEGATIVE_INFINITY;

/**
 * Chooses the next poll: the list of campaigns, the selected campaign, the lists on screen, then the rows that a
 * command waits on, those on screen and the others by weighted age. If nothing is due yet, returns when something will be.
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
	for (const id of watch.listsOf) {
		if (isDue(`lists-of:${id}`, listsOfPace)) {
			return {key: `lists-of:${id}`};
		}
	}
	if (watch.outcomesOf !== undefined && isDue(`outcomes-of:${watch.outcomesOf}`, outcomesPace)) {
		return {key: `outcomes-of:${watch.outcomesOf}`};
	}
	if (watch.days && isDue('days', daysPace)) {
		return {key: 'days'};
	}
	if (watch.listsOfAll && isDue('lists-of-all', listsOfAllPace)) {
		return {key: 'lists-of-all'};
	}
	let best: PollKey | undefined;
	let bestAge = Number.NEGATIVE_INFINITY;
	/** Whether a row may be polled now; it is, if its age weighs more than that of those before it. */
	const weigh = (id: string, weight: number): boolean => {
		const key: PollKey = `dashboard:${id}`;
		if (id === watch.selected || !watch.all.has(id) || !isDue(key, interval)) {
			return false;
		}
		const last = polls.get(key);
		const age = (last ? now - last.sentAt : Number.MAX_SAFE_INTEGER) * weight;
		if (age > bestAge) {
			best = key;
			bestAge = age;
		}
		return true;
	};
	for (const id of watch.awaited) {
		weigh(id, awaitedWeight);
	}
	for (const id of watch.visible) {
		weigh(id, watch.awaited.has(id) ? awaitedWeight : visibleWeight);
	}
	for (const id of watch.all) {
		// The others were polled later than the first that is due, so none of them is older.
		if (!watch.awaited.has(id) && !watch.visible.has(id) && weigh(id, 1)) {
			break;
		}
	}
	return best ? {key: best} : {dueAt: earliest};
};

/** The campaigns that are polled. */
export type Turns = {
	/** The one whose poll was sent longest ago first, those that were never polled before it. */
	all(): ReadonlySet<string>;
	/** Those of them that run dry beside leads on lists that are off. */
	dry: ReadonlySet<string>;
	/** Takes over which campaigns are listed: `only` these of them, or all. */
	take(only: ReadonlySet<string> | undefined): void;
	/** A poll of the campaign is sent. */
	asked(id: string): void;
	/** A poll of the campaign has ended. */
	answered(id: string): void;
};

export const createTurns = (store: Pick<Store<State, Message>, 'get'>): Turns => {
	let all = new Set<string>();
	const dry = new Set<string>();

	const answered = (id: string): void => {
		const row = all.has(id) ? campaignRow(store.get(), id) : undefined;
		if (row && needsLists(row)) {
			dry.add(id);
		} else {
			dry.delete(id);
		}
	};

	return {
		all: () => all,
		dry,
		take(only) {
			const listed = store.get().campaigns.value;
			const isPolled = (id: string): boolean => listed?.has(id) === true && (only?.has(id) ?? true);
			const polled = [...all].filter(isPolled);
			const fresh = [...(listed?.keys() ?? [])].filter(id => isPolled(id) && !all.has(id));
			all = new Set([...fresh, ...polled]);
			for (const id of [...dry, ...all]) {
				answered(id);
			}
		},
		asked(id) {
			if (all.delete(id)) {
				all.add(id);
			}
		},
		answered,
	};
};
