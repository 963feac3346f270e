/** No audit, no command: every command is written to the audit before it is sent. */

import type {Audit, Intent, Written} from '../audit/audit.ts';
import type {AuditFailure} from '../audit/file.ts';
import type {Control} from '../model/pending.ts';
import type {CallOptions, Dialer, HarmlessCall} from '../wire/client/dialer.ts';
import {isHarmless} from '../wire/client/transport.ts';
import {WireError} from '../wire/errors.ts';
import {type OperationType, operations} from '../wire/operations/index.ts';
import type {Outcome} from '../wire/outcome.ts';
import {reasonOf, warningOf} from './session.ts';

/** What the audit writes of a command besides what is sent. */
export type AuditNote = Pick<Intent, 'id' | 'target' | 'verb' | 'expected'> & {
	/** Called if the outcome could not be written; it is written with the next line. */
	complain?(problem: AuditFailure): void;
};

/** What the audit writes of a control. */
export const auditNoteOn = ({target, verb, expected}: Control): Pick<AuditNote, 'target' | 'verb' | 'expected'> => ({
	target,
	verb,
	...(typeof expected === 'string' ? {expected} : {}),
});

/** Options of one call. */
export type AuditedOptions = CallOptions & {audit?: AuditNote};

/** A dialer whose commands leave their lines in the audit. */
export type AuditedDialer = {
	/** Calls the dialer itself: its type lets no command through. */
	read: HarmlessCall;
	ask(
		type: OperationType,
		params: Readonly<Record<string, unknown>>,
		options?: AuditedOptions,
	): Promise<Outcome<Record<string, unknown>>>;
};

export type AuditedParts = {
	audit: Audit;
	/** The user at the service, if known. */
	user(): string | undefined;
	/** Milliseconds that only go forward. */
	elapsed?(): number;
};

/**
 * Puts the audit before a dialer: a command is on the disk before it is handed on. If it cannot be written nothing is
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
		const {complain, ...told} = note;
		let written: Written;
		try {
			written = await audit.intent({...told, operation, params, by: user()});
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
		ask: (type, params, options = {}) => through(type, params, options, rest => dialer.ask(type, params, rest)),
	};
};
