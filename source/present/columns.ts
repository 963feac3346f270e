/** The plain kinds of columns, and the columns of lists and of searches, which commands print too. */

import {type CallingList, listIsOn} from '../model/list.ts';
import type {Pending} from '../model/pending.ts';
import type {CallLogEntry} from '../model/wire.ts';
import {nothing, number, percent, width} from './format.ts';
import type {Column} from './grid.ts';
import type {Mask, Personal} from './mask.ts';
import {type Role, serviceRole} from './theme.ts';

/** A column of text. */
export const textColumn = <R>(
	id: string,
	title: string,
	width: number,
	of: (row: R) => string | undefined,
): Column<R> => ({id, title, width, align: 'left', cell: row => ({text: of(row) ?? nothing}), sort: of});

/** A column of names, or of the ids of what has none; the id follows a name that must be cut. */
export const namedColumn = <R>(
	id: string,
	title: string,
	width: number,
	nameOf: (row: R) => string | undefined,
	idOf: (row: R) => string | undefined,
): Column<R> => {
	const shown = (row: R): string | undefined => nameOf(row) ?? idOf(row);
	return {...textColumn(id, title, width, shown), cell: row => ({text: shown(row) ?? nothing, id: idOf(row)})};
};

/** Columns of which the pinned names get the cells that they need before any other, so that names are not cut. */
export const namesFirst = <R>(columns: readonly Column<R>[]): Column<R>[] =>
	columns.map(column => (column.stays ? column : {...column, isLater: true}));

/** A column of counts; a 0 is faint, so that the others stand out. */
export const countColumn = <R>(
	id: string,
	title: string,
	width: number,
	of: (row: R) => number | undefined,
	role: (row: R) => Role = () => 'text',
): Column<R> => ({
	id,
	title,
	width,
	align: 'right',
	cell: row => ({text: number(of(row)), role: of(row) ? role(row) : 'faint'}),
	sort: of,
	descends: true,
});

/** Which of several services a row is of. */
export const serviceColumn = <R>(services: readonly string[], of: (row: R) => string): Column<R> => ({
	...textColumn('service', 'service', Math.min(14, Math.max('service'.length, ...services.map(width))), of),
	stays: true,
	cell: row => ({text: of(row), role: serviceRole(services.indexOf(of(row)))}),
});

/** An entry of a search, with an id to select it by. */
export type EntryRow = {id: string; entry: CallLogEntry};

/** The columns of section 2.5, those that distinguish calls first. */
export const searchColumns = (mask: Mask): readonly Column<EntryRow>[] => {
	const shown = (kind: Personal, value: string | undefined): string | undefined => value && mask(kind, value);
	return [
		{...textColumn<EntryRow>('date', 'date', 16, ({entry}) => entry.date), stays: true},
		{...textColumn<EntryRow>('status', 'status', 11, ({entry}) => entry.status), stays: true},
		{...textColumn<EntryRow>('name', 'name', 16, ({entry}) => shown('name', entry.fullName)), grows: true, stays: true},
		textColumn('phone', 'phone', 12, ({entry}) => shown('phone', entry.phoneNumber)),
		{
			...namedColumn<EntryRow>(
				'campaign',
				'campaign',
				18,
				({entry}) => entry.campaignName,
				({entry}) => entry.campaignId,
			),
			grows: true,
			least: 10,
		},
		textColumn('type', 'type', 8, ({entry}) => entry.callType),
		{
			...namedColumn<EntryRow>(
				'list',
				'list',
				16,
				({entry}) => entry.listName,
				({entry}) => entry.listId,
			),
			grows: true,
		},
		{...textColumn<EntryRow>('lead', 'lead', 22, ({entry}) => shown('text', entry.leadId)), isId: true},
		textColumn('flag', 'flag', 8, ({entry}) => entry.flag),
	];
};

/** A list, and the command under way on it. */
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
