/** View 3: calling lists of the selected campaign, or of all. */
import {listIsOn} from '../../model/list.ts';
import {ageOf} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {age, nothing, percent} from '../format.ts';
import type {Rectangle} from '../layout.ts';
import {box, faintLines} from '../parts/box.ts';
import {countColumn, textColumn} from '../parts/columns.ts';
import {overlayOf} from '../parts/command.ts';
import {type Column, grid, pageOf, topFor} from '../parts/grid.ts';
import type {ListRow, Table} from '../tables.ts';
import type {Look} from '../theme.ts';

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
	textColumn('campaign', 'campaign', 22, ({list}) => list.campaignName ?? list.campaignId),
	textColumn('lastCalled', 'last dialed', 19, ({list}) => list.lastCalled),
	textColumn('changed', 'changed', 19, ({list}) => list.changed),
];

/** What the view needs. */
export type ListsOptions = {
	area: Rectangle;
	table: Table<ListRow>;
	state: State;
	/** Whose lists: a campaign's name, or all. */
	scope: string;
	filter: string;
	look: Look;
	previousTop: number;
	empty: readonly string[];
	/** The lists on screen are of another scope than the one asked for. */
	loading: boolean;
};

/** Older than this the lists are marked. */
const old = 20_000;

/** Draws the view. */
export const drawLists = (options: ListsOptions): {lines: string[]; top: number} => {
	const {area, table, state, scope, filter, look, previousTop, empty, loading} = options;
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort} = table;
	const top = topFor(previousTop, selectedIndex, pageOf(inner.height, false), rows.length);
	const years = ageOf(state, state.lists);
	const stale = state.listsFailure !== undefined || years === undefined || years > old;
	const lines =
		rows.length === 0 || loading
			? faintLines(look, empty)
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
				});
	const note = [
		filter && `filter: ${filter}`,
		stale && rows.length > 0 && `${age(years)} old${state.listsFailure ? `: ${state.listsFailure.reason}` : ''}`,
	]
		.filter(Boolean)
		.join(', ');
	const noteRole = stale ? 'warning' : 'faint';
	return {
		lines: box(lines, area.width, area.height, look, {title: `Lists of ${scope}`, note, noteRole, focused: true}),
		top,
	};
};
