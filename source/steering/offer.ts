/** What a control offers: what it would send, or why it cannot be sent now. */

import type {Control, Target} from '../model/pending.ts';
import type {State} from '../model/state.ts';
import {someOf, word} from '../present/sentence.ts';
import type {Monitor} from '../service/monitor.ts';
import type {AllStaged} from './staged.ts';

/** What one confirmation is for: one control, or the same on each marked row. */
export type Controls = readonly [Control, ...Control[]];

/** What an offer is made from. */
export type Basis = {
	state: State;
	ui: {staged: AllStaged};
	/** Checks parameters by the catalogue; undefined until the monitor's modules are loaded. */
	monitor: Pick<Monitor, 'check'> | undefined;
};

/** A marked row that cannot take a control, and why. */
export type Left = {target: Target; why: string};

/** What is left out, each reason once: `1001, 1004 (it is not dialing)`; of many ids the first, if only some are to be told. */
export const leftTexts = (left: readonly Left[], isSome = false): string[] =>
	[...Map.groupBy(left, ({why}) => why)].map(([why, those]) => {
		const ids = those.map(({target}) => word(target.id));
		return `${isSome ? someOf(ids) : ids.join(', ')} (${why})`;
	});

/** Controls that are confirmed together, and which marked rows are left out. */
export type Batch = {
	controls: Controls;
	left: readonly Left[];
	/** Makes the same offer again from a newer state. */
	again(basis: Basis): Offer;
	/** What makes the question void, where it is about all that dial and not about what was selected or marked. */
	whyVoid?(basis: Basis): string | undefined;
};

/** A batch to be confirmed, and what voided the question before it. */
export type Asked = Batch & {changed?: string};

/** A choice that the operator makes by a number; each leads to a confirmation of its own. */
export type Which = {text: string; which: readonly Batch[]};

/** Controls to be confirmed, why there are none, or a choice to make first. */
export type Offer = Batch | {why: string} | Which;

/** Why nothing can be asked of the service now. */
export const whyNoRead = ({link}: State): string | undefined =>
	link.kind === 'signed-out' ? 'not signed in' : link.kind === 'gone' ? 'the sandbox has ended' : undefined;

/** Why no control at all can run now. */
export const whyNoControl = (state: State): string | undefined => {
	if (state.locked) {
		return state.source.readOnly ? 'this session is read-only' : 'the read-only lock is on (:lock takes it off)';
	}
	return whyNoRead(state) ?? (state.link.kind === 'starting' ? 'not connected yet' : undefined);
};

/** Why a control cannot run; undefined if it can. */
export const whyNot = (offer: Offer): string | undefined => ('why' in offer ? offer.why : undefined);

/** Controls as one offer; `left` names the rows that cannot take one, which is all there is to say if none can. */
export const offerOf = (controls: readonly Control[], left: readonly Left[], again: Batch['again']): Offer => {
	const [first, ...others] = controls;
	if (first) {
		return {controls: [first, ...others], left, again};
	}
	const [only, ...more] = left;
	return {why: only && more.length === 0 ? only.why : `none of the marked can take it: ${leftTexts(left).join('; ')}`};
};

/** Two offers as a choice if both can run, else the one that can. */
export const eitherOf = (first: Offer, second: Offer, textOf: (first: Batch, second: Batch) => string): Offer => {
	if ('controls' in first && 'controls' in second) {
		return {text: textOf(first, second), which: [first, second]};
	}
	return 'controls' in first ? first : second;
};

/** Parts rows into those that can take a control now and those that are left out, each named with why. */
export const sortOut = <R>(
	rows: readonly R[],
	targetOf: (row: R) => Target,
	whyOut: (row: R) => string | undefined,
): {able: R[]; left: Left[]} => {
	const able: R[] = [];
	const left: Left[] = [];
	for (const row of rows) {
		const why = whyOut(row);
		if (why === undefined) {
			able.push(row);
		} else {
			left.push({target: targetOf(row), why});
		}
	}
	return {able, left};
};
