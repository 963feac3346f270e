/** The kind of a refusal, for programs; its text is for people. */
export type RefusalCode =
	| 'invalid-token'
	| 'token-expired'
	| 'wrong-credentials'
	| 'locked'
	| 'busy'
	| 'permission-denied'
	| 'unknown-operation'
	| 'missing-parameter'
	| `unknown-parameter: ${string}`
	| 'invalid-value'
	| 'not-found'
	| 'wrong-state'
	| 'no-free-line';

/**
 * The service refuses a request: `message` becomes `response.error`, `code` `response.tech_msg` (section 2.1; texts ours),
 * and `detail`, if there is one, `response.detail` (ours).
 */
export class Refusal extends Error {
	override readonly name = 'Refusal';
	readonly code: RefusalCode;
	readonly detail: string | undefined;

	constructor(code: RefusalCode, message: string, detail?: string) {
		super(message);
		this.code = code;
		this.detail = detail;
	}
}

/** The value of a parameter cannot be used; `detail` says why. */
export const invalidValue = (name: string, detail?: string): Refusal =>
	new Refusal('invalid-value', `Invalid value: ${name}`, detail);

/** A required parameter was not sent; `detail` names what could be sent instead. */
export const missingParameter = (name: string, detail?: string): Refusal =>
	new Refusal('missing-parameter', `Missing parameter: ${name}`, detail);

/** What was found. @throws Refusal `… not found` if it is undefined */
export const found = <T>(value: T | undefined, what: string): T => {
	if (value === undefined) {
		throw new Refusal('not-found', `${what} not found`);
	}
	return value;
};
