/** The orders that the rows of a view can have: what the sort keys walk, and what the list of orders offers. */
import {type Column, sortMark} from '../../present/grid.ts';
import type {Sort} from '../state/options.ts';
import type {Context} from '../store/context.ts';
import {views} from '../views/index.ts';
import {selectedCampaignId} from '../views/tables.ts';
import type {View} from '../views/view.ts';

/** An order. */
export type Order = {
	/** Unique among them. */
	id: string;
	/** The title of its column. */
	name: string;
	/** Which rows come first. */
	about: string;
	/** Undefined for the order in which the service lists them. */
	sort: Sort | undefined;
	/** False for that of a column that has no room on screen. */
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

/** The orders of the view on screen: of the board by trouble, by each column, as the service lists the rows; none of text. */
export const ordersOf = (context: Context): Order[] => {
	const {ui, state, options, columns: shown} = context;
	// Each view knows the rows of its own table.
	const view = views[ui.view] as View<unknown>;
	const columns = view.columns({state, ui, options, campaignId: selectedCampaignId(context.tables)});
	if (columns.length === 0) {
		return [];
	}
	const {rows} = context.tables[ui.view];
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

/** Sorts by the order before or after the one in force; columns without room on screen are passed over. */
export const sortBy = (context: Context, step: 1 | -1): void => {
	const ring = ordersOf(context).filter(({isShown, mark}) => isShown || mark !== undefined);
	const at = ring.findIndex(({mark}) => mark !== undefined);
	context.dispatch({type: 'sort', sort: ring[(at + step + ring.length) % ring.length]?.sort});
};
