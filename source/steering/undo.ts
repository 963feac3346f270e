/** Undo: the inverse of the last reversible write of this run that was done and not yet taken back. */

import {dialStateOf} from '../model/campaign.ts';
import {outcomeOf} from '../model/command-outcomes.ts';
import {type Control, isOpen, meaningOf, type Pending, whyElsewhere} from '../model/pending.ts';
import {campaignRow, settingsOf, whyNotNow} from '../model/select.ts';
import {movedOn} from '../model/setting-values.ts';
import type {State} from '../model/state.ts';
import {dayAndTime} from '../present/format.ts';
import {idOf, word} from '../present/sentence.ts';
import {disputeText} from '../present/status-text.ts';
import {because, type Offer, offerOf, sortOut, whyNoControl} from './offer.ts';
import {asShown, statusOfTarget} from './void.ts';

/** True if the service accepted it. One without an answer is not known to have been done. */
const isDone = (pending: Pending): boolean => outcomeOf(pending).kind === 'done';

/** Whether a command was taken back, or is being taken back now. */
const isTakenBack = (commands: readonly Pending[], {command: {id}}: Pending): boolean =>
	commands.some(one => one.command.undoes === id && (isOpen(one) || isDone(one)));

/** Why undoing a command would not lead back: the service no longer shows what it made. */
const whyMovedOn = (state: State, {command}: Pending): string | undefined => {
	const {expected, target, undo} = command;
	if (undo?.was) {
		return movedOn(undo.was, settingsOf(state, target.id) ?? []);
	}
	const dispute = target.kind === 'campaign' ? campaignRow(state, target.id)?.dispute : undefined;
	if (dispute) {
		return `its sources disagree: ${disputeText(dispute)}`;
	}
	const status = statusOfTarget(state, command);
	if (status === undefined) {
		return target.kind === 'list'
			? 'it is not among the lists read last (:lists shows them)'
			: 'the service no longer shows it';
	}
	if (typeof expected !== 'string') {
		return undefined;
	}
	const meaning = meaningOf(expected, status, state.source.statusWords);
	if (meaning === 'unknown') {
		return `it shows ${word(status)}, a word dialtop does not know`;
	}
	return meaning === 'asked' ? undefined : `it shows ${word(status)} by now, so the ${command.verb} no longer applies`;
};

/** Why somebody else may have made what the service shows. */
const whyUnanswered = ({wasUnknown, command: {verb}}: Pending): string | undefined =>
	wasUnknown ? `its ${verb} got no answer, so others may have done it` : undefined;

const inverseOf = (state: State, {command, askedAt}: Pending, undo: Control): Control => {
	const at = dayAndTime(askedAt, state.now);
	const wasPaused = dialStateOf(command.before, state.source.statusWords) === 'paused';
	const from = command.operation === 'play_campaign' && !wasPaused ? command.before : undefined;
	const notBack = from === undefined ? '' : ` It showed ${word(from)} before, which this does not bring back.`;
	return {
		...asShown(state, undo),
		undoes: command.id,
		note: `Takes back the ${command.verb} of ${at}.${notBack}`,
	};
};

const stopped = 'a stop has no undo: the dialing queue that it cleared does not come back';

/** The last write that can be taken back, with those that were confirmed together with it. */
const lastOf = ({commands, source}: State): {all: readonly Pending[]} | {why: string} => {
	const done = commands.filter(
		pending =>
			isDone(pending) &&
			pending.command.undoes === undefined &&
			whyElsewhere(pending.command, source.profile) === undefined,
	);
	const last = done.findLast(pending => pending.command.undo && !isTakenBack(commands, pending));
	// What was stopped after it cannot be brought back to what was before it.
	const isStopped = (last ? done.slice(done.indexOf(last)) : done).some(
		({command}) => command.operation === 'stop_campaign' && (!last || command.target.id === last.command.target.id),
	);
	if (!last || isStopped) {
		return {why: isStopped ? stopped : 'nothing to undo'};
	}
	const {batch} = last.command;
	return {
		all:
			batch === undefined
				? [last]
				: // One that still waits for its answer, or got none, is named as skipped, not ignored silently.
					commands.filter(
						pending =>
							pending.command.batch === batch &&
							(isDone(pending) || isOpen(pending) || pending.wasUnknown) &&
							pending.command.undo &&
							!isTakenBack(commands, pending),
					),
	};
};

/** Undo, of one write or of all that were confirmed together. */
export const offerUndo = (state: State): Offer => {
	const why = whyNoControl(state);
	const last = why === undefined ? lastOf(state) : {why};
	if ('why' in last) {
		return last;
	}
	const whyOut = (pending: Pending): string | undefined =>
		whyNotNow(state, pending.command) ?? whyMovedOn(state, pending) ?? whyUnanswered(pending);
	const {able, skipped} = sortOut(
		last.all,
		({command}) => command.target,
		pending => because(whyOut(pending)),
	);
	const inverses = able.flatMap(pending =>
		pending.command.undo ? [inverseOf(state, pending, pending.command.undo)] : [],
	);
	const offer = offerOf(state, inverses, skipped, now => offerUndo(now.state));
	const [only] = skipped;
	return 'why' in offer && only && skipped.length === 1 ? {why: `${idOf(only.target)}: ${only.why}`} : offer;
};
