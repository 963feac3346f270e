/** View 4: what search_lead found. */
import type {Search, State} from '../../model/state.ts';
import type {CallLogEntry} from '../../model/wire.ts';
import type {Context} from '../context.ts';
import {clock, number} from '../format.ts';
import {type Mask, maskOf, type Personal} from '../mask.ts';
import {box, faintLines, type Line, line} from '../parts/box.ts';
import {textColumn} from '../parts/columns.ts';
import {type Column, grid, pageOf, topFor} from '../parts/grid.ts';
import {noMatch, withKey} from './empty.ts';
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
			...textColumn<EntryRow>('campaign', 'campaign', 18, ({entry}) => entry.campaignName ?? entry.campaignId),
			grows: true,
		},
		textColumn('type', 'type', 8, ({entry}) => entry.callType),
		{...textColumn<EntryRow>('list', 'list', 16, ({entry}) => entry.listName ?? entry.listId), grows: true},
		textColumn('lead', 'lead', 22, ({entry}) => shown('text', entry.leadId)),
		textColumn('flag', 'flag', 8, ({entry}) => entry.flag),
	];
};

/** What the service says below its entries; it may repeat what was searched for. */
const shownFooter = (search: Search | undefined, mask: Mask): string => {
	const footer = mask('text', search?.result?.footer ?? '');
	return search ? footer.replaceAll(search.query, mask('query', search.query)) : footer;
};

const says = (state: State, keys: Pick<Context, 'options'>, query: string, footer: string): string[] => {
	const {search} = state;
	const again = (text: string): string[] => withKey(keys, 'search', key => `Press ${key} to ${text}.`);
	if (!search) {
		return again('search leads and calls by name, phone or account');
	}
	switch (search.state) {
		case 'asking':
			return [`Searching for "${query}"…`];
		case 'failed':
			return [`The search for "${query}" failed: ${search.reason}`, ...again('try again')];
		case 'answered':
			return search.result?.entries
				? [`Nothing found for "${query}".`, footer]
				: ['The service answered without a list of calls: no data.', footer];
	}
};

/** The service's own footer is in its last line. */
const draw = ({context, table, state, area, look, previousTop}: Place<EntryRow>): Drawn => {
	const mask = maskOf(context.ui);
	const filter = context.ui.filters.search ?? '';
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort, total} = table;
	const {search} = state;
	const query = mask('query', search?.query ?? '');
	const footer = shownFooter(search, mask);
	const room = inner.height - (footer === '' ? 0 : 1);
	const top = topFor(previousTop, selectedIndex, pageOf(room, false), rows.length);
	const filtered = total > 0 && noMatch('call', filter, context);
	const lines: Line[] =
		rows.length === 0
			? faintLines(look, filtered || says(state, context, query, footer))
			: [
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
	const note = [
		filter && `filter: ${filter}`,
		search?.answeredAt && `${number(rows.length)} shown, asked at ${clock(search.askedAt.wall)}`,
	]
		.filter(Boolean)
		.join(', ');
	const title = search ? `Search "${query}"` : 'Search';
	return {lines: box(lines, area.width, area.height, look, {title, note, focused: true}), top};
};

/** The view. */
export const searchView = view<EntryRow>({
	title: 'search',
	columns: ({ui}) => searchColumns(maskOf(ui)),
	rows: ({state}) =>
		(state.search?.result?.entries ?? []).map((entry, index) => ({id: entry.uniqueId ?? String(index), entry})),
	idOf: row => row.id,
	texts: ({entry}) => [
		entry.fullName,
		entry.phoneNumber,
		entry.status,
		entry.campaignName,
		entry.listName,
		entry.leadId,
	],
	draw,
});
