/** A lock file: one writer at a time, among the processes of all machines that share the folder. */
import {closeSync, openSync, readFileSync, unlinkSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {codeOf} from '../wire/causes.ts';
import {PrivateFileError, quoted} from './private.ts';
import {isAlive, sleepSync} from './process.ts';

/** Milliseconds to wait for a lock, which is held for a few, and between tries. */
const patience = 3000;
const pause = 10;

const textOf = (path: string): string | undefined => {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		if (codeOf(error) === 'ENOENT') {
			return undefined;
		}
		throw error;
	}
};

/** True if the holder was a process of this machine that has ended. */
const isStale = (text: string): boolean => {
	const [pid, host] = text.trim().split(' ');
	return host === hostname() && /^\d+$/.test(pid ?? '') && !isAlive(Number(pid));
};

/** Makes the file with its holder in it; false if it exists. */
const take = (path: string): boolean => {
	let descriptor: number;
	try {
		descriptor = openSync(path, 'wx', 0o600);
	} catch (error) {
		if (codeOf(error) === 'EEXIST') {
			return false;
		}
		throw error;
	}
	try {
		writeFileSync(descriptor, `${process.pid} ${hostname()}\n`);
		return true;
	} catch (error) {
		// A full disk would leave an empty lock, which nobody could recognise as stale.
		unlinkSync(path);
		throw error;
	} finally {
		closeSync(descriptor);
	}
};

/** Removes a stale lock, under a lock of its own: otherwise two processes might remove each other's new ones. */
const clear = (path: string): void => {
	const guard = `${path}-stale`;
	if (!take(guard)) {
		return;
	}
	try {
		const text = textOf(path);
		if (text !== undefined && isStale(text)) {
			unlinkSync(path);
		}
	} finally {
		unlinkSync(guard);
	}
};

/**
 * Runs a function while no other process holds the same path. The folder must exist.
 *
 * @throws PrivateFileError if another process does not release it
 */
export const withLock = <T>(path: string, run: () => T): T => {
	for (let waited = 0; !take(path); waited += pause) {
		const text = textOf(path);
		if (text !== undefined && isStale(text)) {
			clear(path);
		}
		if (waited >= patience) {
			const guard = `${path}-stale`;
			throw new PrivateFileError(
				`${path} is held by another process (${text?.trim() || 'not known'}). If none is running: rm -f ${quoted(path)} ${quoted(guard)}`,
			);
		}
		sleepSync(pause);
	}
	try {
		return run();
	} finally {
		unlinkSync(path);
	}
};
