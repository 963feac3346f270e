/** `dialtop lists`: calling lists, as the service filters them. */

import {counted} from '../api/words.ts';
import {exits} from '../config/exits.ts';
import {listsOf} from '../model/select.ts';
import type {ListsQuestion} from '../model/wire.ts';
import {deadlineOf, exitOfRead, openBoard, readFlags} from './board/board.ts';
import {command} from './frame/command.ts';
import {say} from './frame/out.ts';
import {lookOf} from './frame/paint.ts';
import {formatOf, printRows} from './frame/table.ts';
import {columnsOfLists} from './list.ts';
import {reach} from './service/reach.ts';

const statuses = {Y: 'Y', N: 'N', on: 'Y', off: 'N'} as const;
const filters = {RA: 'RA', RD: 'RD', added: 'RA', dialed: 'RD'} as const;

const keysOf = <T extends object>(values: T) => Object.keys(values) as (keyof T)[];

/** `dialtop lists`. */
export const listsCommand = command({
	name: 'lists',
	summary: 'list calling lists with their counts, of all campaigns or of one',
	flags: {
		campaign: {type: 'string', value: 'ID', about: 'only lists of this campaign'},
		status: {
			type: 'string',
			value: 'STATUS',
			about: 'only lists that are on (Y) or off (N)',
			choices: keysOf(statuses),
		},
		filter: {
			type: 'string',
			value: 'FILTER',
			about: 'only lists recently added (RA) or dialed (RD)',
			choices: keysOf(filters),
		},
		...readFlags,
	},
	examples: [
		['dialtop lists -p prod', 'all of them'],
		['dialtop lists -p prod --campaign 1001 --status off', 'those of a campaign that are off'],
		['dialtop lists -p prod --filter added --csv', 'those that were added lately, for a spreadsheet'],
	],
	async run({flags, out}) {
		const format = formatOf(flags);
		const question: ListsQuestion = {
			campaignId: flags.campaign,
			status: flags.status && statuses[flags.status],
			filter: flags.filter && filters[flags.filter],
		};
		return reach(flags, async reached => {
			const board = openBoard(reached, deadlineOf(flags.deadline));
			const code = exitOfRead(await board.lists(question), reached, 'lists');
			if (code !== exits.done) {
				return code;
			}
			const {paint} = lookOf(out, reached);
			const rows = listsOf(board.get()).map(list => ({list, command: undefined}));
			printRows(out, {format, columns: columnsOfLists, rows, paint, fits: true, whenEmpty: 'there are no such lists'});
			if (format === 'table' && out.isTerminal && rows.length > 0) {
				say(`${counted(rows.length, 'list')} in ${reached.service.environment}`);
			}
			return code;
		});
	},
});
