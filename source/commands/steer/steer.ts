/**
 * Plays, pauses, stops or switches targets: reads them, asks with the monitor's own question, sends one after another and waits
 * until the service shows it.
 */

import type {GivenAnswers} from '../../cli/confirm.ts';
import {say} from '../../cli/out.ts';
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import {exits} from '../../config/exits.ts';
import {isOpen, isSameControl, type Pending} from '../../model/pending.ts';
import {campaignRows} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {counted} from '../../present/format.ts';
import {idOf, nameOf, sentence} from '../../present/sentence.ts';
import {commandOf} from '../../steering/conductor.ts';
import {type Skipped, whyNoControl} from '../../steering/offer.ts';
import type {PausedAll} from '../../steering/pause-progress.ts';
import {idsOfNamed} from '../connect/campaign-named.ts';
import {
	basisOf,
	carryOut,
	confirmed,
	exitIfOut,
	giveUpAfter,
	isOver,
	questionNumber,
	readWithin,
	unwaited,
	waitForListing,
} from '../connect/carry-out.ts';
import {exitOfRows, outcomeIn, type TargetOutcome, withheld} from '../connect/outcome-rows.ts';
import {type Headless, withMonitor} from '../connect/reach.ts';
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
	/** The state at the end, and the pause of everything, if it was one; undefined if nothing was asked. */
	end?: {state: State; pausedAll: PausedAll | undefined};
};

const nothingSent = (code: number): SteerEnd => ({rows: [], code});

/**
 * Milliseconds that reading the targets may take: at least, and more for each, since requests are limited per second; and what
 * is added for those that are probably not meant: who pauses everything is in a hurry.
 */
const patience = {start: readWithin, each: 250, others: 5000};

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

const steerWith = async (
	headless: Headless,
	steering: Steering,
	words: readonly string[],
	{wait, ...given}: SteerOptions,
): Promise<SteerEnd> => {
	const {store, host} = headless;
	const {verb, operation, kind, isLikely} = steering;
	const skippedRow = ({target, ...reason}: Skipped): TargetOutcome =>
		withheld({target, operation, verb}, steering.shown(store.get(), target.id), reason);
	if (store.get().locked) {
		const reason = whyNoControl(store.get()) ?? '';
		if (isLikely) {
			say(`nothing was sent: ${reason}`);
		}
		const rows = words.map(id => ({...skippedRow({target: {kind, id, name: id}, why: reason}), name: undefined}));
		return {rows, code: exits.notSent};
	}
	const unread = await waitForListing(headless, steering, steering.attention(new Set()));
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
	const asked = store.get().now;
	if ('why' in batch && skipped.length === 0) {
		say(`nothing was sent: ${batch.why}`);
		// That nothing dials is as good as done.
		return nothingSent(isLikely && whyNoControl(store.get()) === undefined ? exits.done : exits.notSent);
	}
	const {sent, waited} = 'controls' in batch ? await carryOut(headless, batch, {wait}) : {sent: [], waited: unwaited};
	const state = store.get();
	const outcomes = sent.map(one =>
		outcomeIn(one, commandOf(state, one.control), steering.shown(state, one.control.target.id), waited),
	);
	const orderOf = ({id}: TargetOutcome): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
	const rows = [...skipped.map(skippedRow), ...outcomes].toSorted((one, other) => orderOf(one) - orderOf(other));
	const targets = sent.map(({control}) => control.target);
	const pausedAll = isLikely && {batch: questionNumber, at: asked, targets, skipped};
	return {rows, code: exitOfRows(headless, rows), end: {state, pausedAll}};
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
