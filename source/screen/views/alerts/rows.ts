/** The rows of view 7: the alerts, active, acknowledged, past. */

import {type AlertGroup, alertGroups, compareGroups, isFlood} from '../../../alerts/floods.ts';
import {titleOf} from '../../../alerts/life.ts';
import {type Alert, lasted} from '../../../model/alert.ts';
import type {Source as Service, State} from '../../../model/state.ts';
import type {Moment} from '../../../model/time.ts';
import {type Keys, keysOf} from '../../../present/advice.ts';
import {
	acknowledgedCell,
	alertRole,
	alertSentence,
	alertStatus,
	endText,
	figureCell,
	floodCount,
	groupSentence,
	thresholdCell,
	worstCell,
} from '../../../present/alert-text.ts';
import {namedColumn, namesFirst, textColumn} from '../../../present/columns.ts';
import {dayOrTime, isoTime, span} from '../../../present/format.ts';
import type {Column} from '../../../present/grid.ts';
import {onService} from '../../../present/sentence.ts';
import {type Drawn, type Floors, rowKey} from '../../state/floors.ts';
import {type AlertRow, type Source, view, withService} from '../../state/view.ts';

/** Alerts that belong together, and their service. */
type GroupOn = {drawn: Drawn; group: AlertGroup};

/** The alerts of every service, the gravest first over all of them. */
export const groupsOn = (floors: Floors): GroupOn[] => {
	const all = floors.flatMap(drawn => alertGroups(drawn.state.alerts).map(group => ({drawn, group})));
	return floors.length === 1 ? all : all.toSorted((one, other) => compareGroups(one.group, other.group));
};

const ofMembers = (group: AlertGroup, source: Service): AlertRow[] =>
	group.members.map(alert => ({
		id: String(alert.id),
		source,
		kind: isFlood(group) ? 'member' : 'alert',
		alert,
		group,
		isOpened: false,
	}));

const earliest = (moments: readonly Moment[]): Moment => moments.reduce((a, b) => (b.mono < a.mono ? b : a));

/** A flood as one alert. */
const summary = ({lead, members}: AlertGroup): Alert => ({
	...lead,
	since: earliest(members.map(({since}) => since)),
	times: 1,
	...(lead.resolvedAt && {
		resolvedAt: members.flatMap(({resolvedAt}) => resolvedAt ?? []).reduce((a, b) => (b.mono > a.mono ? b : a)),
	}),
});

/** The rows of the alerts; those of a flood follow it if it is opened. */
const alertRows = (floors: Floors): AlertRow[] =>
	groupsOn(floors).flatMap(({drawn, group}) => {
		const {source} = drawn.state;
		if (!isFlood(group)) {
			return ofMembers(group, source);
		}
		const {flood} = group.lead;
		const isOpened = drawn.ui.openFloods.has(flood);
		const whole: AlertRow = {id: `flood ${flood}`, source, kind: 'flood', alert: summary(group), group, isOpened};
		return isOpened ? [whole, ...ofMembers(group, source)] : [whole];
	});

/** What a row is about: a campaign, the service, or how many campaigns. */
export const rowName = ({kind, alert, group, isOpened}: AlertRow): string =>
	kind === 'flood' ? `${isOpened ? '▾' : '▸'}${floodCount(group)}` : `${kind === 'member' ? '  ' : ''}${alert.name}`;

/** The campaign of a row that is about one. */
export const rowCampaign = ({kind, alert}: AlertRow): string | undefined =>
	kind === 'flood' ? undefined : alert.campaignId;

/** A row in one sentence, with the keys in force; it names the service among several. */
export const rowSentence = ({kind, alert, group, source}: AlertRow, keys: Keys): string =>
	onService(source, kind === 'flood' ? groupSentence(group, keys) : alertSentence(alert, keys));

/** The address that the configuration has for the rule of a row, as it is opened; undefined if it has none. */
export const runbookOf = ({alertSettings}: Pick<State, 'alertSettings'>, {alert}: AlertRow): string | undefined =>
	URL.parse(alertSettings.rules[alert.rule].runbook ?? '')?.href;

/** True for an alert that is over. */
const isPast = ({resolvedAt}: Alert): boolean => resolvedAt !== undefined;

/** Why the alert of a row ended; those of a flood end each for itself. */
const endOf = ({kind, alert: {end}}: AlertRow): string | undefined =>
	kind === 'flood' || !end ? undefined : endText(end);

const right = (column: Column<AlertRow>): Column<AlertRow> => ({...column, align: 'right'});

/** Whether somebody has acknowledged one of the alerts. */
export const hasAcknowledged = (floors: readonly Pick<Drawn, 'state'>[]): boolean =>
	floors.some(({state}) => [...state.alerts.active.values()].some(({acknowledgement}) => acknowledgement));

/** The columns; how long an active one lasts comes from the state, as the model never asks a clock. */
export const alertColumns = ({
	state,
	floors,
}: Pick<Source, 'state'> & {floors: readonly Pick<Drawn, 'state'>[]}): Column<AlertRow>[] => {
	const until: Column<AlertRow> = {
		...textColumn('acknowledged', 'until, by', 15, ({alert}) => acknowledgedCell(alert, state.now)),
		raw: {
			of: ({alert: {acknowledgement: known}}) =>
				known?.until === undefined ? undefined : isoTime({wall: known.until}),
		},
	};
	const isKnown = hasAcknowledged(floors);
	const columns: Column<AlertRow>[] = [
		{
			...textColumn('state', 'state', 12, ({alert}) => alertStatus(alert)),
			stays: true,
			cell: ({alert}) => ({text: alertStatus(alert), role: alertRole(alert)}),
		},
		{...namedColumn<AlertRow>('campaign', 'campaign', 13, rowName, rowCampaign), grows: true, stays: true},
		textColumn('what', 'what', 14, ({alert}) => titleOf(alert)),
		right({
			...textColumn('figure', 'figure', 12, ({alert}) => figureCell(alert)),
			sort: ({alert: {value}}) => value,
			raw: {of: ({alert}) => figureCell(alert)},
		}),
		right({
			...textColumn('threshold', 'alarm', 8, ({alert}) => thresholdCell(alert)),
			sort: ({alert: {threshold}}) => threshold,
			raw: {of: ({alert}) => thresholdCell(alert)},
		}),
		{
			...textColumn('since', 'since', 8, ({alert: {since}}) => dayOrTime(since, state.now)),
			sort: ({alert: {since}}) => since.mono,
			raw: {of: ({alert: {since}}) => isoTime(since)},
		},
		right({
			...textColumn('for', 'for', 7, ({alert}) => span(lasted(alert, state.now) / 1000)),
			sort: ({alert}) => lasted(alert, state.now),
			raw: {of: ({alert}) => Math.round(lasted(alert, state.now) / 1000)},
		}),
		// Where nothing is acknowledged, other columns need the room.
		...(isKnown ? [until] : []),
		right(textColumn('worst', 'worst', 12, ({alert}) => worstCell(alert))),
		{
			...textColumn('ended', 'ended', 8, ({alert: {resolvedAt}}) => resolvedAt && dayOrTime(resolvedAt, state.now)),
			raw: {of: ({alert: {resolvedAt}}) => resolvedAt && isoTime(resolvedAt)},
		},
		right(textColumn('times', 'times', 5, ({alert: {times}}) => (times > 1 ? String(times) : undefined))),
		{
			...textColumn('note', 'because', 16, row => endOf(row) ?? (row.alert.note || undefined)),
			raw: {of: ({alert: {note}}) => note || undefined},
			grows: true,
		},
		...(isKnown ? [] : [until]),
		textColumn('level', 'level', 8, ({alert: {level}}) => level),
		textColumn('end', 'why it ended', 30, endOf),
	];
	return namesFirst(columns).map(column =>
		column.id === 'state'
			? column
			: {...column, cell: row => ({...column.cell(row), role: isPast(row.alert) ? 'faint' : 'text'})},
	);
};

const textsOf = (alert: Alert): (string | undefined)[] => [
	alert.name,
	alert.campaignId,
	titleOf(alert),
	alert.level,
	alertStatus(alert),
	alert.note,
];

/** The view. */
export const alertsView = view<AlertRow>({
	noun: 'alert',
	columns: source => withService(alertColumns(source), source.floors),
	rows: ({floors}) => alertRows(floors),
	idOf: ({source, id}) => rowKey(source, id),
	serviceOf: ({source}) => source.profile,
	copies: (row, {keymap}) => ({what: 'alert', value: rowSentence(row, keysOf(keymap)), kind: 'none'}),
	texts: ({kind, alert, group, source: {floor}}) => [
		floor,
		...(kind === 'flood' ? group.members.flatMap(textsOf) : textsOf(alert)),
	],
});
