/** The time that the charts of a campaign show: what its service draws, what is known of the hours before, and a week earlier. */
import {shownIn, type Zone} from '../../../../model/calling-hours.ts';
import {type ChartSpan, type ChartStep, chartSpans} from '../../../../model/chart-steps.ts';
import {between, type History} from '../../../../model/history.ts';
import {type PastStep, stepLength} from '../../../../model/past.ts';
import type {CampaignRow} from '../../../../model/select.ts';
import {day} from '../../../../model/time.ts';
import {clockIn, zoneOfTimes} from '../../../../present/format.ts';
import type {Past, PastChart} from '../../../../service/past.ts';
import type {Point, TimeAxis} from '../../../parts/chart.ts';
import type {UiState} from '../../../state/state.ts';
import type {Shown} from '../../../store/shown.ts';
import {shallow} from '../../../store/store.ts';

/** The span that charts show until another one is chosen, as far back as anything is known. */
export const usualSpan = ({view}: Pick<UiState, 'view'>): ChartSpan => (view === 'campaign' ? '1 h' : '8 h');

/** What charts are to show. */
export type ChartTime = {
	/** Undefined for a small pane, which shows what the service draws. */
	span: ChartSpan | undefined;
	/** Whether the operator chose it: then the charts show all of it. */
	isChosen: boolean;
	history: History;
	/** When the newest poll came, UTC milliseconds. */
	polledAt: number;
	/** Whose figures these are, and what is recorded of them. */
	campaignId: string;
	past: Past | undefined;
};

/** What the charts of a campaign are to show; undefined without figures. */
export const chartTimeOf = (
	{ui, past}: Pick<Shown, 'ui' | 'past'>,
	{campaign, dashboard, span, source}: Pick<CampaignRow, 'campaign' | 'dashboard' | 'span' | 'source'>,
): ChartTime | undefined => {
	// The page of a campaign shows the hour in its usual layout.
	const isLarge = ui.view === 'campaign' ? ui.chartSpan !== undefined : ui.zoom;
	// Metrics have no graphs of the service: the hour is read as any other past.
	const ofHour = source.watchOnly && '1 h';
	return (
		dashboard && {
			span: isLarge ? (ui.chartSpan ?? usualSpan(ui)) : ofHour,
			isChosen: isLarge && ui.chartSpan !== undefined,
			history: dashboard.history,
			polledAt: span?.receivedAt.wall ?? 0,
			campaignId: campaign.id,
			past,
		}
	);
};

/** Whether charts show the same. */
export const sameTime = (one: ChartTime | undefined, other: ChartTime | undefined): boolean =>
	one === other || (one !== undefined && other !== undefined && shallow(one, other));

/** What changes whenever other steps are to be drawn. */
export const chartKey = (time: ChartTime | undefined): readonly unknown[] => [
	time?.past,
	time?.span,
	time?.span === undefined ? undefined : recordedOf(time, time.span),
];

/** What is recorded of a span; undefined if nothing is, or it cannot be read: whoever writes the recording says what is wrong with it. */
const recordedOf = ({past, campaignId, polledAt}: ChartTime, span: ChartSpan): PastChart | undefined => {
	try {
		return past?.chart(campaignId, span, polledAt, zoneOfTimes());
	} catch {
		return undefined;
	}
};

/** Steps of the past, oldest first, with the seconds from the newest point to the middle of each, and their length. */
export type PastSteps = readonly {at: number; length: number; record: PastStep}[];

/** What charts show: their time axis, and what is known beside the points of a graph. */
export type Reach = {
	axis: TimeAxis;
	/** Whether the points of the graph have times; those of one that has none are skipped where steps are known. */
	isTimed: boolean;
	/** From before the graph. */
	steps: PastSteps;
	/** Of the same weekday a week earlier. */
	lastWeek: PastSteps;
};

const isKnown = ({record}: {record: PastStep}): boolean => Object.keys(record).length > 0;

/** Less than this of the hour (seconds) is filled up from the recording. */
const nearlyAnHour = 3000;
const hour = 3600;

/** When the newest point of a graph was taken, and by whose clock: the service's shows the time of day that the axis ends with. */
const newestOf = ({newest}: TimeAxis, polledAt: number): {newest: number; zone: Zone} => {
	const zone = zoneOfTimes();
	if (newest === undefined) {
		return {newest: polledAt, zone};
	}
	const late = (((shownIn(zone, polledAt) - newest * 1000) % day) + day) % day;
	// A clock that is elsewhere says nothing of the age of its point.
	return late < hour * 1000
		? {newest: polledAt - late, zone}
		: {newest: polledAt, zone: newest * 1000 - (polledAt % day)};
};

/** The steps of a recording on an axis that ends at a moment. */
const placed = (steps: readonly ChartStep[], newest: number): PastSteps =>
	steps.map(({at, length, record}) => ({at: Math.round((at - newest) / 1000), length: length / 1000, record}));

/** Steps of a campaign's own history, which holds twelve hours. */
export const remembered = ({history}: Pick<ChartTime, 'history'>, span: number): PastSteps =>
	between(history, 'five minutes', -span).map(({at, record}) => ({at: Math.round(at), length: stepLength, record}));

/** Seconds that steps reach back: the oldest of which anything is known. */
const reachOf = (steps: PastSteps): number => {
	const oldest = steps.find(isKnown);
	return oldest ? Math.round(oldest.length / 2) - oldest.at : 0;
};

/** What the charts of a graph with this axis show. */
export const reachOfCharts = (axis: TimeAxis, time: ChartTime): Reach => {
	const {span: drawn, ...rest} = axis;
	const isTimed = drawn !== undefined;
	const graphAlone: Reach = {axis, isTimed, steps: [], lastWeek: []};
	const {span: name, isChosen, polledAt} = time;
	if (name === undefined && (drawn === undefined || drawn >= nearlyAnHour)) {
		return graphAlone;
	}
	const seconds = chartSpans[name ?? '1 h'].length / 1000;
	const recorded = recordedOf(time, name ?? '1 h');
	const {newest, zone} = newestOf(axis, polledAt);
	const own = drawn === undefined || name === undefined ? [] : remembered(time, seconds);
	const stored = placed(recorded?.steps ?? [], newest);
	const isStored = stored.some(isKnown) && reachOf(stored) >= reachOf(own);
	const steps = (isStored ? stored : own).filter(({at}) => at >= -seconds);
	if (!isTimed && !steps.some(isKnown)) {
		return graphAlone;
	}
	const span = isChosen ? seconds : Math.min(seconds, Math.max(drawn ?? 0, reachOf(steps)));
	if (name === undefined) {
		return {...graphAlone, axis: {...axis, span}, steps};
	}
	const lastWeek = placed(recorded?.lastWeek ?? [], newest).filter(({at}) => at >= -span);
	const timeAt = (wall: number): string => clockIn(zone, wall).slice(0, 5);
	const first = drawn === undefined ? undefined : newest - drawn * 1000;
	const isRecorded = isStored && span > (drawn ?? 0);
	const source = isRecorded ? sourceText(recorded?.filled ?? [], newest - span * 1000, first, timeAt) : '';
	const {problem, isPartial} = time.past?.engine?.state() ?? {};
	const lacks = problem === undefined ? (isPartial ? ', metrics are incomplete' : '') : ', metrics fail';
	return {
		axis: {
			...rest,
			...(!isTimed && {end: timeAt(newest)}),
			span,
			clock: {zone, newest},
			legend: `${isChosen ? name : lengthText(span)}${source}${lacks}`,
		},
		isTimed,
		steps,
		lastWeek,
	};
};

/** Less than this at the beginning of a chart (milliseconds) may be missing of a stretch that counts as its beginning. */
const nearly = 15 * 60_000;

/**
 * Where what is shown before a graph comes from: the recording, or an engine where that has nothing.
 *
 * @param filled what is from the engine
 * @param begin from when on something is shown
 * @param end when the graph begins; undefined without one
 */
const sourceText = (
	filled: NonNullable<PastChart['filled']>,
	begin: number,
	end: number | undefined,
	timeAt: (wall: number) => string,
): string => {
	const shown = filled.filter(({from}) => from < (end ?? Number.POSITIVE_INFINITY));
	const [first, last] = [shown[0], shown.at(-1)];
	const before = end === undefined ? '' : `before ${timeAt(end)} `;
	if (!first || !last) {
		return `, ${before}as recorded`;
	}
	const isFirst = first.from - begin < nearly;
	if (isFirst && shown.length === 1 && (end === undefined || last.until >= end - nearly)) {
		return `, ${before}from metrics`;
	}
	const total = shown.reduce((sum, {from, until}) => sum + until - from, 0) / 1000;
	const stretch = isFirst ? `before ${timeAt(first.until)}` : `${timeAt(first.from)} to ${timeAt(first.until)}`;
	return `, ${before}as recorded, ${shown.length === 1 ? stretch : lengthText(total)} from metrics`;
};

/** How long charts reach back that show what there is: `59 min`, `5 h`. */
const lengthText = (seconds: number): string =>
	seconds < 2 * hour ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / hour)} h`;

/** A line that begins with the past, as far as the points of a graph do not know it. */
export const withPast = (
	{axis: {span = Number.POSITIVE_INFINITY}, isTimed, steps}: Omit<Reach, 'lastWeek'>,
	graph: readonly Point[],
	value: (step: PastStep, index: number) => number | undefined,
): Point[] => {
	const points = isTimed || steps.length === 0 ? graph.filter(({at}) => at >= -span) : [];
	const first = points.findIndex(point => point.value !== undefined);
	const begin = points[first]?.at ?? 0;
	const earlier = steps.map(({at, length, record}, index) => ({at, value: value(record, index), length}));
	return [...earlier.filter(({at}) => at < begin), ...(first < 0 ? [] : points.slice(first))];
};

/** The line of a week earlier. */
export const pointsLastWeek = (
	{lastWeek}: Pick<Reach, 'lastWeek'>,
	value: (step: PastStep, index: number) => number | undefined,
): Point[] => lastWeek.map(({at, length, record}, index) => ({at, value: value(record, index), length}));
