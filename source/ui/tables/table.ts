/** A view's rows as they stand on screen: filtered, sorted, with the selected one found by its id. */

import type {View as ViewName} from '../../look/actions.ts';
import {matches, sortRows} from '../../look/grid.ts';
import type {CampaignRow} from '../../model/select.ts';
import type {Sort} from '../state/options.ts';
import type {Source, View} from './view.ts';

/** A view's rows. */
export type Table<R> = {
	rows: readonly R[];
	/** How many there are before the filter. */
	total: number;
	selectedIndex: number;
	/** The id to be held from now on, where none is or the one held is gone; filtered away is not gone. */
	settleOn: string | undefined;
	sort: Sort | undefined;
	/** What is marked, and is still there. */
	marked: ReadonlySet<string>;
	idOf(row: R): string;
};

const nothingMarked: ReadonlySet<string> = new Set();

/** How rows were last filtered and sorted: thousands need not be for every frame. */
const arrangements = new WeakMap<readonly unknown[], {by: string; on: unknown; rows: readonly unknown[]}>();

/** Rows filtered and sorted. */
const arranged = <R>(
	name: ViewName,
	{columns, texts, isStill, restsOn}: View<R>,
	source: Source,
	given: readonly R[],
): readonly R[] => {
	const {filters, sorts, masked} = source.ui;
	const filter = filters[name] ?? '';
	const sort = sorts[name];
	const by = JSON.stringify([filter, sort, masked]);
	const on = restsOn?.(source);
	const known = isStill && arrangements.get(given);
	if (known && known.by === by && known.on === on) {
		return known.rows as readonly R[];
	}
	const filtered = filter === '' ? given : given.filter(row => matches(filter, ...texts(row)));
	const column = sort && columns(source).find(({id}) => id === sort.column);
	const rows = sort ? sortRows(filtered, column, sort.reversed) : filtered;
	if (isStill) {
		arrangements.set(given, {by, on, rows});
	}
	return rows;
};

/** The rows of a view. */
export const tableOf = <R>(name: ViewName, view: View<R>, source: Source): Table<R> => {
	const {ui} = source;
	const {idOf} = view;
	const given = view.rows(source);
	const rows = arranged(name, view, source, given);
	const sort = ui.sorts[name];
	const wanted = ui.selected[name];
	const found = wanted === undefined ? -1 : rows.findIndex(row => idOf(row) === wanted);
	// What is selected may be filtered away or gone: then the first row is what the operator sees as selected.
	const selectedIndex = found === -1 ? Math.min(0, rows.length - 1) : found;
	const shown = rows[selectedIndex];
	const isHeld = wanted !== undefined && (found !== -1 || given.some(row => idOf(row) === wanted));
	const marks = ui.marks[name];
	return {
		rows,
		total: given.length,
		selectedIndex,
		settleOn: isHeld || !shown ? undefined : idOf(shown),
		sort,
		marked: marks && marks.size > 0 ? new Set(given.map(idOf).filter(id => marks.has(id))) : nothingMarked,
		idOf,
	};
};

/** The campaign that the operator means: the board's selected row, by what is on screen. */
export const selectedCampaignId = ({campaigns}: {campaigns: Table<CampaignRow>}): string | undefined =>
	campaigns.rows[campaigns.selectedIndex]?.campaign.id;
