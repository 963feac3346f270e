/** The rows of view 4: what search_lead found. */
import {type Mask, maskOf, type Personal} from '../../look/mask.ts';
import type {CallLogEntry} from '../../model/wire.ts';
import {namedColumn, textColumn} from '../parts/columns.ts';
import type {Column} from '../parts/grid.ts';
import {view} from './view.ts';

/** An entry of a search, with an id to select it by. */
export type EntryRow = {id: string; entry: CallLogEntry};

/** The columns of section 2.5, those that tell calls apart first. */
export const searchColumns = (mask: Mask): readonly Column<EntryRow>[] => {
	const shown = (kind: Personal, value: string | undefined): string | undefined => value && mask(kind, value);
	return [
		textColumn('date', 'date', 16, ({entry}) => entry.date),
		textColumn('status', 'status', 11, ({entry}) => entry.status),
		{...textColumn<EntryRow>('name', 'name', 16, ({entry}) => shown('name', entry.fullName)), grows: true},
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

/** The rows of an answer: a call that came twice is two rows. */
const rowsOf = (entries: readonly CallLogEntry[]): EntryRow[] => {
	const taken = new Set<string>();
	return entries.map((entry, index) => {
		const id = entry.uniqueId === undefined || taken.has(entry.uniqueId) ? `#${index}` : entry.uniqueId;
		taken.add(id);
		return {id, entry};
	});
};

/** The view. */
export const searchView = view<EntryRow>({
	title: 'search',
	columns: ({ui}) => searchColumns(maskOf(ui)),
	rows: ({state}) => rowsOf(state.search?.result?.entries ?? []),
	idOf: row => row.id,
	texts: ({entry}) => [
		entry.fullName,
		entry.phoneNumber,
		entry.status,
		entry.campaignName,
		entry.listName,
		entry.leadId,
	],
	copies: ({entry: {phoneNumber, leadId, uniqueId}}) =>
		phoneNumber
			? {what: 'phone number', value: phoneNumber, kind: 'phone'}
			: leadId
				? {what: 'lead', value: leadId, kind: 'text'}
				: uniqueId
					? {what: 'call', value: uniqueId, kind: 'none'}
					: undefined,
});
