/** What can be steered: the verbs, and an offer, which is what a verb would send now or why it cannot. */

import {type Control, type Target, whyElsewhere} from '../model/pending.ts';
import type {Source, State} from '../model/state.ts';
import {dayAndTime} from '../present/format.ts';
import {someOf, word} from '../present/sentence.ts';
import type {Monitor} from '../service/monitor.ts';

/** A status in a sentence. */
export const statusText = (status: string | undefined): string => (status === undefined ? 'no status' : word(status));

/** Why a target that the service listed before cannot be steered. */
export const gone = 'the service no longer shows it';

/** What one confirmation is for: one control, or the same on each marked row. */
export type Controls = readonly [Control, ...Control[]];

/** A change of a setting that is not sent yet. */
export type Staged = {
	value: string;
	/** The value that the operator saw when staging it, and which source showed it. */
	was: string;
	from: 'settings' | 'pace_tempo';
	/** It was sent, and its outcome is not known. */
	unknown?: boolean;
	/** It is a step from whatever the newest value is; `value` is what it came to when it was staged. */
	step?: Step;
};

/** So much up or down, within bounds. */
export type Step = {by: number; least: number; most: number};

/** All that is staged, by campaign and the setting's wire name. */
export type AllStaged = ReadonlyMap<string, ReadonlyMap<string, Staged>>;

/** What an offer is made from. */
export type Basis = {
	state: State;
	ui: {staged: AllStaged};
	/** Checks parameters by the catalogue; undefined until the monitor's modules are loaded. */
	monitor: Pick<Monitor, 'check'> | undefined;
};

/** Why a control is not sent to a target. */
export type Reason = {
	why: string;
	/** Set where there is nothing to do: true if the service shows already what was asked for, false for another reason. */
	already?: boolean;
};

/** A target that a control is not sent to, and why. */
export type Skipped = Reason & {target: Target};

/** What is skipped, each reason once: `1001, 1004 (it is paused already)`; of many ids the first ones, if `isSome`. */
export const skippedTexts = (skipped: readonly Skipped[], isSome = false): string[] =>
	[...Map.groupBy(skipped, ({why}) => why)].map(([why, those]) => {
		const ids = those.map(({target}) => word(target.id));
		return `${isSome ? someOf(ids) : ids.join(', ')} (${why})`;
	});

/** Whether the same targets are skipped for the same reasons. */
export const isSameSkipped = (one: readonly Skipped[], other: readonly Skipped[]): boolean => {
	const texts = (skipped: readonly Skipped[]): string => JSON.stringify(skipped.map(({target, why}) => [target, why]));
	return texts(one) === texts(other);
};

/** Why a question is void where {@link isSameSkipped} is false. */
export const otherSkipped = 'what is skipped, or why, has changed';

/** Controls that are confirmed together, and which targets are skipped. */
export type Batch = {
	/** The name of the service while several are on screen: the question begins with it. */
	floor: string | undefined;
	controls: Controls;
	skipped: readonly Skipped[];
	/** Makes the same offer again from a newer state. */
	again(basis: Basis): Offer;
	/** Rules of its own, for an offer that is about all that dial instead of targets that were named, selected or marked. */
	ofAll?: {
		/** What makes the question void. */
		whyVoid(basis: Basis): string | undefined;
		/** Why a control is not sent at its turn after all. */
		whyNotInTurn(state: State, control: Control): string | undefined;
	};
};

/** A batch to be confirmed, and what voided the question before it. */
export type Asked = Batch & {changed?: string};

/** A choice that the operator makes by a number; each leads to a confirmation of its own. */
export type Which = {text: string; which: readonly Batch[]};

/** Why there is nothing to confirm; with the targets that are skipped, where it is for the reasons of each. */
export type Refusal = {why: string; skipped?: readonly Skipped[]};

/** Controls to be confirmed, why there are none, or a choice to make first. */
export type Offer = Batch | Refusal | Which;

/** A reason in words alone; undefined if there is none. */
export const because = (why: string | undefined): Reason | undefined => (why === undefined ? undefined : {why});

/** Why nothing is asked of the service or sent to it from a screen of metrics; undefined on any other. */
export const whyWatchOnly = ({source: {watchOnly, flags = ''}}: Pick<State, 'source'>): string | undefined =>
	watchOnly && `this screen shows metrics and sends nothing: dialtop${flags} without --watch-only can`;

/** Why nothing can be asked or changed while the past is on screen; undefined for the present. */
export const whyPast = ({lookingAt, now, source}: Pick<State, 'lookingAt' | 'now' | 'source'>): string | undefined =>
	source.isRecording
		? 'this is a recording, without its service'
		: lookingAt === undefined
			? undefined
			: `you are looking at ${dayAndTime({wall: lookingAt, mono: lookingAt}, now)}; Esc for now`;

/** Why nothing can be asked of the service now. */
export const whyNoRead = (state: State): string | undefined => {
	const {kind} = state.link;
	return (
		whyWatchOnly(state) ??
		whyPast(state) ??
		(kind === 'signed-out' ? 'not signed in' : kind === 'gone' ? 'the sandbox has ended' : undefined)
	);
};

/** Why nothing may be changed from here now, whether the service answers or not. */
export const whyLocked = (state: State): string | undefined =>
	whyWatchOnly(state) ??
	whyPast(state) ??
	(state.locked
		? state.source.readOnly
			? 'this session is read-only'
			: 'the read-only lock is on (:lock takes it off)'
		: undefined);

/** Why no control at all can run now. */
export const whyNoControl = (state: State): string | undefined =>
	whyLocked(state) ?? whyNoRead(state) ?? (state.link.kind === 'starting' ? 'not connected yet' : undefined);

/** Why a control cannot run; undefined if it can. */
export const whyNot = (offer: Offer): string | undefined => ('why' in offer ? offer.why : undefined);

/** Controls of one service as a batch. What it offers again is for that service alone. */
export const batchOf = (
	{floor}: Pick<Source, 'floor'>,
	controls: Controls,
	skipped: readonly Skipped[],
	again: Batch['again'],
): Batch => ({
	floor,
	controls,
	skipped,
	again(basis) {
		const why = whyElsewhere(controls[0], basis.state.source.profile);
		return why === undefined ? again(basis) : {why};
	},
});

/** Controls as one offer; `skipped` names the targets that cannot take one, and says nothing else if none can. */
export const offerOf = (
	{source}: Pick<State, 'source'>,
	controls: readonly Control[],
	skipped: readonly Skipped[],
	again: Batch['again'],
): Batch | Refusal => {
	const [first, ...others] = controls;
	if (first) {
		return batchOf(source, [first, ...others], skipped, again);
	}
	const [only, ...more] = skipped;
	if (!only) {
		return {why: gone};
	}
	return {why: more.length === 0 ? only.why : `none of them can take it: ${skippedTexts(skipped).join('; ')}`, skipped};
};

/** One control, whatever it acts on; offered again, it names its target as the service then shows it. */
export const offerControl = (controlIn: (state: State) => Control, state: State): Batch =>
	batchOf(state.source, [controlIn(state)], [], now => offerControl(controlIn, now.state));

/** Two offers as a choice if both can run, else the one that can. */
export const eitherOf = (first: Offer, second: Offer, textOf: (first: Batch, second: Batch) => string): Offer => {
	if ('controls' in first && 'controls' in second) {
		return {text: textOf(first, second), which: [first, second]};
	}
	return 'controls' in first ? first : second;
};

/** Sorts rows into those that can take a control now and those that are skipped, each with why. */
export const sortOut = <R>(
	rows: readonly R[],
	targetOf: (row: R) => Target,
	whySkipped: (row: R) => Reason | undefined,
): {able: R[]; skipped: Skipped[]} => {
	const able: R[] = [];
	const skipped: Skipped[] = [];
	for (const row of rows) {
		const reason = whySkipped(row);
		if (reason === undefined) {
			able.push(row);
		} else {
			skipped.push({target: targetOf(row), ...reason});
		}
	}
	return {able, skipped};
};

/** A verb as a control has it. */
export type Verb = Pick<Control, 'operation' | 'verb' | 'doing'> & {
	expected: 'dialing' | 'paused' | 'stopped' | 'on' | 'off';
};

/** The verbs of campaigns. */
export const campaignVerbs = {
	play: {operation: 'play_campaign', verb: 'play', doing: 'starting', expected: 'dialing'},
	pause: {operation: 'pause_campaign', verb: 'pause', doing: 'pausing', expected: 'paused'},
	stop: {operation: 'stop_campaign', verb: 'stop', doing: 'stopping', expected: 'stopped'},
} as const satisfies Readonly<Record<string, Verb>>;

/** The verbs of lists, with the status that each sends. */
export const listVerbs = {
	on: {operation: 'change_status', verb: 'switch on', doing: 'switching on', expected: 'on', status: 'Y'},
	off: {operation: 'change_status', verb: 'switch off', doing: 'switching off', expected: 'off', status: 'N'},
} as const satisfies Readonly<Record<string, Verb & {status: string}>>;

/** A verb of campaigns. */
export type CampaignVerb = keyof typeof campaignVerbs;

/** The verb that an operation with these parameters carries out; undefined if it has none of its own. */
export const verbOf = (
	operation: Control['operation'],
	params: Readonly<Record<string, unknown>>,
): Verb | undefined => {
	const verbs: readonly (Verb & {status?: string})[] = [...Object.values(campaignVerbs), ...Object.values(listVerbs)];
	const [verb] = verbs.filter(
		one => one.operation === operation && (one.status === undefined || one.status === params.status),
	);
	return verb;
};
