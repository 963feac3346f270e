/**
 * Figures that dialtop derives itself. Each is labelled as such where it shows, with its formula in the help; where a
 * part of it is missing there is no figure, never a 0.
 */
import type {CallsPoint, Figures} from './wire.ts';

const ratio = (part: number | undefined, whole: number | undefined): number | undefined =>
	part === undefined || whole === undefined || whole <= 0 ? undefined : part / whole;

/** Contact rate, percent: human_answered_calls ÷ called_today. */
export const contactRate = ({humanAnswered, calledToday}: Figures): number | undefined => {
	const rate = ratio(humanAnswered, calledToday);
	return rate === undefined ? undefined : rate * 100;
};

/** Occupancy, percent: (on call + wrap-up) ÷ (total − paused). */
export const occupancy = ({onCall, wrapUp, agents, paused}: Figures): number | undefined => {
	if (onCall === undefined || wrapUp === undefined || agents === undefined || paused === undefined) {
		return undefined;
	}
	const rate = ratio(onCall + wrapUp, agents - paused);
	return rate === undefined ? undefined : rate * 100;
};

const quarterHour = 900;
const day = 86_400;

/** Leads dialed a minute over the last fifteen minutes of calls_graph_data. */
export const dialedPerMinute = (points: readonly CallsPoint[] | undefined): number | undefined => {
	const last = points?.at(-1)?.time;
	if (!points || last === undefined) {
		return undefined;
	}
	// A point counts what was dialed up to its time, so the first one within the span is only where it begins.
	const since = (point: CallsPoint): number | undefined =>
		point.time === undefined ? undefined : (last - point.time + day) % day;
	const within = points.filter(point => {
		const age = since(point);
		return age !== undefined && age <= quarterHour;
	});
	const span = within[0] && since(within[0]);
	if (!span || within.length < 2) {
		return undefined;
	}
	const dialed = within.slice(1).reduce((sum, point) => sum + (point.dialed ?? Number.NaN), 0);
	return Number.isNaN(dialed) ? undefined : dialed / (span / 60);
};

/** Seconds until the leads run out: remaining_time, else remaining leads ÷ leads dialed a minute. */
export const timeLeft = (
	figures: Figures,
	points: readonly CallsPoint[] | undefined,
): {seconds: number; derived: boolean} | undefined => {
	if (figures.remainingTime !== undefined) {
		return {seconds: figures.remainingTime, derived: false};
	}
	const pace = dialedPerMinute(points);
	return figures.remainingLeads === undefined || !pace
		? undefined
		: {seconds: Math.round((figures.remainingLeads / pace) * 60), derived: true};
};

/** The regulator's line, percent; a second mark beside the campaign's own limit. An indicator, not legal advice. */
export const regulatorsLimit = 3;

/** The line that a drop rate must stay under, percent: the campaign's own limit where it is the lower. A limit below 0 is none. */
export const dropLine = (limit: number | undefined, most: number = regulatorsLimit): number =>
	limit === undefined || limit < 0 ? most : Math.min(limit, most);

/**
 * How a drop rate stands: `high` at the limit or over it, `near` from five sixths of it (2.5 of 3) on. No drops are well
 * under any limit, and a rate or a limit below 0 is none.
 */
export const dropStanding = (
	rate: number | undefined,
	limit: number | undefined,
): 'unknown' | 'ok' | 'near' | 'high' => {
	if (rate === undefined || rate < 0) {
		return 'unknown';
	}
	if (rate === 0) {
		return 'ok';
	}
	const line = dropLine(limit);
	return rate >= line ? 'high' : rate >= (line * 5) / 6 ? 'near' : 'ok';
};
