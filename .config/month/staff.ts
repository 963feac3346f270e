/** What the simulated staff does: some commands on every day. */

/** A command, by the name of its campaign. */
export type StaffStep = {campaign: string} & ({verb: 'pause' | 'play'} | {verb: 'level'; by: string});

const hour = 3_600_000;
const day = 24 * hour;

/** By the minute of the day. */
const steps: ReadonlyMap<number, StaffStep> = new Map([
	[10 * 60 + 40, {campaign: 'Auto Loans 30-60', verb: 'level', by: '+0.1'}],
	[12 * 60 + 20, {campaign: 'Utilities Past Due', verb: 'pause'}],
	[12 * 60 + 35, {campaign: 'Utilities Past Due', verb: 'play'}],
	[14 * 60, {campaign: 'Auto Loans 30-60', verb: 'level', by: '-0.1'}],
	[16 * 60 + 30, {campaign: 'Survey Callbacks', verb: 'pause'}],
	[16 * 60 + 50, {campaign: 'Survey Callbacks', verb: 'play'}],
]);

/** The command of a minute, in milliseconds since 1970; undefined if there is none. */
export const stepOf = (now: number): StaffStep | undefined => steps.get(Math.floor((now % day) / 60_000));
