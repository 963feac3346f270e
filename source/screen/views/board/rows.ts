/** The rows of view 1: the campaigns. */

import {type CampaignRow, campaignRows} from '../../../model/select.ts';
import type {State} from '../../../model/state.ts';
import {lastingTroubleOf, rankOf} from '../../../model/trouble.ts';
import {boardColumns} from '../../../present/board-columns.ts';
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

const ranksNow = (rows: readonly CampaignRow[], before: Ranks): Ranks => {
	const known = ranksOfRows.get(rows);
	if (known) {
		return known;
	}
	const isSame = rows.length === before.size && rows.every(row => before.get(row.campaign.id) === rankNow(row));
	const now = isSame ? before : new Map(rows.map(row => [row.campaign.id, rankNow(row)]));
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
	state: State,
	{ranks, sorts, frozen, prompt}: Pick<UiState, 'ranks' | 'sorts' | 'frozen' | 'prompt'>,
	pressedAt: number | undefined,
): Ranks => {
	if (sorts.campaigns?.column !== 'trouble' || frozen) {
		return ranks;
	}
	const now = ranksNow(campaignRows(state), ranks);
	const isHeld = prompt !== undefined || (pressedAt !== undefined && state.now.mono - pressedAt < heldFor);
	if (!isHeld || now === ranks) {
		return now;
	}
	// A campaign that is listed for the first time gets its present rank, and keeps it.
	return now.size === ranks.size ? ranks : new Map([...now].map(([id, rank]) => [id, ranks.get(id) ?? rank] as const));
};

/** What decides about the columns. */
type Deciding = Pick<Source, 'options'> & {ui: Pick<UiState, 'boardColumns'>};

/** The ids of the columns that were chosen on screen, else of those that the configuration names; undefined for all of them. */
export const columnsInForce = ({ui, options}: Deciding): readonly string[] | undefined =>
	ui.boardColumns ?? options.boardColumns;

/** The columns in force, in their order; those that were chosen have their room before names grow. What is only an order to sort by is among them. */
export const campaignColumns = (source: Deciding & Pick<Source, 'state'>) => {
	const columns = boardColumns(source.state, source.options.interval);
	const chosen = columnsInForce(source);
	if (!chosen) {
		return columns.filter(({isUnset}) => !isUnset);
	}
	const shown = chosen.flatMap(name => {
		const column = columns.find(({id, kind}) => id === name && kind !== 'order');
		return column ? [{...column, isLater: undefined}] : [];
	});
	return [...shown, ...columns.filter(({kind}) => kind === 'order')];
};

/** The rank of a row on the board that is sorted by trouble. */
const rankIn =
	({ui: {ranks}}: Pick<Source, 'ui'>) =>
	(row: CampaignRow): number =>
		ranks.get(row.campaign.id) ?? rankNow(row);

/** The view. */
export const campaignsView = view<CampaignRow>({
	noun: 'campaign',
	columns: source =>
		campaignColumns(source).map(column => (column.id === 'trouble' ? {...column, sort: rankIn(source)} : column)),
	// A column that is not shown is compared too.
	compared: ({state, options}) => boardColumns(state, options.interval).filter(({kind}) => kind !== 'order'),
	rows: ({state}) => campaignRows(state),
	isStill: true,
	restsOn: ({ui}) => ui.ranks,
	idOf: row => row.campaign.id,
	copies: ({campaign: {id}}) => ({what: 'campaign id', value: id, kind: 'none'}),
	texts: row => [row.campaign.name, row.campaign.id, row.status, row.campaign.dialMethod ?? row.figures?.paceMethod],
});
