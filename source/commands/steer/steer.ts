/**
 * Plays, pauses, stops or switches targets: reads them, asks with the monitor's own question, sends one after another and waits
 * until the service shows it.
 */

import type {GivenAnswers} from '../../cli/confirm.ts';
import {say} from '../../cli/out.ts';
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import {isOpen, isSameControl, type Pending} from '../../model/pending.ts';
import {campaignRow, campaignRows, listIn} from '../../model/select.ts';
import {dialLevel, settingIn} from '../../model/setting-values.ts';
import type {State} from '../../model/state.ts';
import type {OperationType} from '../../model/wire.ts';
import {counted} from '../../present/format.ts';
import {idOf, nameOf, sentence} from '../../present/sentence.ts';
import type {Attention} from '../../service/poller.ts';
import {offerCampaigns, offerPauseAll} from '../../steering/campaigns.ts';
import {commandOf} from '../../steering/conductor.ts';
import {type LevelWish, levelWishIn, levelWords, offerLevel} from '../../steering/level.ts';
import {offerLists} from '../../steering/lists.ts';
import {
	type Basis,
	type Batch,
	type CampaignVerb,
	campaignVerbs,
	listVerbs,
	type Refusal,
	type Skipped,
	whyNoControl,
} from '../../steering/offer.ts';
import type {PausedAll} from '../../steering/pause-progress.ts';
import {idsOfNamed} from '../connect/campaign-named.ts';
import {
	type AskedVerb,
	basisOf,
	campaignListing,
	carryOut,
	confirmed,
	exitIfOut,
	giveUpAfter,
	isOver,
	type Listing,
	questionNumber,
	readWithin,
	unwaited,
	waitForListing,
} from '../connect/carry-out.ts';
import {exitOfRows, outcomeIn, type TargetOutcome, withheld} from '../connect/outcome-rows.ts';
import {type Headless, withMonitor} from '../connect/reach.ts';

/** A verb, and how to read the targets that it applies to. */
export type Steering = Listing &
	AskedVerb & {
		verb: string;
		operation: OperationType;
		/** What it would send to these targets, by the same rules as the key or the line of the palette. */
		offer(basis: Basis, ids: readonly string[]): Batch | Refusal;
		/** What has to be polled for these targets. */
		attention(ids: ReadonlySet<string>): Attention;
		/** Whether the service lists this one. */
		has(state: State, id: string): boolean;
		/** Whether the figures of one were read, or failed to be. */
		isSeen(state: State, id: string): boolean;
		/** The status word, or the value, that the service shows now. */
		shown(state: State, id: string): string | undefined;
	};

/** Plays, pauses or stops campaigns. */
export const campaignSteering = (verb: CampaignVerb): Steering => ({
	...campaignListing,
	verb,
	operation: campaignVerbs[verb].operation,
	offer: ({state}, ids) => offerCampaigns(state, ids, verb),
	attention: ids => ({selected: undefined, visible: ids, only: ids, lists: undefined}),
	has: ({campaigns}, id) => campaigns.value?.has(id) === true,
	isSeen: ({dashboards}, id) => dashboards.has(id),
	shown: (state, id) => campaignRow(state, id)?.status,
});

/** Pauses whatever dials. */
export const pauseAll: Steering = {
	...campaignSteering('pause'),
	offer: ({state}) => offerPauseAll(state),
	isLikely: ({state, listedState}) => [state, listedState].some(is => is === 'dialing' || is === 'unknown'),
};

/** Switches lists on or off. */
export const listSteering = (to: 'on' | 'off'): Steering => ({
	verb: listVerbs[to].verb,
	operation: listVerbs[to].operation,
	kind: 'list',
	offer: ({state}, ids) => offerLists(state, ids, to),
	attention: () => ({selected: undefined, visible: new Set(), only: new Set(), lists: {campaignId: undefined}}),
	isListed: ({lists}) => lists.value !== undefined,
	has: (state, id) => listIn(state, id) !== undefined,
	failure: ({lists}) => lists.failure,
	isSeen: () => true,
	shown: (state, id) => listIn(state, id)?.status,
});

/** Reads `1.5`, `+0.1` or `-0.1`. @throws UsageError */
export const levelWishOf = (text: string): LevelWish => {
	const wish = levelWishIn(text);
	if (!wish) {
		throw new UsageError(`LEVEL must be ${levelWords}, not "${text}"`);
	}
	return wish;
};

/** Changes the dial level of a campaign. */
export const levelSteering = (wish: LevelWish): Steering => ({
	...campaignSteering('play'),
	verb: 'update',
	operation: 'update_campaign',
	offer: (basis, [id = '']) => offerLevel(basis, id, wish),
	isSeen: ({dashboards, settings}, id) => dashboards.has(id) && settings.has(id),
	read: (monitor, id) => monitor.readSettings(id),
	shown({settings}, id) {
		const level = settingIn(settings.get(id)?.value, dialLevel);
		return level && `level ${level}`;
	},
});

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
 * is added for targets that are probably not intended: who pauses everything is in a hurry.
 */
const patience = {start: readWithin, each: 250, others: 5000};

/**
 * Waits until the figures in the question are known, and for a while until those of others are, which may show that they are
 * intended too; prints how many it did not read. Resolves with an exit code if the session has ended.
 */
const waitForTargets = async (
	headless: Headless,
	steering: Steering,
	ids: readonly string[],
	others: readonly string[] = [],
): Promise<number | undefined> => {
	const {until, monitor, store} = headless;
	const attention = steering.attention(new Set(ids));
	// The named targets are polled before the others.
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
		one => isOpen(one) && one.command.id < 0 && isSameControl(one.command, {operation, target: {kind, id}}),
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
	const service = store.get().source.profile;
	const skippedRow = ({target, ...reason}: Skipped): TargetOutcome =>
		withheld({target, operation, verb}, steering.shown(store.get(), target.id), reason);
	if (store.get().locked) {
		const reason = whyNoControl(store.get()) ?? '';
		if (isLikely) {
			say(`nothing was sent: ${reason}`);
		}
		const rows = words.map(id => ({
			...skippedRow({target: {service, kind, id, name: id}, why: reason}),
			name: undefined,
		}));
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
		// If nothing dials, the pause counts as done.
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
