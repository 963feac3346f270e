/** What went wrong on the wire, for programs. */
import type {RulesUsed} from './tolerance.ts';

export type WireErrorCode =
	| 'connection-refused'
	| 'host-not-found'
	| 'unreachable'
	| 'connect-timeout'
	| 'tls'
	| 'proxy'
	| 'reset'
	| 'deadline'
	| 'too-large'
	| 'http-status'
	| 'rate-limited'
	| 'not-json'
	| 'bad-shape'
	/** The answer says yes, and nothing in it can be read as what was asked for. */
	| 'unreadable'
	| 'odd-flag'
	| 'other-target'
	| 'bad-parameters'
	| 'read-only'
	| 'signed-out'
	| 'no-audit'
	| 'aborted'
	| 'protocol';

/** The advice if an answer cannot come from a service of this interface. */
export const checkAddress = 'Check that the address is the base address of the service.';

/** An error of the wire: a code, a message for people, and advice. */
export class WireError extends Error {
	override readonly name = 'WireError';
	readonly code: WireErrorCode;
	/** What the operator can do about it; may be empty. */
	readonly advice: string;
	/** Seconds to wait that the service asked for (Retry-After), at most 300; undefined if it did not ask. */
	readonly retryAfter: number | undefined;

	constructor(
		code: WireErrorCode,
		message: string,
		options: {advice?: string; cause?: unknown; retryAfter?: number | undefined} = {},
	) {
		super(message, {cause: options.cause});
		this.code = code;
		this.advice = options.advice ?? '';
		this.retryAfter = options.retryAfter;
	}
}

/**
 * How a call ended. No code may merge two of the four.
 *
 * - `done`: the service reported success; `warning` is an error text that it sent along, `rules` are the tolerant rules
 *   by which the answer was read, if it took any
 * - `refused`: the service refused, in its own words
 * - `not-sent`: no byte of the body was sent
 * - `unknown`: anything else; a command may or may not have been carried out
 */
export type Outcome<T> =
	| {kind: 'done'; answer: T; warning?: string; rules?: RulesUsed}
	| {kind: 'refused'; error: string; techMsg: string}
	| {kind: 'not-sent'; cause: WireError}
	| {kind: 'unknown'; cause: WireError};
