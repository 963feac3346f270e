/**
 * Writes lines of JSON for a reader that may be slow: lines are dropped and counted rather than buffered without bound.
 */

import type {Out} from '../../cli/out.ts';
import {struck} from '../../wire/secrets.ts';

/** The most bytes that are buffered; beyond them, every line is dropped. */
const mostPending = 256 * 1024;

export type LineWriter = {
	/**
	 * Writes a record as one line without secrets; returns false if it was dropped because the reader is behind. The
	 * next line then says as `dropped` how many are missing before it.
	 *
	 * @param isSpare true for a line to drop as soon as the reader is behind at all
	 */
	write(record: Readonly<Record<string, unknown>>, isSpare: boolean): boolean;
};

/** Strikes secrets from the strings, not from the line, which has to remain JSON; for `JSON.stringify`. */
export const withoutSecrets = (_name: string, value: unknown): unknown =>
	typeof value === 'string' ? struck(value) : value;

export const createLineWriter = (out: Pick<Out, 'write' | 'pending'>): LineWriter => {
	let dropped = 0;
	return {
		write(record, isSpare) {
			if (out.pending() > (isSpare ? 0 : mostPending)) {
				dropped++;
				return false;
			}
			out.write(`${JSON.stringify(dropped > 0 ? {...record, dropped} : record, withoutSecrets)}\n`);
			dropped = 0;
			return true;
		},
	};
};
