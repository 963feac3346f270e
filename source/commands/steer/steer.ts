/**
 * Plays, pauses, stops or switches targets: reads them, asks with the monitor's own question, sends one after another and waits
 * until the service shows it.
 */

import {confirm, type GivenAnswers} from '../../cli/confirm.ts';
import {say} from '../../cli/out.ts';
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import {watchLeaving} from '../../cli/signals.ts';
import {exits} from '../../config/exits.ts';
import {isOpen, isSameControl, observeWithin, type Pending} from '../../model/pending.ts';
import {campaignRows} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {counted} from '../../present/format.ts';
import {idOf, nameOf, sentence} from '../../present/sentence.ts';
import {commandOf, isSettled, sendInTurn} from '../../steering/conductor.ts';
import {type Basis, type Batch, type Skipped, whyNoControl} from '../../steering/offer.ts';
import {systemClock} from '../../system/clock.ts';
import {WireError} from '../../wire/errors.ts';
import {idsOfNamed} from '../connect/campaign-named.ts';
import {exitOf, type Headless, withMonitor} from '../connect/reach.ts';
import {exitOfRows, outcomeOf, type TargetOutcome, withheld} from './outcome.ts';
import type {Steering} from './verbs.ts';

/** The options besides the targets. */
export type SteerOptions = GivenAnswers & {
	/** Seconds to wait until the service shows the change. */
	wait: number;
};

/** The rows to print, and the exit code. */
export type SteerEnd = {
	rows: readonly TargetOutcome[];
	code: number;
	/** The state at the end, if anything was asked. */
	end?: State;
};

const nothingSent = (code: number): SteerEnd => ({rows: [], code});

/**
 * Milliseconds that reading the targets may take: at least, and more for each, since requests are limited per second; and what
 * is added for those that are probably not meant: who pauses everything is in a hurry.
 */
const patience = {start: 10_000, each: 250, others: 5000};

/** Milliseconds after which the model has given up on a command that was not observed. */
const giveUpAfter = observeWithin + 2000;

/** True if the service is not reached: nothing more will be read. */
export const isOver = ({link}: State): boolean => 'reason' in link;

/** The exit code if the session has ended; prints why. */
const exitIfOut = ({store, service}: Headless): number | undefined => {
	const {link} = store.get();
	return link.kind === 'signed-out'
		? exitOf({kind: 'not-sent', cause: new WireError('signed-out', link.reason || 'no token at hand')}, service)
		: undefined;
};

/**
 * Waits until the service has listed what can be steered. If it cannot be read, prints why and resolves with an exit
 * code.
 */
export const waitForListing = async (headless: Headless, steering: Steering): Promise<number | undefined> => {
	const {until, monitor, host, store} = headless;
	monitor.watch(steering.attention(new Set()));
	const isRefused = (state: State): boolean => steering.kind === 'list' && steering.failure(state)?.refused === true;
	await until(state => steering.isListed(state) || isOver(state) || isRefused(state), patience.start);
	const state = store.get();
	const out = exitIfOut(headless);
	if (out !== undefined || steering.isListed(state)) {
		return out;
	}
	const {link} = state;
	const failure = steering.failure(state);
	const reason = 'reason' in link ? link.reason : (failure?.reason ?? `no answer within ${patience.start / 1000} s`);
	say(`nothing was sent: the ${steering.kind}s of ${host} could not be read: ${reason}`);
	return isRefused(state) ? exits.refused : exits.notSent;
};

/**
 * Waits until the figures in the question are known, and for a while until those of others are, which may say that these are
 * meant too; prints how many it did not read. Resolves with an exit code if the session has ended.
 */
const waitForTargets = async (
	headless: Headless,
	steering: Steering,
	ids: readonly string[],
	others: readonly string[] = [],
): Promise<number | undefined> => {
	const {until, monitor, store} = headless;
	const attention = steering.attention(new Set(ids));
	// What is watched is polled before what is only not left out.
	monitor.watch(others.length > 0 ? {...attention, only: new Set([...ids, ...others])} : attention);
	await Promise.all(ids.map(id => steering.read?.(monitor, id)));
	const unseenOf = (some: readonly string[], state: State): string[] =>
		some.filter(id => steering.has(state, id) && !steering.isSeen(state, id));
	const untilSeen = (some: readonly string[], atMost: number): Promise<unknown> =>
		until(state => unseenOf(some, state).length === 0 || isOver(state), atMost);
	await untilSeen(ids, patience.start + patience.each * ids.length);
	await untilSeen(others, patience.others);
	const unseen = unseenOf(others, store.get()).length;
	if (unseen > 0 && !isOver(store.get())) {
		say(`${counted(unseen, 'campaign')} that get_campaigns lists as not dialing could not be read in time`);
	}
	return exitIfOut(headless);
};

const earlierOn = ({commands}: State, {operation, kind}: Steering, id: string): Pending | undefined =>
	commands.findLast(
		one => isOpen(one) && one.command.id < 0 && isSameControl(one.command, {operation, target: {kind, id, name: ''}}),
	);

/** Waits until commands of earlier runs with unknown outcomes are observed or given up: they lock the same control. */
const waitForEarlier = async ({until, store}: Headless, steering: Steering, ids: readonly string[]): Promise<void> => {
	const held = ids.flatMap(id => earlierOn(store.get(), steering, id) ?? []);
	for (const {command, reason} of held) {
		const what = `${command.verb} ${idOf(command.target)}, ${reason}`;
		const text = `${what}: its outcome is unknown; waiting up to 30 s for the service to show it`;
		say(sentence(text, nameOf(command.target)));
	}
	if (held.length > 0) {
		await until(state => !ids.some(id => earlierOn(state, steering, id)), giveUpAfter);
	}
};

/** What an offer is made from, by the state as it is now. */
const basisOf = ({store, monitor}: Pick<Headless, 'store' | 'monitor'>): Basis => ({
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
		patience.start,
	);
	const {link} = store.get();
	return isRead ? undefined : `${host} could not be read once more: ${'reason' in link ? link.reason : 'no answer'}`;
};

/** Milliseconds between two readings of what is not polled, under an open question. */
const readAgain = 3000;

/** Asks; with a verb, what it reads that is not polled is read again while the question is open. */
export const confirmed = async (headless: Headless, batch: Batch, given: GivenAnswers, steering?: Steering) => {
	const {store, monitor} = headless;
	const reading = setInterval(() => {
		for (const {target} of batch.controls) {
			void steering?.read?.(monitor, target.id);
		}
	}, readAgain);
	try {
		return await confirm(batch, {
			basis: () => basisOf(headless),
			subscribe: store.subscribe,
			readAnew: () => readAnew(headless),
			// A yes is not enough for all that dial.
			effectOf: steering?.isLikely ? () => 'irreversible' : monitor.effectOf,
			given,
			instead: steering?.isLikely && store.get().source.environment,
		});
	} finally {
		clearInterval(reading);
	}
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
export const carryOut = async ({store, monitor, until}: Headless, batch: Batch, {wait, deadline}: Patience) => {
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
					reason: 'left before its answer came',
				},
		});
		const controls = sent.map(({control}) => control);
		const isWaiting = wait > 0 && !leaving.isAsked();
		if (isWaiting) {
			// At the longest wait the model gives up first, so that the audit records it.
			const most = wait * 1000 < observeWithin ? wait * 1000 : giveUpAfter;
			await until(state => isSettled(state, controls), most, leaving.now);
		}
		return {sent, waited: isWaiting && !leaving.isAsked()};
	} finally {
		leaving.close();
	}
};

const steerWith = async (
	headless: Headless,
	steering: Steering,
	words: readonly string[],
	{wait, ...given}: SteerOptions,
): Promise<SteerEnd> => {
	const {store, host} = headless;
	const {verb, operation, kind, isLikely} = steering;
	const skippedRow = ({target, why: reason, already}: Skipped): TargetOutcome => ({
		...withheld({target, operation, verb}, steering.shown(store.get(), target.id), reason),
		...(already === undefined ? {} : {outcome: 'nothing-to-do', observed: already || undefined}),
	});
	if (store.get().locked) {
		const reason = whyNoControl(store.get()) ?? '';
		if (isLikely) {
			say(`nothing was sent: ${reason}`);
		}
		const rows = words.map(id => ({...skippedRow({target: {kind, id, name: id}, why: reason}), name: undefined}));
		return {rows, code: exits.notSent};
	}
	const unread = await waitForListing(headless, steering);
	if (unread !== undefined) {
		return nothingSent(unread);
	}
	const rowsNow = isLikely ? campaignRows(store.get()) : [];
	const others = rowsNow.flatMap(row => (isLikely?.(row) ? [] : row.campaign.id));
	const named = kind === 'campaign' ? idsOfNamed(store.get().campaigns.value, words, 'whole') : words;
	const ids = isLikely ? rowsNow.map(({campaign}) => campaign.id) : named;
	const likely = ids.filter(id => !others.includes(id));
	const out = await waitForTargets(headless, steering, likely, others);
	if (out !== undefined) {
		return nothingSent(out);
	}
	const unlisted = ids.filter(id => !steering.has(store.get(), id));
	if (unlisted.length > 0 && !isLikely) {
		say(
			`nothing was sent: ${host} lists no ${kind} ${unlisted.map(id => `"${id}"`).join(', ')}; dialtop ${kind}s shows them with their ids${kind === 'campaign' ? ' and names, of which a command takes whole ones only' : ''}`,
		);
		return nothingSent(exits.refused);
	}
	await waitForEarlier(headless, steering, ids);
	const offer = steering.offer(basisOf(headless), ids);
	const batch = 'controls' in offer ? await confirmed(headless, offer, given, steering) : offer;
	if (!batch) {
		return nothingSent(exits.notSent);
	}
	const {skipped = []} = batch;
	if ('why' in batch && skipped.length === 0) {
		say(`nothing was sent: ${batch.why}`);
		// That nothing dials is as good as done.
		return nothingSent(isLikely && whyNoControl(store.get()) === undefined ? exits.done : exits.notSent);
	}
	const {sent, waited} = 'controls' in batch ? await carryOut(headless, batch, {wait}) : {sent: [], waited: false};
	const state = store.get();
	const outcomes = sent.map(one => {
		const {target} = one.control;
		return outcomeOf(one, commandOf(state, one.control), steering.shown(state, target.id), waited);
	});
	const place = ({id}: TargetOutcome): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
	const rows = [...skipped.map(skippedRow), ...outcomes].toSorted((one, other) => place(one) - place(other));
	return {rows, code: exitOfRows(headless, rows), end: state};
};

/**
 * Carries out a verb on each target, once it is confirmed.
 *
 * @param ids the targets; duplicates are dropped
 * @throws UsageError
 */
export const steer = (
	flags: ServiceFlagsGiven,
	steering: Steering,
	ids: readonly string[],
	options: SteerOptions,
): Promise<SteerEnd> => withMonitor(flags, {}, headless => steerWith(headless, steering, [...new Set(ids)], options));
