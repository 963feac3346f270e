/** The four outcomes that a call of an operation can have. */
import type {WireError} from './errors.ts';

/**
 * How a call ended; never fewer than four.
 *
 * - `done`: the service said success; `warning` holds the error text that it sent all the same
 * - `refused`: the service said no, with its own words
 * - `not-sent`: no byte of the body left
 * - `unknown`: anything else; a command may or may not have been carried out
 */
export type Outcome<T> =
	| {kind: 'done'; answer: T; warning?: string}
	| {kind: 'refused'; error: string; techMsg: string}
	| {kind: 'not-sent'; cause: WireError}
	| {kind: 'unknown'; cause: WireError};
