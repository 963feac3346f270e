/** What went wrong on the wire, as a word that programs may branch on. */
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
	| 'odd-flag'
	| 'other-target'
	| 'bad-parameters'
	| 'read-only'
	| 'signed-out'
	| 'no-audit'
	| 'aborted'
	| 'protocol';

/** The advice for answers that no service of this interface gives. */
export const checkAddress = 'Check that the address is the base address of the service.';

/** An error of the wire: a code, a message for people, and what may be done about it. */
export class WireError extends Error {
	override readonly name = 'WireError';
	readonly code: WireErrorCode;
	/** What the reader may do next; empty where there is nothing to say. */
	readonly advice: string;
	/** Seconds that the service asked to be left alone (Retry-After), five minutes at most; undefined if it did not. */
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
