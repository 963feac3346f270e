/** The columns of the call log (section 2.5). */
import type {CallLogEntry} from '../model/wire.ts';
import {namedColumn, textColumn} from './columns.ts';
import type {Column} from './grid.ts';
import type {Mask, Personal} from './mask.ts';

/** An entry of a search, with an id to select it by. */
export type EntryRow = {id: string; entry: CallLogEntry};

/** The columns of section 2.5, those that tell calls apart first. */
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
