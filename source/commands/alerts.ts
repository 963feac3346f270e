/** `dialtop alerts`: the active alerts, as view 7 has them, after one look or a while; or each as it begins and ends. */

import {rulesOverTime} from '../alerts/one-poll.ts';
import {type Call, command, type FlagRows} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {lookOf} from '../cli/paint.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {formatFlags} from '../cli/table.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {messageOf} from '../wire/causes.ts';
import {follow} from './alerts/follow.ts';
import {lookedAt, writeAlerts} from './alerts/list.ts';
import {look, lookFlags, lookInterval, lookRules, lookTimes} from './check/look.ts';
import {pluginStates} from './check/plugin-line.ts';
import {judge, notJudged, unreadIn} from './check/verdict.ts';
import {withMonitor} from './connect/headless.ts';
import {untilStopped} from './watch/until-stopped.ts';

const alertsFlags = {
	...lookFlags,
	follow: {
		type: 'boolean',
		about: 'print a line when an alert begins, rises, eases, joins another or ends, until stopped',
	},
	json: {...formatFlags.json, about: 'print JSON; with --follow an object on each line'},
	...serviceFlags,
} as const satisfies FlagRows;

/** The exit code where nothing could be judged. */
const unknown = pluginStates.indexOf('UNKNOWN');

const list = async ({flags, input, out}: Call<typeof alertsFlags>): Promise<number> => {
	const times = lookTimes(flags);
	return withMonitor(flags, {interval: lookInterval, rules: lookRules(times)}, async headless => {
		const question = await look(headless, input, times);
		const {wanted} = question;
		const state = headless.store.get();
		const looked = {
			seconds: times.lasting,
			notJudged: notJudged(state, question),
			unread: unreadIn(state, question),
		};
		writeAlerts(out, state, wanted, {...looked, isJson: flags.json, paint: lookOf(out, headless).paint});
		lookedAt(state, wanted, looked).forEach(say);
		return pluginStates.indexOf(judge(state, question).pluginState);
	});
};

const followed = async ({flags, input, out}: Call<typeof alertsFlags>): Promise<number> => {
	if (flags.timeout !== undefined) {
		throw new UsageError('--timeout and --follow exclude each other: --for ends it after a time');
	}
	if (flags.rule.length > 0) {
		throw new UsageError('--rule and --follow exclude each other: the configuration says which rules are followed');
	}
	const code = await untilStopped(flags, out, {interval: lookInterval, seconds: flags.for}, (headless, end) =>
		follow(headless, input, {out, isJson: flags.json, paint: lookOf(out, headless).paint}, end),
	);
	return code === exits.done || code > 128 ? code : unknown;
};

/** `dialtop alerts`. */
export const alertsCommand = command({
	name: 'alerts',
	summary: 'list the active alerts and why, or follow them',
	details: [
		"The rules and their thresholds are those of your configuration, the words those of the monitor's view 7, the gravest first; alerts of one kind on three campaigns or more within a minute are one. Each tells what its figures say is behind it, and the command that helps.",
		`One look judges ${rulesOverTime.map(({id}) => id).join(', ')} by the service's own graphs, as far as these show that something has lasted; the durations of the other rules are not waited for. With --for they hold as in the monitor. What was watched for how long, which rules could not be judged and what could not be read is told on standard error, and in JSON as watched_s, not_judged and not_read. An alert that a running monitor has raised before is not known here.`,
		'With --follow a line is printed when an alert begins, rises to critical, eases, becomes part of another or ends, and then why. Its JSON is that of the alert lines of dialtop watch, with two events more: eased, and joined for one that has become part of another. --for ends it.',
	],
	argument: {
		name: 'ID',
		about: 'only these campaigns, by their ids, names or unique beginnings of names',
		least: 0,
		most: 1000,
		completes: 'campaign',
	},
	flags: alertsFlags,
	examples: [
		['dialtop alerts -p production', 'one look'],
		['dialtop alerts -p production --for 240', 'with the rules that need time, such as not-dialing'],
		['dialtop alerts -p production --follow', 'a line for each change, until Ctrl-C'],
		['dialtop alerts -p production --json | jq -r ".alerts[].text"', 'the sentences alone'],
	],
	exits: [
		['0', 'no alert, and everything was read; with --follow its time is over, or its reader has gone'],
		['1', 'WARNING'],
		['2', 'CRITICAL'],
		['3', 'UNKNOWN: not reached, not signed in, not all read, late, or wrong usage'],
		['70', "an error of dialtop's own"],
		['74', 'standard output cannot be written'],
		['128 + N', 'ended by signal N: 129 HUP, 130 INT, 143 TERM'],
	],
	failed(error) {
		if (!(error instanceof Error && ['UsageError', 'PrivateFileError'].includes(error.name))) {
			throw error;
		}
		say(messageOf(error));
		(error instanceof UsageError ? error.more : []).forEach(say);
		return unknown;
	},
	run: call => (call.flags.follow ? followed(call) : list(call)),
});
