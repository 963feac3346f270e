/** View 7, the alerts: active, acknowledged, past; the strip of them under the board of a large screen; the gravest on a line above it. */

import {isDeepStrictEqual} from 'node:util';
import {memo} from 'react';
import {alertCounts, alertGroups, compareGroups, gravestOpen} from '../../../alerts/floods.ts';
import {type Alert, isOpenAlert} from '../../../model/alert.ts';
import {ageOf, campaignRow, isOld} from '../../../model/select.ts';
import type {State} from '../../../model/state.ts';
import {keysOf} from '../../../present/advice.ts';
import {alertRole, alertStatus, dropRateNote, groupHead, lifeOf, rulesInForce} from '../../../present/alert-text.ts';
import {age, aged, counted, dayAndTime, dayOrTime, wrap} from '../../../present/format.ts';
import {alertSpans, whatWithin} from '../../../present/gravest-alert.ts';
import {keyFor} from '../../../present/keymap.ts';
import {cellsOf, faintLines, type Spans, sameSpans} from '../../../present/spans.ts';
import {Line, Lines} from '../../parts/line.tsx';
import {inside, Panel, type Size} from '../../parts/panel.tsx';
import {byClockOf, drawnOf, type Floors, serviceBefore} from '../../state/floors.ts';
import {type AlertRow, withService} from '../../state/view.ts';
import {type Context, onEach} from '../../store/context.ts';
import type {Shown} from '../../store/shown.ts';
import {useShown, useStore} from '../../store/store.ts';
import {withKey} from '../empty.ts';
import {TableView} from '../table-view.tsx';
import {alertsToAcknowledge} from './actions.ts';
import {alertColumns, groupsOn, hasAcknowledged, rowCampaign, rowName, rowSentence, runbookOf} from './rows.ts';

const sumOver = (states: readonly State[], of: (state: State) => number): number =>
	states.reduce((sum, state) => sum + of(state), 0);

/** The text if no alert is open. */
const calm = (states: readonly State[]): string => {
	const acknowledged = sumOver(states, ({alerts}) => alertCounts(alerts).acknowledged);
	const [last] = states
		.flatMap(({alerts: {past}, now}) => (past[0]?.resolvedAt ? [{endedAt: past[0].resolvedAt, now}] : []))
		.toSorted((one, other) => other.endedAt.mono - one.endedAt.mono);
	return acknowledged > 0
		? `No other alert than ${counted(acknowledged, 'acknowledged one')}.`
		: last
			? `No alerts now. The last ended at ${dayAndTime(last.endedAt, last.now)}.`
			: 'No alerts.';
};

/** Services whose gravest alert has begun since the operator began to look back. */
const withNews = (shown: Shown): State[] =>
	onEach(shown).flatMap(({state, ui: {past}}) => {
		const lead = gravestOpen(state.alerts)?.lead;
		return lead && !lead.resolvedAt && lead.news > (past?.alertChanges ?? 0) ? [state] : [];
	});

/** The alerts that the line shows: those of the past on screen, unless one has begun since. */
const alertsOnLine = (shown: Shown): {states: readonly State[]; isNow: boolean} => {
	const news = shown.ui.past ? withNews(shown) : [];
	return news.length > 0
		? {states: news, isNow: true}
		: {states: shown.floors.map(({state}) => state), isNow: shown.ui.past === undefined};
};

/** Before the first figures, and while none come, it is not known whether there are alerts. */
const isKnown = ({link, dashboards}: State): boolean => link.kind === 'live' && dashboards.size > 0;

const lineOf = (shown: Shown): Spans => {
	const {ui, options} = shown;
	const {states, isNow} = alertsOnLine(shown);
	const [gravest] = states
		.flatMap(state => {
			const group = gravestOpen(state.alerts);
			return group ? [{state, group}] : [];
		})
		.toSorted((one, other) => compareGroups(one.group, other.group));
	if (!gravest) {
		return states.every(isKnown) ? [['faint', ` ${calm(states)}`]] : [];
	}
	const {state, group} = gravest;
	const {floor} = state.source;
	const {lead} = group;
	const isSelected =
		!ui.past &&
		group.members.length === 1 &&
		shown.state.source.floor === floor &&
		alertsToAcknowledge(shown)?.lead.id === lead.id;
	const key = isNow && ui.past ? undefined : keyFor(options.keymap, isSelected ? 'acknowledge' : 'alerts');
	const before: Spans = isNow && ui.past ? [['past', ' NOW ']] : [];
	const shows = group.members.length > 1 ? 'shows them' : 'shows it';
	const old = staleAge(state, lead, options.interval);
	const line = byClockOf(drawnOf(shown.floors, state.source), () =>
		alertSpans(group, {
			now: state.now,
			width: ui.columns - cellsOf(before),
			keys: keysOf(options.keymap),
			service: floor,
			others: sumOver(states, ({alerts}) => alertCounts(alerts).open) - 1,
			answer: key === undefined ? undefined : [key, isSelected ? 'acknowledge' : shows],
			old: old && aged(old.milliseconds),
		}),
	);
	return [...before, ...line];
};

/** The line. */
export const AlertLine = memo(({width}: {width: number}) => {
	const spans = useStore(lineOf, sameSpans);
	return <Line spans={spans} width={width} />;
});

/** How old the figures of an active alert are, if they are older than they should be: then the alert is as old. */
export const staleAge = (
	state: State,
	{campaignId, resolvedAt}: Alert,
	interval: number,
): {milliseconds: number | undefined} | undefined => {
	const row = campaignId === undefined || resolvedAt ? undefined : campaignRow(state, campaignId);
	return row?.dashboard && isOld(state, row, interval) ? {milliseconds: ageOf(state, row.span)} : undefined;
};

/** A service's reasons can be long. */
const mostLines = 3;

/** The selected alert in full. */
const inFull = (
	floors: Floors,
	row: AlertRow | undefined,
	{interval, keymap}: Shown['options'],
	width: number,
): Spans[] => {
	if (!row) {
		return [];
	}
	const {alert} = row;
	const drawn = drawnOf(floors, row.source);
	const {state} = drawn;
	const old = staleAge(state, alert, interval);
	const runbook = runbookOf(state, row);
	const key = keyFor(keymap, 'runbook');
	return byClockOf(drawn, () => [
		[],
		...wrap(rowSentence(row, keysOf(keymap)), width - 2)
			.slice(0, mostLines)
			.map((text): Spans => [[alertRole(alert), ` ${text}`]]),
		[
			['faint', ` ${lifeOf(alert, state.now)}`],
			['warning', old === undefined ? '' : `, figures ${aged(old.milliseconds)}`],
		],
		...(runbook === undefined
			? []
			: [
					[
						['faint', key === undefined ? ' runbook ' : ` runbook (${key} opens it) `],
						['text', runbook, runbook],
					] satisfies Spans,
				]),
	]);
};

const counts = (floors: Floors): string => {
	const states = floors.map(({state}) => state);
	const open = sumOver(states, ({alerts}) => alertCounts(alerts).open);
	const acknowledged = sumOver(states, ({alerts}) => alertCounts(alerts).acknowledged);
	const groups = states.flatMap(({alerts}) => alertGroups(alerts));
	const past = groups.filter(({lead}) => lead.resolvedAt).length;
	const parts = groups.length - past - open - acknowledged;
	return [
		open > 0 && `${open} open`,
		acknowledged > 0 && `${acknowledged} acknowledged`,
		parts > 0 && `${parts} part of others`,
		past > 0 && `${past} past`,
	]
		.filter(Boolean)
		.join(', ');
};

/** Rules with a dot before each, as many to a line as there is room for. */
const packed = (rules: readonly string[], width: number): string[] => {
	const lines: string[] = [];
	for (const rule of rules) {
		const last = lines.at(-1);
		const [first = '', ...more] = wrap(rule, width - 2);
		if (last !== undefined && more.length === 0 && last.length + first.length + 3 <= width) {
			lines[lines.length - 1] = `${last} · ${first}`;
		} else {
			lines.push(`· ${first}`, ...more.map(part => `  ${part}`));
		}
	}
	return lines;
};

const emptyAlerts = (
	context: Pick<Context, 'options'>,
	{alertSettings, source}: State,
	total: number,
	filter: string,
	{width, height}: Size,
): string[] => {
	if (total > 0) {
		const clear = withKey(context, 'clearFilter', key => `Press ${key} to clear the filter.`);
		return [[`No alert matches "${filter}".`, ...clear].join(' ')];
	}
	const rules = packed(rulesInForce(alertSettings, source), width);
	const note = wrap(dropRateNote(alertSettings), width);
	const at = source.floor === undefined ? '' : ` at ${source.floor}`;
	const title = `No alerts in this run. The rules in force${at}:`;
	const lines = [title, '', ...rules, '', ...note];
	const tight = lines.length <= height ? lines : [title, ...rules, ...note];
	return tight.length <= height
		? tight
		: [...tight.slice(0, height - 1), `… and ${counted(tight.length - height + 1, 'more line')} on a larger screen`];
};

/** The alerts. */
export function AlertsView(size: Size) {
	const shown = useShown();
	const {drawn, ui, options, tables, floors} = shown;
	const {alerts: table} = tables;
	const filter = ui.filters.alerts ?? '';
	const {width, height} = inside(size);
	const oldOf = ({source, alert}: AlertRow) => staleAge(drawnOf(floors, source).state, alert, options.interval);
	return (
		<TableView
			{...size}
			view="alerts"
			title="Alerts"
			note={() => [table.filter, counts(floors)].filter(Boolean).join(', ')}
			table={table}
			// Why one ended is shown in the column of notes; exports have a column for it, and always that of acknowledgements.
			columns={withService(alertColumns({state: drawn, floors}), floors).filter(
				({id}) => id !== 'end' && (id !== 'acknowledged' || hasAcknowledged(floors)),
			)}
			below={inFull(floors, table.rows[table.selectedIndex], options, width)}
			empty={() => emptyAlerts(shown, drawn, table.total, filter, {width: width - 2, height})}
			isStale={row => oldOf(row) !== undefined}
			overlay={row => {
				const old = oldOf(row);
				return (
					old && {
						state: alertStatus(row.alert),
						name: rowName(row),
						id: rowCampaign(row),
						role: 'stale',
						tail: age(old.milliseconds),
					}
				);
			}}
		/>
	);
}

/** The active alerts in so many cells, the gravest first. */
const activeOf = (
	{floors, options: {interval, keymap}}: Shown,
	width: number,
): {lines: Spans[]; note: string; isOpen: boolean} => {
	const active = groupsOn(floors).filter(({group: {lead}}) => !lead.resolvedAt);
	const keys = keysOf(keymap);
	const lines = active.map(({drawn, group}): Spans => {
		const {state} = drawn;
		const {lead: alert} = group;
		const old = staleAge(state, alert, interval);
		const before: Spans = [
			['faint', ` ${byClockOf(drawn, () => dayOrTime(alert.since, state.now)).padEnd(8)} `],
			[alertRole(alert), `${alertStatus(alert).padEnd(12)} `],
			...serviceBefore(floors, state.source),
			['warning', old === undefined ? '' : `${aged(old.milliseconds)}: `],
			[alertRole(alert), groupHead(group)],
		];
		const room = Math.max(0, width - cellsOf(before) - 1);
		return [...before, [alertRole(alert), byClockOf(drawn, () => whatWithin(alert, keys, room))]];
	});
	const none = floors.some(({state}) => state.alerts.past.length > 0) ? 'No alerts now.' : 'No alerts.';
	return {
		lines: lines.length > 0 ? lines : faintLines([none]),
		note: counts(floors),
		isOpen: active.some(({group: {members}}) => members.some(isOpenAlert)),
	};
};

/** The active alerts in a strip. */
export function AlertStrip(size: Size) {
	const {width} = inside(size);
	const {lines, note, isOpen} = useStore(shown => activeOf(shown, width), isDeepStrictEqual);
	return (
		<Panel {...size} title="Alerts" note={note} noteRole={isOpen ? 'warning' : 'faint'}>
			<Lines {...inside(size)} lines={lines} />
		</Panel>
	);
}
