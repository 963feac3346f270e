/**
 * How every write goes, from the screen and the command line alike: it is proposed, asked about, judged, sent and observed. What is proposed is an
 * {@link Offer}; all but {@link sendInTurn} is pure.
 */

import {type Control, isAwaited, type Pending, whyElsewhere} from '../model/pending.ts';
import type {State} from '../model/state.ts';
import type {Effect, OperationType} from '../model/wire.ts';
import type {Monitor} from '../service/monitor.ts';
import {askedAnew, judge, type Pressed} from './answer.ts';
import type {Basis, Batch, Controls, Refusal, Which} from './offer.ts';
import {type Confirmation, promptFor} from './question.ts';
import {asShown, whyNoLonger, whyVoid} from './void.ts';

/** Marks controls that are confirmed together, so that they can be undone together. */
const together = (controls: Controls, batch: number): Controls => {
	const [first, ...others] = controls;
	return others.length === 0 && !first.all
		? controls
		: [{...first, batch}, ...others.map(control => ({...control, batch}))];
};

/** What a question is asked with. */
export type Asking = {
	effectOf(operation: OperationType): Effect;
	/** The number of the question, by which those that it is about are undone together. */
	number?: number | undefined;
	/** True where every answer is a typed line: a yes is the word and Enter, not a key. */
	isTyped?: boolean | undefined;
};

/**
 * The question about what is offered.
 *
 * @param change what voided the question before it
 */
export const questionAbout = (batch: Batch, {effectOf, number, isTyped}: Asking, change?: string): Confirmation => {
	const controls = number === undefined ? batch.controls : together(batch.controls, number);
	const changed = change === undefined ? {} : {changed: `${askedAnew} Nothing was sent: ${change}`};
	return promptFor({...batch, controls, ...changed}, effectOf(controls[0].operation), isTyped);
};

/** What is no longer true of a question, and what is offered instead by now. */
export type Voided = {change: string; instead: Batch | Refusal | Which};

/** Compares an open question with the newest state; undefined while it is true. */
export const recheck = (question: Batch, basis: Basis): Voided | undefined => {
	const change = whyVoid(basis, question);
	return change === undefined ? undefined : {change, instead: question.again(basis)};
};

/** What follows from a key on an open question: `confirmed` is sent, `void` is asked anew if it can be, `typing` edits its text. */
export type Answered = {to: 'confirmed' | 'declined' | 'mismatch' | 'typing' | 'nothing'} | ({to: 'void'} & Voided);

/** Judges a key on an open question. A yes to a question that is no longer true confirms nothing. */
export const answered = (question: Confirmation, key: Pressed, drawnAt: number | undefined, basis: Basis): Answered => {
	const verdict = judge(question, key, drawnAt);
	const voided = verdict === 'confirmed' ? recheck(question, basis) : undefined;
	return voided ? {to: 'void', ...voided} : {to: verdict};
};

/** How a control ended; `whyNot` is set if it was not sent at its turn. */
export type Sent = {control: Control; ended: Awaited<ReturnType<Monitor['control']>>; whyNot: string | undefined};

/** What is needed to send. */
export type Sender = {
	state(): State;
	/** Sends one control, once; with a reason not to, it is recorded as NOT SENT. */
	send: Monitor['control'];
	/** Why nothing more may be sent, nor recorded: the operator leaves, or another service is on screen. */
	whyOver(): string | undefined;
	/** Called as each has ended, before the next is sent. */
	onEnded?(sent: Sent): void;
};

/**
 * Sends what was confirmed, one after another; an unknown outcome does not hold up the others. The service may have changed since:
 * one that no longer means what was confirmed is not sent.
 */
export const sendInTurn = async (batch: Batch, {state, send, whyOver, onEnded}: Sender): Promise<Sent[]> => {
	const all: Sent[] = [];
	for (const control of batch.controls) {
		const over = whyOver();
		const now = state();
		const elsewhere = whyElsewhere(control, now.source.profile);
		// One of all that dial may have another name or word by now.
		const shown = batch.ofAll && elsewhere === undefined ? asShown(now, control) : control;
		const whyNot = over ?? elsewhere ?? (batch.ofAll?.whyNotInTurn ?? whyNoLonger)(now, control);
		const ended = over === undefined ? await send(shown, whyNot) : ({kind: 'not-sent', reason: over} as const);
		const sent = {control: shown, ended, whyNot: 'isElsewhere' in ended ? ended.reason : whyNot};
		all.push(sent);
		onEnded?.(sent);
	}
	return all;
};

/** The command of this run that a control became; undefined if it was never sent. */
export const commandOf = ({commands}: State, {operation, target}: Control): Pending | undefined =>
	commands.findLast(
		({command}) => command.id > 0 && command.operation === operation && command.target.id === target.id,
	);

/** Whether the service is not waited for any longer to show any of these. */
export const isSettled = (state: State, controls: readonly Control[]): boolean =>
	controls.every(control => {
		const pending = commandOf(state, control);
		return !pending || !isAwaited(pending);
	});
