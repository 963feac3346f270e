/**
 * Figures that dialtop derives itself. Each is labelled as such where it shows, with its formula in the help; if a
 * part of it is missing there is no figure, never a 0.
 */
import type {DialState} from './campaign.ts';
import type {CallsPoint, Dashboard, Figures} from './wire.ts';

const ratio = (part: number | undefined, whole: number | undefined): number | undefined =>
	part === undefined || whole === undefined || whole <= 0 ? undefined : part / whole;

const percentOf = (part: number | undefined, whole: number | undefined): number | undefined => {
	const rate = ratio(part, whole);
	return rate === undefined ? undefined : rate * 100;
};

/** Live answers, percent: human_answered_calls ÷ called_today. */
export const liveAnswerRate = ({humanAnswered, calledToday}: Figures): number | undefined =>
	percentOf(humanAnswered, calledToday);

/** Connects, percent: (human_answered_calls + answering_machine) ÷ called_today. Carriers watch it. */
export const connectRate = ({humanAnswered, machineAnswered, calledToday}: Figures): number | undefined =>
	humanAnswered === undefined || machineAnswered === undefined
		? undefined
		: percentOf(humanAnswered + machineAnswered, calledToday);

/** Lines in use: what rings, waits or listens to an IVR (active_calls), and what agents talk on (oncalls). */
export const linesInUse = ({activeCalls, onCall}: Figures): number | undefined =>
	activeCalls === undefined || onCall === undefined ? undefined : activeCalls + onCall;

/**
 * Hours of agents' work today: the live answers that were not dropped × the average of talk, wrap-up and the time between
 * calls. Pauses are not among them. The service counts no hours.
 */
const agentHours = (figures: Figures): number | undefined => {
	const {humanAnswered, averageTalk, averageWrap, averageInterval} = figures;
	const dropRate = honestPercent(figures.dropRate);
	return humanAnswered === undefined ||
		dropRate === undefined ||
		averageTalk === undefined ||
		averageWrap === undefined ||
		averageInterval === undefined
		? undefined
		: (humanAnswered * (1 - dropRate / 100) * (averageTalk + averageWrap + averageInterval)) / 3600;
};

/** Sales an hour of an agent's work, today; undefined before there is an hour of it. */
export const salesPerAgentHour = (figures: Figures): number | undefined => {
	const hours = agentHours(figures);
	return hours === undefined || hours < 1 ? undefined : ratio(figures.sales, hours);
};

/** Live answers that an agent took, an hour of an agent's work, today; less the wrong numbers among them, if the service reports them. */
export const contactsPerAgentHour = (figures: Figures, wrongNumbers: number): number | undefined => {
	const hours = agentHours(figures);
	const {humanAnswered, dropRate} = figures;
	return hours === undefined || hours < 1 || humanAnswered === undefined || dropRate === undefined
		? undefined
		: Math.max(0, humanAnswered * (1 - dropRate / 100) - wrongNumbers) / hours;
};

/** The agents by what they do, as far as the occupancy is worked out from them. */
type AgentCounts = Pick<Figures, 'onCall' | 'wrapUp' | 'dead' | 'agents' | 'paused'>;

/** Agents by what their time is held against: all, those not paused, and those of them who are busy; undefined if one is missing. */
export const occupancyCounts = ({
	onCall,
	wrapUp,
	dead,
	agents,
	paused,
}: AgentCounts): {agents: number; available: number; occupied: number} | undefined =>
	onCall === undefined || wrapUp === undefined || dead === undefined || agents === undefined || paused === undefined
		? undefined
		: {agents, available: agents - paused, occupied: onCall + wrapUp + dead};

/** Occupancy, percent, of the agents who are not paused: (on call + wrap-up + dead) ÷ (total − paused). */
export const occupancy = (figures: AgentCounts): number | undefined => {
	const counts = occupancyCounts(figures);
	return percentOf(counts?.occupied, counts?.available);
};

/** Occupancy, percent, of all agents who are signed in, paused ones too: (on call + wrap-up + dead) ÷ total. */
export const occupancyOfSignedIn = (figures: AgentCounts): number | undefined => {
	const counts = occupancyCounts(figures);
	return percentOf(counts?.occupied, counts?.agents);
};

/** Seconds. */
export const quarterHour = 900;
const threeMinutes = 180;
const day = 86_400;

/**
 * A sum over the last points of calls_graph_data within so many seconds, and how many minutes they span; undefined if they
 * have no such sum.
 */
export const sumOfLast = (
	points: readonly CallsPoint[] | undefined,
	seconds: number,
	of: (point: CallsPoint) => number | undefined,
): {sum: number; minutes: number} | undefined => {
	const last = points?.at(-1)?.time;
	// A point without a time may belong to the span, and its calls would be missing.
	if (!points || last === undefined || points.some(({time}) => time === undefined)) {
		return undefined;
	}
	const since = ({time = last}: CallsPoint): number => (last - time + day) % day;
	// A point counts what was dialed up to its time, so the first one within the span only marks its beginning.
	const [begin, ...counted] = points.filter(point => since(point) <= seconds);
	if (!begin || since(begin) === 0) {
		return undefined;
	}
	const sum = counted.reduce((total, point) => total + (of(point) ?? Number.NaN), 0);
	return Number.isNaN(sum) ? undefined : {sum, minutes: since(begin) / 60};
};

/** What a count of calls_graph_data makes a minute over the last fifteen minutes. */
const perMinute = (
	points: readonly CallsPoint[] | undefined,
	of: (point: CallsPoint) => number | undefined,
): number | undefined => {
	const quarter = sumOfLast(points, quarterHour, of);
	return quarter && quarter.sum / quarter.minutes;
};

/** Leads dialed a minute over the last fifteen minutes of calls_graph_data. */
export const dialedPerMinute = (points: readonly CallsPoint[] | undefined): number | undefined =>
	perMinute(points, point => point.dialed);

/** What counts of calls_graph_data came to in the minutes before a point, percent; undefined before there are so many. */
const shareBefore =
	(minutes: number, part: (point: CallsPoint) => number, whole: (point: CallsPoint) => number) =>
	(points: readonly CallsPoint[], index: number): number | undefined => {
		const now = points[index]?.time;
		const first = points[0]?.time;
		if (now === undefined || first === undefined || (now - first + day) % day < (minutes - 1) * 60) {
			return undefined;
		}
		const within = points.filter(({time}) => time !== undefined && (now - time + day) % day < minutes * 60);
		const sum = (of: (point: CallsPoint) => number): number => within.reduce((total, point) => total + of(point), 0);
		const rate = ratio(sum(part), sum(whole));
		return rate === undefined || Number.isNaN(rate) ? undefined : rate * 100;
	};

const delivered = (point: CallsPoint): number => point.delivered ?? Number.NaN;
const drops = (point: CallsPoint): number => point.drops ?? Number.NaN;

/** The drop rate of the fifteen minutes before a point, percent: drops ÷ (delivered + drops). */
export const dropRateBefore = shareBefore(15, drops, point => delivered(point) + drops(point));

/** The same of the hour before a point. */
export const dropRateOfHourBefore = shareBefore(60, drops, point => delivered(point) + drops(point));

/** Live answers of the five minutes before a point, percent: (delivered + drops) ÷ dialed. */
export const liveAnswerBefore = shareBefore(
	5,
	point => delivered(point) + drops(point),
	point => point.dialed ?? Number.NaN,
);

/** A campaign's row, as far as the time left is worked out from it. */
export type TimeLeftRow = {
	figures: Figures | undefined;
	dashboard: Pick<Dashboard, 'calls'> | undefined;
	state: DialState;
};

/**
 * Seconds until the leads run out: remaining_time, else, while it dials, remaining leads ÷ leads dialed a minute. Undefined
 * without a pace: a remaining_time of 0 with leads left is no forecast.
 */
export const timeLeft = ({figures, dashboard, state}: TimeLeftRow): {seconds: number; derived: boolean} | undefined => {
	const {remainingTime, remainingLeads} = figures ?? {};
	if (remainingTime !== undefined) {
		return remainingTime === 0 && remainingLeads ? undefined : {seconds: remainingTime, derived: false};
	}
	const pace = state === 'paused' || state === 'stopped' ? undefined : dialedPerMinute(dashboard?.calls);
	return remainingLeads === undefined || !pace
		? undefined
		: {seconds: Math.round((remainingLeads / pace) * 60), derived: true};
};

/** A percentage that can be one; undefined below 0 and above 100, which no count can give. */
export const honestPercent = (value: number | undefined): number | undefined =>
	value === undefined || value < 0 || value > 100 ? undefined : value;

/** The regulator's line, percent; a second mark beside the campaign's own limit. An indicator, not legal advice. */
export const regulatorsLimit = 3;

/** The line that a drop rate must stay under, percent: the campaign's own limit if it is lower. A limit below 0 is ignored. */
export const dropLine = (limit: number | undefined, most: number = regulatorsLimit): number =>
	limit === undefined || limit < 0 ? most : Math.min(limit, most);

/**
 * How a drop rate compares with its limit: `high` at the limit or over it, `near` from five sixths of it (2.5 of 3) on. No drops are well
 * under any limit. A limit below 0 is ignored; a rate below 0 or above 100 is unknown.
 */
export const dropStatus = (rate: number | undefined, limit: number | undefined): 'unknown' | 'ok' | 'near' | 'high' => {
	if (rate === undefined || honestPercent(rate) === undefined) {
		return 'unknown';
	}
	if (rate === 0) {
		return 'ok';
	}
	const line = dropLine(limit);
	return rate >= line ? 'high' : rate >= (line * 5) / 6 ? 'near' : 'ok';
};

/** What the day's drop rate still allows. An indicator: the service does not say how it counts. */
export type DropBudget = {
	/** Further drops before the rate passes its line, of the human answers so far; below 0 it is passed by so many. */
	remaining: number;
	/** True if the rate's two decimals do not give the drops to the unit. */
	isRough: boolean;
	/**
	 * Seconds until it is passed, infinite if the rate falls; undefined if unknown. The pace is the worse one of the last
	 * three and the last fifteen minutes.
	 */
	passedIn: number | undefined;
};

/** Half of the last decimal that percentage_dropped is written with. */
const rateRounding = 0.005;

/** Sums such as 3 % of 1,900 are whole, and must not fall short of it in binary. */
export const hair = 1e-9;

/** Drops and human answers of the last minutes, and how fast they use the drops up that the line still allows. */
export type DropForecast = {
	drops: number;
	answers: number;
	/** Over which these are counted. */
	minutes: number;
	/** Seconds until the line is passed, infinite if the rate falls. */
	passedIn: number;
};

const countOf = (rate: number, {humanAnswered = 0}: Figures): number => (rate * humanAnswered) / 100;

const forecastOver = (
	figures: Figures,
	points: readonly CallsPoint[] | undefined,
	seconds: number,
): DropForecast | undefined => {
	const drops = sumOfLast(points, seconds, point => point.drops);
	const delivered = sumOfLast(points, seconds, point => point.delivered);
	if (!drops || !delivered || figures.dropRate === undefined) {
		return undefined;
	}
	return forecastFrom(figures, {
		drops: drops.sum,
		answers: drops.sum + delivered.sum,
		minutes: Math.round(drops.minutes),
	});
};

const forecastFrom = (figures: Figures, counted: Omit<DropForecast, 'passedIn'>): DropForecast => {
	const {drops, answers, minutes} = counted;
	const line = dropLine(figures.dropLimit);
	const nearing = (drops - (line / 100) * answers) / minutes;
	const remaining = countOf(line, figures) - Math.round(countOf(figures.dropRate ?? 0, figures));
	return {...counted, passedIn: nearing > 0 ? (remaining / nearing) * 60 : Number.POSITIVE_INFINITY};
};

/** When the line is passed: drops and human answers (delivered and dropped) going on as in the worse of two spans of time. */
const worstForecast = (figures: Figures, points: readonly CallsPoint[] | undefined): DropForecast | undefined => {
	const quarter = forecastOver(figures, points, quarterHour);
	const recent = forecastOver(figures, points, threeMinutes);
	return quarter && recent && recent.passedIn < quarter.passedIn && !isChance(figures, recent) ? recent : quarter;
};

/** How unlikely drops must be by chance, at the rate that the line allows, as a log-likelihood. */
const leastSurprise = 5;

/** Whether so many drops may be chance, while the rate stays at its line. */
const isChance = ({dropLimit}: Figures, {drops, answers}: DropForecast): boolean => {
	const expected = Math.max(0.1, (dropLine(dropLimit) / 100) * answers);
	return drops <= expected || drops * Math.log(drops / expected) - (drops - expected) < leastSurprise;
};

/**
 * The forecast where the drops of the last minutes are more than chance; undefined if the line is passed already.
 *
 * @param watched drops and human answers that polls have counted themselves, sooner than the graph; over several spans of time
 * @param isKnown whether it was shown already: then it stays, whether or not it may be chance
 */
export const dropForecast = (
	figures: Figures,
	points: readonly CallsPoint[] | undefined,
	watched: readonly Omit<DropForecast, 'passedIn'>[] = [],
	isKnown = false,
): DropForecast | undefined => {
	const all = [worstForecast(figures, points), ...watched.map(one => forecastFrom(figures, one))].flatMap(one =>
		one && one.passedIn >= 0 && Number.isFinite(one.passedIn) && (isKnown || !isChance(figures, one)) ? [one] : [],
	);
	return all.toSorted((one, other) => one.passedIn - other.passedIn)[0];
};

/** Whether the two decimals of the day's drop rate do not give its drops to the unit. */
export const isDropCountRough = (figures: Figures): boolean => {
	const {dropRate = 0} = figures;
	return (
		Math.ceil(countOf(dropRate - rateRounding, figures) - hair) !==
		Math.floor(countOf(dropRate + rateRounding, figures) + hair)
	);
};

/**
 * The drop budget: the drops that the line allows of the day's human answers so far, less those that the rate says there
 * were.
 */
export const dropBudget = (figures: Figures, points: readonly CallsPoint[] | undefined): DropBudget | undefined => {
	const {dropRate, dropLimit, humanAnswered} = figures;
	if (dropRate === undefined || honestPercent(dropRate) === undefined || !humanAnswered) {
		return undefined;
	}
	const drops = Math.round(countOf(dropRate, figures));
	const remaining = Math.floor(countOf(dropLine(dropLimit), figures) + hair) - drops;
	return {
		remaining,
		isRough: isDropCountRough(figures),
		passedIn: remaining < 0 ? undefined : worstForecast(figures, points)?.passedIn,
	};
};
