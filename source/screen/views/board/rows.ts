/** The rows of view 1: the campaigns. */

import {type CampaignRow, campaignRows} from '../../../model/select.ts';
import type {State} from '../../../model/state.ts';
import {lastingTroubleOf, rankOf} from '../../../model/trouble.ts';
import {boardColumns} from '../../../present/board-columns.ts';
import type {Standing, UiState} from '../../state/state.ts';
import {type Source, view} from '../view.ts';

/** Milliseconds after a key within which no row moves. */
const heldFor = 5000;

/** Ranks by row: a poll changes one of a thousand. */
const ranks = new WeakMap<CampaignRow, number>();

/** The rank of a campaign's trouble as it is now, without what passes. */
export const rankNow = (row: CampaignRow): number => {
	const rank = ranks.get(row) ?? rankOf(lastingTroubleOf(row));
	ranks.set(row, rank);
	return rank;
};

/** The ranks of rows, as they were last worked out. */
const standings = new WeakMap<readonly CampaignRow[], Standing>();

const standingNow = (rows: readonly CampaignRow[], before: Standing): Standing => {
	const known = standings.get(rows);
	if (known) {
		return known;
	}
	const isSame = rows.length === before.size && rows.every(row => before.get(row.campaign.id) === rankNow(row));
	const now = isSame ? before : new Map(rows.map(row => [row.campaign.id, rankNow(row)]));
	standings.set(rows, now);
	return now;
};

/**
 * By which ranks the campaigns stand from now on; the very same map where nothing moves: within {@link heldFor} of a key, while
 * a question is open, on a frozen screen, and in another order.
 *
 * @param pressedAt when the last key came (monotonic); undefined if none has
 */
export const standingAfter = (
	state: State,
	{standing, sorts, frozen, prompt}: Pick<UiState, 'standing' | 'sorts' | 'frozen' | 'prompt'>,
	pressedAt: number | undefined,
): Standing => {
	if (sorts.campaigns?.column !== 'trouble' || frozen) {
		return standing;
	}
	const now = standingNow(campaignRows(state), standing);
	const isHeld = prompt !== undefined || (pressedAt !== undefined && state.now.mono - pressedAt < heldFor);
	if (!isHeld || now === standing) {
		return now;
	}
	// What is listed for the first time stands where its trouble is then, and stays there.
	return now.size === standing.size
		? standing
		: new Map([...now].map(([id, rank]) => [id, standing.get(id) ?? rank] as const));
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

/** By what rank a row stands where the board is sorted by trouble. */
const standingOf =
	({ui: {standing}}: Pick<Source, 'ui'>) =>
	(row: CampaignRow): number =>
		standing.get(row.campaign.id) ?? rankNow(row);

/** The view. */
export const campaignsView = view<CampaignRow>({
	thing: 'campaign',
	columns: source =>
		campaignColumns(source).map(column => (column.id === 'trouble' ? {...column, sort: standingOf(source)} : column)),
	// A column that is not shown is compared too.
	compared: ({state, options}) => boardColumns(state, options.interval).filter(({kind}) => kind !== 'order'),
	rows: ({state}) => campaignRows(state),
	isStill: true,
	restsOn: ({ui}) => ui.standing,
	idOf: row => row.campaign.id,
	copies: ({campaign: {id}}) => ({what: 'campaign id', value: id, kind: 'none'}),
	texts: row => [row.campaign.name, row.campaign.id, row.status, row.campaign.dialMethod ?? row.figures?.paceMethod],
});
