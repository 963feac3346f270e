/** The rows of view 4: what search_lead found. */

import {isDeepStrictEqual} from 'node:util';
import type {Search, Source} from '../../../model/state.ts';
import type {CallLogEntry} from '../../../model/wire.ts';
import {searchColumns} from '../../../present/columns.ts';
import {maskOf} from '../../../present/mask.ts';
import {type Floors, rowKey} from '../../state/floors.ts';
import {type FoundRow, view, withService} from '../../state/view.ts';

/** A search at one of the services. */
export type SearchOn = {
	source: Source;
	/** Undefined if this service was not asked the same. */
	search: Search | undefined;
};

/** What was asked last of any service, and what came of it at each. */
export const searchesOn = (floors: Floors): {asked: Search | undefined; each: readonly SearchOn[]} => {
	const asked = floors
		.flatMap(({state: {search}}) => search ?? [])
		.reduce<Search | undefined>((last, one) => (last && last.askedAt.mono >= one.askedAt.mono ? last : one), undefined);
	const isSame = (search: Search | undefined): boolean =>
		search !== undefined && search.query === asked?.query && isDeepStrictEqual(search.filters, asked.filters);
	return {
		asked,
		each: floors.map(({state: {source, search}}) => ({source, search: isSame(search) ? search : undefined})),
	};
};

/** The rows of an answer: a call that came twice is two rows. */
const rowsOf = (source: Source, entries: readonly CallLogEntry[]): FoundRow[] => {
	const taken = new Set<string>();
	return entries.map((entry, index) => {
		const id = entry.uniqueId === undefined || taken.has(entry.uniqueId) ? `#${index}` : entry.uniqueId;
		taken.add(id);
		return {id, entry, source};
	});
};

/** The view. */
export const searchView = view<FoundRow>({
	noun: 'call',
	columns: ({ui, floors}) => withService<FoundRow>(searchColumns(maskOf(ui)), floors),
	rows: ({floors}) =>
		searchesOn(floors).each.flatMap(({source, search}) => rowsOf(source, search?.value?.entries ?? [])),
	idOf: ({source, id}) => rowKey(source, id),
	serviceOf: ({source}) => source.profile,
	isOfPeople: true,
	texts: ({entry, source}) => [
		source.floor,
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
