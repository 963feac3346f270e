/** Reads the audit's file in pieces, whatever its size and contents. */
import {closeSync, openSync, readSync, statSync} from 'node:fs';
import {StringDecoder} from 'node:string_decoder';

/** Bytes of one read. */
const piece = 64 * 1024;

/** The longest line of ours; a longer one is cut, and then does not parse. */
const longest = 1024 * 1024;

/** Bytes of a file; 0 if there is no such file. */
export const sizeOf = (file: string): number => statSync(file, {throwIfNoEntry: false})?.size ?? 0;

/**
 * The lines of a file from a byte on, up to its end at the time of the call; none if there is no such file. Returns the
 * byte at which an unfinished last line begins; what there was of it is yielded too.
 *
 * @throws Error of the system if the file cannot be read
 */
export function* linesFrom(file: string, from = 0): Generator<string, number> {
	const size = sizeOf(file);
	if (size <= from) {
		return from;
	}
	const fd = openSync(file, 'r');
	try {
		const decoder = new StringDecoder('utf8');
		const buffer = Buffer.alloc(piece);
		let carried = '';
		let begins = from;
		for (let at = from; at < size; ) {
			const length = readSync(fd, buffer, 0, Math.min(piece, size - at), at);
			if (length === 0) {
				break;
			}
			const lastNewline = buffer.subarray(0, length).lastIndexOf(10);
			if (lastNewline !== -1) {
				begins = at + lastNewline + 1;
			}
			const lines = `${carried}${decoder.write(buffer.subarray(0, length))}`.split('\n');
			carried = (lines.pop() ?? '').slice(0, longest);
			yield* lines;
			at += length;
		}
		carried += decoder.end();
		if (carried !== '') {
			yield carried;
		}
		return begins;
	} finally {
		closeSync(fd);
	}
}

/** The lines of the last `bytes` of a file; the first of them, which may be cut, is left out. */
export function* lastLines(file: string, bytes: number): Generator<string> {
	const from = Math.max(0, sizeOf(file) - bytes);
	const lines = linesFrom(file, from);
	if (from > 0) {
		lines.next();
	}
	yield* lines;
}
