/** Moves the selection, the order of rows and the focus. */

import {type Column, sortMark} from '../../present/grid.ts';
import {rowKey} from '../state/floors.ts';
import {paneNames, tierOf} from '../state/layout.ts';
import type {Sort} from '../state/options.ts';
import type {UiState} from '../state/state.ts';
import {selectedCampaignId, type Table} from '../state/tables.ts';
import type {Source} from '../state/view.ts';
import type {Context} from '../store/context.ts';

/** An order. */
type Order = {
	/** Unique among them. */
	id: string;
	/** The title of its column. */
	name: string;
	/** Which rows come first. */
	about: string;
	/** Undefined for the order in which the service lists them. */
	sort: Sort | undefined;
	/** False for the order of a column that has no room on screen. */
	isShown: boolean;
	/** The mark of the order in force, empty for that of the service; undefined for the others. */
	mark: string | undefined;
};

/** Which rows a column puts first. */
const aboutOf = (column: Column<unknown>, rows: readonly unknown[]): string => {
	if (column.descends) {
		return 'most first';
	}
	const value = rows.map(row => column.sort(row)).find(one => one !== undefined);
	const isNumber = value === undefined ? column.align === 'right' : typeof value === 'number';
	return isNumber ? 'least first' : 'from A';
};

const sourceOf = ({state, ui, options, floors, tables}: Context): Source => ({
	state,
	ui,
	options,
	floors,
	campaignId: selectedCampaignId(tables),
});

/** The orders of the view on screen: for the board by trouble, by each column, and as the service lists the rows; none for text. */
export const ordersOf = (context: Context): Order[] => {
	const {ui, columns: shown} = context;
	// Each view knows the rows of its own table.
	const {rows, view} = context.tables[ui.view] as Table<unknown>;
	const columns = view.columns(sourceOf(context));
	if (columns.length === 0) {
		return [];
	}
	const now = ui.sorts[ui.view];
	const isNow = (id: string): boolean => (now?.column ?? '') === id;
	const byColumn = columns.map((column): Order => {
		const {id, title, descends = false, width} = column;
		const isOrder = !Number.isFinite(width);
		return {
			id,
			name: title,
			about: isOrder ? 'what needs somebody first' : aboutOf(column, rows),
			sort: {column: id, reversed: descends},
			isShown: isOrder || shown.length === 0 || shown.includes(id),
			mark: isNow(id) && now ? sortMark(now) : undefined,
		};
	});
	const isTrouble = ({id}: Order): boolean => id === 'trouble';
	const ofService: Order = {
		id: '',
		name: 'as listed',
		about: "the service's own order",
		sort: undefined,
		isShown: true,
		mark: isNow('') ? (now?.reversed ? sortMark(now) : '') : undefined,
	};
	return [...byColumn.filter(isTrouble), ...byColumn.filter(order => !isTrouble(order)), ofService];
};

/** Sorts by the order before or after the one in force; columns without room on screen are skipped. */
export const sortBy = (context: Context, step: 1 | -1): void => {
	const ring = ordersOf(context).filter(({isShown, mark}) => isShown || mark !== undefined);
	const at = ring.findIndex(({mark}) => mark !== undefined);
	context.dispatch({type: 'sort', sort: ring[(at + step + ring.length) % ring.length]?.sort});
};

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
export const toCampaign = ({state: {source}, tables, dispatch}: Context, id: string | undefined): void => {
	dispatch({type: 'view', view: 'campaigns'});
	const key = id === undefined ? undefined : rowKey(source, id);
	const {rows, idOf} = tables.campaigns;
	if (!rows.some(row => idOf(row) === key)) {
		// The board's filter hides the campaign.
		dispatch({type: 'filter', value: ''});
	}
	dispatch({type: 'select', id: key});
};

/** Why campaigns of this service cannot be marked: some of another are, and no command goes to two services. */
export const whyNotMark = ({tables: {campaigns}, state: {source}}: Context): string | undefined => {
	const {given, marked, idOf} = campaigns;
	const other = marked.size === 0 ? undefined : given.find(row => marked.has(idOf(row)));
	return other === undefined || other.source.floor === source.floor
		? undefined
		: `campaigns of ${other.source.profile} are marked; unmark them first`;
};

/** Scrolls to the columns that do not fit, or back. */
export const moveColumns = ({ui, dispatch, columnsEnd}: Context, step: 1 | -1): void => {
	const past = Math.min(ui.scrolledPast[ui.view] ?? 0, columnsEnd);
	dispatch({type: 'scroll-columns', past: Math.max(0, Math.min(columnsEnd, past + step))});
};

/** Whether the view is text, which has no columns and scrolls. */
export const isText = (context: Context): boolean => {
	const {ui, tables} = context;
	return tables[ui.view].view.columns(sourceOf(context)).length === 0;
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

/** Shows what is wrong with a filter that was typed. */
export const sayIfNotApplied = ({tables, ui, announce}: Context): void => {
	const {problem} = tables[ui.view];
	if (problem !== undefined) {
		announce(`A part of the filter is not applied: ${problem}`, 'error');
	}
};
