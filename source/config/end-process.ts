/** A process that was started, with whatever it has started itself. */
import {spawnSync} from 'node:child_process';
import {setTimeout} from 'node:timers/promises';
import {isAlive} from '../machine/process.ts';

/** Milliseconds that a process has to end after it was told to, and between looks at whether it has. */
const grace = 2000;
const betweenLooks = 50;

/** A process and those that descend from it, as far as their parents live. */
const familyOf = (pid: number): number[] => {
	const {stdout} = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], {encoding: 'utf8'});
	const rows = (stdout ?? '').split('\n').map(line => line.trim().split(/\s+/).map(Number));
	const family = new Set([pid]);
	for (const one of family) {
		for (const [child, parent] of rows) {
			if (child && parent === one) {
				family.add(child);
			}
		}
	}
	return [...family];
};

const signalTo = (pids: readonly number[], signal: NodeJS.Signals): void => {
	for (const pid of pids) {
		try {
			process.kill(pid, signal);
		} catch {
			// It has ended by itself.
		}
	}
};

/**
 * Ends a process and what it has started: its group, if it has one of its own, else its family. They are told at once;
 * it resolves once they have ended, or have been killed for not doing so.
 */
export const endAll = async (pid: number, hasGroup: boolean): Promise<void> => {
	const members = hasGroup ? [-pid] : familyOf(pid);
	signalTo(members, 'SIGTERM');
	const deadline = performance.now() + grace;
	while (members.some(isAlive) && performance.now() < deadline) {
		await setTimeout(betweenLooks);
	}
	signalTo(members, 'SIGKILL');
};
