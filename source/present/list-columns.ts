/** The columns of calling lists (section 2.4). */
import {type CallingList, listIsOn} from '../model/list.ts';
import type {Pending} from '../model/pending.ts';
import {countColumn, namedColumn, namesFirst, textColumn} from './columns.ts';
import {nothing, percent} from './format.ts';
import type {Column} from './grid.ts';

/** A list, and what is under way on it. */
export type ListRow = {list: CallingList; command: Pending | undefined};

const words = new Map([
	[true, 'Y on'],
	[false, 'N off'],
]);

/** The columns of the lists. */
export const listColumns: readonly Column<ListRow>[] = namesFirst<ListRow>([
	{
		id: 'status',
		stays: true,
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
	{...textColumn('name', 'list', 18, ({list}) => list.name ?? `list ${list.id}`), grows: true, stays: true},
	{
		...textColumn('id', 'id', 6, ({list}) => list.id),
		align: 'right',
		isId: true,
		stays: true,
		cell: ({list}) => ({text: list.id, role: 'faint'}),
	},
	{...countColumn<ListRow>('remaining', 'remaining', 9, ({list}) => list.remainingLeads), descends: false},
	{
		id: 'done',
		title: 'done %',
		width: 6,
		align: 'right',
		cell: ({list}) => ({text: percent(list.percentComplete)}),
		sort: ({list}) => list.percentComplete,
		descends: true,
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
]);
