/** What an operator asks of a floor, out of what was recorded of it: plain data, so that a thread can answer. */
import type {Zone} from '../model/calling-hours.ts';
import {countBetween, lastBy, type SeriesPoint, seriesOf} from '../model/series.ts';
import {minute} from '../model/time.ts';
import {countedIn, type NoForecast} from './calibrate.ts';
import {checkedFloor} from './check.ts';
import {type Floor, fitted} from './floor.ts';
import {type Change, type Forecast, fewestPairs, forecast} from './forecast.ts';
import type {Day} from './likely.ts';
import {weekOf} from './week.ts';

/** What is known of a campaign, and until when it is forecast. */
export type Asked = {
	/** What the campaign showed over `looksBack`, oldest first. */
	points: readonly SeriesPoint[];
	/** Its hours over the last week, oldest first; undefined if they are not read. */
	lastWeek?: readonly SeriesPoint[] | undefined;
	zone: Zone;
	/** UTC milliseconds. */
	now: number;
	/** When its day closes, UTC milliseconds. */
	closesAt: number;
	/** Whether it dials. */
	isDialing: boolean;
	/** Settings that the dashboard does not show; undefined until they are read. */
	levelLimit?: number | undefined;
	lines?: number | undefined;
	/** Minutes ahead. */
	minutes: number;
};

/** What is asked. */
export type Question = Asked & {
	change: Change;
	/** The most pairs of runs, and the fewest: {@link fewestPairs} if undefined. */
	pairs: number;
	fewest?: number | undefined;
	/** Milliseconds that the runs may take; undefined for as long as they need. */
	within?: number | undefined;
};

/** What a forecast was made of. */
export type Grounds = {
	calibratedOn: {minutes: number; until: number; dials: number; talks: number};
	/** How many minutes ahead it is of, beside the rest of the day. */
	ahead: number;
	/** The present drop limit, percent; undefined if it is not shown. */
	dropLimit: number | undefined;
};

/** A forecast, and what it was made of. */
export type Foreseen = Forecast & Grounds;

/** The floor of a campaign, its day, and what both are known from. */
export type FloorOfDay = {floor: Floor; day: Day; grounds: Grounds};

/** The floor of a campaign and its day. A generator, to be worked off in slices. */
export function* groundsOf({
	points,
	lastWeek = [],
	zone,
	now,
	closesAt,
	isDialing,
	levelLimit,
	lines,
	minutes,
}: Asked): Generator<undefined, FloorOfDay | NoForecast> {
	const series = seriesOf(points, zone);
	const newest = points.at(-1);
	if (!newest || now - newest.at > series.longest) {
		return {
			why: newest
				? `nothing was recorded of it for ${Math.round((now - newest.at) / minute)} minutes`
				: 'nothing is recorded of it',
		};
	}
	const {figures} = newest;
	const options = {levelLimit: levelLimit ?? 4, lines: lines ?? 10_000, isDialing};
	const floor = yield* checkedFloor(series, newest.at, options, weekOf(lastWeek, zone));
	if ('why' in floor) {
		return floor;
	}
	const humans = figures.humanAnswered ?? 0;
	const from = newest.at - fitted * minute;
	return {
		floor,
		day: {
			humans,
			drops: ((figures.dropRate ?? 0) * humans) / 100,
			minutes: Math.max(0, (closesAt - newest.at) / minute),
			remaining: lastBy(points, newest.at, ({remainingLeads}) => remainingLeads),
		},
		grounds: {
			ahead: minutes,
			dropLimit: figures.dropLimit,
			calibratedOn: {
				minutes: fitted,
				until: newest.at,
				dials: countedIn(series, from, newest.at).dials,
				talks: countBetween(series, from, newest.at, ({connectedCalls}) => connectedCalls) ?? 0,
			},
		},
	};
}

/** Answers a question. A generator, to be worked off in slices. */
export function* foresee(question: Question): Generator<undefined, Foreseen | NoForecast> {
	const {change, minutes, pairs, fewest = fewestPairs, within} = question;
	const began = performance.now();
	const known = yield* groundsOf(question);
	if ('why' in known) {
		return known;
	}
	const isOver = (): boolean => within !== undefined && performance.now() - began > within;
	const options = {minutes, pairs: Math.max(fewest, pairs), fewest, isOver};
	return {...(yield* forecast(known.floor, change, known.day, options)), ...known.grounds};
}

/** Works off what was asked at once. */
export const resultOf = <T>(steps: Generator<undefined, T>): T => {
	for (let step = steps.next(); ; step = steps.next()) {
		if (step.done) {
			return step.value;
		}
	}
};

/** Works a question off at once. */
export const foreseen = (question: Question): Foreseen | NoForecast => resultOf(foresee(question));
