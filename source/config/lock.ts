/** One writer at a time, among all processes of all machines that see the file. */
import {closeSync, openSync, readFileSync, unlinkSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {codeOf} from '../api/causes.ts';
import {isAlive, sleepSync} from '../machine/process.ts';
import {PrivateFileError, quoted} from './private.ts';

/** Milliseconds that others are waited for: they hold it for a few. */
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

/** True if whoever holds it is a process of this machine that lives no more. */
const isStale = (text: string): boolean => {
	const [pid, host] = text.trim().split(' ');
	return host === hostname() && /^\d+$/.test(pid ?? '') && !isAlive(Number(pid));
};

/** Makes the file, with whose it is in it; false where somebody has made it. */
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
		// An empty lock, as a full disk leaves it, is nobody's: nothing would ever take it away.
		unlinkSync(path);
		throw error;
	} finally {
		closeSync(descriptor);
	}
};

/** Takes a stale lock away; who does so holds another meanwhile, or two might take away each other's new ones. */
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
 * Runs something while no other process does so for the same path. Its folder must be there.
 *
 * @throws PrivateFileError if another process does not let go
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
