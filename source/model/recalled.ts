/** Commands of earlier runs whose outcome is not known. */
import type {Command, Pending} from './pending.ts';
import type {Moment} from './time.ts';

/** A command of an earlier run: when it was asked, by the wall clock of then, and why its outcome is not known. */
export type RecalledCommand = {command: Command; askedAt: number; reason: string};

/** The command as an UNKNOWN one of this run: only polls from now on can observe it. */
export const recalled = ({command, askedAt, reason}: RecalledCommand, now: Moment): Pending => ({
	command,
	words: {listing: undefined, dashboard: undefined},
	shown: {},
	phase: 'unknown',
	askedAt: {wall: askedAt, mono: now.mono - (now.wall - askedAt)},
	endedAt: now,
	wasUnknown: true,
	reason,
	seen: undefined,
	reading: undefined,
	at: now,
});
