/** View 3: calling lists of the selected campaign, or of all. */

import {isFiltered, sameLists} from '../../../model/list.ts';
import {ageOf} from '../../../model/select.ts';
import type {ListsFailure, State} from '../../../model/state.ts';
import type {ListsQuestion} from '../../../model/wire.ts';
import {listColumns} from '../../../present/columns.ts';
import {overlayOf} from '../../../present/command-text.ts';
import {aged} from '../../../present/format.ts';
import type {Size} from '../../parts/panel.tsx';
import type {UiState} from '../../state/state.ts';
import {selectedCampaignId} from '../../state/tables.ts';
import type {Context} from '../../store/context.ts';
import {useShown} from '../../store/store.ts';
import {whyEmpty, withKey} from '../empty.ts';
import {TableView} from '../table-view.tsx';
import {listsWanted} from './rows.ts';

/** The service's own filters, in words. */
const statusWords = {Y: 'on (Y)', N: 'off (N)'} as const;
const recentWords = {RA: 'recently added (RA)', RD: 'recently dialed (RD)'} as const;

const filterWords = ({status, filter}: UiState['listsFilter']): string[] => [
	...(status ? [statusWords[status]] : []),
	...(filter ? [recentWords[filter]] : []),
];

const titleOf = ({ui, tables: {campaigns}}: Context): {title: string; titleEnd: string} => {
	const row = campaigns.rows[campaigns.selectedIndex];
	const isOfAll = ui.listsOfAll || !row;
	const filters = filterWords(ui.listsFilter);
	return {
		title: `Lists of ${isOfAll ? 'all campaigns' : row.campaign.name}`,
		titleEnd: [isOfAll ? '' : ` (${row.campaign.id})`, ...filters].join(', '),
	};
};

/** The text if there are none: an answer to filters must not look as if there were none at all. */
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

/** Why these lists could not be read; others may be refused while these are not. */
const failureFor = ({lists: {failure}}: State, wanted: ListsQuestion): ListsFailure | undefined =>
	failure?.question && !sameLists(failure.question, wanted) ? undefined : failure;

/** Older than this the lists are marked, in milliseconds. */
const old = 20_000;

/** The lists. */
export function ListsView(size: Size) {
	const shown = useShown();
	const {drawn, ui, tables} = shown;
	const filter = ui.filters.lists ?? '';
	const wanted = listsWanted(ui, selectedCampaignId(tables));
	// The table has no rows while the lists that were read are not those asked for.
	const isRead = drawn.lists.value !== undefined && (ui.past !== undefined || sameLists(drawn.lists.value, wanted));
	const {rows, marked, total} = tables.lists;
	const readAge = ageOf(drawn, drawn.lists.span);
	const failure = failureFor(drawn, wanted);
	const isStale = failure !== undefined || readAge === undefined || readAge > old;
	const note = (position: string): string =>
		[
			marked.size > 0 && `${marked.size} marked`,
			tables.lists.filter,
			position,
			isStale && rows.length > 0 && `${aged(readAge)}${failure ? `: ${failure.reason}` : ''}`,
		]
			.filter(Boolean)
			.join(', ');
	return (
		<TableView
			{...size}
			view="lists"
			{...titleOf(shown)}
			note={note}
			noteRole={isStale ? 'warning' : 'faint'}
			table={tables.lists}
			columns={listColumns}
			empty={() => whyEmpty(drawn, shown, {noun: 'list', total, filter, failure, isRead, none: none(shown)})}
			isStale={() => isStale}
			overlay={row => overlayOf(row.command, row.list.status)}
		/>
	);
}
