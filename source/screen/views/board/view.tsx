/** The board of campaigns. */
import {memo, useMemo} from 'react';
import {ageOf, type CampaignRow, isOld, oldestAge} from '../../../model/select.ts';
import {dialLevel, dropLimit} from '../../../model/setting-values.ts';
import type {State} from '../../../model/state.ts';
import {isTrouble} from '../../../model/trouble.ts';
import {commandOverlay, stateText} from '../../../present/board-cells.ts';
import type {BoardColumn} from '../../../present/board-columns.ts';
import {age, aged, counted} from '../../../present/format.ts';
import type {Cell, Overlay} from '../../../present/grid.ts';
import type {Span} from '../../../present/spans.ts';
import {changesOf} from '../../../steering/changes.ts';
import type {Size} from '../../parts/panel.tsx';
import {type Drawn, drawnOf, type Floors, isSameDrawn, serviceSpan} from '../../state/floors.ts';
import {totalsIn} from '../../state/layout.ts';
import type {UiState} from '../../state/state.ts';
import type {Table} from '../../state/tables.ts';
import {shallow, useStore} from '../../store/store.ts';
import {emptyBoards, failed} from '../empty.ts';
import {TableView} from '../table-view.tsx';
import {boardId, campaignColumns, rankNow} from './rows.ts';

/** The totals of the columns that have one, by their ids. */
const sumsOf = (columns: readonly BoardColumn[], rows: readonly CampaignRow[]): readonly (readonly [string, Cell])[] =>
	columns.flatMap(({id, total}) => {
		const sum = total?.(rows);
		return sum ? [[id, sum] as const] : [];
	});

/** The rows of a service, and their totals. */
type Totalled = {drawn: Drawn; rows: readonly CampaignRow[]; sums: ReturnType<typeof sumsOf>};

/** The line of totals of a service. It is as old as the oldest row in it, and says so where that is too old. */
const totalsRow = (
	{drawn: {state}, rows, sums}: Totalled,
	interval: number,
	name: Span | undefined,
): Record<string, Cell> => {
	const old = oldestAge(state, rows, interval);
	const role = old ? 'stale' : undefined;
	const read = rows.filter(({figures}) => figures).length;
	const listed = state.campaigns.value ? counted(rows.length, 'campaign') : 'none listed yet';
	const count = read < rows.length ? `${read} of ${rows.length} read` : listed;
	return {
		...Object.fromEntries(sums.map(([id, cell]) => [id, role ? {...cell, role} : cell])),
		state: {text: 'total', role},
		// Where the column is narrow the count is cut, and the age is not.
		name: {text: old ? `${aged(old.milliseconds)}, ${count}` : count, role},
		...(name && {service: {text: name[1], role: role ?? name[0]}}),
		...(old && {age: {text: age(old.milliseconds), role: 'warning'}}),
	};
};

/** The services whose totals are shown: each of a few, else that of the selected row. */
const totalledOf = (floors: Floors, {rows, selectedIndex}: Table<CampaignRow>, height: number): readonly Drawn[] => {
	const selected = rows[selectedIndex];
	return totalsIn(height, floors.length) === floors.length
		? floors
		: selected
			? [drawnOf(floors, selected.source)]
			: [];
};

/** When the settings were read that the columns show beside the row's own figures. */
const settingsReadAt = ({settings}: State, {campaign}: CampaignRow): number | undefined =>
	settings.get(campaign.id)?.span?.receivedAt.mono;

/** A dial level, or a drop limit, that is staged and not sent, on its row: `PLAY 1.50 → 1.60`, `PLAY limit 3 → 2.5`. */
const levelOverlay = (state: State, ui: Pick<UiState, 'staged'>, row: CampaignRow): Overlay | undefined => {
	const changes = changesOf(state, ui, row);
	const change = [dialLevel, dropLimit].flatMap(pace => changes.find(({name}) => name === pace) ?? [])[0];
	if (!change || change.same) {
		return undefined;
	}
	const {moved, staged, words} = change;
	const mark = moved || staged.unknown ? '!' : '';
	return {
		state: `${stateText(row)} ${change.name === dialLevel ? '' : 'limit '}${words.from} → ${words.to}${mark}`,
		name: row.campaign.name,
		role: mark === '' ? 'pending' : 'error',
	};
};

/** Why the service does not answer, or does not list its campaigns: the board says so, whatever rows it still shows. */
const troubleOf = ({link, campaigns: {failure}}: State, count: number): string => {
	if (link.kind === 'retrying' || link.kind === 'signed-out' || link.kind === 'gone') {
		return link.reason;
	}
	return count > 0 && failure ? failed('campaigns', failure) : '';
};

/** The same of every service that fails, named: those that answer are on the board beside it. */
const troublesOf = (floors: Floors, rows: readonly CampaignRow[]): string => {
	if (floors.length === 1) {
		return troubleOf(floors[0].state, rows.length);
	}
	const failing = floors.flatMap(({state}) => {
		const {link, source} = state;
		const own = rows.filter(row => row.source.floor === source.floor);
		const words = [link.kind === 'signed-out' && 'signed out', troubleOf(state, own.length)].filter(Boolean);
		return words.length > 0 ? [[source.floor, ...words].join(': ')] : [];
	});
	return [...(failing.length > 1 ? [`${failing.length} services fail`] : []), ...failing].join('; ');
};

/** How many campaigns have a dial level that is staged. */
const levelsStaged = ({staged}: Pick<UiState, 'staged'>): number =>
	[...staged.values()].filter(names => names.has(dialLevel)).length;

/** The note in the border if all is well: what is marked, staged and filtered, the order, and which rows these are. */
const noteOf = (
	{marked, rows, sort, filter}: Table<CampaignRow>,
	levels: number,
	position: string,
	top: number,
): string => {
	const above = sort?.column === 'trouble' ? rows.slice(0, top).filter(row => isTrouble(rankNow(row))).length : 0;
	return [
		marked.size > 0 && `${marked.size} marked`,
		levels > 0 && `${counted(levels, 'level')} staged`,
		filter,
		above > 0 && `${above} in trouble above`,
		position,
	]
		.filter(Boolean)
		.join(', ');
};

/** The board. */
export const Board = memo((size: Size) => {
	const table = useStore(({tables}) => tables.campaigns, shallow);
	const floors = useStore(({floors}) => floors, isSameDrawn);
	const {options, filter, focus, chosen} = useStore(
		({options, ui: {filters, focus, boardColumns}}) => ({
			options,
			filter: filters.campaigns ?? '',
			focus,
			chosen: boardColumns,
		}),
		shallow,
	);
	const {interval} = options;
	const {rows, total} = table;
	const columns = useMemo(
		() => campaignColumns({floors, ui: {boardColumns: chosen}, options}).filter(({kind}) => kind !== 'order'),
		[floors, chosen, options],
	);
	const ofRow = ({source}: CampaignRow): Drawn => drawnOf(floors, source);
	const isStale = (row: CampaignRow): boolean => row.dashboard !== undefined && isOld(ofRow(row).state, row, interval);
	// Where the age column is not shown, an old row says its age beside its name: stale must never look fresh.
	const overlay = (row: CampaignRow, isShown: (column: string) => boolean): Overlay | undefined => {
		const {state, ui} = ofRow(row);
		const isOldHere = isStale(row) && !isShown('age');
		const found =
			commandOverlay(row) ??
			levelOverlay(state, ui, row) ??
			(isOldHere ? {state: stateText(row), name: row.campaign.name, role: 'stale' as const} : undefined);
		return found && {...found, id: row.campaign.id, ...(isOldHere && {tail: age(ageOf(state, row.span))})};
	};
	const totalled = totalledOf(floors, table, size.height);
	const names = totalled.map(({state: {source}}) => source.floor);
	const sums = useMemo(
		() =>
			names.map(floor => {
				const own = floors.length === 1 ? rows : rows.filter(({source}) => source.floor === floor);
				return {rows: own, sums: sumsOf(columns, own)};
			}),
		[chosen, options, rows, names.join('\n')],
	);
	const totals = totalled.flatMap((drawn, index) => {
		const own = sums[index];
		return own ? [totalsRow({drawn, ...own}, interval, serviceSpan(floors, drawn.state.source))] : [];
	});
	const trouble = troublesOf(floors, rows);
	const levels = floors.map(({ui}) => levelsStaged(ui)).reduce((sum, count) => sum + count, 0);
	return (
		<TableView
			key={floors.map(({state: {source}}) => `${source.profile} ${source.host}`).join('\n')}
			{...size}
			view="campaigns"
			title="Campaigns"
			note={(position, isAll, top) => trouble || noteOf(table, levels, isAll ? '' : position, top)}
			noteRole={trouble ? 'error' : 'faint'}
			isFocused={focus === 'board'}
			table={table}
			columns={columns}
			empty={() => emptyBoards(floors, {options}, {total, filter}, size.width - 4)}
			isStale={isStale}
			overlay={overlay}
			totals={totals}
			ofClock={row => {
				const {state} = ofRow(row);
				return `${isStale(row) ? age(ageOf(state, row.span)) : ''} ${settingsReadAt(state, row)}`;
			}}
			visible={some => some.map(boardId)}
		/>
	);
});
