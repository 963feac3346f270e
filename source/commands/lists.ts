/** `dialtop lists`: calling lists, as the service filters them; `dialtop list`: one of them. */
import {command} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {checkRowFlags, printChosen, rowFlags, sayCount} from '../cli/rows.ts';
import {type Column, formatOf, fromGrid, lookOf, printRecord} from '../cli/table.ts';
import {exits} from '../config/exits.ts';
import {listsOf} from '../model/select.ts';
import type {ListsQuestion} from '../model/wire.ts';
import {type ListRow, listColumns} from '../present/columns.ts';
import {deadlineOf, exitOfRead, openBoard, readFlags} from './connect/board.ts';
import {exitOf, reach} from './connect/reach.ts';

/** The columns of the screen's lists, and those that only programs get. */
const columnsOfLists: readonly Column<ListRow>[] = [
	...listColumns.map(fromGrid),
	{name: 'campaign_id', of: ({list}) => list.campaignId, isHidden: true},
];

const statuses = {Y: 'Y', N: 'N', on: 'Y', off: 'N'} as const;
const filters = {RA: 'RA', RD: 'RD', added: 'RA', dialed: 'RD'} as const;

const keysOf = <T extends object>(values: T) => Object.keys(values) as (keyof T)[];

/** `dialtop lists`. */
export const listsCommand = command({
	name: 'lists',
	summary: 'list calling lists with their counts, of all campaigns or of one',
	flags: {
		campaign: {
			type: 'string',
			value: 'ID',
			about: 'only lists of this campaign: its id, its name or a unique beginning of it',
			completes: 'campaign',
		},
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
		...rowFlags,
		...readFlags,
	},
	examples: [
		['dialtop lists -p prod', 'all of them'],
		['dialtop lists -p prod --campaign 1001 --status off', 'those of a campaign that are off'],
		['dialtop lists -p prod --filter added --csv', 'those that were added lately, for a spreadsheet'],
	],
	async run({flags, out}) {
		checkRowFlags(columnsOfLists, flags);
		return reach(flags, async reached => {
			const board = openBoard(reached, deadlineOf(flags.deadline));
			const named = await board.idOf(flags.campaign);
			if ('code' in named) {
				return named.code;
			}
			const question: ListsQuestion = {
				campaignId: named.id,
				status: flags.status && statuses[flags.status],
				filter: flags.filter && filters[flags.filter],
			};
			const code = exitOfRead(await board.lists(question), reached, 'lists');
			if (code !== exits.done) {
				return code;
			}
			const {paint} = lookOf(out, reached);
			const rows = listsOf(board.get()).map(list => ({list, command: undefined}));
			printChosen(out, flags, {columns: columnsOfLists, rows, paint, whenEmpty: 'there are no such lists'});
			sayCount(out, flags, rows.length, 'list', reached.service.environment);
			return code;
		});
	},
});

/** Fields that the interface does not document. */
const extraColumns = ({list}: ListRow): Column<ListRow>[] =>
	Object.entries(list.extra).map(([name, value]) => ({name, of: () => value}));

/** `dialtop list ID`. */
export const listCommand = command({
	name: 'list',
	summary: 'show the campaign, status and counts of a calling list',
	argument: {name: 'ID', about: 'the id of a list; dialtop lists shows them', least: 1, most: 1},
	flags: readFlags,
	examples: [
		['dialtop list 50001 -p prod', 'what the service says of it'],
		['dialtop list 50001 -p prod --json | jq .remaining', 'its remaining leads'],
	],
	async run({flags, input: [id = ''], out}) {
		const format = formatOf(flags);
		return reach(flags, async reached => {
			const outcome = await reached.call('get_list', {list_id: id}, deadlineOf(flags.deadline));
			if (outcome.kind !== 'done') {
				return exitOf(outcome, reached, `list ${id}`);
			}
			const {record} = outcome.answer;
			if (record.id !== undefined && record.id !== id) {
				say(`list ${id}: the service answered for list ${record.id} instead`);
				return exits.unknown;
			}
			const row: ListRow = {list: {...record, id}, command: undefined};
			const columns = [...columnsOfLists, ...extraColumns(row)];
			printRecord(out, {format, columns, row, paint: lookOf(out, reached).paint});
			return exits.done;
		});
	},
});
