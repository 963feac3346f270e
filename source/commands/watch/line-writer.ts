/** Writes lines of JSON for a reader that may be slow: what it does not take in time is counted, not kept. */
import {struck} from '../../api/secrets.ts';
import type {Out} from '../frame/out.ts';

/** Lines that the reader has not taken are kept up to here, characters; beyond it even those that matter are dropped. */
const mostPending = 256 * 1024;

/** Writes lines. */
export type LineWriter = {
	/**
	 * Writes a record as one line, in one piece and without secrets; tells whether it did. Where the reader is behind it
	 * does not, and the next line says as `dropped` how many are missing before it.
	 *
	 * @param isSpare true for what may be dropped as soon as the reader is behind at all
	 */
	write(record: Readonly<Record<string, unknown>>, isSpare: boolean): boolean;
};

/** Secrets are struck from the texts, not from the line: what is left must be JSON. */
const withoutSecrets = (_name: string, value: unknown): unknown => (typeof value === 'string' ? struck(value) : value);

/** Makes a writer. */
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
