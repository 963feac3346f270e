/** No audit, no command: every command is written to the audit before it is sent. */
import type {Audit, Intent, Written} from '../audit/audit.ts';
import {readLine} from '../audit/entry.ts';
import type {AuditFailure} from '../audit/file.ts';
import {type AuditRecord, createRecords, isUnsettled, lastLines} from '../audit/read.ts';
import {mayBeAlive} from '../audit/who.ts';
import type {StatusWords} from '../model/campaign.ts';
import {
	type Command,
	type Control,
	isExpectedWord,
	type RecalledCommand,
	type Target,
	type TargetName,
} from '../model/pending.ts';
import {endpoint} from '../wire/address.ts';
import type {CallOptions, Dialer, HarmlessCall} from '../wire/client/dialer.ts';
import {isHarmless} from '../wire/client/transport.ts';
import {type Outcome, WireError} from '../wire/errors.ts';
import {type OperationType, operations} from '../wire/operations/index.ts';
import {hidden} from '../wire/words.ts';
import {reasonOf, warningOf} from './session.ts';

/** What the audit records of a command besides what is sent. */
export type AuditNote = Pick<Intent, 'id' | 'target' | 'verb' | 'expected'> & {
	/** Called if the outcome could not be written; it is written with the next line. */
	complain?(problem: AuditFailure): void;
};

/** What the audit records of a control. */
export const auditNoteOn = ({target, verb, expected}: Control): Pick<AuditNote, 'target' | 'verb' | 'expected'> => ({
	target,
	verb,
	...(typeof expected === 'string' ? {expected} : {}),
});

/** Options of one call. */
export type AuditedOptions = CallOptions & {audit?: AuditNote};

/** A dialer that records its commands in the audit. */
export type AuditedDialer = {
	/** Calls the dialer directly: its type allows no command. */
	read: HarmlessCall;
	ask(
		type: OperationType,
		params: Readonly<Record<string, unknown>>,
		options?: AuditedOptions,
	): Promise<Outcome<Record<string, unknown>>>;
	/** Records a command that is not sent, and why. Resolves also where that cannot be written. */
	withhold(
		type: OperationType,
		params: Readonly<Record<string, unknown>>,
		note: AuditNote,
		reason: string,
	): Promise<void>;
};

export type AuditedParts = {
	audit: Audit;
	/** The user at the service, if known. */
	user(): string | undefined;
	/** Milliseconds that only go forward. */
	elapsed?(): number;
};

/**
 * Puts the audit before a dialer: a command is on the disk before it is sent. If it cannot be written nothing is
 * sent, and the outcome is NOT SENT (`no-audit`).
 */
export const audited = (dialer: Dialer, parts: AuditedParts): AuditedDialer => {
	const {audit, user, elapsed = () => performance.now()} = parts;

	const through = async <T>(
		operation: OperationType,
		params: Readonly<Record<string, unknown>>,
		{audit: note = {}, ...options}: AuditedOptions,
		send: (options: CallOptions) => Promise<Outcome<T>>,
	): Promise<Outcome<T>> => {
		if (isHarmless(operations[operation].effect)) {
			return send(options);
		}
		const {complain, ...entry} = note;
		let written: Written;
		try {
			written = await audit.intent({...entry, operation, params, by: user()});
		} catch (error) {
			const {message, advice = ''} = error as Partial<AuditFailure> & Error;
			return {kind: 'not-sent', cause: new WireError('no-audit', message, {advice, cause: error})};
		}
		const from = elapsed();
		const outcome = await send(options);
		const reason = outcome.kind === 'done' ? warningOf(outcome) : reasonOf(outcome);
		const problem = await written.ended({kind: outcome.kind, ms: elapsed() - from, ...(reason ? {reason} : {})});
		if (problem) {
			complain?.(problem);
		}
		return outcome;
	};

	return {
		read: dialer.call,
		ask: (type, params, options = {}) => through(type, params, options, others => dialer.ask(type, params, others)),
		async withhold(operation, params, {complain: _complain, ...note}, reason) {
			const written = await audit.intent({...note, operation, params, by: user()}).catch(() => undefined);
			await written?.ended({kind: 'not-sent', reason, ms: 0});
		},
	};
};

/** Bytes at the end of the audit that are read. */
const bytesRead = 1024 * 1024;

/** Commands recalled at most, the latest. */
const most = 50;

/**
 * What was asked for at a service, oldest first; from the end of the audit and of the file that was rotated before it (`.1`). Empty if
 * the audit cannot be read.
 *
 * @param url the service's base address
 */
export const recordsAt = (file: string, url: string): AuditRecord[] => {
	const records = createRecords();
	for (const one of [`${file}.1`, file]) {
		try {
			for (const written of lastLines(one, bytesRead)) {
				const {line} = readLine(written);
				if (line) {
					records.add(line);
				}
			}
		} catch {
			// A file that cannot be read cannot be written either, and that is reported when a command is sent.
		}
	}
	const service = endpoint(url).href;
	return records.all().filter(record => record.url === service);
};

/**
 * The commands whose outcome is not known and whose process has ended.
 *
 * @param own what the service's own status words mean
 */
export const unsettledRecords = (
	records: readonly AuditRecord[],
	own?: StatusWords | undefined,
	now = Date.now(),
): AuditRecord[] => records.filter(record => isUnsettled(record, own) && !mayBeAlive(record, now)).slice(-most);

const isOperation = (type: string): type is OperationType => Object.hasOwn(operations, type);

/** A target as the audit recorded it. */
const recalledTarget = (service: string, {kind, id, name}: TargetName): Target => ({
	service,
	kind,
	id,
	name,
	...(id.startsWith(hidden) ? {endsIn: id.slice(hidden.length)} : {}),
});

/** A record for the model; ids below 0 are of earlier runs. */
const recalledOf = (record: AuditRecord, index: number, service: string): RecalledCommand | undefined => {
	const {id, at, operation, target, verb, params = {}, expected, serviceUser, user, outcome, reason} = record;
	if (!isOperation(operation)) {
		return undefined;
	}
	const command: Command = {
		id: -1 - index,
		audit: id,
		operation,
		params,
		target: recalledTarget(service, target ?? {kind: 'service', id: operation, name: operation}),
		doing: verb,
		verb,
		expected: isExpectedWord(expected) ? expected : undefined,
		before: undefined,
		...(serviceUser === null ? {} : {by: serviceUser}),
	};
	const why = outcome === undefined ? 'which ended before an answer was known' : (reason ?? 'without an answer');
	return {
		command,
		askedAt: Date.parse(at),
		reason: `asked on ${at.slice(0, 10)} by ${user} in an earlier run, ${why}`,
	};
};

/**
 * The records for the model; those of unknown operations are skipped.
 *
 * @param service the name that the service of these records has now
 */
export const recalledCommands = (records: readonly AuditRecord[], service: string): RecalledCommand[] =>
	records.flatMap((record, index) => recalledOf(record, index, service) ?? []);
