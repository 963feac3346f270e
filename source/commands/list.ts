/** `dialtop list ID`: one calling list. */

import {command} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {lookOf} from '../cli/paint.ts';
import {type Column, formatOf, fromGrid, printRecord} from '../cli/table.ts';
import {exits} from '../config/exits.ts';
import {type ListRow, listColumns} from '../present/list-columns.ts';
import {deadlineOf, readFlags} from './board/board.ts';
import {exitOf, reach} from './connect/reach.ts';

/** The columns of the screen's lists, and those that only programs get. */
export const columnsOfLists: readonly Column<ListRow>[] = [
	...listColumns.map(fromGrid),
	{name: 'campaign_id', of: ({list}) => list.campaignId, isHidden: true},
];

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
		['dialtop list 50001 -p prod --json | jq .remaining', 'the leads that it has left'],
	],
	async run({flags, input: [id = ''], out}) {
		const format = formatOf(flags);
		return reach(flags, async reached => {
			const outcome = await reached.call('get_list', {list_id: id}, deadlineOf(flags.deadline));
			if (outcome.kind !== 'done') {
				return exitOf(outcome, reached.service, `list ${id}`);
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
