/** View 3: calling lists of the selected campaign, or of all. */

import {aged, nothing, percent} from '../../look/format.ts';
import {type CallingList, isFiltered, listIsOn, sameLists} from '../../model/list.ts';
import type {Pending} from '../../model/pending.ts';
import {ageOf, commandOn} from '../../model/select.ts';
import type {ListsFailure, State} from '../../model/state.ts';
import type {ListsQuestion} from '../../model/wire.ts';
import type {Context} from '../context.ts';
import {type BoxOptions, box, faintLines} from '../parts/box.ts';
import {countColumn, namedColumn, textColumn} from '../parts/columns.ts';
import {overlayOf} from '../parts/command.ts';
import {type Column, grid, pageOf, positionOf, topFor} from '../parts/grid.ts';
import type {UiState} from '../state.ts';
import {selectedCampaignId} from '../table.ts';
import {whyEmpty, withKey} from './empty.ts';
import {type Drawn, type Place, view} from './view.ts';

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

/** The service's own filters, in words. */
const statusWords = {Y: 'on (Y)', N: 'off (N)'} as const;
const recentWords = {RA: 'recently added (RA)', RD: 'recently dialed (RD)'} as const;

const filterWords = ({status, filter}: UiState['listsFilter']): string[] => [
	...(status ? [statusWords[status]] : []),
	...(filter ? [recentWords[filter]] : []),
];

const titleOf = ({ui, tables: {campaigns}}: Context): Pick<BoxOptions, 'title' | 'titleEnd'> => {
	const row = campaigns.rows[campaigns.selectedIndex];
	const isOfAll = ui.listsOfAll || !row;
	const filters = filterWords(ui.listsFilter);
	return {
		title: `Lists of ${isOfAll ? 'all campaigns' : row.campaign.name}`,
		titleEnd: [isOfAll ? '' : ` (${row.campaign.id})`, ...filters].join(', '),
	};
};

/** What is said where there are none: an answer to filters must not look as if there were none at all. */
const none = (context: Context): string[] => {
	const {listsFilter} = context.ui;
	return isFiltered({...listsFilter, campaignId: undefined})
		? [
				`The service has no such lists: ${filterWords(listsFilter).join(', ')}.`,
				[
					...withKey(context, 'listsStatus', key => `${key} asks for others by status.`),
					...withKey(context, 'listsRecent', key => `${key} asks for those added or dialed lately.`),
				].join(' '),
			]
		: ['There are no lists.'];
};

/** Why these lists could not be read; others may be refused where these are not. */
const failureFor = ({listsFailure}: State, wanted: ListsQuestion): ListsFailure | undefined =>
	listsFailure?.question && !sameLists(listsFailure.question, wanted) ? undefined : listsFailure;

/** Older than this the lists are marked. */
const old = 20_000;

const draw = ({context, table, state, area, look, previousTop}: Place<ListRow>): Drawn => {
	const filter = context.ui.filters.lists ?? '';
	const wanted = listsWanted(context.ui, selectedCampaignId(context.tables));
	// The lists that were read are not those asked for.
	const loading = state.lists !== undefined && !sameLists(state.lists, wanted);
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort} = table;
	const page = pageOf(inner.height, false);
	const top = topFor(previousTop, selectedIndex, page, rows.length);
	const years = ageOf(state, state.lists);
	const failure = failureFor(state, wanted);
	const stale = failure !== undefined || years === undefined || years > old;
	const lines =
		rows.length === 0 || loading
			? faintLines(
					look,
					whyEmpty(state, context, {
						thing: 'list',
						total: table.total,
						filter,
						failure,
						isRead: state.lists !== undefined && !loading,
						none: none(context),
					}),
				)
			: grid({
					columns: listColumns,
					rows,
					selected: selectedIndex,
					top,
					...inner,
					look,
					sort,
					isStale: () => stale,
					overlay: row => overlayOf(row.command, row.list.status),
					isMarked: row => table.marked.has(row.list.id),
				});
	const note = [
		table.marked.size > 0 && `${table.marked.size} marked`,
		filter && `filter: ${filter}`,
		positionOf(top, page, rows.length),
		stale && rows.length > 0 && `${aged(years)}${failure ? `: ${failure.reason}` : ''}`,
	]
		.filter(Boolean)
		.join(', ');
	const noteRole = stale ? 'warning' : 'faint';
	return {
		lines: box(lines, area.width, area.height, look, {
			...titleOf(context),
			note,
			noteRole,
			focused: true,
		}),
		top,
	};
};

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
	draw,
});
