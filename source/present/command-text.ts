/** The words for a command, on its row and in a sentence; and for the figures that changed after it, which claim no cause. */

import type {CommandChange, FigureChange} from '../model/command-change.ts';
import {
	isFailed,
	isWarned,
	type OutcomeId,
	outcomeIdOf,
	outcomeOf,
	outcomes,
	readings,
} from '../model/command-outcomes.ts';
import {isOpen, observeWithin, type Pending, shownFor} from '../model/pending.ts';
import type {Source} from '../model/state.ts';
import {elapsed, type Moment} from '../model/time.ts';
import type {OperationType} from '../model/wire.ts';
import {capital, clock, counted, decimals, nothing, percent, span} from './format.ts';
import type {Overlay} from './grid.ts';
import {type Mask, maskTarget} from './mask.ts';
import {settingsText} from './parameter-words.ts';
import {idOf, isWord, nameOf, onService, sentence, word} from './sentence.ts';
import type {Role} from './theme.ts';

/** The role that the words for a command are drawn in. */
export const toneOf = (pending: Pending): Role => (isWarned(pending) ? 'warning' : outcomeOf(pending).tone);

/** The source of a word, as dialtop names it. */
const sourceSuffix = / in (?:the dashboard|get_campaigns)$/;

/** What dialtop adds to a level that the campaign moves. */
const ownNote = /: it moves by itself$/;

/** The value that was seen, within a sentence; the words of two sources, or the settings that were changed, may be longer. */
const seenWord = (seen: string, operation: OperationType): string => {
	if (operation === 'update_campaign') {
		// A value of several words could pass for a part of the sentence.
		const isPlain = seen
			.replace(ownNote, '')
			.split(', ')
			.every(part => part.split(' ').every(isWord) && part.split(' ').length === 2);
		return isPlain ? settingsText(seen) : word(settingsText(seen), 200);
	}
	return seen.split(', ').every(part => isWord(part.replace(sourceSuffix, ''))) ? seen : word(seen, 200);
};

/** What the service was seen to show after a command, and how that compares with what was asked. */
export const shownText = ({seen, reading}: Pick<Pending, 'seen' | 'reading'>, operation: OperationType): string =>
	reading === undefined ? 'nothing was seen of it yet' : readings[reading].clause(seenWord(seen ?? '', operation));

/** What a row shows instead of its state while a command is under way on it, or just ended: `PLAY → pausing…`. */
export const overlayOf = (pending: Pending | undefined, status: string | undefined): Overlay | undefined => {
	if (!pending) {
		return undefined;
	}
	const {command} = pending;
	const {mark, brief} = outcomeOf(pending);
	const state = `${status ?? nothing} ${mark?.(command) ?? `${command.verb} ${brief}`}`;
	return {
		state: isWarned(pending) && !isOpen(pending) ? `${state}!` : state,
		name: command.target.name,
		role: toneOf(pending),
	};
};

const seconds = (from: Moment, to: Moment): string => `${decimals(Math.max(100, elapsed(from, to)) / 1000, 1)} s`;

/** How far a command has come that was accepted and is still waited for. */
const waitingFor = ({seen, reading, command}: Pending): string => {
	if (seen === undefined || reading === 'asked') {
		return 'accepted, waiting to see it';
	}
	return seen === command.before
		? `accepted, waiting to see it (the service still shows ${seenWord(seen, command.operation)})`
		: `accepted; ${shownText({seen, reading}, command.operation)}`;
};

/** What a sentence about a command depends on besides the command itself. */
type TextOptions = {
	/** Its outcome, if the command is not waited for as the screen does. */
	id?: OutcomeId;
	/** Seconds that the service was waited for. */
	within?: number;
	/** Why, without what is masked. */
	reason?: string;
};

/** The sentence about a command, of which `what` says what was asked: on the screen and on the command line. */
export const outcomeText = (
	pending: Pending,
	what: string,
	{id = outcomeIdOf(pending), within = observeWithin / 1000, reason = pending.reason}: TextOptions = {},
): string => {
	const {command, askedAt, at, phase, seen} = pending;
	const {operation, expected} = command;
	const shows = shownText(pending, operation);
	return outcomes[id].says({
		what,
		asked: clock(askedAt.wall),
		after: seconds(askedAt, at),
		within,
		reason,
		seen: seen === undefined ? undefined : seenWord(seen, operation),
		shows,
		waits: phase !== 'unknown' ? waitingFor(pending) : expected === undefined ? '' : `; ${shows}`,
	});
};

/** The same in a sentence that names its target by the id alone; people in it as they may be shown. */
export const bareSentenceOf = (pending: Pending, mask: Mask, source: Pick<Source, 'floor'>): string => {
	const {command, phase} = pending;
	const what = `${command.verb} ${idOf(maskTarget(mask, command.target))}`;
	const advice = phase === 'unknown' && command.expected === undefined ? ', until you set it aside in the log' : '';
	const text = capital(outcomeText(pending, what, {reason: mask('text', pending.reason)}));
	return sentence(onService(source, text + advice), []);
};

/** The same, and what its target is called. */
export const sentenceOf = (pending: Pending, mask: Mask, source: Pick<Source, 'floor'>): string =>
	sentence(bareSentenceOf(pending, mask, source), nameOf(maskTarget(mask, pending.command.target)));

const failures = new WeakMap<readonly Pending[], readonly Pending[]>();

/**
 * The commands that failed, which the operator has not seen; every frame asks for them, and weeks of commands are many.
 *
 * @param seen the id of the last command whose failure the operator has seen
 */
export const unseenFailures = (commands: readonly Pending[], seen: number): readonly Pending[] => {
	const failed = failures.get(commands) ?? commands.filter(isFailed);
	failures.set(commands, failed);
	return failed.filter(({command}) => command.id > seen);
};

/**
 * The command to be reported: the last one that is open or has ended lately, else the one that failed last.
 *
 * @param seen the id of the last command whose failure the operator has seen
 */
export const lastCommand = (commands: readonly Pending[], now: Moment, seen: number): Pending | undefined =>
	commands.findLast(pending => isOpen(pending) || elapsed(pending.at, now) < shownFor) ??
	unseenFailures(commands, seen).reduce<Pending | undefined>(
		(last, one) => (last && last.at.mono > one.at.mono ? last : one),
		undefined,
	);

/** The id of the last failed command that counts as seen when a key is pressed now: it has been on screen long enough. */
export const seenBy = (commands: readonly Pending[], now: Moment): number =>
	unseenFailures(commands, 0).findLast(({at}) => elapsed(at, now) >= shownFor)?.command.id ?? 0;

const units: Readonly<Record<FigureChange['unit'], (value: number) => string>> = {
	agents: value => decimals(value, 1),
	calls: value => decimals(value, 1),
	'per minute': value => `${decimals(value, 1)} a minute`,
	percent: value => percent(value, 2),
	level: value => decimals(value, 2),
	seconds: value => span(value),
};

/** Changes by fewer deviations are no news. */
const leastDeviations = 1;

/** A figure that changed: `ready 3.2 → 9.8 (+4.1 sd)`. */
const figureText = ({name, unit, before, after, deviations}: FigureChange): string =>
	`${name} ${units[unit](before)} → ${units[unit](after)} (${deviations < 0 ? '-' : '+'}${decimals(Math.abs(deviations), 1)} sd)`;

/** The figures that changed by a standard deviation or more, in words. */
export const changedFigures = ({changes}: CommandChange): string[] =>
	changes.filter(({deviations}) => Math.abs(deviations) >= leastDeviations).map(figureText);

/** What is compared: `10 minutes after it against 10 before`. */
export const comparedText = ({minutes}: CommandChange): string =>
	`${counted(minutes, 'minute')} after it against 10 before`;

/** The text if no figure changed by that much. */
export const nothingChanged = 'no figure changed by a standard deviation';

/** The figures that changed after a command, in a sentence. */
export const changeText = (change: CommandChange): string =>
	`${comparedText(change)}: ${changedFigures(change).join('; ') || nothingChanged}`;
