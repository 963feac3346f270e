/** Commands on their way: from the operator's yes to what the service was then seen to do. */
import {dialStateOf, plainWord, type StatusWords} from './campaign.ts';
import {listIsOn} from './list.ts';
import {isDrift, type SettingValues, sameValue, settingIn} from './setting-values.ts';
import type {Moment} from './time.ts';
import type {OperationType, Setting} from './wire.ts';

/** What names a target at its service; one of kind `service` is listed nowhere, and its id begins with the operation. */
export type TargetName = {
	kind: 'campaign' | 'list' | 'account' | 'number' | 'service';
	id: string;
	name: string;
};

/** What a command acts on. */
export type Target = TargetName & {
	/** The service that it is at, by `profile` of its {@link Source}: nothing is sent over a connection to another one. */
	service: string;
	/** The digits that the audit recorded of the id, in a command of an earlier run: any id that ends in them may be the same. */
	endsIn?: string;
};

const expectedWords = ['dialing', 'paused', 'stopped', 'on', 'off'] as const;

type ExpectedWord = (typeof expectedWords)[number];

/** True for a word that a command may wait for. */
export const isExpectedWord = (word: string | undefined): word is ExpectedWord =>
	expectedWords.some(known => known === word);

/** A text that the service, or whoever filled a form, wrote, behind its label. */
export type Written = readonly [label: string, text: string];

/** What the service must show for the command to count as observed. */
export type Expected = ExpectedWord | SettingValues;

/** What the operator is asked to confirm; plain data, so that it can be stored and offered again. */
export type Control = {
	operation: OperationType;
	/** As the catalogue's row takes them. */
	params: Readonly<Record<string, unknown>>;
	target: Target;
	/** What is being done, for the row: `pausing`. */
	doing: string;
	/** What was asked, for sentences: `pause`. */
	verb: string;
	/** Undefined if the service shows nothing that would confirm it. */
	expected: Expected | undefined;
	/** The target's status word when it was asked. */
	before: string | undefined;
	/** What will happen, in a sentence, if the operation has no sentence of its own. */
	effects?: string;
	/** What the question quotes of others, after dialtop's own words. */
	texts?: readonly Written[];
	/** The campaign that the question names beside the target: that of a list, or that a number is called or texted for. */
	campaign?: {id: string | undefined; name: string | undefined};
	/** The campaigns and lists that its fields name, with what each was called when it was asked; undefined if it was not listed. */
	named?: readonly {kind: 'campaign' | 'list'; id: string; name: string | undefined}[];
	/** A further sentence of the question. */
	note?: string;
	/** What is typed to confirm, if it is not the target's name: an amount, a number. */
	typed?: string;
	/** Settings as the operator saw them when asked: nothing is sent if one of them has changed since. */
	was?: SettingValues;
	/** What takes it back. */
	undo?: Control;
	/** The command that this one takes back. */
	undoes?: number;
	/** Set alike on those that were confirmed together. */
	batch?: number;
	/** True if it is one of all that dial, or of all that were paused by such a pause: of several, the question counts them and names none. */
	all?: true;
};

/** A command that the operator has confirmed. */
export type Command = Control & {
	/** Unique in this run. */
	id: number;
	/** Who was signed in at the service then, if known. */
	by?: string | undefined;
	/** Its id in the audit. */
	audit?: string;
};

/** A command of an earlier run: when it was asked, by the wall clock of then, and why its outcome is not known. */
export type RecalledCommand = {command: Command; askedAt: number; reason: string};

/**
 * How far a command has come.
 *
 * - `sending`: on the wire
 * - `acknowledged`: DONE, and the service has not yet been seen to show it
 * - `unknown`: no outcome; the service is being asked what it shows
 * - `done`: DONE, and the service shows nothing that would confirm it
 * - `set-aside`: no outcome, or not yet seen, and the operator has decided not to wait for it
 * - `observed`: polls sent after the answer show it, in a word that is known to mean it
 * - `unobserved`: thirty seconds passed without that
 * - `refused`, `not-sent`: ended without effect
 */
export type Phase =
	| 'sending'
	| 'acknowledged'
	| 'unknown'
	| 'done'
	| 'observed'
	| 'unobserved'
	| 'refused'
	| 'not-sent'
	| 'set-aside';

/** The two sources of a campaign's status: get_campaigns and get_dashboard_stats. Lists have the first only. */
export type StatusSource = 'listing' | 'dashboard';

/**
 * How what the service shows after a command compares with what was asked.
 *
 * - `asked`: it is what was asked for
 * - `other`: a word that is known to mean something else, or another value of a setting
 * - `unknown`: a word whose meaning is not known
 * - `apart`: one source shows what was asked for, the other a word that is known to mean something else
 */
export type Reading = 'asked' | 'other' | 'unknown' | 'apart';

/** A command and how far it has come. */
export type Pending = {
	command: Command;
	/** What each source showed when it was asked; the two may have different words for one state. */
	words: Readonly<Record<StatusSource, string | undefined>>;
	/** What each source has shown since the outcome: null if it was read and showed no word. */
	shown: Readonly<Partial<Record<StatusSource, string | null>>>;
	phase: Phase;
	askedAt: Moment;
	/** When the outcome was known (or known to be unknown). */
	endedAt: Moment | undefined;
	/** True if the outcome itself was UNKNOWN, whatever was seen afterwards. */
	wasUnknown: boolean;
	/** Why: the service's own words for a refusal, the cause otherwise; of one that is done, what it warned of. */
	reason: string;
	/** The status word that was seen afterwards; both words if the two sources do not mean the same. */
	seen: string | undefined;
	/** What that word means for the command; undefined until one was seen. */
	reading: Reading | undefined;
	/** When the last change of phase was. */
	at: Moment;
};

/** Milliseconds after which a command that was not observed is shown as unobserved. */
export const observeWithin = 30_000;

/** Milliseconds that an ended command stays on its row. */
export const shownFor = 10_000;

/** Why a control does not go to a service: its target is at another one. Undefined if it may go there. */
export const whyElsewhere = ({target}: Pick<Control, 'target'>, service: string): string | undefined => {
	const named = (profile: string): string => (profile === '' ? 'a service without a profile' : profile);
	return target.service === service
		? undefined
		: `what was asked is for ${named(target.service)}, and this connection is to ${named(service)}`;
};

/** True while the control stays locked on that target. */
export const isOpen = ({phase}: Pending): boolean =>
	phase === 'sending' || phase === 'acknowledged' || phase === 'unknown';

/** True while the operator may say that it need not be waited for: it has ended, and holds its control. */
export const isSettable = ({phase}: Pending): boolean => phase === 'acknowledged' || phase === 'unknown';

const dialing: readonly OperationType[] = ['play_campaign', 'pause_campaign', 'stop_campaign'];

type Identified = Pick<Target, 'kind' | 'id' | 'endsIn'>;

const mayBe = ({endsIn}: Identified, {id}: Identified): boolean => endsIn !== undefined && id.endsWith(endsIn);

const isSameTarget = (a: Identified, b: Identified): boolean =>
	a.kind === b.kind && (a.id === b.id || mayBe(a, b) || mayBe(b, a));

/**
 * True for two commands of which the one waits for the other: the same control on the same target. Play, pause and stop
 * are one, a campaign's settings another.
 */
export const isSameControl = (
	a: Pick<Control, 'operation'> & {target: Identified},
	b: Pick<Control, 'operation'> & {target: Identified},
): boolean =>
	isSameTarget(a.target, b.target) &&
	(a.operation === b.operation || (dialing.includes(a.operation) && dialing.includes(b.operation)));

/** True while the service is still to be seen to show it. */
export const isAwaited = ({phase, command}: Pending): boolean =>
	command.expected !== undefined && (phase === 'acknowledged' || phase === 'unknown');

/** What a status word means for what was asked; `own` are the words of the service. */
export const meaningOf = (
	expected: ExpectedWord,
	word: string,
	own: StatusWords | undefined,
): Exclude<Reading, 'apart'> => {
	if (expected === 'on' || expected === 'off') {
		const isOn = listIsOn(word);
		return isOn === undefined ? 'unknown' : isOn === (expected === 'on') ? 'asked' : 'other';
	}
	const state = dialStateOf(word, own);
	return state === 'unknown' ? 'unknown' : state === expected ? 'asked' : 'other';
};

const sourcesOf = ({command}: Pending): readonly StatusSource[] =>
	command.target.kind === 'list' ? ['listing'] : ['dashboard', 'listing'];

const sourceNames: Record<StatusSource, string> = {listing: 'get_campaigns', dashboard: 'the dashboard'};

type Shown = {source: StatusSource; word: string; meaning: Exclude<Reading, 'apart'>};

const shownSince = (pending: Pending, expected: ExpectedWord, own: StatusWords | undefined): Shown[] =>
	sourcesOf(pending).flatMap(source => {
		const word = pending.shown[source];
		return typeof word === 'string' ? [{source, word, meaning: meaningOf(expected, word, own)}] : [];
	});

/** What the sources show, in words and in what they say. */
const readingOf = (shown: readonly Shown[]): Pick<Pending, 'seen' | 'reading'> => {
	const has = (meaning: Reading): boolean => shown.some(one => one.meaning === meaning);
	const isOne = new Set(shown.map(({word, meaning}) => (meaning === 'unknown' ? plainWord(word) : meaning))).size < 2;
	return {
		seen: isOne ? shown[0]?.word : shown.map(({source, word}) => `${word} in ${sourceNames[source]}`).join(', '),
		reading:
			has('asked') && has('other') ? 'apart' : (['asked', 'other', 'unknown'] as const).find(meaning => has(meaning)),
	};
};

/**
 * Whether the service was seen to do what was asked: a source shows it that did not show it before, no source shows a word
 * that is known to mean something else, and each has been read since the outcome.
 *
 * @param isLast whether nobody will look again: then a source that was not read is not waited for
 */
const isSeen = (pending: Pending, own: StatusWords | undefined, isLast: boolean): boolean => {
	const {expected} = pending.command;
	if (typeof expected !== 'string') {
		return false;
	}
	const shown = shownSince(pending, expected, own);
	const isNews = ({source, meaning}: Shown): boolean => {
		const before = pending.words[source];
		return meaning === 'asked' && (before === undefined || meaningOf(expected, before, own) !== 'asked');
	};
	return (
		shown.some(isNews) &&
		shown.every(({meaning}) => meaning !== 'other') &&
		(isLast || sourcesOf(pending).every(source => pending.shown[source] !== undefined))
	);
};

/** What a poll showed under the id of a target, and by which source; no status if it was read and gave none. */
export type PolledStatus = Pick<Target, 'kind'> & {source: StatusSource; status: string | undefined};

/**
 * Compares a command with what a poll shows. Only a poll that was sent after the outcome counts: an earlier one may
 * still carry the old state. Status words say nothing about settings.
 *
 * @param own the words of the service
 */
export const observe = (
	pending: Pending,
	polled: PolledStatus,
	own: StatusWords | undefined,
	sentAt: Moment,
	now: Moment,
): Pending => {
	const {command, endedAt} = pending;
	const {expected, target} = command;
	const {kind, source, status = null} = polled;
	if (!isAwaited(pending) || typeof expected !== 'string' || target.kind !== kind) {
		return pending;
	}
	if (endedAt === undefined || sentAt.mono <= endedAt.mono || pending.shown[source] === status) {
		return pending;
	}
	const next: Pending = {...pending, shown: {...pending.shown, [source]: status}};
	const {seen = pending.seen, reading = pending.reading} = readingOf(shownSince(next, expected, own));
	return isSeen(next, own, false) ? {...next, seen, reading, phase: 'observed', at: now} : {...next, seen, reading};
};

/** Digits behind a zero may be an id or a phone number, to which that zero belongs. */
const mayBeId = (text: string): boolean => /^\s*0\d/.test(text);

/** Whether a setting shows a value: it is there, and as often as it is there it has that value. */
const showsValue = (settings: readonly Setting[], name: string, value: string): boolean => {
	const found = settings.filter(setting => setting.name === name).map(setting => setting.value);
	return (
		found.length > 0 &&
		found.every(one => (mayBeId(one) || mayBeId(value) ? one.trim() === value.trim() : sameValue(one, value)))
	);
};

/**
 * Compares a change of settings with a reading of them. A setting that the campaign moves by itself may show another
 * value by then: if only such settings differ, the change counts as done, with what was seen, but not as observed.
 */
export const observeSettings = (
	pending: Pending,
	campaignId: string,
	settings: readonly Setting[],
	sentAt: Moment,
	now: Moment,
): Pending => {
	const {command, endedAt, phase} = pending;
	const {expected, target, was} = command;
	if (!isAwaited(pending) || typeof expected !== 'object' || target.kind !== 'campaign' || target.id !== campaignId) {
		return pending;
	}
	if (endedAt === undefined || sentAt.mono <= endedAt.mono) {
		return pending;
	}
	const wanted = Object.entries(expected.settings);
	const seen = wanted.map(([name]) => `${name} ${settingIn(settings, name) ?? '?'}`).join(', ');
	const open = wanted.filter(([name, value]) => !showsValue(settings, name, value));
	if (open.length === 0) {
		return {...pending, phase: 'observed', seen, reading: 'asked', at: now};
	}
	const drifted = open.every(([name, value]) => {
		const shown = settingIn(settings, name);
		const moved = shown !== undefined && !sameValue(shown, was?.settings[name] ?? shown);
		return moved && expected.drifting.includes(name) && isDrift(value, shown);
	});
	if (drifted && phase === 'acknowledged') {
		return {...pending, phase: 'done', seen: `${seen}: it moves by itself`, reading: 'other', at: now};
	}
	return pending.seen === seen ? pending : {...pending, seen, reading: 'other'};
};

/**
 * Ends the wait after thirty seconds, in which a source may not have been read. The monotonic clock counts them: it
 * stops while the machine is suspended, and setting the wall clock does not move it.
 */
export const expire = (pending: Pending, own: StatusWords | undefined, now: Moment): Pending =>
	pending.endedAt && isAwaited(pending) && now.mono - pending.endedAt.mono > observeWithin
		? {...pending, phase: isSeen(pending, own, true) ? 'observed' : 'unobserved', at: now}
		: pending;
