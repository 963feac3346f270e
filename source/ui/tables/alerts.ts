/** The rows of view 7: the alerts, active, acknowledged, past. */

import {alertRole, alertSentence, amount, dayOrTime, standingOf} from '../../look/alert-text.ts';
import {namedColumn, textColumn} from '../../look/columns.ts';
import {isoTime, span} from '../../look/format.ts';
import type {Column} from '../../look/grid.ts';
import {type Alert, alertsInOrder, lasted} from '../../model/alert.ts';
import {titleOf} from '../../model/alerts.ts';
import {type Source, view} from './view.ts';

/** True for an alert that is over. */
export const isPast = ({resolvedAt}: Alert): boolean => resolvedAt !== undefined;

const right = (column: Column<Alert>): Column<Alert> => ({...column, align: 'right'});

/** The columns; how long an active one lasts comes from the state, as the model never asks a clock. */
export const alertColumns = ({state}: Pick<Source, 'state'>): Column<Alert>[] => {
	const columns: Column<Alert>[] = [
		{
			...textColumn('state', 'state', 12, standingOf),
			cell: alert => ({text: standingOf(alert), role: alertRole(alert)}),
		},
		{
			...namedColumn<Alert>(
				'campaign',
				'campaign',
				13,
				({name}) => name,
				({campaignId}) => campaignId,
			),
			grows: true,
		},
		textColumn('what', 'what', 14, titleOf),
		right({
			...textColumn('figure', 'figure', 9, ({value, unit}) => amount(value, unit)),
			sort: ({value}) => value,
			raw: {of: ({value, unit}) => amount(value, unit)},
		}),
		right({
			...textColumn('threshold', 'threshold', 9, ({threshold, unit}) => amount(threshold, unit)),
			sort: ({threshold}) => threshold,
			raw: {of: ({threshold, unit}) => amount(threshold, unit)},
		}),
		{
			...textColumn('since', 'since', 8, ({since}) => dayOrTime(since, state.now)),
			sort: ({since}) => since.mono,
			raw: {of: ({since}) => isoTime(since)},
		},
		right({
			...textColumn('for', 'for', 7, alert => span(lasted(alert, state.now) / 1000)),
			sort: alert => lasted(alert, state.now),
			raw: {of: alert => Math.round(lasted(alert, state.now) / 1000)},
		}),
		right(textColumn('worst', 'worst', 9, ({worst}) => amount(worst.value, worst.unit))),
		{
			...textColumn('ended', 'ended', 8, ({resolvedAt}) => resolvedAt && dayOrTime(resolvedAt, state.now)),
			raw: {of: ({resolvedAt}) => resolvedAt && isoTime(resolvedAt)},
		},
		textColumn('level', 'level', 8, ({level}) => level),
		right(textColumn('times', 'times', 5, ({times}) => (times > 1 ? String(times) : undefined))),
		{...textColumn('note', 'because', 16, ({note}) => note || undefined), grows: true},
	];
	return columns.map(column =>
		column.id === 'state'
			? column
			: {...column, cell: alert => ({...column.cell(alert), role: isPast(alert) ? 'faint' : 'text'})},
	);
};

/** The view. */
export const alertsView = view<Alert>({
	title: 'alerts',
	columns: alertColumns,
	rows: ({state}) => alertsInOrder(state.alerts),
	idOf: ({id}) => String(id),
	copies: alert => ({what: 'alert', value: alertSentence(alert), kind: 'none'}),
	texts: alert => [alert.name, alert.campaignId, titleOf(alert), alert.level, standingOf(alert), alert.note],
});
