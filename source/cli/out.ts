/** Standard output of a command, which carries data only. Its reader may close it at any time. */

import {fstatSync, writeSync} from 'node:fs';
import {getSystemErrorMessage} from 'node:util';
import {exits} from '../config/exits.ts';
import {oneLine} from './text.ts';

/** Where a command writes. */
export type Out = {
	/** Writes text unchanged; drops it once a write has failed. */
	write(text: string): void;
	/** Writes texts as fast as their reader takes them, and ends with them or after a write has failed. */
	writeEach(texts: Iterable<string>): Promise<void>;
	isTerminal: boolean;
	/** Bytes that have not been written yet. */
	pending(): number;
	/** The width of the terminal; undefined if output is not a terminal. */
	columns: number | undefined;
	/** True after a write has failed: the reader has gone, or the disk is full. */
	isClosed(): boolean;
	/** Resolves when `isClosed` becomes true. */
	closed: Promise<void>;
	/**
	 * Sets what to do at the end if output was lost to a full disk or a closed pipe: report the outcome on standard
	 * error and return the exit code.
	 */
	ifLost(report: () => number): void;
};

/** Standard output, for the caller of the command. */
export type StandardOut = Out & {
	/**
	 * Waits until all output is written or lost, and returns the exit code of a command that ended with `code`. Without
	 * `ifLost`, output lost to an error turns success into `unwritten`; a closed pipe (`| head`) is no error.
	 */
	end(code: number): Promise<number>;
};

/** Prints a message; replaced while something else writes on the terminal. */
let print = (line: string): void => {
	process.stderr.write(`dialtop: ${line}\n`);
};

/** Prints a message on standard error, on one line and without secrets. */
export const say = (text: string): void => print(oneLine(text));

/** Has messages printed by another function, until the returned one is called. */
export const sayBy = (other: (line: string) => void): (() => void) => {
	const before = print;
	print = other;
	return () => {
		print = before;
	};
};

const reasonOf = (error: NodeJS.ErrnoException): string =>
	error.errno === undefined ? error.message : getSystemErrorMessage(error.errno);

/** Writes a whole text to a file. Node's stream reports no error when the disk fills up. */
const writeToFile = (text: string): void => {
	for (let unwritten = Buffer.from(text); unwritten.length > 0; ) {
		unwritten = unwritten.subarray(writeSync(1, unwritten));
	}
};

/** The fewest characters that are written at once of a series of texts. */
const pieceLength = 64 * 1024;

/** Opens standard output. A closed pipe (`| head`) is no error; a full disk is. */
export const openOut = (): StandardOut => {
	const {promise: closed, resolve} = Promise.withResolvers<void>();
	const isFile = fstatSync(1).isFile();
	let problem: NodeJS.ErrnoException | undefined;
	let last: Promise<void> | undefined;
	let otherwise: (() => number) | undefined;
	const lose = (error: NodeJS.ErrnoException): void => {
		if (problem === undefined && error.code !== 'EPIPE') {
			say(`cannot write to standard output: ${reasonOf(error)}`);
		}
		problem ??= error;
		resolve();
	};
	// Standard error may be closed.
	process.stderr.on('error', () => undefined);
	process.stdout.on('error', lose);
	const write = (text: string): void => {
		if (problem !== undefined) {
			return;
		}
		if (isFile) {
			try {
				writeToFile(text);
			} catch (error) {
				lose(error as NodeJS.ErrnoException);
			}
			return;
		}
		last = new Promise(done => {
			process.stdout.write(text, error => {
				if (error) {
					lose(error);
				}
				done();
			});
		});
	};
	return {
		write,
		async writeEach(texts) {
			let gathered = '';
			for (const text of texts) {
				gathered += text;
				if (gathered.length >= pieceLength) {
					write(gathered);
					gathered = '';
					await last;
				}
				if (problem !== undefined) {
					return;
				}
			}
			write(gathered);
		},
		isTerminal: process.stdout.isTTY ?? false,
		pending: () => process.stdout.writableLength,
		columns: process.stdout.isTTY ? process.stdout.columns || undefined : undefined,
		isClosed: () => problem !== undefined,
		closed,
		ifLost(report) {
			otherwise = report;
		},
		async end(code) {
			await last;
			if (problem === undefined) {
				return code;
			}
			return otherwise?.() ?? (problem.code === 'EPIPE' ? code : code || exits.unwritten);
		},
	};
};
