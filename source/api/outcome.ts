/** The four outcomes of a call. */
import type {WireError} from './errors.ts';

/**
 * How a call ended. Nothing merges two of the four.
 *
 * - `done`: the service reported success; `warning` is an error text that it sent along
 * - `refused`: the service refused, in its own words
 * - `not-sent`: no byte of the body was sent
 * - `unknown`: anything else; a command may or may not have been carried out
 */
export type Outcome<T> =
	| {kind: 'done'; answer: T; warning?: string}
	| {kind: 'refused'; error: string; techMsg: string}
	| {kind: 'not-sent'; cause: WireError}
	| {kind: 'unknown'; cause: WireError};
