/** `dialtop play`, `pause`, `stop`, `list-on` and `list-off`. */
import {exitWords} from '../config/exits.ts';
import {observeWithin} from '../model/pending.ts';
import {type Call, type Command, command, type FlagRows} from './frame/command.ts';
import {formatFlags, formatOf, printRows} from './frame/table.ts';
import {serviceFlags} from './service/flags.ts';
import {outcomeColumns, reportDone, reportOutcomes} from './steer/outcome.ts';
import {campaignSteering, listSteering, type Steering} from './steer/plan.ts';
import {steer} from './steer/steer.ts';

const longestWait = observeWithin / 1000;

const flags = {
	yes: {type: 'boolean', short: 'y', about: 'do not ask'},
	wait: {
		type: 'number',
		value: 'SECONDS',
		least: 0,
		most: longestWait,
		about: `how long to wait until the service shows it (${longestWait})`,
	},
	noWait: {type: 'boolean', about: 'do not wait until the service shows it'},
	...formatFlags,
	...serviceFlags,
} as const satisfies FlagRows;

const stopFlags = {
	...flags,
	confirm: {
		type: 'string',
		value: 'TEXT',
		about: "do not ask: the campaign's name, or its id if the name is not plain ASCII; stop 3 for three campaigns",
	},
	yes: {...flags.yes, about: 'is not enough here: see --confirm'},
} as const satisfies FlagRows;

const ownWords = new Map([
	['0', 'done and observed, or nothing to do; with --no-wait, done'],
	['1', 'the service refused, or does not list one of the targets: then nothing was sent'],
	['3', 'not sent, or not confirmed'],
	['4', 'unknown: it may have been carried out or not, or it was done and not observed in time'],
]);

const exits = exitWords.map(([code, meaning]) => [code, ownWords.get(code) ?? meaning] as const);

const details = (asks: string): string[] => [
	`${asks} Without a terminal to ask on, the flag is required. A "y" that was typed before the question does not count.`,
	'Targets that are in this state already are left alone. Several are sent one after another, each with its own outcome; the exit code is that of the worst: 4, then 3, then 1. Nothing is ever sent twice: dialtop log --outcome unknown lists commands with unknown outcomes. If the same command of an earlier run is among them, dialtop waits up to 30 seconds for the service to show it before it asks.',
];

const run = async (
	steering: Steering,
	{flags: given, input, out}: Call<typeof flags>,
	confirm?: string,
): Promise<number> => {
	const format = formatOf(given);
	const {yes, noWait} = given;
	const wait = noWait ? 0 : (given.wait ?? longestWait);
	const {rows, code} = await steer(given, steering, input, {yes, confirm, wait});
	if (rows.length > 0) {
		printRows(out, {format, columns: outcomeColumns, rows});
		reportOutcomes(rows, wait);
		out.ifLost(() => {
			reportDone(rows);
			return code;
		});
	}
	return code;
};

const campaigns = {name: 'ID', about: 'campaigns, by their ids', least: 1, most: 1000};
const lists = {...campaigns, about: 'lists, by their ids'};

/** A command that a yes confirms. */
const confirmedByYes = (
	row: Pick<Command<typeof flags>, 'name' | 'summary' | 'argument' | 'examples'>,
	steering: Steering,
): Command<typeof flags> => ({
	...row,
	details: details('Asks first and says what will happen; y confirms, as does --yes.'),
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
export const pauseCommand = confirmedByYes(
	{
		name: 'pause',
		summary: 'pause campaigns: calls in progress finish, no more are dialed',
		argument: campaigns,
		examples: [
			['dialtop pause 1001', 'one, once it is confirmed'],
			['dialtop pause 1001 1002 --yes --json', 'two, from a script'],
			['0 18 * * 5  dialtop pause 1001 --yes -p prod', 'on Fridays at six, in a crontab'],
		],
	},
	campaignSteering('pause'),
);

/** `dialtop stop`. */
export const stopCommand = command({
	name: 'stop',
	summary: 'stop campaigns: deactivate them and clear their dialing queues',
	details: details(
		"Asks first and says what will happen. The campaign's name has to be typed, since this cannot be undone; --confirm gives it, --yes is not enough.",
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
		examples: [['dialtop list-on 501 502 --yes', 'two, from a script']],
	},
	listSteering('on'),
);

/** `dialtop list-off`. */
export const listOffCommand = confirmedByYes(
	{
		name: 'list-off',
		summary: 'switch calling lists off',
		argument: lists,
		examples: [['dialtop list-off 501 --yes --csv', 'one, from a script']],
	},
	listSteering('off'),
);
