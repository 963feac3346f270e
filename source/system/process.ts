/** Processes of this machine. */
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

/** Blocks this process; for waits of a few milliseconds. */
export const sleepSync = (milliseconds: number): void => {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};
