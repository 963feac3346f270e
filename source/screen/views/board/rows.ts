/** The rows of view 1: the campaigns. */

import {type CampaignRow, campaignRows} from '../../../model/select.ts';
import {boardColumns} from '../../../present/board-columns.ts';
import type {UiState} from '../../state/state.ts';
import {type Source, view} from '../view.ts';
import {rankNow} from './standing.ts';

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
		return columns;
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
	title: 'campaigns',
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
