/** `dialtop doctor`: what a service answers, and how dialtop reads it. */

import {command} from '../cli/command.ts';
import {formatOf, lookOf} from '../cli/table.ts';
import {exits} from '../config/exits.ts';
import {createBudget} from '../service/schedule.ts';
import type {Exchange} from '../wire/client/exchange.ts';
import {TransportFailure} from '../wire/client/transport.ts';
import {createTurns, deadlineOf, readFlags} from './connect/board.ts';
import {sourceOf} from './connect/chosen.ts';
import {exitOf, reach} from './connect/reach.ts';
import {examine, isNeeded} from './doctor/examine.ts';
import {printExamination} from './doctor/report.ts';

/** `dialtop doctor`. */
export const doctorCommand = command({
	name: 'doctor',
	summary: 'show what a service answers, how dialtop reads it, and what it cannot read',
	details: [
		'Signs in and asks each read operation once. It changes nothing. Operations that need an id which dialtop cannot know are skipped.',
		'What it prints holds no names, no phone numbers, no figures of your campaigns and no secrets, so that you can send it to someone. It holds the names of fields and the status words of the service, but none that look like data. Standard error is for you alone: it names the service.',
	],
	flags: {
		company: {type: 'number', value: 'ID', about: 'a company whose accounts may be read', whole: true, least: 0},
		...readFlags,
	},
	examples: [
		['dialtop doctor -p prod', 'all that it finds'],
		['dialtop doctor -p prod --company 7', 'with the accounts of a company'],
		['dialtop doctor -p prod --json > doctor.json', 'for a program, or to be sent'],
	],
	exits: [
		['0', 'everything that the screen shows was read'],
		['1', 'some of it was refused, or cannot be read'],
		['2', 'wrong usage'],
		['3', 'not sent: the service was not reached'],
		['4', 'some of it was not answered'],
		['5', 'not signed in'],
	],
	async run({flags, out}) {
		const format = formatOf(flags);
		const exchanges: Exchange[] = [];
		return reach(
			flags,
			async reached => {
				const turn = createTurns(createBudget(reached.perSecond));
				const cause = await reached.signedIn();
				if (cause) {
					const isSent = cause instanceof TransportFailure ? cause.sent : cause.code !== 'signed-out';
					return exitOf({kind: isSent ? 'unknown' : 'not-sent', cause}, reached.service, 'doctor');
				}
				const found = await examine(
					async (type, params) => {
						await turn();
						return reached.call(type, params, deadlineOf(flags.deadline));
					},
					{company: flags.company, words: sourceOf(reached.service).statusWords, exchanges},
				);
				printExamination(out, found, {format, paint: lookOf(out, reached).paint});
				const endings = found.operations.flatMap(({operation, ending}) => (isNeeded(operation) ? [ending] : []));
				return endings.includes('no answer')
					? exits.unknown
					: endings.some(ending => ending !== 'read')
						? exits.refused
						: exits.done;
			},
			exchange => exchanges.push(exchange),
		);
	},
});
