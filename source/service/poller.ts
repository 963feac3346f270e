/**
 * Polls the service within a budget of requests: never two polls of the same thing in flight, the selected campaign
 * first, and only one probe for each step of a back-off from a failing service.
 */

import {isFiltered, sameLists} from '../model/list.ts';
import {isAwaited} from '../model/pending.ts';
import type {Message, OutsideChange, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {Moment} from '../model/time.ts';
import type {ListsQuestion} from '../model/wire.ts';
import type {Clock} from '../system/clock.ts';
import type {HarmlessCall} from '../wire/client/dialer.ts';
import {createAccess, type TokenCheck} from './access.ts';
import {createLink} from './link.ts';
import {createPastDays, type EngineDays, type RecordedDays} from './past-days.ts';
import {createReads, type Read} from './reads.ts';
import {
	createBudget,
	createTurns,
	intervalWithin,
	nextPoll,
	type PollKey,
	type PollState,
	type Watch,
} from './schedule.ts';
import {reasonOf, type Session} from './session.ts';

export type PollerParts = {
	call: HarmlessCall;
	session: Session;
	store: Store<State, Message>;
	clock: Clock;
	/** Milliseconds between polls of the selected campaign. */
	interval: number;
	/** Requests a second. */
	perSecond: number;
	/** Requests at once at the start; a second's worth by default. */
	atStart?: number | undefined;
	/** Requests in flight at once. */
	inFlight: number;
	/** The days that were recorded, for the period of a rule of compliance. */
	recordedDays?: RecordedDays | undefined;
	/** Those that a metrics engine has. */
	engineDays?: EngineDays | undefined;
	/** Says what each message of a read shows to have been changed elsewhere. */
	seen?: ((message: Message) => readonly OutsideChange[]) | undefined;
};

/** What is to be polled, except for the campaigns, which the poller knows. */
export type Attention = {
	selected: string | undefined;
	visible: ReadonlySet<string>;
	/** Lists on screen. */
	lists: ListsQuestion | undefined;
	/** Whether the lists of the selected campaign are shown beside its figures. */
	listsOfSelected?: boolean | undefined;
	/** Whether the outcomes of its calls are shown there too. */
	outcomesOfSelected?: boolean | undefined;
	/** Whether days of a compliance period that were not seen are asked of the service. */
	pastDays?: boolean | undefined;
	/** Whether the lists of all campaigns are read now and then, so that one that is switched elsewhere is noticed. */
	listsOfAll?: boolean | undefined;
	/** The campaigns that are polled at all; every one if undefined. */
	only?: ReadonlySet<string> | undefined;
};

/** Polls until stopped. */
export type Poller = {
	start(): void;
	stop(): void;
	watch(attention: Attention): void;
	/** Polls what is on screen now, due or not; probes a failing service at once. */
	refresh(): void;
	/** The operator has signed in: polls at once, with the connection shown as starting. */
	signedIn(): void;
	/** The embedded sandbox has ended: asks nothing more. */
	gone(reason: string): void;
	/** Polls what is on screen or awaited as soon as the budget allows. */
	look(): void;
	/** Asks get_campaigns whether the service still takes a token; signs in again, once, if not. */
	checkToken(used: string | undefined): Promise<TokenCheck>;
};

export const createPoller = (parts: PollerParts): Poller => {
	const {call, session, store, clock, perSecond} = parts;
	const interval = intervalWithin(parts.interval, perSecond);
	const budget = createBudget(perSecond, parts.atStart);
	const polls = new Map<PollKey, PollState>();
	let attention: Attention = {selected: undefined, visible: new Set(), lists: undefined};
	let lastLists: Attention['lists'];
	const turns = createTurns(store);
	let running = false;
	let inFlight = 0;
	let signingIn = false;
	/** Whether the service has refused to report the outcomes of calls, or reports none: it is not asked again. */
	let hasNoOutcomes = false;
	/** When a refusal cast doubt on the token; undefined once get_campaigns has answered. */
	let suspectedAt: number | undefined;
	let cancelTimer = (): void => undefined;

	const dispatch = (message: Message): void => {
		if (running) {
			const changes = parts.seen?.(message) ?? [];
			// A poll comes with what it shows, so that this is one change of the state.
			const isPoll = message.type === 'dashboard-polled' && changes.length > 0;
			store.dispatch(isPoll ? {...message, changes} : message);
			for (const change of isPoll ? [] : changes) {
				store.dispatch({type: 'changed-outside', change});
			}
		}
	};
	const link = createLink(dispatch, clock);

	const awaited = (kind: 'campaign' | 'list'): Set<string> =>
		new Set(
			store
				.get()
				.commands.filter(pending => isAwaited(pending) && pending.command.target.kind === kind)
				.map(({command}) => command.target.id),
		);

	/** The lists on screen; else the last ones, while a command on a list waits to be observed. */
	const wantedLists = (): Attention['lists'] =>
		attention.lists ?? (lastLists && awaited('list').size > 0 ? {campaignId: lastLists.campaignId} : undefined);

	const reads = createReads({
		call,
		dispatch,
		clock,
		wantedLists,
		mayRepeat() {
			if (!running || link.isFailing()) {
				return false;
			}
			budget.take(clock.now().mono);
			return true;
		},
	});

	const pastDays = createPastDays({call, store, dispatch, recorded: parts.recordedDays, engine: parts.engineDays});

	/** The polls failed because of the service or its token, not by themselves: their back-off ends. */
	const forgive = (): void => {
		for (const last of polls.values()) {
			last.failures = 0;
		}
	};

	const answered = (sentAt: Moment): void => {
		if (link.succeeded(sentAt)) {
			forgive();
		}
	};

	/** Lists the campaigns at once, since the dead token prevented that. */
	const renewed = (): void => {
		forgive();
		hasNoOutcomes = false;
		const last = polls.get('campaigns');
		if (last) {
			last.sentAt = Number.NEGATIVE_INFINITY;
		}
	};

	const access = createAccess({session, link, reads, budget, clock, answered, renewed});

	const forgetUnlisted = (): void => {
		const ids = store.get().campaigns.value;
		for (const [key, last] of polls) {
			const id = /^(?:dashboard|lists-of|outcomes-of):(.*)$/s.exec(key)?.[1];
			if (id !== undefined && !last.inFlight && !ids?.has(id)) {
				polls.delete(key);
			}
		}
	};

	const read = (key: PollKey): Promise<Read> => {
		if (key === 'campaigns') {
			return reads.campaigns();
		}
		if (key === 'days') {
			return pastDays.read();
		}
		if (key === 'lists-of-all') {
			return reads.listsSeen(undefined);
		}
		const lists = wantedLists() ?? {campaignId: undefined};
		return key === 'lists'
			? reads.lists(lists)
			: key === 'lists-seen'
				? reads.listsSeen(lists.campaignId)
				: key.startsWith('lists-of:')
					? reads.listsOf(key.slice('lists-of:'.length))
					: key.startsWith('outcomes-of:')
						? reads.outcomes(key.slice('outcomes-of:'.length))
						: reads.dashboard(key.slice('dashboard:'.length));
	};

	const poll = async (key: PollKey): Promise<void> => {
		const sentAt = clock.now();
		const failures = polls.get(key)?.failures ?? 0;
		const state: PollState = {sentAt: sentAt.mono, endedAt: sentAt.mono, inFlight: true, failures};
		polls.set(key, state);
		const id = key.startsWith('dashboard:') ? key.slice('dashboard:'.length) : undefined;
		if (id !== undefined) {
			turns.asked(id);
		}
		inFlight++;
		budget.take(sentAt.mono);
		// Operations that the interface only names do not judge the connection: a service may not answer them.
		const isOptional = key.startsWith('outcomes-of:') || key === 'days';
		if (!isOptional) {
			link.asked();
		}
		const used = session.token();
		let result: Read;
		try {
			result = await read(key);
		} finally {
			inFlight--;
			state.inFlight = false;
			state.endedAt = clock.now().mono;
		}
		if (!running) {
			return;
		}
		const {outcome, sound} = result;
		state.failures = sound ? 0 : state.failures + 1;
		if (id !== undefined) {
			turns.answered(id);
		}
		if (key === 'campaigns') {
			forgetUnlisted();
			turns.take(attention.only);
			if (suspectedAt !== undefined && suspectedAt <= sentAt.mono) {
				suspectedAt = undefined;
			}
		}
		if (key.startsWith('outcomes-of:') && !sound && (outcome.kind === 'done' || outcome.kind === 'refused')) {
			hasNoOutcomes = true;
		}
		if (outcome.kind === 'done') {
			session.proved(used);
			answered(sentAt);
		} else if (outcome.kind === 'unknown' && outcome.cause.code === 'other-target') {
			// The service answers, though about another campaign.
			answered(sentAt);
		} else if (outcome.kind !== 'refused') {
			if (!isOptional) {
				link.failed(outcome.cause);
			}
		} else if (key === 'campaigns') {
			// get_campaigns needs only a token: if it is refused the token is dead.
			await access.renew(used, reasonOf(outcome));
		} else {
			answered(sentAt);
			if (used === session.token()) {
				suspectedAt = state.endedAt;
			} else {
				state.failures = 0;
			}
		}
	};

	const schedule = (milliseconds: number): void => {
		cancelTimer();
		cancelTimer = clock.after(Math.max(1, Math.min(milliseconds, 60_000)), pump);
	};

	const watched = (): Watch => {
		const {campaigns, dashboards} = store.get();
		const {selected, visible, listsOfSelected, outcomesOfSelected} = attention;
		const lists = wantedLists();
		/** The selected campaign once it has figures. */
		const read = selected !== undefined && dashboards.get(selected)?.value ? selected : undefined;
		return {
			// A campaign that is gone would be refused every time.
			selected: selected !== undefined && campaigns.value?.has(selected) ? selected : undefined,
			visible,
			awaited: awaited('campaign'),
			all: turns.all(),
			lists: lists !== undefined,
			// A list that was switched off is no longer among those that are on.
			listsSeen: lists !== undefined && isFiltered(lists) && awaited('list').size > 0,
			outcomesOf: outcomesOfSelected && !hasNoOutcomes ? read : undefined,
			listsOfAll: attention.listsOfAll,
			days: attention.pastDays && pastDays.isWanted(clock.now().mono),
			listsOf: listsOfSelected && read !== undefined && turns.all().has(read) ? [read, ...turns.dry] : turns.dry,
		};
	};

	const choose = (now: number): ReturnType<typeof nextPoll> => {
		if (link.isFailing() || suspectedAt !== undefined) {
			// One request shows whether the service is back, or the token dead; others would fail with it.
			return polls.get('campaigns')?.inFlight ? {dueAt: Number.POSITIVE_INFINITY} : {key: 'campaigns'};
		}
		return nextPoll(watched(), polls, {interval}, now);
	};

	function pump(): void {
		while (running) {
			const now = clock.now().mono;
			if (signingIn || session.isOver() || link.isGone()) {
				return;
			}
			if (now < link.backOffUntil()) {
				schedule(link.backOffUntil() - now);
				return;
			}
			if (inFlight >= parts.inFlight) {
				return;
			}
			const wait = budget.wait(now);
			if (wait > 0) {
				schedule(wait);
				return;
			}
			if (session.token() === undefined) {
				signingIn = true;
				void access.signIn().finally(() => {
					signingIn = false;
					pump();
				});
				return;
			}
			const next = choose(now);
			if (!('key' in next)) {
				schedule(next.dueAt - now);
				return;
			}
			void poll(next.key).finally(pump);
		}
	}

	/** Makes what is on screen or awaited due, even if a poll is in flight: that one was sent too early to count. */
	const look = (): void => {
		const {selected, visible} = attention;
		const shown = new Set([selected, ...visible, ...awaited('campaign')]);
		for (const [key, last] of polls) {
			const isShown = key.startsWith('dashboard:')
				? shown.has(key.slice('dashboard:'.length))
				: !key.startsWith('outcomes-of:') && key !== 'days' && key !== 'lists-of-all';
			if (isShown) {
				last.sentAt = Number.NEGATIVE_INFINITY;
				last.failures = 0;
			}
		}
		pump();
	};

	return {
		start() {
			running = true;
			turns.take(attention.only);
			if (session.isOver()) {
				link.signedOut('');
			}
			pump();
		},
		stop() {
			running = false;
			cancelTimer();
			link.stop();
		},
		watch(next) {
			const {lists, only} = attention;
			attention = next;
			if (next.only !== only) {
				turns.take(attention.only);
			}
			lastLists = next.lists ?? lastLists;
			if (next.lists && (lists === undefined || !sameLists(lists, next.lists))) {
				polls.delete('lists');
			}
			pump();
		},
		look,
		refresh() {
			link.resume();
			look();
		},
		signedIn() {
			hasNoOutcomes = false;
			link.signedIn();
			look();
		},
		gone: link.gone,
		async checkToken(used) {
			const result = await access.check(used);
			pump();
			return result;
		},
	};
};
