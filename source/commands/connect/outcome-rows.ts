/** The outcome for each target: its row, its message and its exit code; and after a pause of everything, how far it came. */

import {say} from '../../cli/out.ts';
import type {Column} from '../../cli/table.ts';
import {exits} from '../../config/exits.ts';
import {
	isObserved,
	type OutcomeId,
	type OutcomeKind,
	outcomeIdOf,
	outcomeRow,
	outcomes,
} from '../../model/command-outcomes.ts';
import type {Control, Pending} from '../../model/pending.ts';
import {dialLevel} from '../../model/setting-values.ts';
import type {State} from '../../model/state.ts';
import {elapsed} from '../../model/time.ts';
import type {OperationType} from '../../model/wire.ts';
import {outcomeText} from '../../present/command-text.ts';
import {settingsText} from '../../present/parameter-words.ts';
import {sentence, word} from '../../present/sentence.ts';
import type {Sent} from '../../steering/conductor.ts';
import type {Reason} from '../../steering/offer.ts';
import {begunSince, type PausedAll, progressOf} from '../../steering/pause-progress.ts';
import {quoted} from '../../system/private.ts';
import {WireError} from '../../wire/errors.ts';
import type {Waited} from './carry-out.ts';
import {exitOf, type Headless} from './reach.ts';

/** The outcome for one target. */
export type TargetOutcome = {
	id: string;
	/** Undefined if nothing was read from the service. */
	name: string | undefined;
	operation: OperationType;
	verb: string;
	outcome: OutcomeId;
	/** Whether the service showed the change; undefined if it was not waited for. */
	observed: boolean | undefined;
	/** The last status word read. */
	shows: string | undefined;
	/** Why it is not done, in the service's words if it refused; if it is done, the service's warning. */
	reason: string;
	/** Milliseconds from the request to the answer. */
	ms: number | undefined;
	/** The command that takes it back, if there is one that does. */
	undo?: string | undefined;
	/** The sentence about it, for one target or for several; `what` is what was asked. */
	says(what: string, isOne: boolean): string;
};

/** What a target shows, in the words of the field for people; scripts get the value as it came. */
const shownIn = (shows: string | undefined, operation: OperationType): string | undefined =>
	shows !== undefined && operation === 'update_campaign' ? settingsText(shows) : shows;

const kindOf = ({outcome}: Pick<TargetOutcome, 'outcome'>): OutcomeKind => outcomes[outcome].kind;

/** The columns of the rows. */
export const outcomeColumns: readonly Column<TargetOutcome>[] = [
	{name: 'id', of: ({id}) => id, align: 'right'},
	{name: 'name', of: ({name}) => name},
	{name: 'operation', of: ({operation}) => operation},
	{name: 'outcome', of: kindOf, text: row => kindOf(row).replaceAll('-', ' ')},
	{
		name: 'observed',
		of: ({observed}) => observed,
		text: ({observed}) => (observed === undefined ? '' : observed ? 'yes' : 'no'),
	},
	{
		name: 'shows',
		of: ({shows}) => shows,
		text: ({shows, operation}) => shownIn(shows, operation) ?? '',
	},
	// People get it in a message.
	{name: 'reason', of: ({reason}) => reason || undefined, isHidden: true},
	{name: 'ms', of: ({ms}) => ms, align: 'right'},
];

/** The outcome of a command that is waited for as long as its command line says; `waited` is true if that was in full. */
const outcomeIdIn = (pending: Pending, waited: boolean): OutcomeId => {
	switch (pending.phase) {
		case 'sending':
			return 'unknown';
		case 'acknowledged':
			return waited ? 'unobserved' : 'done';
		case 'unknown':
			return waited && pending.command.expected !== undefined ? 'unseen-unanswered' : 'unknown';
		default:
			return outcomeIdOf(pending);
	}
};

/** The command line that brings a level back. */
const undoOf = ({command: {target, was}}: Pending): string | undefined => {
	const level = was?.settings[dialLevel];
	return level === undefined ? undefined : `dialtop level ${quoted(target.id)} ${level}`;
};

const noFacts = {asked: '', after: '', within: 0, seen: undefined, waits: ''};

/** The words for a command that was not sent. */
export const notSentText = (what: string, reason: string): string =>
	outcomes['not-sent'].says({...noFacts, what, reason, shows: ''});

/** The part of a row that describes its control, whatever the outcome. */
const ofControl = ({target, operation, verb}: Pick<Control, 'target' | 'operation' | 'verb'>) => ({
	id: target.id,
	name: target.name,
	operation,
	verb,
});

/** The row of a control that was not sent: not sent for a reason, or because there is nothing to do. */
export const withheld = (
	control: Parameters<typeof ofControl>[0],
	shown: string | undefined,
	{why, already}: Reason,
): TargetOutcome => {
	const outcome = already === undefined ? 'not-sent' : 'nothing-to-do';
	const shows = shown === undefined ? 'the service shows nothing of it' : `the service shows ${word(shown)}`;
	return {
		...ofControl(control),
		outcome,
		observed: already || undefined,
		shows: shown,
		reason: why,
		ms: undefined,
		says: (what, isOne) =>
			outcomes[outcome].says({...noFacts, what, shows, reason: isOne ? why : why.replace(/^it /, 'each ')}),
	};
};

/**
 * The outcome of a control.
 *
 * @param pending the command that it became
 */
export const outcomeIn = (
	{control, ended, whyNot}: Sent,
	pending: Pending | undefined,
	shows: string | undefined,
	{seconds: within, inFull}: Waited,
): TargetOutcome => {
	const why = 'reason' in ended ? (ended.reason ?? '') : '';
	if (!pending || whyNot !== undefined) {
		return withheld(control, shows, {why});
	}
	const {command, phase, askedAt, endedAt, seen, reading} = pending;
	const outcome = outcomeIdIn(pending, inFull);
	const {kind, later} = outcomes[outcome];
	const observed = isObserved({later});
	const reason = phase === 'sending' ? why : pending.reason;
	const advice = [
		reading === 'unknown' && !observed && '. status_words of the profile can say what it means',
		kind === 'unknown' && !observed && '. Check before it is sent again; dialtop log --outcome unknown lists it',
	];
	return {
		...ofControl(command),
		outcome,
		observed,
		// The screen's word for it; the audit has the name that was sent.
		shows: seen?.replaceAll(dialLevel, 'level') ?? shows,
		reason,
		undo: undoOf(pending),
		ms: endedAt && kind !== 'not-sent' ? Math.round(elapsed(askedAt, endedAt)) : undefined,
		says: what => [outcomeText(pending, what, {id: outcome, within, reason}), ...advice].filter(Boolean).join(''),
	};
};

/** True if an outcome needs no message: it was done as asked, without a warning. */
export const isQuiet = (row: TargetOutcome): boolean =>
	kindOf(row) === 'done' && row.observed !== false && row.reason === '';

/** Prints the messages on standard error, one for all rows with the same sentence; `flags` choose the service on a command line. */
export const reportOutcomes = (rows: readonly TargetOutcome[], flags: string): void => {
	const loud = rows.filter(row => !isQuiet(row));
	for (const alike of Map.groupBy(loud, row => row.says(row.verb, true)).values()) {
		const isOne = alike.length === 1;
		for (const {verb, name, says} of alike.slice(0, 1)) {
			const what = `${verb} ${alike.map(({id}) => word(id)).join(', ')}`;
			say(sentence(says(what, isOne), isOne && name !== undefined ? [['Name', name]] : []));
		}
	}
	for (const row of rows) {
		if (row.undo !== undefined && kindOf(row) === 'done') {
			say(`${row.undo}${flags} takes it back`);
		}
	}
};

/** Prints on standard error the rows that were done, since the table could not be written. */
export const reportDone = (rows: readonly TargetOutcome[]): void => {
	for (const {id, name, verb, says} of rows.filter(isQuiet)) {
		say(sentence(says(`${verb} ${word(id)}`, true), name === undefined ? [] : [['Name', name]]));
	}
};

/** The exit code: the highest, so that an unknown outcome prevails. */
export const exitOfOutcomes = (rows: readonly TargetOutcome[]): number =>
	Math.max(exits.done, ...rows.map(({outcome}) => exits[outcomeRow(outcome).exit]));

/** The exit code for some outcomes. If they are due to a session that has ended, prints that, and how to sign in. */
export const exitOfRows = (headless: Headless, rows: readonly TargetOutcome[]): number => {
	const {store} = headless;
	const code = exitOfOutcomes(rows);
	if (store.get().link.kind !== 'signed-out' || code === exits.done || code === exits.unknown) {
		return code;
	}
	return exitOf(
		{kind: 'not-sent', cause: new WireError('signed-out', 'the service no longer takes the token')},
		headless,
	);
};

/**
 * Prints on standard error how far a pause of everything came, and what plays it again. Returns whether campaigns have begun to
 * dial meanwhile, which nobody was asked about.
 */
export const reportPauseAll = (state: State, run: PausedAll, rows: readonly TargetOutcome[]): boolean => {
	for (const {text} of progressOf(state, run, {again: undefined, log: undefined, close: undefined})) {
		say(text);
	}
	const paused = rows.filter(row => ['done', 'unknown'].includes(kindOf(row)));
	if (paused.length > 0) {
		say(`dialtop play ${paused.map(({id}) => word(id)).join(' ')}${state.source.flags ?? ''} plays them again`);
	}
	return begunSince(state, run).length > 0;
};
