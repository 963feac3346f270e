/** The trade-off of a floor: what comes of each of several dial levels, and which of them keeps the day under its limit. */
import type {Dialing, Floor} from './floor.ts';
import {courseOf, extraOf} from './forecast.ts';
import {type Course, type Day, type Likely, likelyOf, shareUnder} from './likely.ts';
import {expectedOf} from './week.ts';

/** A level, or a drop limit where the method sets its level by that, and what is likely to come of it. */
export type TradeOffPoint = Likely & {
	value: number;
	/** The share of runs in which the day closes at the limit or below. */
	under: number;
};

/** Levels of a curve, and runs of each. */
export const [levelsOfCurve, runsOfLevel] = [8, 100];

/** How levels and drop limits are spaced, and the least and the highest that there are. */
const scales = {
	RATIO: {least: 1, most: 10, steps: [0.1, 0.2, 0.5, 1]},
	PREDICTIVE: {least: 0.5, most: 100, steps: [0.5, 1, 2, 5]},
};

/** Steps from the lowest to the highest value of a curve are about so large a share of the present one. */
const reach = 0.1;

const hundredths = (value: number): number => Math.round(100 * value) / 100;

/** What moves on the curve of a floor: the dial level, or the drop limit where the method sets its level by that. */
export const movedBy = ({method}: Pick<Dialing, 'method'>): 'level' | 'dropLimit' =>
	method === 'PREDICTIVE' ? 'dropLimit' : 'level';

/** The values of a curve, ascending; the present one is among them. */
export const valuesAround = (dialing: Dialing): number[] => {
	const {least, most, steps} = scales[dialing.method];
	const present = dialing[movedBy(dialing)];
	const step = steps.findLast(one => one <= reach * present) ?? steps[0] ?? 1;
	const below = Math.min(Math.floor(levelsOfCurve / 2), Math.max(0, Math.floor((present - least) / step + 1e-9)));
	return Array.from({length: levelsOfCurve}, (_, index) => hundredths(present + (index - below) * step)).filter(
		value => value > 0 && value <= most,
	);
};

/** How a curve is made. */
export type TradeOffOptions = {
	/** By {@link valuesAround} if undefined. */
	values?: readonly number[];
	/** Agents who come as well, or leave if negative. */
	extraAgents?: number;
	/** Minutes ahead, beside the rest of the day. */
	minutes: number;
	/** Percent of the day's live answers that may be dropped. */
	limit: number;
	/** Live answers and drops of the time that the limit is for, if it is longer than the day. */
	counted?: Pick<Day, 'humans' | 'drops'> | undefined;
	/** Runs of each level; {@link runsOfLevel} if undefined. */
	runs?: number;
};

/**
 * The trade-off of a floor, ascending. The runs of all levels make the same draws, so that the levels differ by what they do. A
 * generator, so that it can be worked off in slices.
 */
export function* tradeOff(
	floor: Floor,
	day: Day,
	{values = valuesAround(floor.dialing), extraAgents, minutes, limit, counted, runs = runsOfLevel}: TradeOffOptions,
): Generator<undefined, TradeOffPoint[]> {
	const moved = movedBy(floor.dialing);
	const extra = extraOf(floor, extraAgents);
	const expected = expectedOf(floor, {minutes, closesIn: day.minutes});
	const points: TradeOffPoint[] = [];
	for (const value of values) {
		const all: Course[] = [];
		for (let seed = 1; seed <= runs; seed++) {
			all.push(
				courseOf(floor, {dialing: {...floor.dialing, [moved]: value}, extraAgents: extra, minutes, expected}, seed),
			);
			yield;
		}
		points.push({...likelyOf(all, minutes, day), value, under: shareUnder(all, minutes, {...day, ...counted}, limit)});
	}
	return points;
}

/** The share of runs in which a level that is recommended keeps the day under its limit. */
export const safely = 19 / 20;

/** The highest level that keeps the day under its limit in 19 of 20 runs, as do all below it; undefined if even the lowest does not. */
export const safestLevel = (points: readonly TradeOffPoint[]): number | undefined => {
	const first = points.findIndex(({under}) => under < safely);
	return points[(first === -1 ? points.length : first) - 1]?.value;
};
