/** The lines of the audit: what each holds, and how a file of them is read, whatever it contains. */

import {type AuditOutcome, auditOutcomes, type Later, laterWords} from '../model/command-outcomes.ts';
import type {TargetName} from '../model/pending.ts';
import type {Effect} from '../wire/operation.ts';
import {isObject} from '../wire/record.ts';
import {safeText, textLimit} from '../wire/text.ts';

/** Who acts, from where, by which process. */
export type Who = {
	/** The user of this machine. */
	user: string;
	/** Who became that user by sudo; undefined if nobody did. */
	sudoUser?: string;
	/** This machine. */
	host: string;
	/** The name of the terminal; null without one. */
	tty: string | null;
	pid: number;
	/** When the process started, as the system counts it; null if unknown. With the pid it names one process. */
	started: string | null;
};

/** Which service is acted on. */
export type Whereto = {
	profile: string;
	/** In words: `PRODUCTION`. */
	environment: string;
	/** The address that the requests go to. */
	url: string;
};

/** What every line holds. */
export type Common = Who &
	Whereto & {
		/** ISO 8601, in UTC, with milliseconds. */
		at: string;
		/** The id of the intent; the lines about its outcome have the same one. */
		id: string;
		/** The user at the service, if known. */
		serviceUser: string | null;
		operation: string;
		effect: Effect;
		target: TargetName | null;
		/** What was asked for, in a word: `pause`. */
		verb: string;
	};

/** A line of the audit. */
export type AuditLine = Common &
	(
		| {
				kind: 'intent';
				/** Without secrets; of phone numbers the last four digits. */
				params: Readonly<Record<string, unknown>>;
				/** The state that the service must show for the command to count as observed, if there is one. */
				expected?: string;
		  }
		| {
				kind: 'outcome';
				outcome: AuditOutcome;
				/** Why it was not done; if it was done, what the service warned of. */
				reason?: string;
				/** Milliseconds of the request. */
				ms: number;
		  }
		| {kind: Later; seen?: string}
	);

const kinds: readonly string[] = ['intent', 'outcome', ...Object.keys(laterWords)];
const outcomes: readonly string[] = auditOutcomes;
const targets: readonly string[] = ['campaign', 'list', 'account', 'number', 'service'] satisfies TargetName['kind'][];

/** A value whose texts are safe to show. */
const safe = (value: unknown): unknown => {
	if (typeof value === 'string') {
		return safeText(value);
	}
	if (Array.isArray(value)) {
		return value.map(safe);
	}
	return isObject(value)
		? Object.fromEntries(Object.entries(value).map(([name, item]) => [safeText(name), safe(item)]))
		: value;
};

/** A short line of printable ASCII without escapes, as nearly all are: each text in it is safe as it is. */
const isPlain = (text: string): boolean => text.length <= textLimit && /^[ -[\]-~]*$/.test(text);

const words = ['id', 'user', 'host', 'profile', 'environment', 'url', 'operation', 'effect', 'verb'] as const;

const isTarget = (value: unknown): boolean =>
	value === null ||
	(isObject(value) &&
		targets.includes(String(value.kind)) &&
		typeof value.id === 'string' &&
		typeof value.name === 'string');

const isWordOrNothing = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';

/** Whether an object is a line that dialtop wrote. */
const isLine = (value: Record<string, unknown>): boolean =>
	kinds.includes(String(value.kind)) &&
	words.every(name => typeof value[name] === 'string') &&
	typeof value.at === 'string' &&
	!Number.isNaN(Date.parse(value.at)) &&
	Number.isInteger(value.pid) &&
	[value.sudoUser, value.tty, value.started, value.serviceUser, value.reason, value.seen, value.expected].every(
		isWordOrNothing,
	) &&
	isTarget(value.target) &&
	(value.kind !== 'outcome' || (outcomes.includes(String(value.outcome)) && typeof value.ms === 'number')) &&
	(value.kind !== 'intent' || isObject(value.params));

/** How each line begins. */
const beginning = '{"at":"';

const parsed = (text: string): AuditLine | undefined => {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) && isLine(value) ? ((isPlain(text) ? value : safe(value)) as AuditLine) : undefined;
	} catch {
		// Torn, or not written by dialtop.
		return undefined;
	}
};

/** A line that was read: what it holds, and whether it is whole and dialtop's own. */
export type LineRead = {line: AuditLine | undefined; isWhole: boolean};

/** Reads a line, whatever it is; a torn one may be followed by a whole one of another instance. */
export const readLine = (written: string): LineRead => {
	const whole = parsed(written);
	return whole
		? {line: whole, isWhole: true}
		: {line: parsed(written.slice(Math.max(0, written.lastIndexOf(beginning)))), isWhole: written.trim() === ''};
};
