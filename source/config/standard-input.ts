/** Reads standard input: its first line, which is a secret, or all of it. */
import {readSync} from 'node:fs';
import {sleepSync} from '../system/process.ts';
import {codeOf} from '../wire/causes.ts';
import {UsageError} from './errors.ts';

/** The most bytes of the first line. */
const longestLine = 64 * 1024;

const newline = 10;

/** Reads some bytes of standard input; none at its end. */
const readSome = (): Uint8Array => {
	const bytes = new Uint8Array(4096);
	for (;;) {
		try {
			return bytes.subarray(0, readSync(0, bytes));
		} catch (error) {
			if (codeOf(error) === 'EAGAIN') {
				sleepSync(10);
			} else if (codeOf(error) === 'EOF') {
				return bytes.subarray(0, 0);
			} else {
				throw error;
			}
		}
	}
};

/**
 * The first line of standard input without its line break. Does not wait for more.
 *
 * @param flag the flag that asks for it, such as `--token-stdin`
 * @param what its content, such as `token`
 * @throws UsageError if standard input is a terminal, closed or empty
 */
export const lineOfInput = (flag: string, what: string): string => {
	if (process.stdin.isTTY) {
		throw new UsageError(`${flag} needs the ${what} on standard input: pipe it in`);
	}
	const chunks: Uint8Array[] = [];
	let length = 0;
	for (;;) {
		const chunk = readSome();
		chunks.push(chunk);
		length += chunk.length;
		if (chunk.length === 0 || chunk.includes(newline)) {
			break;
		}
		if (length > longestLine) {
			throw new UsageError(`${flag} found no ${what} on standard input: its first line has no end`);
		}
	}
	const line = Buffer.concat(chunks).toString('utf8').split('\n', 1)[0]?.replace(/\r$/, '');
	if (!line) {
		throw new UsageError(`${flag} found no ${what} on standard input`);
	}
	return line;
};

/** The most bytes of standard input. */
const longestInput = 64 * 1024 * 1024;

/**
 * All of standard input.
 *
 * @param flag the flag that asks for it, such as `--data -`
 * @throws UsageError if standard input is a terminal, or has no end
 */
export const allOfInput = (flag: string): string => {
	if (process.stdin.isTTY) {
		throw new UsageError(`${flag} reads standard input: pipe it in`);
	}
	const chunks: Uint8Array[] = [];
	let length = 0;
	for (let chunk = readSome(); chunk.length > 0; chunk = readSome()) {
		chunks.push(chunk);
		length += chunk.length;
		if (length > longestInput) {
			throw new UsageError(`${flag} found more than ${longestInput / 1024 / 1024} MB on standard input`);
		}
	}
	return Buffer.concat(chunks).toString('utf8');
};
