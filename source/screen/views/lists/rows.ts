/** The rows of view 3: calling lists of the selected campaign, or of all. */

import {type CallingList, sameLists} from '../../../model/list.ts';
import {commandOn, listsOf} from '../../../model/select.ts';
import type {State} from '../../../model/state.ts';
import type {ListsQuestion} from '../../../model/wire.ts';
import {type ListRow, listColumns} from '../../../present/columns.ts';
import {isAboutLists} from '../../state/sheet.ts';
import type {UiState} from '../../state/state.ts';
import {view} from '../../state/view.ts';

/** Which lists are wanted: the selected campaign's, or those of all; and which of them. */
export const listsWanted = (
	{listsOfAll, listsFilter}: Pick<UiState, 'listsOfAll' | 'listsFilter'>,
	campaignId: string | undefined,
): ListsQuestion => ({...listsFilter, campaignId: listsOfAll ? undefined : campaignId});

/** Whether a line of the palette names lists, or a question outside their view is about some: they may be any. */
const isAboutAny = ({view, sheet, prompt}: Pick<UiState, 'view' | 'sheet' | 'prompt'>): boolean =>
	(sheet?.palette !== undefined && !sheet.form && isAboutLists(sheet.palette.query.value)) ||
	(view !== 'lists' && prompt !== undefined && 'controls' in prompt && prompt.controls[0].target.kind === 'list');

/** The lists on screen: those of their own view, of the campaign that is shown whole, or all that can be named. */
export const listsOnScreen = (
	ui: Pick<UiState, 'view' | 'listsOfAll' | 'listsFilter' | 'sheet' | 'prompt'>,
	campaignId: string | undefined,
): ListsQuestion | undefined =>
	isAboutAny(ui)
		? {campaignId: undefined}
		: ui.view === 'lists'
			? listsWanted(ui, campaignId)
			: ui.view === 'campaign' && campaignId !== undefined
				? {campaignId}
				: undefined;

/** The lists that were asked for. Lists of other campaigns are not shown, and so cannot be selected; in the past all are known. */
const listsAsked = (state: State, ui: UiState, campaignId: string | undefined): readonly CallingList[] => {
	const wanted = listsWanted(ui, campaignId);
	if (ui.past) {
		return listsOf(state).filter(list => wanted.campaignId === undefined || list.campaignId === wanted.campaignId);
	}
	return sameLists(state.lists.value, wanted) ? listsOf(state) : [];
};

/** The view. */
export const listsView = view<ListRow>({
	noun: 'list',
	columns: () => listColumns,
	rows: ({state, ui, campaignId}) =>
		listsAsked(state, ui, campaignId).map(list => ({
			list,
			command: commandOn(state, {kind: 'list', id: list.id}),
		})),
	idOf: row => row.list.id,
	texts: ({list}) => [list.name, list.id, list.campaignName, list.campaignId, list.status],
	copies: ({list: {id}}) => ({what: 'list id', value: id, kind: 'none'}),
});
