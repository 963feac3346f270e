/** The outcome for each target: its row, its message and its exit code; and after a pause of everything, what still rings. */

import {say} from '../../cli/out.ts';
import type {Column} from '../../cli/table.ts';
import {exits} from '../../config/exits.ts';
import type {Control, Pending, Reading} from '../../model/pending.ts';
import {campaignRow, campaignRows, sumOf} from '../../model/select.ts';
import {dialLevel} from '../../model/setting-values.ts';
import type {State} from '../../model/state.ts';
import {elapsed} from '../../model/time.ts';
import type {OperationType} from '../../model/wire.ts';
import {shownText} from '../../present/command-text.ts';
import {counted} from '../../present/format.ts';
import {sentence, word} from '../../present/sentence.ts';
import {settingsText} from '../../present/setting-words.ts';
import type {Sent} from '../../steering/conductor.ts';
import {isReadSince} from '../../steering/pause-progress.ts';
import {quoted} from '../../system/private.ts';
import {WireError} from '../../wire/errors.ts';
import {exitOf, type Headless} from './reach.ts';

/** The outcome for one target. */
export type TargetOutcome = {
	id: string;
	/** Undefined if nothing was read from the service. */
	name: string | undefined;
	operation: OperationType;
	verb: string;
	outcome: 'done' | 'refused' | 'not-sent' | 'unknown' | 'nothing-to-do';
	/** Whether the service showed the change; undefined if it was not waited for. */
	observed: boolean | undefined;
	/** The last status word read. */
	shows: string | undefined;
	/** What that word means for the command; undefined if nothing was read after the answer. */
	reading: Reading | undefined;
	/** Why it is not done, in the service's words if it refused; if it is done, the service's warning. */
	reason: string;
	/** Milliseconds from the request to the answer. */
	ms: number | undefined;
	/** The command that takes it back, if there is one that does. */
	undo?: string | undefined;
};

/** What a target shows, in the words of the field: people get these, scripts what came. */
const shownIn = (shows: string | undefined, operation: OperationType): string | undefined =>
	shows !== undefined && operation === 'update_campaign' ? settingsText(shows) : shows;

/** The columns of the rows. */
export const outcomeColumns: readonly Column<TargetOutcome>[] = [
	{name: 'id', of: ({id}) => id, align: 'right'},
	{name: 'name', of: ({name}) => name},
	{name: 'operation', of: ({operation}) => operation},
	{name: 'outcome', of: ({outcome}) => outcome, text: ({outcome}) => outcome.replaceAll('-', ' ')},
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

const phaseOutcome = ({phase, wasUnknown}: Pending): TargetOutcome['outcome'] =>
	phase === 'refused' || phase === 'not-sent' ? phase : wasUnknown || phase === 'sending' ? 'unknown' : 'done';

/** The command line that brings a level back. */
const undoOf = ({command: {target, was}}: Pending): string | undefined => {
	const level = was?.settings[dialLevel];
	return level === undefined ? undefined : `dialtop level ${quoted(target.id)} ${level}`;
};

/** The row of a control that was not handed on. */
export const withheld = (
	{target, operation, verb}: Pick<Control, 'target' | 'operation' | 'verb'>,
	shows: string | undefined,
	reason: string,
): TargetOutcome => ({
	id: target.id,
	name: target.name,
	operation,
	verb,
	outcome: 'not-sent',
	observed: undefined,
	shows,
	reading: undefined,
	reason,
	ms: undefined,
});

/**
 * The outcome of a control.
 *
 * @param pending the command that it became
 * @param waited whether the change was waited for, in full
 */
export const outcomeOf = (
	{control, ended, whyNot}: Sent,
	pending: Pending | undefined,
	shows: string | undefined,
	waited: boolean,
): TargetOutcome => {
	if (!pending || whyNot !== undefined) {
		return withheld(control, shows, 'reason' in ended ? (ended.reason ?? '') : '');
	}
	const {command, phase, reason, askedAt, endedAt, seen, reading} = pending;
	const outcome = phaseOutcome(pending);
	const mayShow = outcome === 'done' || outcome === 'unknown';
	return {
		id: command.target.id,
		name: command.target.name,
		operation: command.operation,
		verb: command.verb,
		outcome,
		// One that is done is not waited for: the service shows nothing that would confirm it, or moves it on by itself.
		observed: !mayShow || phase === 'done' ? undefined : phase === 'observed' ? true : waited ? false : undefined,
		// The screen's word for it; the audit has the name that was sent.
		shows: seen?.replaceAll(dialLevel, 'level') ?? shows,
		reading,
		reason: phase === 'sending' && 'reason' in ended ? (ended.reason ?? '') : reason,
		undo: undoOf(pending),
		ms: endedAt && outcome !== 'not-sent' ? Math.round(elapsed(askedAt, endedAt)) : undefined,
	};
};

/** What the service shows, and what that means for the command. */
const shownOf = ({shows, reading, operation}: TargetOutcome): string => {
	if (reading === undefined) {
		return shows === undefined ? 'the service shows nothing of it' : `the service shows ${word(shows)}`;
	}
	const hint = reading === 'unknown' ? ' (status_words of the profile can say what it means)' : '';
	return `${shownText({seen: shows, reading}, operation)}${hint}`;
};

/** What is said of an outcome, after its target or its targets; undefined if it was done and observed without a warning. */
export const saidOf = (row: TargetOutcome, seconds: number, isOne = true): string | undefined => {
	const {outcome, observed, reason} = row;
	const now = (): string => shownOf(row);
	switch (outcome) {
		case 'nothing-to-do':
			return `nothing was sent, ${isOne ? reason : reason.replace(/^it /, 'each ')} (${now()})`;
		case 'refused':
			return `refused by the service: ${reason}`;
		case 'not-sent':
			return `not sent: ${reason}`;
		case 'unknown':
			return `outcome unknown: ${reason}; ${observed ? 'but ' : ''}${now()}${observed ? '' : '. Check before it is sent again; dialtop log --outcome unknown lists it'}`;
		case 'done': {
			const unseen = observed === false ? `, but not observed within ${seconds} s; ${now()}` : '';
			return unseen || reason ? `done${unseen}${reason && `; ${reason}`}` : undefined;
		}
	}
};

/** Prints the messages on standard error, one for all of which the same is said; `flags` choose the service on a command line. */
export const reportOutcomes = (rows: readonly TargetOutcome[], seconds: number, flags: string): void => {
	const alike = Map.groupBy(rows, row => `${row.verb} ${saidOf(row, seconds)}`);
	for (const [first, ...others] of alike.values()) {
		const said = first && saidOf(first, seconds, others.length === 0);
		if (first && said !== undefined) {
			const {verb, name} = first;
			const text = `${verb} ${[first, ...others].map(({id}) => word(id)).join(', ')}: ${said}`;
			say(sentence(text, name === undefined || others.length > 0 ? [] : [['Name', name]]));
		}
	}
	for (const {undo, outcome} of rows) {
		if (undo !== undefined && outcome === 'done') {
			say(`${undo}${flags} takes it back`);
		}
	}
};

/** Prints on standard error what the table would have said of those that were done, since it could not be written. */
export const reportDone = (rows: readonly TargetOutcome[]): void => {
	for (const {id, name, verb, outcome, observed, shows: raw, operation} of rows) {
		if (outcome === 'done' && observed !== false) {
			const shows = shownIn(raw, operation);
			const seen = observed && shows !== undefined ? `, and the service shows ${word(shows)}` : '';
			say(sentence(`${verb} ${word(id)}: done${seen}`, name === undefined ? [] : [['Name', name]]));
		}
	}
};

const codeOf = ({outcome, observed}: TargetOutcome): number => {
	switch (outcome) {
		case 'refused':
			return exits.refused;
		case 'not-sent':
			return exits.notSent;
		case 'unknown':
			return exits.unknown;
		default:
			// A script must not go on as if the change were in effect.
			return observed === false ? exits.unknown : exits.done;
	}
};

/** The exit code: the highest, so that an unknown outcome prevails. */
export const exitOfOutcomes = (rows: readonly TargetOutcome[]): number => Math.max(exits.done, ...rows.map(codeOf));

/** The exit code for some outcomes. If they are due to a session that has ended, prints that, and how to sign in. */
export const exitOfRows = ({store, service}: Headless, rows: readonly TargetOutcome[]): number => {
	const code = exitOfOutcomes(rows);
	if (store.get().link.kind !== 'signed-out' || code === exits.done || code === exits.unknown) {
		return code;
	}
	return exitOf(
		{kind: 'not-sent', cause: new WireError('signed-out', 'the service no longer takes the token')},
		service,
	);
};

/**
 * Prints on standard error what still rings in the campaigns that were paused, and what plays them again; resolves with
 * the campaigns that have begun to dial meanwhile, which nobody was asked about.
 */
export const reportRinging = (state: State, outcomes: readonly TargetOutcome[]): string[] => {
	const paused = outcomes.flatMap(({id, outcome}) => (outcome === 'done' || outcome === 'unknown' ? id : []));
	const rows = paused.flatMap(id => {
		const last = state.commands.findLast(({command}) => command.id > 0 && command.target.id === id);
		const row = campaignRow(state, id);
		return last && row && isReadSince(last, row) ? row : [];
	});
	if (rows.length > 0) {
		const ringing = sumOf(rows, figures => figures.ringing);
		const talking = sumOf(rows, figures => figures.onCall);
		const rings = rows.flatMap(({campaign, figures}) => (figures?.ringing ? word(campaign.id) : []));
		const still =
			ringing === undefined
				? 'what still rings is not known'
				: ringing === 0
					? 'nothing rings any more'
					: `still ringing: ${counted(ringing, 'call')} (${rings.join(', ')})`;
		const unread = paused.length - rows.length;
		const talks =
			talking === undefined ? 'how many agents are on a call is not known' : `${counted(talking, 'agent')} on a call`;
		say(`${still}; ${talks}${unread > 0 ? `; ${unread} of ${paused.length} not read since` : ''}`);
	}
	if (paused.length > 0) {
		say(`dialtop play ${paused.map(word).join(' ')}${state.source.flags ?? ''} plays them again`);
	}
	const asked = new Set(outcomes.map(({id}) => id));
	const begun = campaignRows(state).flatMap(({campaign: {id}, state: now}) =>
		now === 'dialing' && !asked.has(id) ? id : [],
	);
	if (begun.length > 0) {
		say(`still dialing: ${begun.map(word).join(', ')} began meanwhile, and nothing was sent to them`);
	}
	return begun;
};
