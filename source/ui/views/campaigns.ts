/** View 1: the board of campaigns. */

import {changesOf} from '../../control/changes.ts';
import {age, nothing, number, percent} from '../../look/format.ts';
import {ageOf, type CampaignRow, campaignRows, type Totals, totalsOf} from '../../model/select.ts';
import {dialLevel} from '../../model/setting-values.ts';
import type {State} from '../../model/state.ts';
import {box, faintLines} from '../parts/box.ts';
import {overlayOf} from '../parts/command.ts';
import {type Cell, fitColumns, grid, type Overlay, pageOf, topFor} from '../parts/grid.ts';
import type {UiState} from '../state.ts';
import {boardColumns, isOld, stateText} from './board-columns.ts';
import {emptyBoard, failed} from './empty.ts';
import {type Drawn, type Place, type Source, view} from './view.ts';
import {drawWall} from './wall.ts';

const totalsRow = (totals: Totals): Record<string, Cell> => ({
	name: {
		text:
			totals.counted < totals.rows
				? `${totals.counted} of ${totals.rows} read`
				: `${totals.rows} ${totals.rows === 1 ? 'campaign' : 'campaigns'}`,
	},
	state: {text: 'total'},
	ready: {text: number(totals.ready)},
	onCall: {text: number(totals.onCall)},
	wrapUp: {text: number(totals.wrapUp)},
	paused: {text: number(totals.paused)},
	ringing: {text: number(totals.ringing)},
	waiting: {text: number(totals.waiting)},
	drop: {text: totals.dropRate === undefined ? nothing : `${percent(totals.dropRate, 2)}*`},
	remaining: {text: number(totals.remainingLeads)},
});

/** The columns in force: those that the configuration names, in its order, or all. */
const columnsOf = ({state, options: {interval, boardColumns: names}}: Pick<Source, 'state' | 'options'>) => {
	const columns = boardColumns(state, interval);
	return names ? names.flatMap(name => columns.find(({id}) => id === name) ?? []) : columns;
};

/** A dial level that is staged and not sent, on its row: `PLAY 1.50 → 1.60`. */
const levelOverlay = (state: State, ui: UiState, row: CampaignRow): Overlay | undefined => {
	const change = changesOf(state, ui, row).find(({name}) => name === dialLevel);
	if (!change || change.same) {
		return undefined;
	}
	const {moved, staged, words} = change;
	const mark = moved || staged.unknown ? '!' : '';
	return {
		state: `${stateText(row)} ${words.from} → ${words.to}${mark}`,
		name: row.campaign.name,
		role: mark === '' ? 'pending' : 'error',
	};
};

const draw = ({context, table, state, area, look, previousTop}: Place<CampaignRow>): Drawn => {
	const {ui, options} = context;
	const {interval} = options;
	const filter = ui.filters.campaigns ?? '';
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort} = table;
	const page = pageOf(inner.height, true);
	const top = topFor(previousTop, selectedIndex, page, rows.length);
	const columns = columnsOf({state, options});
	const shownColumns = columns.filter(column => Number.isFinite(column.width));
	const hasAllColumns =
		fitColumns(shownColumns, inner.width, rows.slice(top, top + page)).length === shownColumns.length;
	const lines =
		rows.length === 0
			? faintLines(look, emptyBoard(state, context, {total: table.total, filter}))
			: grid({
					columns: shownColumns,
					rows,
					selected: selectedIndex,
					top,
					...inner,
					look,
					sort,
					isStale: row => row.entry !== undefined && isOld(state, row, interval),
					overlay: row => overlayOf(row.command, row.status) ?? levelOverlay(state, ui, row) ?? ageOverlay(row),
					isMarked: row => table.marked.has(row.campaign.id),
					totals: totalsRow(totalsOf(rows)),
				});

	// Where the age column does not fit, an old row says its age beside its name: stale must never look fresh.
	function ageOverlay(row: CampaignRow) {
		if (hasAllColumns || !row.entry || !isOld(state, row, interval)) {
			return undefined;
		}
		return {
			state: stateText(row),
			tail: age(ageOf(state, row.entry)),
			name: row.campaign.name,
			role: 'stale' as const,
		};
	}

	const order = sort?.column === 'trouble' ? 'trouble first' : undefined;
	const position = rows.length > page ? `${top + 1}-${Math.min(top + page, rows.length)} of ${rows.length}` : undefined;
	// A service that does not answer says why on the board itself, whatever rows are still shown.
	const {link, campaignsFailure} = state;
	const isAway = link.kind === 'retrying' || link.kind === 'signed-out';
	const unlisted = rows.length > 0 && campaignsFailure ? failed('campaigns', campaignsFailure) : '';
	const trouble = isAway ? link.reason : unlisted;
	const marked = table.marked.size > 0 && `${table.marked.size} marked`;
	const levels = [...ui.staged.values()].filter(names => names.has(dialLevel)).length;
	const staged = levels > 0 && `${levels} level${levels === 1 ? '' : 's'} staged`;
	const note = trouble || [marked, staged, filter && `filter: ${filter}`, order, position].filter(Boolean).join(', ');
	return {
		lines: box(lines, area.width, area.height, look, {
			title: 'Campaigns',
			note,
			noteRole: trouble ? 'error' : 'faint',
			focused: ui.focus === 'board',
		}),
		top,
		visible: rows.slice(top, top + page).map(row => row.campaign.id),
	};
};

/** The view. */
export const campaignsView = view<CampaignRow>({
	title: 'campaigns',
	columns: columnsOf,
	rows: ({state}) => campaignRows(state),
	isStill: true,
	idOf: row => row.campaign.id,
	copies: ({campaign: {id}}) => ({what: 'campaign id', value: id, kind: 'none'}),
	texts: row => [row.campaign.name, row.campaign.id, row.status, row.campaign.dialMethod ?? row.figures?.paceMethod],
	draw: place => (place.context.ui.wall ? drawWall(place, draw) : draw(place)),
});
