/** How a command carries out what it offers: lists the targets, asks with the monitor's own question, sends and waits. */

import {confirm, type GivenAnswers} from '../../cli/confirm.ts';
import {say} from '../../cli/out.ts';
import {watchLeaving} from '../../cli/signals.ts';
import {exits} from '../../config/exits.ts';
import type {Failure} from '../../model/loaded.ts';
import {observeWithin} from '../../model/pending.ts';
import type {CampaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {idOf} from '../../present/sentence.ts';
import type {Monitor} from '../../service/monitor.ts';
import type {Attention} from '../../service/poller.ts';
import {isSettled, type Sent, sendInTurn} from '../../steering/conductor.ts';
import type {Basis, Batch} from '../../steering/offer.ts';
import {systemClock} from '../../system/clock.ts';
import {WireError} from '../../wire/errors.ts';
import {exitOf, type Headless} from './reach.ts';

/** Milliseconds that one reading of the service may take. */
export const readWithin = 10_000;

/** Milliseconds after which the model has given up on a command that was not observed. */
export const giveUpAfter = observeWithin + 2000;

/** True if the service is not reached: nothing more will be read. */
export const isOver = ({link}: State): boolean => 'reason' in link;

/** The exit code if the session has ended; prints why. */
export const exitIfOut = (headless: Headless): number | undefined => {
	const {link} = headless.store.get();
	return link.kind === 'signed-out'
		? exitOf({kind: 'not-sent', cause: new WireError('signed-out', link.reason || 'no token at hand')}, headless)
		: undefined;
};

/** What is listed before anything can be steered. */
export type Listing = {
	kind: 'campaign' | 'list';
	/** Whether the service has listed them. */
	isListed(state: State): boolean;
	/** Why they could not be listed, if the last try failed. */
	failure(state: State): Failure | undefined;
};

/** The campaigns. */
export const campaignListing: Listing = {
	kind: 'campaign',
	isListed: ({campaigns}) => campaigns.value !== undefined,
	failure: ({campaigns}) => campaigns.failure,
};

/** What a question has of the verb that it is about. */
export type AskedVerb = {
	/** Reads what is not polled; it ends in the state, be it an answer or a failure. */
	read?(monitor: Pick<Monitor, 'readSettings'>, id: string): Promise<unknown>;
	/** For a verb that takes no targets: whether it is probably about this campaign. A yes does not confirm it. */
	isLikely?(row: CampaignRow): boolean;
	/** The number of its question; {@link questionNumber} where a program asks one. */
	number?: number;
	/** Whether a yes is typed as a word. */
	isTyped?: boolean;
};

/**
 * Polls for this until the service has listed what can be steered. If it cannot be read, prints why and resolves with an exit code.
 */
export const waitForListing = async (
	headless: Headless,
	{kind, isListed, failure: failureIn}: Listing,
	attention: Attention,
): Promise<number | undefined> => {
	const {until, monitor, host, store} = headless;
	monitor.watch(attention);
	const isRefused = (state: State): boolean => kind === 'list' && failureIn(state)?.refused === true;
	await until(state => isListed(state) || isOver(state) || isRefused(state), readWithin);
	const state = store.get();
	const out = exitIfOut(headless);
	if (out !== undefined || isListed(state)) {
		return out;
	}
	const {link} = state;
	const failure = failureIn(state);
	const reason = 'reason' in link ? link.reason : (failure?.reason ?? `no answer within ${readWithin / 1000} s`);
	say(`nothing was sent: the ${kind}s of ${host} could not be read: ${reason}`);
	return isRefused(state) ? exits.refused : exits.notSent;
};

/** What an offer is made from, by the state as it is now. */
export const basisOf = ({store, monitor}: Pick<Headless, 'store' | 'monitor'>): Basis => ({
	state: store.get(),
	ui: {staged: new Map()},
	monitor,
});

/** Polls once more what is listed; resolves with why it could not be read, if so. */
const readAnew = async ({until, monitor, store, host}: Headless): Promise<string | undefined> => {
	const from = systemClock.now().mono;
	const isNew = ({span}: Pick<State['campaigns'], 'span'>): boolean => span !== undefined && span.sentAt.mono >= from;
	monitor.refresh();
	const isRead = await until(
		({campaigns, lists}) => isNew(campaigns) && (lists.value === undefined || isNew(lists)),
		readWithin,
	);
	const {link} = store.get();
	return isRead ? undefined : `${host} could not be read once more: ${'reason' in link ? link.reason : 'no answer'}`;
};

/** The number of the question: a command asks one. */
export const questionNumber = 1;

/** Waits for nothing. */
export const unwaited: Waited = {seconds: 0, inFull: false};

/** Milliseconds between two readings of what is not polled, under an open question. */
const readAgain = 3000;

/** Asks; with a verb, what it reads that is not polled is read again while the question is open. */
export const confirmed = async (headless: Headless, batch: Batch, given: GivenAnswers, verb: AskedVerb = {}) => {
	const {store, monitor} = headless;
	const reading = setInterval(() => {
		for (const {target} of batch.controls) {
			void verb.read?.(monitor, target.id);
		}
	}, readAgain);
	try {
		return await confirm(batch, {
			basis: () => basisOf(headless),
			subscribe: store.subscribe,
			readAnew: () => readAnew(headless),
			number: verb.number ?? questionNumber,
			isTyped: verb.isTyped,
			// A yes is not enough for all that dial.
			effectOf: verb.isLikely ? () => 'irreversible' : monitor.effectOf,
			given,
			instead: verb.isLikely && store.get().source.environment,
		});
	} finally {
		clearInterval(reading);
	}
};

/** How long a command was waited for. */
export type Waited = {
	/** Seconds. */
	seconds: number;
	/** Whether the change was waited for as long as that. */
	inFull: boolean;
};

/** How long a command is waited for. */
type Patience = {
	/** Seconds until the service shows the change. */
	wait: number;
	/** Milliseconds until its answer comes. */
	deadline?: number;
};

/**
 * Sends what was confirmed, and waits until each is observed; a signal waits for the answer that is under way, and begins
 * nothing more.
 */
export const carryOut = async (
	{store, monitor, until}: Headless,
	batch: Batch,
	{wait, deadline}: Patience,
): Promise<{sent: Sent[]; waited: Waited}> => {
	const leaving = watchLeaving();
	try {
		const sent = await sendInTurn(batch, {
			state: store.get,
			whyOver: () => (leaving.isAsked() ? 'interrupted before its turn' : undefined),
			send: async (control, whyNot) =>
				(await leaving.through(
					`${control.verb} ${idOf(control.target)}`,
					monitor.control(control, whyNot, deadline),
				)) ?? {
					kind: 'unknown',
					reason: 'the program ended before its answer came',
				},
		});
		const controls = sent.map(({control}) => control);
		const isWaiting = wait > 0 && !leaving.isAsked();
		if (isWaiting) {
			// At the longest wait the model gives up first, so that the audit records that.
			const most = wait * 1000 < observeWithin ? wait * 1000 : giveUpAfter;
			await until(state => isSettled(state, controls), most, leaving.now);
		}
		return {sent, waited: {seconds: wait, inFull: isWaiting && !leaving.isAsked()}};
	} finally {
		leaving.close();
	}
};
