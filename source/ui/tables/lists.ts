/** The rows of view 3: calling lists of the selected campaign, or of all. */
import {nothing, percent} from '../../look/format.ts';
import {type CallingList, listIsOn, sameLists} from '../../model/list.ts';
import type {Pending} from '../../model/pending.ts';
import {commandOn} from '../../model/select.ts';
import type {ListsQuestion} from '../../model/wire.ts';
import {countColumn, namedColumn, textColumn} from '../parts/columns.ts';
import type {Column} from '../parts/grid.ts';
import type {UiState} from '../state/state.ts';
import {view} from './view.ts';

/** A list, and what is under way on it. */
export type ListRow = {list: CallingList; command: Pending | undefined};

const words = new Map([
	[true, 'Y on'],
	[false, 'N off'],
]);

/** The columns of the lists. */
export const listColumns: readonly Column<ListRow>[] = [
	{
		id: 'status',
		title: 'state',
		width: 7,
		align: 'left',
		cell: ({list}) => {
			const on = listIsOn(list.status);
			const shown = on === undefined ? (list.status ?? nothing) : (words.get(on) ?? nothing);
			return {text: shown, role: on === undefined ? 'text' : on ? 'state.dialing' : 'state.paused'};
		},
		sort: ({list}) => list.status,
	},
	{...textColumn('name', 'list', 18, ({list}) => list.name ?? `list ${list.id}`), grows: true},
	{
		...textColumn('id', 'id', 6, ({list}) => list.id),
		align: 'right',
		isId: true,
		cell: ({list}) => ({text: list.id, role: 'faint'}),
	},
	countColumn('remaining', 'remaining', 9, ({list}) => list.remainingLeads),
	{
		id: 'done',
		title: 'done %',
		width: 6,
		align: 'right',
		cell: ({list}) => ({text: percent(list.percentComplete)}),
		sort: ({list}) => list.percentComplete,
	},
	countColumn('total', 'leads', 8, ({list}) => list.totalLeads),
	countColumn('new', 'new', 8, ({list}) => list.newLeads),
	countColumn('called', 'called', 8, ({list}) => list.calledLeads),
	namedColumn(
		'campaign',
		'campaign',
		22,
		({list}) => list.campaignName,
		({list}) => list.campaignId,
	),
	textColumn('lastCalled', 'last dialed', 19, ({list}) => list.lastCalled),
	textColumn('changed', 'changed', 19, ({list}) => list.changed),
];

/** Which lists are wanted: the selected campaign's, or those of all; and which of them. */
export const listsWanted = (
	{listsOfAll, listsFilter}: Pick<UiState, 'listsOfAll' | 'listsFilter'>,
	campaignId: string | undefined,
): ListsQuestion => ({...listsFilter, campaignId: listsOfAll ? undefined : campaignId});

/** The view. What is not of the campaign asked for is not shown, and so cannot be meant. */
export const listsView = view<ListRow>({
	title: 'lists',
	columns: () => listColumns,
	rows: ({state, ui, campaignId}) =>
		(sameLists(state.lists, listsWanted(ui, campaignId)) ? (state.lists?.lists ?? []) : []).map(list => ({
			list,
			command: commandOn(state, {kind: 'list', id: list.id}),
		})),
	idOf: row => row.list.id,
	texts: ({list}) => [list.name, list.id, list.campaignName, list.campaignId, list.status],
	copies: ({list: {id}}) => ({what: 'list id', value: id, kind: 'none'}),
});
