/** Standard output of a command: data and nothing else. Whoever reads it may go away at any time. */

import {oneLine} from './shown.ts';

/** Where a command writes. */
export type Out = {
	/** Writes text as it is. What nobody reads any more is dropped. */
	write(text: string): void;
	isTerminal: boolean;
	/** Bytes that the reader has not taken yet. */
	pending(): number;
	/** How wide the terminal is; nothing where it is none. */
	columns: number | undefined;
	/** True once nobody reads any more. */
	isClosed(): boolean;
	/** Resolves when nobody reads any more. */
	closed: Promise<void>;
};

/** Says a line to the person who called, without secrets; never on standard output. */
export const say = (text: string): void => {
	process.stderr.write(`dialtop: ${oneLine(text)}\n`);
};

/** Opens standard output. A pipe that is closed is no error (`| head`); a full disk is. */
export const openOut = (): Out => {
	const {promise: closed, resolve} = Promise.withResolvers<void>();
	let isClosed = false;
	// Nobody may be left to be told.
	process.stderr.on('error', () => undefined);
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (!isClosed && error.code !== 'EPIPE') {
			process.exitCode = 70;
			say(`cannot write to standard output: ${error.message}`);
		}
		isClosed = true;
		resolve();
	});
	return {
		write(text) {
			if (!isClosed) {
				process.stdout.write(text);
			}
		},
		isTerminal: process.stdout.isTTY ?? false,
		pending: () => process.stdout.writableLength,
		columns: process.stdout.isTTY ? process.stdout.columns || undefined : undefined,
		isClosed: () => isClosed,
		closed,
	};
};
