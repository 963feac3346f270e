/** The four outcomes of a call. */
import type {WireError} from './errors.ts';
import type {RulesUsed} from './tolerance.ts';

/**
 * How a call ended. Nothing merges two of the four.
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
