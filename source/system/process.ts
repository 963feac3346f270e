/** Processes of this machine. */
import {readFileSync} from 'node:fs';
import {codeOf} from '../wire/causes.ts';

/** Whether a process is running. */
export const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// It is another user's.
		return codeOf(error) === 'EPERM';
	}
};

/** When a process started, in ticks since the machine did; null if the system does not report it. */
export const startOf = (pid: number | 'self'): string | null => {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name, in parentheses, may hold anything: the fields are counted from behind it.
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
	} catch {
		return null;
	}
};

/** Blocks this process; for waits of a few milliseconds. */
export const sleepSync = (milliseconds: number): void => {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};
