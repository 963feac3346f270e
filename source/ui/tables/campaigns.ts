/** The rows of view 1: the campaigns. */

import {boardColumns} from '../../look/board-columns.ts';
import {type CampaignRow, campaignRows} from '../../model/select.ts';
import {rankNow} from './standing.ts';
import {type Source, view} from './view.ts';

/** The columns in force: all, or those that the configuration names, in its order; these have their room before names grow. */
export const campaignColumns = ({
	state,
	options: {interval, boardColumns: names},
}: Pick<Source, 'state' | 'options'>) => {
	const columns = boardColumns(state, interval);
	return names
		? names.flatMap(name => {
				const column = columns.find(({id}) => id === name);
				return column ? [{...column, isLater: undefined}] : [];
			})
		: columns;
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
