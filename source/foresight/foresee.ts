/** What an operator asks of a floor, out of what was recorded of it: plain data, so that a thread can answer. */
import type {Zone} from '../model/calling-hours.ts';
import {countBetween, lastBy, type SeriesPoint, seriesOf} from '../model/series.ts';
import {minute} from '../model/time.ts';
import {countedIn, type NoForecast} from './calibrate.ts';
import {checkedFloor} from './check.ts';
import {fitted} from './floor.ts';
import {type Change, type Forecast, fewestPairs, forecast} from './forecast.ts';

/** What is asked. */
export type Question = {
	/** What the campaign showed over `looksBack`, oldest first. */
	points: readonly SeriesPoint[];
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
	change: Change;
	/** Minutes ahead. */
	minutes: number;
	/** The most pairs of runs. */
	pairs: number;
	/** Milliseconds that the runs may take; undefined for as long as they need. */
	within?: number | undefined;
};

/** A forecast, and what it was made of. */
export type Foreseen = Forecast & {
	calibratedOn: {minutes: number; until: number; dials: number; talks: number};
	/** How many minutes ahead it is of, beside the rest of the day. */
	ahead: number;
	/** The present drop limit, percent; undefined if it is not shown. */
	dropLimit: number | undefined;
};

/** Answers a question. A generator, to be worked off in slices. */
export function* foresee(question: Question): Generator<undefined, Foreseen | NoForecast> {
	const {points, zone, now, closesAt, isDialing, levelLimit, lines, change, minutes, pairs, within} = question;
	const began = performance.now();
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
	const floor = yield* checkedFloor(series, newest.at, {
		levelLimit: levelLimit ?? 4,
		lines: lines ?? 10_000,
		isDialing,
	});
	if ('why' in floor) {
		return floor;
	}
	const humans = figures.humanAnswered ?? 0;
	const day = {
		humans,
		drops: ((figures.dropRate ?? 0) * humans) / 100,
		minutes: Math.max(0, (closesAt - newest.at) / minute),
		remaining: lastBy(points, newest.at, ({remainingLeads}) => remainingLeads),
	};
	const isOver = (): boolean => within !== undefined && performance.now() - began > within;
	const made = yield* forecast(floor, change, day, {minutes, pairs: Math.max(fewestPairs, pairs), isOver});
	if (!made) {
		return {why: 'there was no time for enough runs'};
	}
	const from = newest.at - fitted * minute;
	return {
		...made,
		ahead: minutes,
		dropLimit: figures.dropLimit,
		calibratedOn: {
			minutes: fitted,
			until: newest.at,
			dials: countedIn(series, from, newest.at).dials,
			talks: countBetween(series, from, newest.at, ({connectedCalls}) => connectedCalls) ?? 0,
		},
	};
}

/** Works a question off at once. */
export const foreseen = (question: Question): Foreseen | NoForecast => {
	const steps = foresee(question);
	for (let step = steps.next(); ; step = steps.next()) {
		if (step.done) {
			return step.value;
		}
	}
};
