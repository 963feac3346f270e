/** A lock file: one writer at a time, among the processes of all machines that share the folder. */
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {codeOf} from '../wire/causes.ts';
import {isAlive, startOf} from './process.ts';

const textOf = (path: string): string => {
	try {
		return readFileSync(path, 'utf8').trim();
	} catch {
		return '';
	}
};

/** What identifies this boot of the machine; empty where the system does not report it. */
const bootId = (): string => textOf('/proc/sys/kernel/random/boot_id');

/** True if the holder was a process of this machine that has ended; by now its number may be another process's. */
const isStale = (text: string): boolean => {
	const [pid = '', host, boot = bootId(), start] = text.split(' ');
	if (host !== hostname() || !/^\d+$/.test(pid)) {
		return false;
	}
	const startNow = startOf(Number(pid));
	const isOther = start !== undefined && startNow !== null && start !== startNow;
	return boot !== bootId() || isOther || !isAlive(Number(pid));
};

/** Makes the file with its holder in it; false if it exists. @throws Error of the system */
const take = (path: string): boolean => {
	try {
		writeFileSync(path, [process.pid, hostname(), bootId(), startOf('self')].join(' ').trim(), {
			flag: 'wx',
			mode: 0o600,
		});
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') {
			return false;
		}
		// A full disk would leave an empty lock, which nobody could recognise as stale.
		rmSync(path, {force: true});
		throw error;
	}
};

/** Removes a stale lock, under a lock of its own: otherwise two processes might remove each other's new ones. */
const clear = (path: string): void => {
	const guard = `${path}-stale`;
	if (take(guard)) {
		try {
			if (isStale(textOf(path))) {
				rmSync(path);
			}
		} finally {
			rmSync(guard, {force: true});
		}
	}
};

/**
 * Takes a lock for as long as this process wants. The folder must exist.
 *
 * @returns how to release it, or who holds it: `4711 on host`
 * @throws Error of the system
 */
export const holdLock = (path: string): (() => void) | string => {
	if (isStale(textOf(path))) {
		clear(path);
	}
	return take(path)
		? () => rmSync(path, {force: true})
		: textOf(path).split(' ').slice(0, 2).join(' on ') || 'another process';
};
