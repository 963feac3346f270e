/** The rows of view 4: what search_lead found. */

import type {CallLogEntry} from '../../../model/wire.ts';
import {type EntryRow, searchColumns} from '../../../present/columns.ts';
import {maskOf} from '../../../present/mask.ts';
import {view} from '../../state/view.ts';

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
	noun: 'call',
	columns: ({ui}) => searchColumns(maskOf(ui)),
	rows: ({state}) => rowsOf(state.search?.value?.entries ?? []),
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
