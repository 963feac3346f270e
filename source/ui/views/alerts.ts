/** View 7, the alerts: active, acknowledged, past; and the strip of them under the board of a large screen. */

import {age, aged, isoTime, span, wrap} from '../../look/format.ts';
import type {Look} from '../../look/theme.ts';
import {type Alert, type Alerts, alertCounts, alertsInOrder, isOpenAlert, lasted} from '../../model/alert.ts';
import {titleOf} from '../../model/alerts.ts';
import {ageOf, campaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import type {Context} from '../context.ts';
import type {Rectangle} from '../layout.ts';
import {
	alertRole,
	alertSentence,
	amount,
	dayOrTime,
	dropRateNote,
	lifeOf,
	rulesInForce,
	standingOf,
} from '../parts/alert.ts';
import {box, faintLines, type Line, line} from '../parts/box.ts';
import {namedColumn, textColumn} from '../parts/columns.ts';
import {type Column, grid, pageOf, topFor} from '../parts/grid.ts';
import {isOld} from './board-columns.ts';
import {withKey} from './empty.ts';
import {type Drawn, type Place, type Source, view} from './view.ts';

const isPast = ({resolvedAt}: Alert): boolean => resolvedAt !== undefined;

const right = (column: Column<Alert>): Column<Alert> => ({...column, align: 'right'});

/** The columns; how long an active one lasts comes from the state, as the model never asks a clock. */
const columnsOf = ({state}: Pick<Source, 'state'>): Column<Alert>[] => {
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
			raw: {title: 'for seconds', of: alert => Math.round(lasted(alert, state.now) / 1000)},
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

/** How old the figures of an active alert are, where they are older than they should be: it stands as it was then. */
const staleAge = (
	state: State,
	{campaignId, resolvedAt}: Alert,
	interval: number,
): {milliseconds: number | undefined} | undefined => {
	const row = campaignId === undefined || resolvedAt ? undefined : campaignRow(state, campaignId);
	return row?.entry && isOld(state, row, interval) ? {milliseconds: ageOf(state, row.entry)} : undefined;
};

/** A service's reasons can be long. */
const mostLines = 3;

/** The selected alert in full. */
const inFull = (state: State, alert: Alert | undefined, interval: number, width: number, look: Look): Line[] => {
	if (!alert) {
		return [];
	}
	const old = staleAge(state, alert, interval);
	return [
		line(look),
		...wrap(alertSentence(alert), width - 2)
			.slice(0, mostLines)
			.map(text => line(look, [alertRole(alert), ` ${text}`])),
		line(
			look,
			['faint', ` ${lifeOf(alert, state.now)}`],
			['warning', old === undefined ? '' : `, figures ${aged(old.milliseconds)}`],
		),
	];
};

const counts = (alerts: Alerts): string => {
	const {open, acknowledged} = alertCounts(alerts);
	return [
		open > 0 && `${open} open`,
		acknowledged > 0 && `${acknowledged} acknowledged`,
		alerts.past.length > 0 && `${alerts.past.length} past`,
	]
		.filter(Boolean)
		.join(', ');
};

const draw = ({context, table, state, area, look, previousTop}: Place<Alert>): Drawn => {
	const {options, ui} = context;
	const inner = {width: area.width - 2, height: area.height - 2};
	const {rows, selectedIndex, sort} = table;
	const filter = ui.filters.alerts ?? '';
	const below = inFull(state, rows[selectedIndex], options.interval, inner.width, look);
	const room = inner.height - below.length;
	const top = topFor(previousTop, selectedIndex, pageOf(room, false), rows.length);
	const lines =
		rows.length === 0
			? faintLines(look, emptyAlerts(context, state, table.total, filter, inner.width - 2))
			: [
					...grid({
						columns: columnsOf({state}),
						rows,
						selected: selectedIndex,
						top,
						width: inner.width,
						height: room,
						look,
						sort,
						isStale: alert => staleAge(state, alert, options.interval) !== undefined,
						overlay(alert) {
							const old = staleAge(state, alert, options.interval);
							return old === undefined
								? undefined
								: {
										state: standingOf(alert),
										name: alert.name,
										id: alert.campaignId,
										role: 'stale' as const,
										tail: age(old.milliseconds),
									};
						},
					}),
					...below,
				];
	return {
		lines: box(lines, area.width, area.height, look, {
			title: 'Alerts',
			note: [filter && `filter: ${filter}`, counts(state.alerts)].filter(Boolean).join(', '),
			focused: true,
		}),
		top,
	};
};

const emptyAlerts = (
	context: Pick<Context, 'options'>,
	{alertSettings}: State,
	total: number,
	filter: string,
	width: number,
): string[] => {
	if (total > 0) {
		const clear = withKey(context, 'clearFilter', key => `Press ${key} to clear the filter.`);
		return [[`No alert matches "${filter}".`, ...clear].join(' ')];
	}
	const rules = rulesInForce(alertSettings);
	return [
		'No alerts in this run. The rules in force:',
		'',
		...rules.flatMap(text => wrap(text, width - 2).map((part, index) => `${index === 0 ? '·' : ' '} ${part}`)),
		'',
		...wrap(dropRateNote(alertSettings), width),
	];
};

/**
 * Draws the active alerts in a strip, the gravest first.
 *
 * @param interval milliseconds between polls of the selected campaign
 */
export const drawAlertStrip = (state: State, interval: number, area: Rectangle, look: Look): string[] => {
	const {alerts} = state;
	const active = alertsInOrder(alerts).filter(alert => !isPast(alert));
	const lines = active.slice(0, area.height - 2).map(alert => {
		const old = staleAge(state, alert, interval);
		return line(
			look,
			['faint', ` ${dayOrTime(alert.since, state.now).padEnd(8)} `],
			[alertRole(alert), `${standingOf(alert).padEnd(12)} `],
			['warning', old === undefined ? '' : `${aged(old.milliseconds)}: `],
			[alertRole(alert), alertSentence(alert)],
		);
	});
	const none = alerts.past.length > 0 ? 'No alerts now.' : 'No alerts.';
	return box(lines.length > 0 ? lines : faintLines(look, [none]), area.width, area.height, look, {
		title: 'Alerts',
		note: counts(alerts),
		noteRole: active.some(isOpenAlert) ? 'warning' : 'faint',
	});
};

/** The view. */
export const alertsView = view<Alert>({
	title: 'alerts',
	columns: columnsOf,
	rows: ({state}) => alertsInOrder(state.alerts),
	idOf: ({id}) => String(id),
	copies: alert => ({what: 'alert', value: alertSentence(alert), kind: 'none'}),
	texts: alert => [alert.name, alert.campaignId, titleOf(alert), alert.level, standingOf(alert), alert.note],
	draw,
});
