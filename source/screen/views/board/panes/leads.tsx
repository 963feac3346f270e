/** Leads: how many remain to be dialed, until when, and on which lists (section 2.6: leads, lead_status_graph; section 2.4). */

import {memo} from 'react';
import {shownIn} from '../../../../model/calling-hours.ts';
import {type CallingList, listIsOn} from '../../../../model/list.ts';
import {type Projection, projectionOf} from '../../../../model/projection.ts';
import {listsOfCampaign} from '../../../../model/select.ts';
import {timeLeftText} from '../../../../present/board-cells.ts';
import {aheadText, dateIn, outAt, paceText, timeIn, weekdayIn} from '../../../../present/forecast-text.ts';
import {cut, fit, nothing, number, percent, width as widthOf} from '../../../../present/format.ts';
import {cellsOf, type Spans} from '../../../../present/spans.ts';
import type {Chart, TimeAxis} from '../../../parts/chart.ts';
import {type Pair, progressBar} from '../../../parts/figures.ts';
import type {Size} from '../../../parts/panel.tsx';
import type {Shown} from '../../../store/shown.ts';
import {shallow, useStore} from '../../../store/store.ts';
import {pointsLastWeek, reachOfCharts, withPast} from './chart-time.ts';
import {inStep} from './lines.ts';
import {FiguresAndCharts, Pane} from './pane.tsx';
import {besideTimed, pointsOf} from './points.ts';

const mostBar = 24;

/** Lists that are on come first, then those with the most leads remaining. */
const inOrder = (lists: readonly CallingList[]): CallingList[] =>
	lists.toSorted(
		(one, other) =>
			Number(listIsOn(other.status) ?? false) - Number(listIsOn(one.status) ?? false) ||
			(other.remainingLeads ?? -1) - (one.remainingLeads ?? -1),
	);

/** Where there is less room than this, names need it more than totals do, which the bars show. */
const roomForTotals = 60;

const remainingText = ({remainingLeads, totalLeads}: CallingList, width: number): string =>
	`${number(remainingLeads)} left${width < roomForTotals ? '' : ` of ${number(totalLeads)}`}`;

/** A line for each list, as many as there is room for; the last one says how many more there are. `none` says why none are known. */
export const listLines = (
	lists: readonly CallingList[] | undefined,
	{width, height}: Size,
	none = 'not read yet',
): Spans[] => {
	if (height <= 0 || !lists || lists.length === 0) {
		const text = lists ? 'no lists' : `lists — ${none}`;
		return height > 0 ? [[['faint', ` ${text}`]]] : [];
	}
	const shown = inOrder(lists).slice(0, height);
	const more = lists.length - shown.length;
	const remainingRoom = Math.max(...shown.map(list => widthOf(remainingText(list, width))));
	const barRoom = Math.max(4, Math.min(mostBar, Math.floor((width - remainingRoom - 8) / 3)));
	return shown.map((list, index): Spans => {
		const {name, id, status, remainingLeads, totalLeads} = list;
		const isOn = listIsOn(status);
		const share = totalLeads && remainingLeads !== undefined ? 1 - remainingLeads / totalLeads : undefined;
		const others = index === shown.length - 1 && more > 0 ? `  +${more} more` : '';
		const used = 5 + barRoom + 1 + remainingRoom + 2;
		const text = cut(name ?? `list ${id}`, Math.max(0, width - used - widthOf(others)));
		const role = isOn === false ? 'faint' : 'text';
		return [
			[isOn ? 'ok' : 'faint', fit(` ${isOn === undefined ? (status ?? '—') : isOn ? 'on' : 'off'}`, 5)],
			...(share === undefined ? ([['faint', ' '.repeat(barRoom)]] as const) : progressBar(share * 100, barRoom)),
			[role, ` ${remainingText(list, width).padStart(remainingRoom)}`],
			[role, `  ${text}`],
			['faint', others],
		];
	});
};

/** Ticks after now, besides breaks and the end. */
const mostTicks = 6;

const hour = 3600;
const tickSteps = [300, 600, 900, 1800, hour, 2 * hour, 3 * hour, 4 * hour, 6 * hour, 12 * hour];

/** The step of ticks over so many seconds. */
const stepFor = (span: number): number => tickSteps.find(one => span / one <= mostTicks) ?? 24 * hour;

/** How far the chart looks ahead where no calling hours are known. */
const mostWithoutHours = 5 * 24 * hour;

type Ahead = NonNullable<TimeAxis['ahead']>;
type Tick = Ahead['ticks'][number];

/** The times of the day in the stretches of dialing, and a break where one of them ends. */
const clockTicks = ({zone, dialing = []}: Projection, step: number): Tick[] => {
	let at = 0;
	return dialing.flatMap(({from, until}, index): Tick[] => {
		const begin = at;
		at += (until - from) / 1000;
		const ahead = (shownIn(zone, from) - from) / 1000;
		const first = Math.ceil((from / 1000 + ahead) / step) * step - ahead;
		const count = Math.max(0, Math.ceil((until / 1000 - first) / step));
		const isBreak = index > 0 && begin > 0;
		return [
			...(isBreak ? [{at: begin, text: weekdayIn(zone, from), hasLine: true}] : []),
			...Array.from({length: count}, (_, tick) => {
				const wall = first + tick * step;
				return {at: begin + wall - from / 1000, text: timeIn(zone, wall * 1000)};
			}),
		];
	});
};

/** Days, where the stretches of dialing are too many for the times of each. */
const dayTicks = ({zone, dialing = []}: Projection): Tick[] => {
	const every = Math.ceil(dialing.length / mostTicks);
	let at = 0;
	return dialing.flatMap(({from, until}, index): Tick[] => {
		const begin = at;
		at += (until - from) / 1000;
		return index > 0 && index % every === 0 ? [{at: begin, text: dateIn(zone, from)}] : [];
	});
};

/** The axis after now, up to the end; undefined without a projection, or without the time that was measured. */
const aheadAxis = (projection: Projection | undefined, measured: number | undefined): Ahead | undefined => {
	if (!projection || !measured) {
		return undefined;
	}
	const {seconds, zone, dialing} = projection;
	if (!dialing) {
		const span = Math.min(seconds, mostWithoutHours);
		const step = stepFor(span);
		const counts = Array.from({length: Math.ceil(span / step) - 1}, (_, tick) => (tick + 1) * step);
		const all = seconds > span ? counts : [...counts, seconds];
		return {span, ticks: all.map(at => ({at, text: aheadText(at)}))};
	}
	const end = dialing.at(-1)?.until ?? 0;
	const isManyDays = dialing.length > mostTicks;
	const last = {at: seconds, text: isManyDays ? dateIn(zone, end) : timeIn(zone, end)};
	const ticks = isManyDays ? dayTicks(projection) : clockTicks(projection, stepFor(seconds));
	return {span: seconds, ticks: [...ticks.filter(({at}) => at < seconds), last]};
};

/** What is expected to remain, in seconds of dialing from now on. */
const aheadPoints = ({seconds}: Projection, remaining: number): NonNullable<Chart['ahead']> => [
	{at: 0, value: remaining},
	{at: seconds, value: 0},
];

/** When the leads run out. */
const outPair = (projection: Projection | undefined): Pair => ({
	label: 'leads run out*',
	value: projection ? `${outAt(projection)} · ${paceText(projection)}` : nothing,
	room: 22,
	...(projection?.why && projection.why !== 'too-far' ? {role: 'faint' as const} : {}),
});

/** When the selected campaign runs out of leads, and its lists. */
const endOfSelected = ({tables: {campaigns}, drawn}: Shown) => {
	const row = campaigns.rows[campaigns.selectedIndex];
	return {
		projection: row && projectionOf(row),
		lists: row && listsOfCampaign(drawn, row.campaign.id),
		noLists: row?.source.watchOnly && 'not in the metrics',
	};
};

/** The leads pane. */
export const LeadsPane = memo((size: Size) => {
	const {projection, lists, noLists} = useStore(endOfSelected, shallow);
	return (
		<Pane name="leads" title="Leads" {...size}>
			{({figures, dashboard, state, time}, inner) => {
				const timed = besideTimed(dashboard.leads ?? [], dashboard);
				const done: Spans = [
					['faint', ' done '],
					['strong', percent(figures.percentComplete).padStart(7)],
				];
				const reach = reachOfCharts(timed.axis, time);
				const {axis} = reach;
				const ahead = aheadAxis(projection, axis.span);
				return (
					<FiguresAndCharts
						{...inner}
						bar={[...progressBar(figures.percentComplete ?? 0, Math.max(0, inner.width - cellsOf(done) - 1)), ...done]}
						figures={[
							{label: 'total', value: number(figures.totalLeads), room: 7},
							{label: 'active', value: number(figures.activeLeads), room: 7},
							{label: 'remaining', value: number(figures.remainingLeads), room: 7},
							{label: 'recycled', value: number(figures.recycled), room: 6},
							{label: 'time left', value: timeLeftText({figures, dashboard, state}) ?? nothing, room: 8},
							outPair(projection),
						]}
						axis={{...axis, ahead}}
						charts={[
							{
								title: 'remaining',
								isTitleInside: ahead !== undefined,
								isStock: true,
								role: 'chart.second',
								points: withPast(
									reach,
									pointsOf(timed, ({remainingLeads}) => remainingLeads),
									inStep.remainingLeads,
								),
								lastWeek: pointsLastWeek(reach, inStep.remainingLeads),
								...(ahead &&
									projection && {
										ahead: aheadPoints(
											projection,
											dashboard.leads?.at(-1)?.remainingLeads ?? figures.remainingLeads ?? 0,
										),
									}),
							},
						]}
						below={room => listLines(lists, {...inner, height: room}, noLists)}
					/>
				);
			}}
		</Pane>
	);
});
