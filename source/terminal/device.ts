import {closeSync, constants, openSync, writeSync} from 'node:fs';
import {isatty, WriteStream} from 'node:tty';

/** The terminal's size in cells. */
export type Size = {readonly columns: number; readonly rows: number};

/** The terminal as something to write to that never makes the caller wait. */
export type Device = {
	/**
	 * Offers bytes, and answers how many were taken: 0 when the terminal takes none at present. Throws when the
	 * terminal is gone.
	 */
	write(bytes: Uint8Array): number;
	/** Asks the terminal for its size. */
	size(): Size;
	close(): void;
};

const {O_WRONLY, O_NONBLOCK, O_NOCTTY} = constants;

/** The ways to the terminal behind standard output: its own name first, then the controlling terminal. */
const PATHS = ['/proc/self/fd/1', '/dev/tty'];

const USUAL: Size = {columns: 80, rows: 24};

function isBusy(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return code === 'EAGAIN' || code === 'EINTR';
}

function open(path: string, flags: number): number | undefined {
	try {
		const descriptor = openSync(path, flags | O_NOCTTY);
		if (isatty(descriptor)) {
			return descriptor;
		}
		closeSync(descriptor);
	} catch {
		// Not there, or not ours to open: the next way may be.
	}
	return undefined;
}

/**
 * Asks for the size with a fresh handle, since Node's own answer is only as new as the last SIGWINCH that reached us,
 * and none does while we are stopped.
 */
function askSize(path: string | undefined): Size {
	const descriptor = path === undefined ? undefined : open(path, O_WRONLY);
	if (descriptor === undefined) {
		const {columns, rows} = process.stdout;
		return {columns: columns || USUAL.columns, rows: rows || USUAL.rows};
	}
	const probe = new WriteStream(descriptor);
	const {columns, rows} = probe;
	probe.destroy();
	return {columns: columns || USUAL.columns, rows: rows || USUAL.rows};
}

/**
 * Opens the terminal behind standard output anew: a descriptor of our own can be non-blocking without making the
 * shell's so. Where none can be opened, standard output itself is used, which may block.
 */
export function openDevice(): Device {
	let path: string | undefined;
	let own: number | undefined;
	for (const candidate of PATHS) {
		own ??= open(candidate, O_WRONLY | O_NONBLOCK);
		path ??= own === undefined ? undefined : candidate;
	}
	const descriptor = own ?? 1;
	return {
		write(bytes) {
			try {
				return writeSync(descriptor, bytes);
			} catch (error) {
				if (isBusy(error)) {
					return 0;
				}
				throw error;
			}
		},
		size: () => askSize(path),
		close() {
			if (own !== undefined) {
				closeSync(own);
			}
		},
	};
}
