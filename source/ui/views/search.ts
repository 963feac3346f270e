/** View 4: what search_lead found. */
import type {State} from '../../model/state.ts';
import type {CallLogEntry} from '../../model/wire.ts';
import {width as cells, clock, number} from '../format.ts';
import {box, faintLines, type Line} from '../parts/box.ts';
import {textColumn} from '../parts/columns.ts';
import {type Column, grid, pageOf, topFor} from '../parts/grid.ts';
import {type Drawn, type Place, view} from './view.ts';

/** An entry of a search, with an id to select it by. */
export type EntryRow = {id: string; entry: CallLogEntry};

/** The columns of section 2.5, those that tell calls apart first. */
export const searchColumns: readonly Column<EntryRow>[] = [
	textColumn('date', 'date', 16, ({entry}) => entry.date),
	textColumn('status', 'status', 11, ({entry}) => entry.status),
	{...textColumn('name', 'name', 16, ({entry}) => entry.fullName), grows: true},
	textColumn('phone', 'phone', 12, ({entry}) => entry.phoneNumber),
	{
		...textColumn<EntryRow>('campaign', 'campaign', 18, ({entry}) => entry.campaignName ?? entry.campaignId),
		grows: true,
	},
	textColumn('type', 'type', 8, ({entry}) => entry.callType),
	{...textColumn<EntryRow>('list', 'list', 16, ({entry}) => entry.listName ?? entry.listId), grows: true},
	textColumn('lead', 'lead', 22, ({entry}) => entry.leadId),
	textColumn('flag', 'flag', 8, ({entry}) => entry.flag),
];

const says = (state: State): string[] => {
	const {search} = state;
	if (!search) {
		return ['Press s to search leads and calls by name, phone or account.'];
	}
	switch (search.state) {
		case 'asking':
			return [`Searching for "${search.query}"…`];
		case 'failed':
			return [`The search failed: ${search.reason}`, 'Press s to try again.'];
		case 'answered':
			return search.result?.entries
				? [`Nothing found for "${search.query}".`, search.result.footer]
				: ['The service answered without a list of calls: no data.', search.result?.footer ?? ''];
	}
};

/** The service's own footer is in its last line. */
const draw = ({context, table, state, area, look, previousTop}: Place<EntryRow>): Drawn => {
	const filter = context.ui.filters.search ?? '';
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort} = table;
	const footer = state.search?.result?.footer ?? '';
	const room = inner.height - (footer === '' ? 0 : 1);
	const top = topFor(previousTop, selectedIndex, pageOf(room, false), rows.length);
	const lines: Line[] =
		rows.length === 0
			? faintLines(look, says(state))
			: [
					...grid({
						columns: searchColumns,
						rows,
						selected: selectedIndex,
						top,
						width: inner.width,
						height: room,
						look,
						sort,
					}),
					...(footer === '' ? [] : [{text: look.paint('faint', footer), width: cells(footer)}]),
				];
	const {search} = state;
	const note = [
		filter && `filter: ${filter}`,
		search?.answeredAt && `${number(rows.length)} shown, asked at ${clock(search.askedAt.wall)}`,
	]
		.filter(Boolean)
		.join(', ');
	const title = search ? `Search "${search.query}"` : 'Search';
	return {lines: box(lines, area.width, area.height, look, {title, note, focused: true}), top};
};

/** The view. */
export const searchView = view<EntryRow>({
	title: 'search',
	columns: () => searchColumns,
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
