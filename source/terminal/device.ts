import {closeSync, constants, openSync, writeSync} from 'node:fs';
import {isatty, WriteStream} from 'node:tty';

/** The terminal's size in cells. */
export type Size = {readonly columns: number; readonly rows: number};

/** The terminal, written to without blocking. */
export type Device = {
	/**
	 * Writes bytes and returns how many the terminal took, which may be 0. Throws if the terminal is gone.
	 */
	write(bytes: Uint8Array): number;
	size(): Size;
	close(): void;
};

const {O_WRONLY, O_NONBLOCK, O_NOCTTY} = constants;

/** Paths to the terminal behind standard output: standard output itself, then the controlling terminal. */
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
		// Missing, or not allowed: try the next path.
	}
	return undefined;
}

/**
 * Asks for the size through a fresh handle: Node's own is only as recent as the last SIGWINCH, and a stopped process gets
 * none.
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
	try {
		// The handle opens the terminal once more for itself, and closes only that; where it can't, this one is closed already.
		closeSync(descriptor);
	} catch {
		// It is closed.
	}
	return {columns: columns || USUAL.columns, rows: rows || USUAL.rows};
}

/**
 * Opens the terminal behind standard output anew: our own descriptor can be non-blocking without changing the shell's. If
 * that fails, standard output is used, which may block.
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
