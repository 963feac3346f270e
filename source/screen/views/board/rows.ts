/** The rows of view 1: the campaigns. */

import {type CampaignRow, campaignRows} from '../../../model/select.ts';
import type {State} from '../../../model/state.ts';
import {lastingTroubleOf, rankOf} from '../../../model/trouble.ts';
import {type BoardColumn, boardColumnsOf} from '../../../present/board-columns.ts';
import {type Floors, rowKey} from '../../state/floors.ts';
import type {Ranks, UiState} from '../../state/state.ts';
import {type Source, view} from '../../state/view.ts';

/** Milliseconds after a key within which no row moves. */
const heldFor = 5000;

/** Ranks by row: a poll changes one of a thousand. */
const rankOfRow = new WeakMap<CampaignRow, number>();

/** The rank of a campaign's trouble as it is now, without what passes. */
export const rankNow = (row: CampaignRow): number => {
	const rank = rankOfRow.get(row) ?? rankOf(lastingTroubleOf(row));
	rankOfRow.set(row, rank);
	return rank;
};

/** The ranks of rows, as they were last worked out. */
const ranksOfRows = new WeakMap<readonly CampaignRow[], Ranks>();

/** The id of a row on the board. */
export const boardId = ({source, campaign: {id}}: CampaignRow): string => rowKey(source, id);

/** The rows that were joined last, and of which services. */
let lastJoined: {of: readonly (readonly CampaignRow[])[]; rows: readonly CampaignRow[]} | undefined;

/** The rows of every service on screen, in order; the same array for as long as no row changes. */
const rowsOfAll = (floors: Floors): readonly CampaignRow[] => {
	const of = floors.map(({state}) => campaignRows(state));
	const [only, ...others] = of;
	if (only && others.length === 0) {
		return only;
	}
	if (lastJoined?.of.length !== of.length || !of.every((rows, index) => rows === lastJoined?.of[index])) {
		lastJoined = {of, rows: of.flat()};
	}
	return lastJoined.rows;
};

const ranksNow = (rows: readonly CampaignRow[], before: Ranks): Ranks => {
	const known = ranksOfRows.get(rows);
	if (known) {
		return known;
	}
	const isSame = rows.length === before.size && rows.every(row => before.get(boardId(row)) === rankNow(row));
	const now = isSame ? before : new Map(rows.map(row => [boardId(row), rankNow(row)]));
	ranksOfRows.set(rows, now);
	return now;
};

/**
 * The ranks by which the campaigns are ordered from now on; the same object if nothing moves: within {@link heldFor} of a key, while
 * a question is open, on a frozen screen, and in another order.
 *
 * @param pressedAt when the last key came (monotonic); undefined if none has
 */
export const ranksAfter = (
	floors: Floors,
	{ranks, sorts, frozen, prompt}: Pick<UiState, 'ranks' | 'sorts' | 'frozen' | 'prompt'>,
	pressedAt: number | undefined,
): Ranks => {
	if (sorts.campaigns?.column !== 'trouble' || frozen) {
		return ranks;
	}
	const now = ranksNow(rowsOfAll(floors), ranks);
	const time = floors[0].state.now.mono;
	const isHeld = prompt !== undefined || (pressedAt !== undefined && time - pressedAt < heldFor);
	if (!isHeld || now === ranks) {
		return now;
	}
	// A campaign that is listed for the first time gets its present rank, and keeps it.
	return now.size === ranks.size ? ranks : new Map([...now].map(([id, rank]) => [id, ranks.get(id) ?? rank] as const));
};

/** What decides about the columns. */
type Deciding = Pick<Source, 'options' | 'floors'> & {ui: Pick<UiState, 'boardColumns'>};

/** The ids of the columns that were chosen on screen, else of those that the configuration names; undefined for all of them. */
export const columnsInForce = ({ui, options}: Pick<Deciding, 'ui' | 'options'>): readonly string[] | undefined =>
	ui.boardColumns ?? options.boardColumns;

/** The columns that were made last, and for what: a frame asks for them several times. */
let lastColumns: {of: readonly State[]; interval: number; columns: readonly BoardColumn[]} | undefined;

/** Every column, with what is only an order to sort by. */
export const allColumns = ({floors, options}: Pick<Source, 'floors' | 'options'>): readonly BoardColumn[] => {
	const {interval} = options;
	const isSame =
		lastColumns?.interval === interval &&
		lastColumns.of.length === floors.length &&
		floors.every(({state}, index) => state === lastColumns?.of[index]);
	if (!lastColumns || !isSame) {
		const of = floors.map(({state}) => state);
		lastColumns = {of, interval, columns: boardColumnsOf(of, interval)};
	}
	return lastColumns.columns;
};

/** The columns in force, in their order; those that were chosen have their room before names grow. What is only an order to sort by is among them. */
export const campaignColumns = (source: Deciding) => {
	const columns = allColumns(source);
	const chosen = columnsInForce(source);
	if (!chosen) {
		return columns.filter(({isUnset}) => !isUnset);
	}
	const shown = chosen.flatMap(name => {
		const column = columns.find(({id, kind}) => id === name && kind !== 'order');
		return column ? [{...column, isLater: undefined}] : [];
	});
	// Which service a row is of is always shown, whatever a configuration for one service names.
	const service = columns.find(({id}) => id === 'service');
	if (service && !chosen.includes(service.id)) {
		shown.splice(2, 0, {...service, isLater: undefined});
	}
	return [...shown, ...columns.filter(({kind}) => kind === 'order')];
};

/** The rank of a row on the board that is sorted by trouble. */
const rankIn =
	({ui: {ranks}}: Pick<Source, 'ui'>) =>
	(row: CampaignRow): number =>
		ranks.get(boardId(row)) ?? rankNow(row);

/** The view. */
export const campaignsView = view<CampaignRow>({
	noun: 'campaign',
	columns: source =>
		campaignColumns(source).map(column => (column.id === 'trouble' ? {...column, sort: rankIn(source)} : column)),
	// A column that is not shown is compared too.
	compared: source => allColumns(source).filter(({kind}) => kind !== 'order'),
	rows: ({floors}) => rowsOfAll(floors),
	isStill: true,
	restsOn: ({ui}) => ui.ranks,
	idOf: boardId,
	serviceOf: row => row.source.profile,
	copies: ({campaign: {id}}) => ({what: 'campaign id', value: id, kind: 'none'}),
	texts: row => [
		row.campaign.name,
		row.campaign.id,
		row.source.floor,
		row.status,
		row.campaign.dialMethod ?? row.figures?.paceMethod,
	],
});
