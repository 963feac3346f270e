/** Small questions to the system. */
import {codeOf} from '../api/causes.ts';

/** Whether a process of this machine lives. */
export const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Another user's lives, too.
		return codeOf(error) === 'EPERM';
	}
};

/** Waits without going on, for what takes a moment only. */
export const rest = (milliseconds: number): void => {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};
