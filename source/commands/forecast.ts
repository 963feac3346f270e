/** `dialtop forecast`: what a change of a campaign is likely to do. */
import {command, type FlagRows, stateVariable} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {lookOf, printRows} from '../cli/table.ts';
import {inLocale} from '../cli/text.ts';
import {endings, exits} from '../config/exits.ts';
import {jsonOf} from '../present/csv-json.ts';
import {clock, counted, wrap} from '../present/format.ts';
import {timeForms} from '../present/time-expression.ts';
import {askRecorded} from './forecast/ask.ts';
import {columnsOf, objectOf, recordText, rowsOf} from './forecast/rows.ts';
import {openRecorded, recordedFlags} from './report/recorded.ts';

const flags = {
	level: {
		type: 'number',
		value: 'LEVEL',
		about: 'at this dial level instead of the present one, 0.1 to 10',
		least: 0.1,
		most: 10,
	},
	dropLimit: {
		type: 'number',
		value: 'PERCENT',
		about: 'with this drop limit instead of the present one',
		least: 0,
		most: 100,
	},
	agents: {
		type: 'number',
		value: 'N',
		about: 'with so many agents instead of those signed in',
		least: 0,
		most: 2000,
		whole: true,
	},
	minutes: {type: 'number', value: 'N', about: 'over so many minutes (30), 5 to 240', least: 5, most: 240, whole: true},
	at: {type: 'string', value: 'TIME', about: `as of this time of the recording instead of its end: ${timeForms}`},
	json: {type: 'boolean', about: 'print JSON'},
	...recordedFlags,
} as const satisfies FlagRows;

const usualMinutes = 30;

/** The columns that text is wrapped to: without a terminal, and at most. */
const [usualWidth, mostWidth] = [80, 100];

export const forecastCommand = command({
	name: 'forecast',
	summary: 'estimate what a change of a campaign would do, by simulating its floor',
	details: [
		'A simulation of the floor of the campaign, fitted to its last 45 recorded minutes, runs many times with the change and without it. It prints an estimate: the middle of these runs, and the band that holds four of five. There is no forecast where too little is recorded, or where the simulation, fitted on what came before, does not come out as the last half hour did.',
		'Bands are made as wide as four of five earlier forecasts of floors of this size needed. The monitor and dialtop record forecast each dialing campaign each half hour, and record what came; where that is too little, half hours of the recording are forecast again, for two seconds at most.',
		'It asks nothing of the service, and changes nothing: it reads what the monitor or dialtop record has recorded.',
	],
	flags,
	argument: {
		name: 'ID',
		about: 'the campaign, by its id, name or a unique beginning of it',
		least: 1,
		most: 1,
		completes: 'campaign',
	},
	environment: [stateVariable],
	exits: [
		['0', 'done'],
		['1', 'there is no forecast, and why is on standard error'],
		['2', 'wrong usage, or there is no recording that can be read'],
		...endings,
	],
	examples: [
		['dialtop forecast 1001 -p prod --level 1.8', 'what a level of 1.8 would do'],
		['dialtop forecast 1001 -p prod --agents 20 --json', 'what 20 agents would do, for a program'],
	],
	async run({flags: given, input, out}) {
		using recorded = await openRecorded(given, process.env);
		const [word = ''] = input;
		const {level, dropLimit, agents, minutes = usualMinutes} = given;
		const {row, now, answer, hindcasts} = askRecorded(recorded, word, {
			level,
			dropLimit,
			agents,
			minutes,
			at: given.at,
		});
		if ('why' in answer) {
			say(`No forecast of ${row.campaign.id}: ${answer.why}`);
			return exits.unreadable;
		}
		if (given.json) {
			out.write(jsonOf(objectOf(answer, now, hindcasts)));
			return exits.done;
		}
		const changes = [
			level !== undefined && `level ${level}`,
			dropLimit !== undefined && `drop limit ${dropLimit} %`,
			agents !== undefined && counted(agents, 'agent'),
		].filter(Boolean);
		const columns = columnsOf(changes.join(', '));
		const {calibratedOn, runs, record} = answer;
		out.write(inLocale(`An estimate for ${row.campaign.name} (${row.campaign.id}), ${clock(calibratedOn.until)}:\n`));
		printRows(out, {
			format: 'table',
			columns: changes.length === 0 ? columns.slice(0, 2) : columns,
			rows: rowsOf(answer, minutes, now),
			paint: lookOf(out, {theme: recorded.theme}).paint,
		});
		out.write(
			inLocale(
				wrap(
					`From ${counted(runs, 'pair')} of runs on the last ${calibratedOn.minutes} min (${counted(calibratedOn.dials, 'dial')}, ${counted(calibratedOn.talks, 'talk')}). In brackets is the band of four in five. ${recordText(record, hindcasts, changes.length > 0)}`,
					Math.min(out.columns ?? usualWidth, mostWidth),
				)
					.map(line => `${line}\n`)
					.join(''),
			),
		);
		return exits.done;
	},
});
