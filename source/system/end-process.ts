/** Ends a process together with the processes that it has started. */
import {spawnSync} from 'node:child_process';
import {setTimeout} from 'node:timers/promises';
import {isAlive} from './process.ts';

/** Milliseconds between SIGTERM and SIGKILL, and between checks whether it has ended. */
const grace = 2000;
const betweenLooks = 50;

/** A process and its descendants, except those whose parents have ended. */
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
			// It has ended.
		}
	}
};

/**
 * Ends a process and its descendants: its group if it has its own, else the processes found below it. SIGTERM is sent
 * at once; resolves when they have ended, or have been killed after the grace period.
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
