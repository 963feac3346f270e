/** `dialtop play`, `pause`, `stop`, `level`, `list-on` and `list-off`. */

import {type ArgumentRow, type Call, type Command, command, type FlagRows} from '../cli/command.ts';
import {serviceFlags, waitFlags, waitOf} from '../cli/service-flags.ts';
import {formatFlags, formatOf, printRows} from '../cli/table.ts';
import {UsageError} from '../config/errors.ts';
import {exits as codes, exitWords} from '../config/exits.ts';
import {outcomeColumns, reportDone, reportOutcomes, reportPauseAll} from './connect/outcome-rows.ts';
import {
	campaignSteering,
	levelSteering,
	levelWishOf,
	listSteering,
	pauseAll,
	type Steering,
	steer,
} from './steer/steer.ts';

const flags = {
	yes: {type: 'boolean', short: 'y', about: 'do not ask'},
	...waitFlags,
	...formatFlags,
	...serviceFlags,
} as const satisfies FlagRows;

const stopFlags = {
	...flags,
	confirm: {
		type: 'string',
		value: 'TEXT',
		about: "do not ask: the campaign's name, or its id if the name is not plain ASCII; 'stop 3' for three campaigns",
	},
	yes: {...flags.yes, about: 'not enough here: see --confirm'},
} as const satisfies FlagRows;

const ownWords = new Map([
	['0', 'done and observed, or nothing to do; with --no-wait, done'],
	['1', 'the service refused, or does not list one of the targets: then nothing was sent'],
	['3', 'not sent, or not confirmed'],
	['4', 'unknown: it may have been carried out or not, or it was done and not observed in time'],
]);

const exits = exitWords.map(([code, meaning]) => [code, ownWords.get(code) ?? meaning] as const);

const sentOnce =
	'No command is sent twice. dialtop log --outcome unknown lists commands whose outcome is unknown; if one of an earlier run is the same as this, dialtop waits up to 30 seconds for the service to show its effect before it asks.';

const details = (asks: string, flag: string): string[] => [
	`${asks} Without a terminal to ask on, ${flag} is required. What was typed before the question does not count.`,
	`Targets that are in the wanted state already are skipped. Several are sent one after another, each with its own outcome; the exit code is that of the worst: 4, then 3, then 1. ${sentOnce}`,
];

const yesDetails = (asks: string): string[] => details(`${asks}; y confirms, as does --yes.`, '--yes');

const run = async (
	steering: Steering,
	{flags: given, input, out}: Call<typeof flags>,
	confirm?: string,
): Promise<number> => {
	const format = formatOf(given);
	const {yes} = given;
	const {rows, code, end} = await steer(given, steering, input, {yes, confirm, wait: waitOf(given)});
	if (rows.length === 0 && (format === 'table' || code !== codes.done)) {
		return code;
	}
	printRows(out, {format, columns: outcomeColumns, rows});
	reportOutcomes(rows, end?.state.source.flags ?? '');
	const hasBegun = end?.pausedAll !== undefined && reportPauseAll(end.state, end.pausedAll, rows);
	const worst = hasBegun ? Math.max(code, codes.notSent) : code;
	out.ifLost(() => {
		reportDone(rows);
		return worst;
	});
	return worst;
};

const campaigns = {
	name: 'ID',
	about: 'campaigns, by their ids or whole names',
	least: 1,
	most: 1000,
	completes: 'campaign',
} as const satisfies ArgumentRow;
const lists = {name: 'ID', about: 'lists, by their ids', least: 1, most: 1000};

/** A command that a yes confirms. */
const confirmedByYes = (
	row: Pick<Command<typeof flags>, 'name' | 'summary' | 'argument' | 'examples'>,
	steering: Steering,
): Command<typeof flags> => ({
	...row,
	details: yesDetails('Asks first and says what will happen'),
	flags,
	exits,
	run: call => run(steering, call),
});

/** `dialtop play`. */
export const playCommand = confirmedByYes(
	{
		name: 'play',
		summary: 'start or resume campaigns',
		argument: campaigns,
		examples: [
			['dialtop play 1001', 'one, once it is confirmed'],
			['dialtop play 1001 1002 --yes -p prod', 'two, from a script'],
		],
	},
	campaignSteering('play'),
);

/** `dialtop pause`. */
export const pauseCommand = command({
	name: 'pause',
	summary: 'pause campaigns, or all that dial: calls in progress finish, no more are dialed',
	details: [
		...yesDetails('Asks first and says what will happen'),
		'--all pauses every campaign that dials. One question says how many these are and how many calls are in progress, and "pause" with the number of campaigns has to be typed; --confirm gives that, or the environment; --yes is not enough. At the end it reports the calls that are still in progress. Where get_campaigns and the dashboard disagree, a campaign counts as dialing if either says so, unless the other is newer. A campaign with a status that dialtop does not know is paused if it has calls, and else reported as not sent; status_words of the profile says what such a status means.',
	],
	argument: {...campaigns, about: `${campaigns.about}; none with --all`, least: 0},
	flags: {
		all: {type: 'boolean', about: 'every campaign that dials'},
		...flags,
		confirm: {
			type: 'string',
			value: 'TEXT',
			about: 'with --all, do not ask: "pause 12" for twelve, or the environment',
		},
	},
	exits,
	examples: [
		['dialtop pause 1001', 'one, once it is confirmed'],
		["dialtop pause 'Spring Collections'", 'the same by its name'],
		['dialtop pause 1001 1002 --yes --json', 'two, from a script'],
		['dialtop pause --all', 'everything, when something is wrong'],
		['dialtop pause --all -p prod --confirm PRODUCTION', 'the same from a script'],
		['0 18 * * 5  dialtop pause 1001 --yes -p prod', 'on Fridays at six, in a crontab'],
	],
	run(call) {
		const {all, confirm} = call.flags;
		if (all === call.input.length > 0) {
			throw new UsageError(all ? '--all and ID exclude each other' : 'dialtop pause needs ID, or --all');
		}
		if (!all && confirm !== undefined) {
			throw new UsageError('--confirm goes with --all; a yes is enough to pause the campaigns that are named');
		}
		return all ? run(pauseAll, call, confirm) : run(campaignSteering('pause'), call);
	},
});

/** `dialtop level`. */
export const levelCommand = command({
	name: 'level',
	summary: 'set the level of a campaign: lines dialed per available agent',
	details: [
		`Asks first, with the level in force and the new one; y confirms, as does --yes. Without a terminal to ask on, --yes is required. What was typed before the question does not count. ${sentOnce}`,
		'A step such as +0.1 starts from the level in force. If that changes by more than 0.05 while the question is open, or by more than a smaller step, nothing is sent and dialtop asks anew. A PREDICTIVE campaign goes on from the new level by itself. MANUAL, BROADCAST and SMSB campaigns do not dial by a level.',
	],
	argument: {
		name: 'ID LEVEL',
		about: 'a campaign, by its id or whole name; a level from 0 to 10, or a step such as +0.1 or -0.1',
		least: 2,
		most: 2,
		isFixed: true,
		completes: 'campaign',
	},
	flags,
	exits,
	examples: [
		['dialtop level 1001 +0.1', 'a tenth more, once it is confirmed'],
		['dialtop level 1001 -0.25 -p prod', 'a quarter less'],
		['dialtop level 1001 1.5 --yes --json', 'from a script'],
	],
	async run({flags: given, input: [id = '', level = ''], out}) {
		const steering = levelSteering(levelWishOf(level));
		return run(steering, {flags: given, input: [id], out});
	},
});

/** `dialtop stop`. */
export const stopCommand = command({
	name: 'stop',
	summary: 'stop campaigns: deactivate them and clear their dialing queues',
	details: details(
		"Asks first and says what will happen. The campaign's name has to be typed, since this cannot be undone; --confirm gives it, --yes is not enough.",
		'--confirm',
	),
	argument: campaigns,
	flags: stopFlags,
	exits,
	examples: [
		['dialtop stop 1001', 'one, once its name is typed'],
		["dialtop stop 1001 --confirm 'Spring Collections'", 'from a script'],
		["dialtop stop 1001 1002 --confirm 'stop 2'", 'two'],
	],
	run: call => run(campaignSteering('stop'), call, call.flags.confirm),
});

/** `dialtop list-on`. */
export const listOnCommand = confirmedByYes(
	{
		name: 'list-on',
		summary: 'switch calling lists on',
		argument: lists,
		examples: [['dialtop list-on 50001 50002 --yes', 'two, from a script']],
	},
	listSteering('on'),
);

/** `dialtop list-off`. */
export const listOffCommand = confirmedByYes(
	{
		name: 'list-off',
		summary: 'switch calling lists off',
		argument: lists,
		examples: [['dialtop list-off 50001 --yes --csv', 'one, from a script']],
	},
	listSteering('off'),
);
