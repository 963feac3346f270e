/** `dialtop watch`: prints what the monitor sees as lines of JSON until it is stopped. */

import {type AlertFollower, followAlerts} from '../alerts/news.ts';
import {type Call, command, type FlagRows} from '../cli/command.ts';
import {campaignsArgument, severalServicesFlags} from '../cli/service-flags.ts';
import {UsageError} from '../config/errors.ts';
import {endings} from '../config/exits.ts';
import {didYouMean} from '../config/nearest.ts';
import {systemClock} from '../system/clock.ts';
import type {Headless} from './connect/reach.ts';
import {alertLine, createLineWriter, type Kind, kinds, linesBetween} from './watch/lines.ts';
import {type Attention, attend, untilStopped} from './watch/until-stopped.ts';

const watchFlags = {
	interval: {
		type: 'number',
		value: 'SECONDS',
		about: 'between two polls of a campaign (2); many campaigns take longer, since requests are limited',
		least: 0.5,
		most: 86_400,
	},
	count: {type: 'number', value: 'N', about: 'stop after this many poll lines', least: 1, whole: true},
	for: {type: 'number', value: 'SECONDS', about: 'stop after this time', least: 0.1, most: 2_000_000},
	kinds: {type: 'string', value: 'KINDS', about: `only these kinds of lines, separated by commas: ${kinds.join(',')}`},
	...severalServicesFlags,
} as const satisfies FlagRows;

/** The default interval in seconds. */
const usualInterval = 2;

/** The kinds of lines to print. @throws UsageError */
const kindsOf = (text: string | undefined, count: number | undefined): ReadonlySet<Kind> => {
	if (text === undefined) {
		return new Set(kinds);
	}
	const isKind = (word: string): word is Kind => (kinds as readonly string[]).includes(word);
	const given = text.split(',').map(word => {
		const name = word.trim();
		if (!isKind(name)) {
			throw new UsageError(`--kinds takes ${kinds.join(',')}, not "${name}"${didYouMean(name, kinds)}`);
		}
		return name;
	});
	if (count !== undefined && !given.includes('poll')) {
		throw new UsageError('--count counts poll lines, and --kinds leaves them out');
	}
	return new Set(given);
};

/** Makes what watches a service: the lines of all services are written one after the other, and counted together. */
const createWatch = (
	{flags: {count = Number.POSITIVE_INFINITY}, input, out}: Call<typeof watchFlags>,
	shown: ReadonlySet<Kind>,
) => {
	const writer = createLineWriter(out);
	let written = 0;
	return (headless: Headless, end: Attention['end']): AlertFollower => {
		const {store} = headless;
		attend(headless, input, {
			changed(before, state) {
				for (const line of linesBetween(before, state, Date.now())) {
					if (
						shown.has(line.kind) &&
						written < count &&
						writer.write(line, line.kind === 'poll') &&
						line.kind === 'poll'
					) {
						written++;
					}
				}
				return written >= count;
			},
			end,
		});
		return followAlerts({store, clock: systemClock}, news => {
			for (const one of shown.has('alert') ? news : []) {
				writer.write(alertLine(store.get(), one), false);
			}
		});
	};
};

/** `dialtop watch`. */
export const watchCommand = command({
	name: 'watch',
	summary: 'print a line of JSON per poll, for pipes and logs, until stopped',
	details: [
		"Each line is an object with time, kind, profile, environment and host. A poll line has campaign, status (the service's word), means (how dialtop reads it), figures (those of dialtop campaigns --json and more; null if the service sent none) and latency_ms. A failure line says why something could not be read, a link line whether the connection is live, retrying, signed-out or gone (the embedded sandbox has ended), an alert line whether an alert of your rules was raised, has risen or is resolved, and then why it ended (end). Alerts of one kind on three campaigns or more within a minute are reported in one line: campaign is null, and campaigns lists each with its figure.",
		'A service that cannot be reached is tried again until it answers. A reader that falls behind misses poll lines; the next line says how many were dropped.',
		'With several profiles there is a session for each, and profile says which one a line is of; --count counts the poll lines of all. A session that is signed out, or whose service does not list a campaign that is named, ends alone, and the exit code is that of the worst.',
	],
	argument: campaignsArgument('campaigns to watch, by their ids, names or unique beginnings of names; all by default'),
	flags: watchFlags,
	examples: [
		['dialtop watch -p prod', 'every campaign, until Ctrl-C'],
		['dialtop watch -p east,west', 'two services at once'],
		['dialtop watch 1001 Autumn --interval 60 >> dialer.jsonl', 'two campaigns, a line a minute for each'],
		[
			'dialtop watch --kinds alert | while read -r line; do logger -t dialtop "$line"; done',
			'alerts to the system log',
		],
		['dialtop watch 1001 --kinds poll --count 1 | jq .figures.drop', 'one figure, once'],
	],
	exits: [
		['0', 'its count or time was reached, or its reader has gone'],
		['1', 'the service lists no campaign of that id or name'],
		['2', 'wrong usage'],
		['5', 'not signed in, or signed out on the way'],
		...endings,
	],
	async run({flags, input, out}) {
		const shown = kindsOf(flags.kinds, flags.count);
		const {interval = usualInterval, for: seconds} = flags;
		return untilStopped(flags, out, {interval: interval * 1000, seconds}, createWatch({flags, input, out}, shown));
	},
});
