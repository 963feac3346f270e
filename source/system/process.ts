/** Processes of this machine. */
import {fstatSync, readFileSync} from 'node:fs';
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

/** What the system reports of a process, from its state on; undefined if it reports nothing. */
const fieldsOf = (pid: number | 'self'): string[] | undefined => {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name, in parentheses, may hold anything: the fields are counted from behind it.
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	} catch {
		return undefined;
	}
};

/** When a process started, in ticks since the machine did; null if the system does not report it. */
export const startOf = (pid: number | 'self'): string | null => fieldsOf(pid)?.[19] ?? null;

/**
 * The process that opened the terminal on standard output for the shell of this session: a terminal emulator, sshd, tmux. Undefined
 * if standard output is not the terminal of the session, or the system does not report it.
 */
export const terminalOpener = (): number | undefined => {
	const [, , , session = '', terminal] = fieldsOf('self') ?? [];
	const parent = fieldsOf(Number(session))?.[1];
	try {
		return parent !== undefined && fstatSync(1).rdev === Number(terminal) ? Number(parent) : undefined;
	} catch {
		return undefined;
	}
};

/** Blocks this process; for waits of a few milliseconds. */
export const sleepSync = (milliseconds: number): void => {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};
