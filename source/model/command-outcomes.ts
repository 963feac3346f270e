/**
 * The outcomes of a command, a row each: what its target's row shows, the sentence about it, and what JSON, the audit and the exit
 * code show of it. The screen, the commands and the audit take all of that from here.
 */
import type {Command, Pending, Phase, Reading} from './pending.ts';

/** The roles that outcomes are drawn in. */
type Tone = 'pending' | 'ok' | 'error' | 'faint';

/** One of the four outcomes of a call; or that there is none yet, or that nothing had to be sent. */
export type OutcomeKind = 'sending' | 'done' | 'refused' | 'not-sent' | 'unknown' | 'nothing-to-do';

/** The kinds that the audit records. */
export type AuditOutcome = Exclude<OutcomeKind, 'sending' | 'nothing-to-do'>;

/** What the audit records later: what was found out after the outcome, or decided about it. */
export type Later = 'observed' | 'not-observed' | 'set-aside';

/** A kind: its word in a column of outcomes, its tone, and the exit code, by its name among the exit codes. */
type KindRow = {word: string; tone: Tone; exit: 'done' | 'refused' | 'notSent' | 'unknown'};

/** The kinds. */
export const outcomeKinds: Readonly<Record<OutcomeKind, KindRow>> = {
	sending: {word: 'sending…', tone: 'pending', exit: 'unknown'},
	done: {word: 'DONE', tone: 'ok', exit: 'done'},
	refused: {word: 'REFUSED', tone: 'error', exit: 'refused'},
	'not-sent': {word: 'NOT SENT', tone: 'error', exit: 'notSent'},
	unknown: {word: 'UNKNOWN', tone: 'error', exit: 'unknown'},
	'nothing-to-do': {word: 'NOTHING TO DO', tone: 'faint', exit: 'done'},
};

/** The kinds that the audit records. */
export const auditOutcomes: readonly AuditOutcome[] = ['done', 'refused', 'not-sent', 'unknown'];

/** The words for what the audit records later. */
export const laterWords: Readonly<Record<Later, string>> = {
	observed: 'observed',
	'not-observed': 'not seen',
	'set-aside': 'set aside',
};

/** What a sentence about an outcome is made from. */
export type OutcomeFacts = {
	/** What was asked: `pause 1001`. */
	what: string;
	/** When, by the wall clock: `10:02:11`. */
	asked: string;
	/** How long it took until it was observed: `1.2 s`. */
	after: string;
	/** Seconds that the service was waited for. */
	within: number;
	/** The service's own words for a refusal, else the cause; of one that is done, what the service warned of. */
	reason: string;
	/** What the service was seen to show; undefined if nothing was seen. */
	seen: string | undefined;
	/** What it was seen to show and how that compares with what was asked, as a clause. */
	shows: string;
	/** How it is still waited for. */
	waits: string;
};

/** An outcome; its tone and exit code are those of its kind unless it has its own. */
type Row = {
	kind: OutcomeKind;
	tone?: Tone;
	exit?: KindRow['exit'];
	/** In a word or two. */
	brief: string;
	/** What the target's row shows behind its status, if not what was asked and `brief`. */
	mark?(command: Pick<Command, 'doing'>): string;
	/** The sentence about it. */
	says(facts: OutcomeFacts): string;
	/** What the audit records when it comes about after the outcome. */
	later?: Later;
};

/** The phases, apart by whether one was reached without an answer; and that nothing had to be sent. */
export type OutcomeId = Phase | 'seen-unanswered' | 'unseen-unanswered' | 'set-aside-unanswered' | 'nothing-to-do';

const warned = ({reason}: OutcomeFacts): string => (reason === '' ? '' : `; ${reason}`);

/** The table. */
export const outcomes: Readonly<Record<OutcomeId, Row>> = {
	sending: {
		kind: 'sending',
		brief: 'under way',
		mark: ({doing}) => `→ ${doing}…`,
		says: ({what, asked}) => `${what}: sent at ${asked}, waiting for the answer`,
	},
	acknowledged: {
		kind: 'done',
		tone: 'pending',
		brief: 'under way',
		mark: ({doing}) => `→ ${doing}…`,
		says: facts => `${facts.what}: ${facts.waits}${warned(facts)}`,
	},
	done: {
		kind: 'done',
		brief: 'done',
		mark: () => '✓',
		says: facts =>
			`${facts.what}: done${facts.seen === undefined ? '' : `; the service now shows ${facts.seen}`}${warned(facts)}`,
	},
	observed: {
		kind: 'done',
		brief: 'observed',
		mark: () => '✓',
		says: facts => `${facts.what}: done, observed after ${facts.after} (${facts.seen ?? '—'})${warned(facts)}`,
		later: 'observed',
	},
	unobserved: {
		kind: 'done',
		tone: 'error',
		brief: 'not seen',
		says: facts => `${facts.what}: accepted, but not observed after ${facts.within} s; ${facts.shows}${warned(facts)}`,
		later: 'not-observed',
		// A script must not go on as if the change were in effect.
		exit: 'unknown',
	},
	'set-aside': {
		kind: 'done',
		tone: 'faint',
		brief: 'set aside',
		says: ({what, shows}) => `${what}: accepted, set aside before it was observed; ${shows}`,
		later: 'set-aside',
	},
	refused: {
		kind: 'refused',
		brief: 'refused',
		says: ({what, reason}) => `${what} refused: ${reason}`,
	},
	'not-sent': {
		kind: 'not-sent',
		brief: 'NOT SENT',
		says: ({what, reason}) => `${what} was NOT SENT: ${reason}`,
	},
	unknown: {
		kind: 'unknown',
		brief: 'UNKNOWN',
		says: ({what, reason, waits}) => `${what}: outcome UNKNOWN (${reason})${waits}`,
	},
	'seen-unanswered': {
		kind: 'unknown',
		tone: 'ok',
		brief: 'seen',
		mark: () => 'seen',
		says: ({what, asked, shows}) => `asked to ${what} at ${asked}, no answer; ${shows}`,
		later: 'observed',
	},
	'unseen-unanswered': {
		kind: 'unknown',
		brief: 'UNKNOWN',
		says: ({what, reason, within, shows}) =>
			`${what}: outcome UNKNOWN (${reason}), and not observed after ${within} s; ${shows}`,
		later: 'not-observed',
	},
	'set-aside-unanswered': {
		kind: 'unknown',
		tone: 'faint',
		brief: 'UNKNOWN',
		says: ({what, reason}) => `${what}: outcome UNKNOWN (${reason}), set aside`,
		later: 'set-aside',
	},
	'nothing-to-do': {
		kind: 'nothing-to-do',
		brief: 'nothing to do',
		says: ({what, reason, shows}) => `${what}: nothing was sent, ${reason} (${shows})`,
	},
};

const unanswered: Partial<Record<Phase, OutcomeId>> = {
	observed: 'seen-unanswered',
	unobserved: 'unseen-unanswered',
	'set-aside': 'set-aside-unanswered',
};

/** The id of a command's outcome so far. */
export const outcomeIdOf = ({phase, wasUnknown}: Pick<Pending, 'phase' | 'wasUnknown'>): OutcomeId =>
	(wasUnknown ? unanswered[phase] : undefined) ?? phase;

/** What the table has on an outcome, with what it has from its kind. */
export const outcomeRow = (id: OutcomeId): Row & KindRow => ({...outcomeKinds[outcomes[id].kind], ...outcomes[id]});

/** What the table has on a command so far. */
export const outcomeOf = (pending: Pick<Pending, 'phase' | 'wasUnknown'>): Row & KindRow =>
	outcomeRow(outcomeIdOf(pending));

/** Whether the service showed what was asked for; undefined if that is not known. */
export const isObserved = ({later}: {later?: Later | undefined}): boolean | undefined =>
	later === 'observed' ? true : later === 'not-observed' ? false : undefined;

/** Whether the service accepted it and answered with a warning. */
export const isWarned = (pending: Pick<Pending, 'phase' | 'wasUnknown' | 'reason'>): boolean => {
	const {kind, tone} = outcomeOf(pending);
	return kind === 'done' && (tone === 'ok' || tone === 'pending') && pending.reason !== '';
};

/** Whether it has ended otherwise than asked: the operator must see that. */
export const isFailed = ({phase}: Pick<Pending, 'phase'>): boolean =>
	phase === 'refused' || phase === 'not-sent' || phase === 'unobserved';

/** What the service shows after a command: what that is, and the clause about it. */
export const readings: Readonly<Record<Reading, {is: string; clause(shown: string): string}>> = {
	asked: {
		is: 'what was asked',
		clause: shown => `the service now shows ${shown}`,
	},
	other: {
		is: 'not what was asked',
		clause: shown => `the service now shows ${shown}: not what was asked`,
	},
	unknown: {
		is: 'a word dialtop does not know; status_words of the profile can say what it means',
		clause: shown => `the service shows ${shown}, a word dialtop does not know: not observed`,
	},
	apart: {
		is: 'two words that do not agree',
		clause: shown => `the service shows ${shown}, which do not agree: not observed`,
	},
};
