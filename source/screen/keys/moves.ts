/** Moves the selection, the order of rows and the focus. */

import {paneNames, tierOf} from '../state/layout.ts';
import type {UiState} from '../state/state.ts';
import type {Context} from '../store/context.ts';
import {views} from '../views/index.ts';
import {selectedCampaignId} from '../views/tables.ts';

/** Moves the selection, or scrolls what is open over the table. */
export const move = (context: Context, to: (index: number, last: number) => number): void => {
	const {ui, dispatch, scrollEnd} = context;
	if (ui.help) {
		dispatch({type: 'help-scroll', top: Math.min(to(ui.helpTop, scrollEnd), scrollEnd)});
		return;
	}
	if (ui.detail) {
		const top = Math.max(0, Math.min(scrollEnd, to(ui.detail.top, scrollEnd)));
		dispatch({type: 'detail', detail: {...ui.detail, top}});
		return;
	}
	if (isText(context)) {
		dispatch({type: 'scroll', top: Math.min(to(ui.scrolls[ui.view] ?? 0, scrollEnd), scrollEnd)});
		return;
	}
	const table = context.tables[ui.view];
	const last = table.rows.length - 1;
	const index = Math.max(0, Math.min(last, to(table.selectedIndex, last)));
	const row = table.rows[index];
	if (row !== undefined) {
		// Each table knows the ids of its own rows.
		dispatch({type: 'select', id: (table.idOf as (row: unknown) => string)(row)});
	}
};

/** Selects a campaign on the board, and shows it there. */
export const toCampaign = ({tables, dispatch}: Context, id: string | undefined): void => {
	dispatch({type: 'view', view: 'campaigns'});
	if (!tables.campaigns.rows.some(({campaign}) => campaign.id === id)) {
		// The board's filter hides the campaign.
		dispatch({type: 'filter', value: ''});
	}
	dispatch({type: 'select', id});
};

/** Scrolls to the columns that do not fit, or back. */
export const moveColumns = ({ui, dispatch, columnsEnd}: Context, step: 1 | -1): void => {
	const past = Math.min(ui.scrolledPast[ui.view] ?? 0, columnsEnd);
	dispatch({type: 'scroll-columns', past: Math.max(0, Math.min(columnsEnd, past + step))});
};

/** Whether the view is text, which has no columns and scrolls. */
export const isText = (context: Context): boolean => {
	const {ui, state, options} = context;
	const source = {state, ui, options, campaignId: selectedCampaignId(context.tables)};
	return views[ui.view].columns(source).length === 0;
};

const focusOrder = (ui: UiState): UiState['focus'][] => (ui.view === 'campaigns' ? ['board', ...paneNames] : ['board']);

/** Moves the focus to the next or previous pane. */
export const focusBy = (context: Context, step: 1 | -1): void => {
	const {ui, dispatch} = context;
	const order = focusOrder(ui);
	const small = tierOf(ui.columns, ui.rows) === 'small';
	// With room for one pane, Tab changes the pane and the board keeps the keys.
	if (small && ui.view === 'campaigns') {
		const at = paneNames.indexOf(ui.pane);
		const pane = paneNames[(at + step + paneNames.length) % paneNames.length] ?? 'pace';
		dispatch({type: 'focus', focus: pane});
		return;
	}
	const at = order.indexOf(ui.focus);
	dispatch({type: 'focus', focus: order[(at + step + order.length) % order.length] ?? 'board'});
};

/** Says what is wrong with a filter that was typed. */
export const sayIfNotApplied = ({tables, ui, say}: Context): void => {
	const {problem} = tables[ui.view];
	if (problem !== undefined) {
		say(`A part of the filter is not applied: ${problem}`, 'error');
	}
};
