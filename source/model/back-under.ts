/** How a day's drop rate that is over its line comes back under it. An indicator: the service does not say how it counts. */
import {dropLine, dropStanding, hair, isDropCountRough, quarterHour, sumOfLast} from './derived.ts';
import type {CallsPoint, Figures} from './wire.ts';

/** What it takes. */
export type BackUnder = {
	/** Percent. */
	line: number;
	/** Further live answers; infinite where as many of them are dropped as in the last fifteen minutes. */
	answers: number;
	/** True if the rate's two decimals do not tell them to the unit. */
	isRough: boolean;
	/** Seconds until there are so many, at the pace of the last fifteen minutes; undefined where none come, or none are known of. */
	seconds: number | undefined;
	/** Whether that is before the service's next midnight, when the rate begins anew. */
	isToday: boolean;
};

const day = 86_400;

/** Undefined where the rate is under its line already, cannot be under it, or is not known. */
export const backUnder = (figures: Figures, points: readonly CallsPoint[] | undefined): BackUnder | undefined => {
	const {dropRate, dropLimit, humanAnswered} = figures;
	const line = dropLine(dropLimit);
	if (dropRate === undefined || !humanAnswered || line <= 0 || dropStanding(dropRate, dropLimit) !== 'high') {
		return undefined;
	}
	const dropped = sumOfLast(points, quarterHour, point => point.drops);
	const delivered = sumOfLast(points, quarterHour, point => point.delivered);
	const recent = dropped && delivered ? dropped.sum + delivered.sum : 0;
	const share = dropped && recent > 0 ? dropped.sum / recent : 0;
	const isRough = isDropCountRough(figures);
	const drops = (dropRate * humanAnswered) / 100;
	const over = (isRough ? drops : Math.round(drops)) - (line / 100) * humanAnswered;
	const less = line / 100 - share;
	const answers = less > 0 ? Math.floor(over / less + hair) + 1 : Number.POSITIVE_INFINITY;
	const seconds = dropped && recent > 0 ? (answers / recent) * dropped.minutes * 60 : undefined;
	const now = points?.at(-1)?.time;
	return {
		line,
		answers,
		isRough,
		seconds,
		isToday: seconds === undefined || now === undefined || now + seconds < day,
	};
};
