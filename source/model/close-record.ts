/**
 * How the forecast of the drop rate at close did on the recorded days: made again at moments of each, out of the days before it, by
 * the code that the screen has it from, and compared with the rate at which the day closed.
 */

import {dayIn, type Zone} from './calling-hours.ts';
import {
	answersAtPace,
	type DayCourse,
	type DayPoint,
	daysLike,
	daysLookedAt,
	dropRateAtClose,
	medianOf,
} from './drop-at-close.ts';
import {day, hour, minute} from './time.ts';

/** The counts of the day at a moment, as they were recorded. */
export type CloseSample = {
	/** UTC milliseconds. */
	at: number;
	humanAnswered: number | undefined;
	/** Percent. */
	dropRate: number | undefined;
};

/** What the recorded days say of the forecast of a campaign. */
export type CloseRecord = {
	/** The newest days that were seen whole, oldest first. */
	days: readonly DayCourse[];
	/** The day closed inside the band of so many of the last forecasts. */
	inside: number;
	of: number;
	/** How many times as wide the band is as it is by itself, so that it holds four of five. */
	widening: number;
};

/** A forecast needs so many live answers. */
export const fewestAnswers = 50;

/** What remains of a day when a forecast of it says nothing any longer. */
const leastRest = 5;

/** Forecasts that are judged a day, and the last ones that are counted. */
const aDay = 4;
const counted = 20;

/** After a longer time without a sample what happened in it is not known. */
const longestGap = 130 * minute;

/** How long nobody has answered before a day is taken to be over, and how close to midnight it is so in any case. */
const quiet = 30 * minute;
const nearMidnight = hour;

/** A day that was not watched from its beginning has more answers at its first sample, as a share of all. */
const mostBefore = 0.02;

/** A day as it was seen; undefined unless it was seen from its beginning to its close. */
const wholeDay = (number: number, points: readonly DayPoint[]): DayCourse | undefined => {
	const [first, end] = [points[0], points.at(-1)];
	if (!first || !end || end.answers < fewestAnswers || first.answers > mostBefore * end.answers) {
		return undefined;
	}
	const growing = points.filter(({answers}, index) => index === 0 || answers > (points[index - 1]?.answers ?? 0));
	const last = growing.at(-1) ?? end;
	const isClosed = end.time - last.time >= quiet || end.time >= day - nearMidnight;
	const hasGap = points.some(({time, answers}, index) => {
		const before = points[index - 1];
		return before !== undefined && answers !== before.answers && time - before.time > longestGap;
	});
	const hasFallen = points.some(({answers}, index) => answers < (points[index - 1]?.answers ?? 0));
	// The last of equal points before the day grew is where it began.
	const from = Math.max(0, points.findIndex(({answers}) => answers > first.answers) - 1);
	return isClosed && !hasGap && !hasFallen
		? {day: number, points: [points[from] ?? first, ...growing.filter(point => point !== first)]}
		: undefined;
};

/**
 * The days before another that were seen whole.
 *
 * @param samples oldest first, an hour or so apart
 */
export const wholeDays = (samples: readonly CloseSample[], zone: Zone, today: number): DayCourse[] => {
	const byDay = new Map<number, DayPoint[]>();
	for (const {at, humanAnswered: answers, dropRate} of samples) {
		const {number, time} = dayIn(zone, at);
		if (answers !== undefined && dropRate !== undefined && number < today) {
			const point = {time, answers, drops: (dropRate * answers) / 100};
			byDay.set(number, [...(byDay.get(number) ?? []), point]);
		}
	}
	return [...byDay].flatMap(([number, points]) => wholeDay(number, points) ?? []);
};

/** The moments of a day at which a forecast is judged, spread over those at which one is made. */
const judgedAt = ({points}: DayCourse): {now: DayPoint; perHour: number}[] => {
	const end = points.at(-1);
	const open = points.flatMap((now, index) => {
		const before = points[index - 1];
		return before && end && now.answers >= fewestAnswers && end.answers - now.answers >= leastRest
			? [{now, perHour: (now.answers - before.answers) / ((now.time - before.time) / hour)}]
			: [];
	});
	return open.length <= aDay
		? open
		: Array.from({length: aDay}, (_, part) => open[Math.floor(((2 * part + 1) * open.length) / (2 * aDay))]).flatMap(
				one => one ?? [],
			);
};

/** Half of the last decimal of a rate. */
const rounding = 0.005;

/** How fast the width of the band follows what the forecasts of a day missed. */
const step = 0.5;

/** However the days before went, another one may surprise. */
const [narrowest, widest] = [0.3, 5];

/** One of five forecasts may miss. */
const missed = 0.2;

/**
 * How the forecasts of a campaign did. The band widens after a day whose forecasts missed more than they should, and narrows after one
 * whose forecasts missed less (adaptive conformal inference, a step a day). Yields between days, so that it can be worked out in slices.
 *
 * @param days oldest first
 */
export function* closeRecordOf(days: readonly DayCourse[]): Generator<undefined, CloseRecord> {
	const results: boolean[] = [];
	let widening = 1;
	for (const [index, course] of days.entries()) {
		const end = course.points.at(-1);
		const rate = end ? (100 * end.drops) / end.answers : Number.NaN;
		const before = days.slice(0, index);
		const closes = usualClose({days: before}, course.day) ?? day;
		const today = judgedAt(course).flatMap(({now, perHour}) => {
			const restAtPace = answersAtPace(perHour, closes - now.time);
			const band = dropRateAtClose({day: course.day, now, before, restAtPace, widening});
			return band ? [rate >= band.low - rounding && rate <= band.high + rounding] : [];
		});
		if (today.length > 0) {
			const share = today.filter(isInside => !isInside).length / today.length;
			widening = Math.min(widest, Math.max(narrowest, widening * Math.exp(step * (share - missed))));
			results.push(...today);
		}
		yield;
	}
	const last = results.slice(-counted);
	return {
		days: days.slice(-2 * daysLookedAt),
		inside: last.filter(isInside => isInside).length,
		of: last.length,
		widening,
	};
}

/** When days like another usually closed, milliseconds since midnight, to the hour; undefined without any. */
export const usualClose = ({days}: Pick<CloseRecord, 'days'>, number: number): number | undefined => {
	const middle = medianOf(daysLike(number, days).flatMap(({points}) => points.at(-1)?.time ?? []));
	return middle === undefined ? undefined : Math.min(day, Math.ceil(middle / hour) * hour);
};
