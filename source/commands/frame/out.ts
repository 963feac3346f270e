/** Standard output of a command: data and nothing else. Whoever reads it may go away at any time. */

import {fstatSync, writeSync} from 'node:fs';
import {getSystemErrorMessage} from 'node:util';
import {exits} from '../../config/exits.ts';
import {oneLine} from './text.ts';

/** Where a command writes. */
export type Out = {
	/** Writes text as it is. Once a write has failed, text is dropped. */
	write(text: string): void;
	isTerminal: boolean;
	/** Bytes that the reader has not taken yet. */
	pending(): number;
	/** How wide the terminal is; undefined if it is none. */
	columns: number | undefined;
	/** True once a write has failed: the reader has gone, or the disk is full. */
	isClosed(): boolean;
	/** Resolves when `isClosed` becomes true. */
	closed: Promise<void>;
	/**
	 * Sets what a command does if its output is lost, whether to a full disk or because the reader has gone: it tells the
	 * outcome otherwise and returns the exit code.
	 */
	ifLost(otherwise: () => number): void;
};

/** Standard output, for what runs the command. */
export type StandardOut = Out & {
	/**
	 * Waits until all output is written or lost, and returns the exit code of a command that ended with `code`. Unless the
	 * command said otherwise by `ifLost`, output lost to an error turns success into `unwritten`; a reader that has gone
	 * (`| head`) had enough.
	 */
	end(code: number): Promise<number>;
};

/** Says a line to the person who called, without secrets; never on standard output. */
export const say = (text: string): void => {
	process.stderr.write(`dialtop: ${oneLine(text)}\n`);
};

const reasonOf = (error: NodeJS.ErrnoException): string =>
	error.errno === undefined ? error.message : getSystemErrorMessage(error.errno);

/** Writes all of a text to a file. Node's own stream stops where the disk fills up, and reports no error. */
const writeToFile = (text: string): void => {
	for (let rest = Buffer.from(text); rest.length > 0; ) {
		rest = rest.subarray(writeSync(1, rest));
	}
};

/** Opens standard output. A pipe that is closed is no error (`| head`); a full disk is. */
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
	// Nobody may be left to be told.
	process.stderr.on('error', () => undefined);
	process.stdout.on('error', lose);
	return {
		write(text) {
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
		},
		isTerminal: process.stdout.isTTY ?? false,
		pending: () => process.stdout.writableLength,
		columns: process.stdout.isTTY ? process.stdout.columns || undefined : undefined,
		isClosed: () => problem !== undefined,
		closed,
		ifLost(tell) {
			otherwise = tell;
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
