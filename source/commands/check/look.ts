/** Looks at campaigns with the alert rules, once or for a while, and ends. */

import {forOnePoll, withoutService, withRules} from '../../alerts/one-poll.ts';
import {campaignRules} from '../../alerts/rules.ts';
import type {FlagRows, FlagsOf} from '../../cli/command.ts';
import {UsageError} from '../../config/errors.ts';
import type {AlertSettings, RuleId} from '../../model/alert.ts';
import {wantedBy} from '../connect/campaign-named.ts';
import type {Headless} from '../connect/reach.ts';
import {isSeen, type Question} from './verdict.ts';

/** The longest look, seconds. */
export const longestLook = 86_400;

/** The flags that say how long it may take. */
export const lookFlags = {
	for: {
		type: 'number',
		value: 'SECONDS',
		about: "how long to look, with the rules' own durations (0: one look, without durations)",
		least: 0,
		most: longestLook,
	},
	timeout: {
		type: 'number',
		value: 'SECONDS',
		about: 'end as UNKNOWN after this time (20, plus --for)',
		least: 1,
		most: 90_000,
	},
	rule: {
		type: 'string',
		value: 'RULE',
		about: 'judge only this rule, and end as UNKNOWN if it cannot be judged',
		choices: campaignRules.map(({id}) => id),
		many: true,
	},
} as const satisfies FlagRows;

/** Seconds. */
const usualTimeout = 20;

/** Milliseconds between polls of a campaign with `--for`. */
export const lookInterval = 2000;

/** How long a look may take. */
export type LookTimes = {
	/** Seconds; 0 for one look. */
	lasting: number;
	/** Milliseconds until the time-out. */
	remaining(): number;
	/** The message for what was not read by then. */
	late: string;
	/** The rules that are asked for by name; none for all. */
	asked: readonly RuleId[];
};

/** The times that the flags say, from the start of the program. @throws UsageError */
export const lookTimes = (flags: FlagsOf<typeof lookFlags>): LookTimes => {
	const lasting = flags.for ?? 0;
	const timeout = flags.timeout ?? usualTimeout + lasting;
	if (timeout <= lasting) {
		throw new UsageError(`--timeout ${timeout} ends before --for ${lasting} does: give it more`);
	}
	return {
		lasting,
		remaining: () => Math.max(0, timeout * 1000 - performance.now()),
		late: `not done within ${timeout} s (--timeout)`,
		// Their row's choices are the names of the rules.
		asked: flags.rule as readonly RuleId[],
	};
};

/** The rules of a look, made from the configured ones. */
export const lookRules =
	({lasting, asked}: LookTimes) =>
	(configured: AlertSettings): AlertSettings => {
		const settings = withRules(configured, asked);
		return lasting === 0 ? forOnePoll(settings) : withoutService(settings);
	};

/**
 * Looks until everything that is wanted has been read, has failed to be or is late, and then until its time is over.
 *
 * @param words the ids, names or beginnings of names of the campaigns; none for all
 * @returns what was looked at, to be judged
 * @throws UsageError if a word names several campaigns
 */
export const look = async (
	{store, until, watchOnly}: Headless,
	words: readonly string[],
	{lasting, remaining, late, asked}: LookTimes,
): Promise<Question> => {
	const attend = (): ReadonlySet<string> | undefined => {
		const wanted = wantedBy(words, store.get().campaigns.value);
		watchOnly(wanted);
		return wanted;
	};
	attend();
	await until(state => state.campaigns.value !== undefined || isSeen(state, undefined), remaining());
	const wanted = attend();
	await until(state => isSeen(state, wanted), remaining());
	// The duration of a condition is counted from the first figures on, however late they came.
	const available = remaining();
	await until(({link}) => link.kind === 'signed-out', Math.min(lasting * 1000, available));
	await until(state => isSeen(state, wanted), remaining());
	return {
		wanted,
		late,
		watched: lasting,
		asked,
		...(available < lasting * 1000 && {cut: `watched for ${Math.floor(available / 1000)} of ${lasting} s: ${late}`}),
	};
};
