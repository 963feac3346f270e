/** Who acts here, and whether a process that acted is still alive. */
import {readlinkSync} from 'node:fs';
import {hostname, userInfo} from 'node:os';
import {startOf} from '../system/process.ts';
import {codeOf} from '../wire/causes.ts';
import type {Who} from './entry.ts';

const ttyOf = (env: NodeJS.ProcessEnv): string | null => {
	for (const fd of [0, 1, 2]) {
		try {
			const name = readlinkSync(`/proc/self/fd/${fd}`);
			if (/^\/dev\/(?:pts\/|tty)/.test(name)) {
				return name;
			}
		} catch {
			// Closed, or no such system.
		}
	}
	return env.SSH_TTY || null;
};

const userOf = (): string => {
	try {
		return userInfo().username;
	} catch {
		// A number without an entry among the accounts, as containers have it.
		return String(process.getuid?.() ?? 'unknown');
	}
};

/** Who runs this process, and where. */
export const whoIsHere = (env: NodeJS.ProcessEnv): Who => ({
	user: userOf(),
	...(env.SUDO_USER ? {sudoUser: env.SUDO_USER} : {}),
	host: hostname(),
	tty: ttyOf(env),
	pid: process.pid,
	started: startOf('self'),
});

/** A user in words: who they are, and as whom they act by sudo. */
export const userText = ({user, sudoUser}: Pick<Who, 'user' | 'sudoUser'>): string =>
	sudoUser === undefined ? user : `${sudoUser} as ${user}`;

/** The longest that a command can be under way, milliseconds: an older one has ended, wherever it ran. */
const longest = 10 * 60_000;

/** Whether the process that sent a command may still be waiting for it; for a command of another machine only its age is known. */
export const mayBeAlive = (
	{host, pid, started, at}: Pick<Who, 'host' | 'pid' | 'started'> & {at: string},
	now: number,
): boolean => {
	if (pid === process.pid && started === startOf('self')) {
		// Commands of this process ended when it closed the service, even if it has come back.
		return false;
	}
	if (host !== hostname()) {
		return now - Date.parse(at) < longest;
	}
	try {
		process.kill(pid, 0);
	} catch (error) {
		return codeOf(error) === 'EPERM' && isSame(pid, started);
	}
	return isSame(pid, started);
};

/** Compares start times too: the number of a process that has ended is used again some day. */
const isSame = (pid: number, started: string | null): boolean => {
	const start = startOf(pid);
	return start === null || started === null || start === started;
};
