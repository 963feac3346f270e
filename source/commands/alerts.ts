/** `dialtop alerts`: the active alerts, as view 7 has them, after one look or a while; or each as it begins and ends. */

import {type AlertFollower, followAlerts} from '../alerts/news.ts';
import {rulesOverTime} from '../alerts/one-poll.ts';
import {type Call, command, type FlagRows} from '../cli/command.ts';
import {type Out, say} from '../cli/out.ts';
import {campaignsArgument, severalServicesFlags} from '../cli/service-flags.ts';
import {formatFlags, lookOf} from '../cli/table.ts';
import {inLocale} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {endings, exits} from '../config/exits.ts';
import type {Alerts} from '../model/alert.ts';
import {serviceZone} from '../model/service-clock.ts';
import type {State} from '../model/state.ts';
import type {Moment} from '../model/time.ts';
import {alertRole, groupSentence} from '../present/alert-text.ts';
import {dateAndTime, inZone} from '../present/format.ts';
import type {Paint, Role} from '../present/theme.ts';
import {readDuration} from '../present/time-expression.ts';
import {systemClock} from '../system/clock.ts';
import {messageOf} from '../wire/causes.ts';
import {decimalIn} from '../wire/decimal.ts';
import {struck} from '../wire/secrets.ts';
import {listAlerts} from './alerts/list.ts';
import {longestLook, lookFlags, lookInterval, lookTimes} from './check/look.ts';
import {pluginStates} from './check/plugin-line.ts';
import type {Headless} from './connect/reach.ts';
import {type AlertChange, alertLine, createLineWriter} from './watch/lines.ts';
import {attend, untilStopped} from './watch/until-stopped.ts';

const alertsFlags = {
	...lookFlags,
	for: {
		type: 'string',
		value: 'TIME',
		about:
			"how long to look, with the rules' own durations: 240 or 4m (0: one look, without durations); ack: for how long, or until when: 1h, 22:00, end (15m)",
	},
	reason: {type: 'string', value: 'TEXT', about: 'ack: why, for the audit and for whoever looks at the alert'},
	follow: {
		type: 'boolean',
		about: 'print a line when an alert begins, rises, eases, joins another or ends, until stopped',
	},
	backtest: {
		type: 'string',
		value: 'LENGTH',
		about:
			'run the rules over the recording of so long (7d, 8h), and print which alerts would have been raised, beside those that were',
	},
	set: {
		type: 'string',
		value: 'RULE.SETTING=VALUE',
		about: 'with --backtest: another value of a setting, such as drop-near.threshold=2 or least-human=100',
		many: true,
	},
	file: {type: 'string', value: 'PATH', about: 'with --backtest: a copied recording', completes: 'file'},
	json: {...formatFlags.json, about: 'print JSON; with --follow an object on each line'},
	...severalServicesFlags,
} as const satisfies FlagRows;

const words: Readonly<Record<AlertChange['event'], string>> = {
	raised: 'begins',
	risen: 'rises',
	eased: 'eases',
	joined: 'joins',
	returned: 'again',
	resolved: 'ends',
};

/**
 * Alerts that changed without being news: critical ones that are a warning again, those that return from that, and those that
 * have become part of another.
 */
const levelChanges = (before: Alerts, after: Alerts, at: Moment): AlertChange[] =>
	before === after
		? []
		: [...after.active].flatMap(([key, alert]): AlertChange[] => {
				const known = before.active.get(key);
				if (known?.id === alert.id && !known.partOf && alert.partOf) {
					return [{event: 'joined', at, lead: alert, members: [alert]}];
				}
				return known?.id === alert.id && known.news === alert.news && known.level !== alert.level
					? [{event: alert.level === 'critical' ? 'risen' : 'eased', at, lead: alert, members: [alert]}]
					: [];
			});

const textOf = (paint: Paint, {store, name}: Pick<Headless, 'store' | 'name'>, group: AlertChange): string => {
	const state = store.get();
	const {event, at, lead} = group;
	const role: Role = event === 'resolved' ? 'ok' : alertRole(lead);
	const word = event === 'resolved' ? 'over' : lead.level.toUpperCase();
	const sentence =
		name === undefined
			? groupSentence(group, state.source)
			: inZone(serviceZone(state), () => groupSentence(group, state.source));
	const text = `${words[event].padEnd(6)}  ${word.padEnd(8)}  ${sentence}`;
	const service = name === undefined ? '' : `  ${paint('strong', name)}`;
	return inLocale(struck(`${paint('faint', dateAndTime(at.wall))}${service}  ${paint(role, text)}\n`));
};

/** Reports on standard error that the service is lost, and that it is back. */
const reportLink = (say: Headless['say'], before: State, {link}: State): void => {
	if (link.kind === 'retrying' && before.link.kind !== 'retrying') {
		say(`${link.reason}: trying again`);
	} else if (link.kind === 'live' && before.link.kind === 'retrying') {
		say('the service answers');
	}
};

/** Follows the alerts of the campaigns that words name, until it is stopped. */
export const follow = (
	headless: Headless,
	input: readonly string[],
	{out, isJson, paint}: {out: Pick<Out, 'write' | 'pending'>; isJson: boolean; paint: Paint},
	end: Parameters<typeof attend>[2]['end'],
): AlertFollower => {
	const {store, say} = headless;
	const writer = createLineWriter(out);
	const print = (changes: readonly AlertChange[]): void => {
		for (const change of changes) {
			if (isJson) {
				writer.write(alertLine(store.get(), change), false);
			} else {
				out.write(textOf(paint, headless, change));
			}
		}
	};
	attend(headless, input, {
		changed(before, state) {
			reportLink(say, before, state);
			print(levelChanges(before.alerts, state.alerts, systemClock.now()));
			return false;
		},
		end,
	});
	return followAlerts({store, clock: systemClock}, print);
};

/** The exit code where nothing could be judged. */
const unknown = pluginStates.indexOf('UNKNOWN');

const followed = async ({flags, input, out}: Call<typeof alertsFlags>): Promise<number> => {
	if (flags.timeout !== undefined) {
		throw new UsageError('--timeout and --follow exclude each other: --for ends it after a time');
	}
	if (flags.rule.length > 0) {
		throw new UsageError('--rule and --follow exclude each other: the configuration says which rules are followed');
	}
	const code = await untilStopped(
		flags,
		out,
		{interval: lookInterval, seconds: secondsOf(flags.for)},
		(headless, end) => follow(headless, input, {out, isJson: flags.json, paint: lookOf(out, headless).paint}, end),
	);
	return code === exits.done || code > 128 ? code : unknown;
};

const backtested = async ({flags, input, out}: Call<typeof alertsFlags>, length: string): Promise<number> => {
	const other = (['follow', 'for', 'timeout'] as const).find(name => flags[name]);
	if (other !== undefined) {
		throw new UsageError(`--${other} and --backtest exclude each other`);
	}
	if (flags.profile?.includes(',')) {
		throw new UsageError(
			`--backtest runs over the recording of one service, not of "${flags.profile}": give one, such as -p ${flags.profile.split(',')[0]}`,
		);
	}
	const {runBacktest} = await import('./alerts/run-backtest.ts');
	return runBacktest({...flags, backtest: length}, input, out);
};

/** The seconds of `--for`. @throws UsageError */
const secondsOf = (text: string | undefined): number | undefined => {
	if (text === undefined) {
		return undefined;
	}
	const seconds = decimalIn(text) ?? (readDuration(text) ?? Number.NaN) / 1000;
	if (!(seconds >= 0 && seconds <= longestLook)) {
		throw new UsageError(
			`--for must be a number from 0 to ${longestLook}, or a length of time such as 4m, not "${text}"`,
		);
	}
	return seconds;
};

/** Acknowledges: the flags that say for how long, and why, are its own. */
const acknowledged = async ({flags, input}: Call<typeof alertsFlags>): Promise<number> => {
	const other = (['follow', 'backtest', 'file', 'json'] as const).find(name => flags[name]);
	if (other !== undefined) {
		throw new UsageError(`--${other} and ack exclude each other`);
	}
	if (flags.rule.length > 0 || flags.set.length > 0) {
		throw new UsageError(`--${flags.rule.length > 0 ? 'rule' : 'set'} and ack exclude each other`);
	}
	if (flags.profile?.includes(',')) {
		throw new UsageError(`ack is for the alerts of one service, not of "${flags.profile}"`);
	}
	const {acknowledge} = await import('./alerts/ack.ts');
	return acknowledge(flags, input.slice(1), lookTimes({...flags, for: 0}));
};

const run = async (call: Call<typeof alertsFlags>): Promise<number> => {
	const {backtest, set, file, follow: isFollowed, reason} = call.flags;
	if (call.input[0] === 'ack') {
		return acknowledged(call);
	}
	if (reason !== undefined) {
		throw new UsageError('--reason is for ack: dialtop alerts ack ID --for 1h --reason TEXT');
	}
	if (backtest !== undefined) {
		return backtested(call, backtest);
	}
	if (set.length > 0 || file !== undefined) {
		throw new UsageError(`${file === undefined ? '--set' : '--file'} is for --backtest: give --backtest 7d as well`);
	}
	return isFollowed
		? followed(call)
		: listAlerts(call.flags, call.input, call.out, lookTimes({...call.flags, for: secondsOf(call.flags.for)}));
};

/** `dialtop alerts`. */
export const alertsCommand = command({
	name: 'alerts',
	summary: 'list the active alerts and why, follow them, or acknowledge one',
	details: [
		"The rules and thresholds are those of your configuration, and the sentences those of the monitor's view 7, the gravest first. Alerts of one kind on three campaigns or more within a minute are one. Each names the cause that its figures show, and the command that helps.",
		`One look judges ${rulesOverTime.map(({id}) => id).join(', ')} by the service's own graphs, as far as these show for how long something has lasted, and ignores the durations of the other rules. With --for all durations hold as in the monitor. How long it looked, which rules it could not judge and what it could not read is on standard error, and in JSON as watched_s, not_judged and not_read. Alerts that a running monitor has raised before are not known here.`,
		'With --follow it prints a line when an alert begins, rises to critical, eases, becomes part of another or ends, with the reason for its end. The JSON is that of the alert lines of dialtop watch, with two more events: eased, and joined for an alert that has become part of another. --for ends it after a time.',
		'With several profiles the alerts of all are one list, the gravest first, each behind the name of its service (in JSON profile; services lists the state of each). Times are by the clock of each service. The exit code is that of the worst.',
		'dialtop alerts ack ID acknowledges an alert, by the ID that is printed behind it (in JSON id, and alert of each campaign of several). Until the time is over nobody is notified of it, unless it gets worse by a step: a graver rule of its kind holds, or its figure grows to one and a half times its worst so far (calls and agents by two at least; durations do not count). Nothing is sent to the service. It is written to the audit, which every monitor of the same user on the same service reads, also one that starts later. dialtop check and dialtop alerts count acknowledged alerts like any other.',
		'With --backtest nothing is asked of the service: the rules run over its recording, with the settings of your configuration as --set changes them, by their names under alerts.rules. A row is an alert that would have been raised on a campaign, for how long, and whether it was raised at the time. A lower threshold of a graver drop rule lowers those of the milder ones too: drop-limit.threshold=2.5 lowers drop-close.threshold to 2.5.',
	],
	argument: {
		...campaignsArgument(
			'only these campaigns, by their ids, names or unique beginnings of names; or ack and IDs of alerts',
		),
		first: ['ack'],
	},
	flags: alertsFlags,
	examples: [
		['dialtop alerts -p prod', 'one look'],
		['dialtop alerts -p prod --for 240', 'with the rules that need time, such as waiting'],
		['dialtop alerts -p east,west', 'the alerts of two services, the gravest first'],
		['dialtop alerts -p prod --follow', 'a line for each change, until Ctrl-C'],
		[
			'dialtop alerts ack drop:1001 -p prod --for 1h --reason "trunk 2, ticket 4711"',
			'nobody is notified of it for an hour, unless it gets worse',
		],
		[
			'dialtop alerts -p prod --backtest 7d --set drop-near.threshold=2',
			'which alerts an earlier warning of drops would have raised in the last week',
		],
		['dialtop alerts -p prod --json | jq -r ".alerts[].text"', 'only the sentences'],
	],
	exits: [
		[
			'0',
			'no alert, and everything was read; with ack: acknowledged; with --follow: its time is over, or its reader has gone; with --backtest: whatever it finds',
		],
		['1', 'WARNING'],
		['2', 'CRITICAL'],
		[
			'3',
			'UNKNOWN: not reached, not signed in, not all read, late, nothing recorded, or wrong usage; with ack: not acknowledged',
		],
		...endings,
	],
	failed(error) {
		if (!(error instanceof Error && ['UsageError', 'PrivateFileError'].includes(error.name))) {
			throw error;
		}
		say(messageOf(error));
		(error instanceof UsageError ? error.more : []).forEach(say);
		return unknown;
	},
	run,
});
