/** Pace: how fast the campaign dials and what comes of it (section 2.6: identity and pace, today, calls_graph_data). */
import {memo} from 'react';
import type {Alert} from '../../../../model/alert.ts';
import {type DropAtClose, dropAtClose} from '../../../../model/close-forecast.ts';
import {type DropBudget, dropBudget, dropLine, dropStatus, liveAnswerRate} from '../../../../model/derived.ts';
import type {DropPeriod} from '../../../../model/drop-period.ts';
import {
	backUnder,
	callsGoingOn,
	dialsForAgents,
	dropRateOf,
	dropStatusOf,
	placesCalls,
	rowOfFigures,
} from '../../../../model/drops.ts';
import type {CampaignDashboard} from '../../../../model/state.ts';
import type {CallsPoint, Figures} from '../../../../model/wire.ts';
import {type Keys, keysOf} from '../../../../present/advice.ts';
import {alertRole, alertStatus, distanceText} from '../../../../present/alert-text.ts';
import {backUnderParts, closeWithin} from '../../../../present/forecast-text.ts';
import {width as cells, counted, decimals, nothing, number, percent, span} from '../../../../present/format.ts';
import {whatWithin} from '../../../../present/gravest-alert.ts';
import {
	coverageText,
	knownText,
	periodBudgetText,
	periodName,
	periodRate,
	periodRole,
} from '../../../../present/period-text.ts';
import type {Spans} from '../../../../present/spans.ts';
import type {Role} from '../../../../present/theme.ts';
import type {Chart} from '../../../parts/chart.ts';
import type {Pair} from '../../../parts/figures.ts';
import type {Size} from '../../../parts/panel.tsx';
import type {Shown} from '../../../store/shown.ts';
import {useStore} from '../../../store/store.ts';
import {pointsLastWeek, reachOfCharts, remembered, withPast} from './chart-time.ts';
import {dropMinutes, dropRateOver, dropWindow, inStep, linesOfCalls} from './lines.ts';
import {FiguresAndCharts, Pane} from './pane.tsx';

const dropRole: Record<ReturnType<typeof dropStatus>, Role> = {
	unknown: 'faint',
	ok: 'ok',
	near: 'drop.near',
	high: 'drop.high',
};

/** A drop rate with its limit, and by how many points it is over or nearly at the line that it must stay under. */
const droppedText = (rate: number | undefined, limit: number | undefined): string => {
	const own = rate === undefined || limit === undefined ? '' : ` of ${decimals(limit, 1)}%`;
	const status = dropStatus(rate, limit);
	const text = `${percent(rate, 2)}${own}`;
	if (rate === undefined || (status !== 'near' && status !== 'high')) {
		return text;
	}
	const line = dropLine(limit);
	const apart = distanceText(rate, line);
	const which = line === limit ? '' : ` ${decimals(line, 1)}%`;
	return `${text}, ${apart === 'at' ? `at ${which.trim() || 'the limit'}` : `${apart.replace(/(\d) /, '$1 points ')}${which}`}`;
};

/** Beyond a day the pace predicts nothing. */
const day = 86_400;

/** How soon the limit is passed, if it is. */
const passedPair = ({passedIn}: DropBudget): Pair =>
	passedIn !== undefined && passedIn > day
		? {label: 'limit*', value: 'not reached at this pace', room: 24}
		: {label: 'limit passed in*', value: passedIn === undefined ? nothing : span(passedIn), room: 7};

/** What the drop rate still allows today; empty if the figures do not say. */
const budgetPairs = (budget: DropBudget | undefined, role: Role): Pair[] => {
	if (!budget) {
		return [];
	}
	const {remaining, isRough} = budget;
	const about = isRough ? '~' : '';
	const drops = remaining < 0 ? `over by ${about}${number(-remaining)}` : `${about}${counted(remaining, 'drop')}`;
	// With none remaining the next one passes the limit.
	const own = remaining === 0 && role === 'ok' ? 'drop.near' : role;
	return [{label: 'budget*', value: drops, room: 10, role: own}, ...(remaining < 0 ? [] : [passedPair(budget)])];
};

/** How the rate comes back under its limit, in so many cells; empty if it is under it. */
const backPairs = (figures: Figures, calls: readonly CallsPoint[] | undefined, width: number): Pair[] => {
	const back = backUnder(figures, calls);
	if (!back) {
		return [];
	}
	const [what, value] = backUnderParts(back, width - cells('* '));
	return [{label: `${what}*`, value, room: 0}];
};

/** In fewer cells it would take another line to say by how many drops the limit is passed, beside how the rate comes back. */
const roomForOver = 56;

/** What the drop rate allows, or how it comes back under its limit and by how much it is over. */
const limitPairs = (figures: Figures, calls: readonly CallsPoint[] | undefined, role: Role, width: number): Pair[] => {
	const back = backPairs(figures, calls, width);
	const hasOver = back.length === 0 || width >= roomForOver;
	return [...back, ...(hasOver ? budgetPairs(dropBudget(figures, calls), role) : [])];
};

/** The drops of the period that a rule of compliance counts. */
const periodPairs = (period: DropPeriod | undefined, width: number): Pair[] => {
	if (!period) {
		return [];
	}
	const role = period.status === 'none' || period.status === 'ok' ? 'strong' : periodRole[period.status];
	const allowed = periodBudgetText(period);
	return [
		{label: `in ${periodName(period)}*`, value: periodRate(period), room: 14, role},
		...(allowed === undefined ? [] : [{label: 'period allows*', value: allowed, room: 10, role}]),
		{label: 'period known*', value: (width < roomForMeaning ? coverageText : knownText)(period), room: 0, role: 'text'},
	];
};

/** The drop rate at close, in so many cells. */
const closePairs = (forecast: DropAtClose | undefined, width: number): Pair[] =>
	forecast
		? [{label: 'drop at close*', value: closeWithin(forecast, width - cells('drop at close* ')), room: 0, role: 'text'}]
		: [];

/** Cells from which on the pane says that the meaning of the throttle is not known, and that a period is no legal advice. */
const roomForMeaning = 70;

/** The figures of the pane, in so many cells. */
export const pacePairs = (
	figures: Figures,
	{calls, period}: {calls: readonly CallsPoint[] | undefined} & Pick<CampaignDashboard, 'period'>,
	width: number,
	atClose?: DropAtClose,
): Pair[] => {
	const row = rowOfFigures(figures);
	const rate = dropRateOf(row);
	const status = dropStatus(rate, figures.dropLimit);
	return [
		{label: 'method', value: figures.paceMethod ?? nothing, room: 10},
		{label: 'level', value: figures.paceTempo ?? nothing, room: 4},
		figures.throttle === undefined || width < roomForMeaning
			? {label: 'throttle', value: figures.throttle ?? nothing, room: 4}
			: {label: 'throttle', value: `${figures.throttle} (meaning unknown)`, room: 19},
		{
			label: 'dropped',
			value: droppedText(rate, figures.dropLimit),
			room: 14,
			role: dropRole[status],
		},
		...(rate === undefined ? [] : limitPairs(figures, calls, dropRole[status], width)),
		...closePairs(atClose, width),
		...periodPairs(period, width),
		{label: 'called', value: number(figures.calledToday), room: 7},
		{label: 'answered', value: number(figures.answeredToday), room: 6},
		{label: 'human', value: number(figures.humanAnswered), room: 6},
		{label: 'machine', value: number(figures.machineAnswered), room: 6},
		{label: 'live answer*', value: placesCalls(row) ? percent(liveAnswerRate(figures)) : nothing, room: 5},
	];
};

/** Seconds. */
const hour = 3600;

/** The gravest alert of the campaign, in a line. */
const alertBar = (alert: Alert, keys: Keys, width: number): Spans => {
	const status = ` ${alertStatus(alert)}: `;
	return [[alertRole(alert), `${status}${whatWithin(alert, keys, width - cells(status) - 1)}`]];
};

/** The drop rate at close of the selected campaign; undefined without a forecast of it. */
const closeOfSelected = ({tables: {campaigns}}: Shown): DropAtClose | undefined => {
	const row = campaigns.rows[campaigns.selectedIndex];
	const forecast = row && dialsForAgents(row) ? dropAtClose(row) : undefined;
	return typeof forecast === 'object' ? forecast : undefined;
};

/** The graph of calls at whose pace the selected campaign goes on. */
const callsOfSelected = ({tables: {campaigns}}: Shown): readonly CallsPoint[] | undefined => {
	const row = campaigns.rows[campaigns.selectedIndex];
	return row && callsGoingOn(row);
};

/** The pace pane. */
export const PacePane = memo((size: Size) => {
	const atClose = useStore(closeOfSelected);
	const goingOn = useStore(callsOfSelected);
	const keymap = useStore(({options}) => options.keymap);
	return (
		<Pane name="pace" title="Pace" {...size}>
			{({figures, dashboard, alert, time}, inner) => {
				const {calls = []} = dashboard;
				const {axis, dialed, dropRate, dropRateOfHour, liveAnswers} = linesOfCalls(calls);
				const reach = reachOfCharts(axis, time);
				const minutes = dropMinutes(time);
				const window = `${dropWindow(time)}*`;
				const row = rowOfFigures(figures);
				const dropChart: Chart = {
					title: `drop % ${window}`,
					titleBeside: ['drop %', window],
					brief: 'drop %*',
					role: dropRole[dropStatusOf(row)],
					points: withPast(reach, minutes === 15 ? dropRate : dropRateOfHour, dropRateOver(reach.steps, minutes)),
					lastWeek: pointsLastWeek(reach, dropRateOver(reach.lastWeek, minutes)),
					format: value => value.toFixed(2),
					most: 100,
					limit: {value: dropLine(figures.dropLimit), role: 'drop.high'},
					isFirst: true,
				};
				const liveAnswerChart: Chart = {
					title: 'live answer %*',
					brief: 'live %*',
					role: 'chart.second',
					points: withPast(reach, liveAnswers, inStep.liveAnswers),
					lastWeek: pointsLastWeek(reach, inStep.liveAnswers),
					format: value => value.toFixed(1),
					most: 100,
					isSmall: true,
				};
				return (
					<FiguresAndCharts
						{...inner}
						{...(alert && {bar: alertBar(alert, keysOf(keymap), inner.width)})}
						figures={pacePairs(figures, {...dashboard, calls: goingOn}, inner.width, atClose)}
						axis={reach.axis}
						charts={[
							{
								title: 'dialed/min',
								titleBeside: ['dialed/min'],
								role: 'chart.first',
								points: withPast(reach, dialed, inStep.dialed),
								lastWeek: pointsLastWeek(reach, inStep.dialed),
							},
							...(dialsForAgents(row) ? [dropChart] : []),
							...(placesCalls(row) ? [liveAnswerChart] : []),
							{
								title: 'connect %*',
								isSpare: true,
								role: 'chart.fourth',
								points: withPast(
									reach.steps.length > 0 ? reach : {...reach, steps: remembered(time, hour)},
									[],
									inStep.connects,
								),
								format: value => value.toFixed(1),
								most: 100,
								isSmall: true,
							},
						]}
					/>
				);
			}}
		</Pane>
	);
});
