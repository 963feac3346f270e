/** View 4: what search_lead found. */

import {width as cells, clock, wrap} from '../../look/format.ts';
import {type Mask, maskOf, type Personal} from '../../look/mask.ts';
import type {Search, State} from '../../model/state.ts';
import type {CallLogEntry} from '../../model/wire.ts';
import type {Context} from '../context.ts';
import {box, faintLines, type Line, line} from '../parts/box.ts';
import {namedColumn, textColumn} from '../parts/columns.ts';
import {type Column, grid, pageOf, positionOf, topFor} from '../parts/grid.ts';
import {disconnected, noMatch, withKey} from './empty.ts';
import {questionWords} from './search-words.ts';
import {type Drawn, type Place, view} from './view.ts';

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

/** What the service says below its entries; it may repeat what was searched for. */
const shownFooter = (search: Search | undefined, mask: Mask): string => {
	const footer = mask('text', search?.result?.footer ?? '');
	return search?.query ? footer.replaceAll(search.query, mask('query', search.query)) : footer;
};

const says = (state: State, keys: Pick<Context, 'options'>, asked: string, footer: string): string[] => {
	const {search} = state;
	const again = (text: string): string[] => withKey(keys, 'search', key => `Press ${key} to ${text}.`);
	const filters = withKey(keys, 'searchFilters', key => `${key} searches by dates, agent, status and more.`);
	if (!search) {
		return [
			...(disconnected(state, keys) ?? []),
			...again('search leads and calls by name, phone or account'),
			...filters,
		];
	}
	switch (search.state) {
		case 'asking':
			return [`Searching for ${asked}…`];
		case 'failed': {
			const {refused, reason} = search.failure ?? {reason: ''};
			const what = refused ? 'The service refuses the search' : 'The search';
			return [`${what} for ${asked}${refused ? '' : ' failed'}: ${reason}`, ...again('try again'), ...filters];
		}
		case 'answered':
			return search.result?.entries
				? [`Nothing found for ${asked}.`, footer]
				: ['The service answered without a list of calls: no data.', footer];
	}
};

/** What was asked stands in the title, or above the entries where it is too long for it; the service's footer below. */
const draw = ({context, table, state, area, look, previousTop}: Place<EntryRow>): Drawn => {
	const mask = maskOf(context.ui);
	const filter = context.ui.filters.search ?? '';
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort, total} = table;
	const {search} = state;
	const asked = search ? questionWords(search, mask) : '';
	const footer = shownFooter(search, mask);
	const noteOf = (position: string): string =>
		[filter && `filter: ${filter}`, position, search?.answeredAt && `asked at ${clock(search.askedAt.wall)}`]
			.filter(Boolean)
			.join(', ');
	const fits = cells(asked) + cells(noteOf(positionOf(0, total, total))) + 20 <= inner.width;
	const head = fits ? [] : wrap(asked, inner.width - 2).map(text => line(look, ['strong', ` ${text}`]));
	const room = inner.height - head.length - (footer === '' ? 0 : 1);
	const page = pageOf(room, false);
	const top = topFor(previousTop, selectedIndex, page, rows.length);
	const filtered = total > 0 && noMatch('call', filter, context);
	const lines: Line[] =
		rows.length === 0
			? faintLines(
					look,
					(filtered || says(state, context, asked, footer)).flatMap(text => wrap(text, inner.width - 2)),
				)
			: [
					...head,
					...grid({
						columns: searchColumns(mask),
						rows,
						selected: selectedIndex,
						top,
						width: inner.width,
						height: room,
						look,
						sort,
					}),
					...(footer === '' ? [] : [line(look, ['faint', footer])]),
				];
	const title = search && fits ? `Search ${asked}` : 'Search';
	const note = noteOf(positionOf(top, page, rows.length));
	return {lines: box(lines, area.width, area.height, look, {title, note, focused: true}), top, page};
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
	draw,
});
