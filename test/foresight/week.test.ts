/** What a campaign usually is, by its last week, and how its hours differ. */
import {expect, test} from 'vitest';
import {calibrate, dialingOf} from '../../source/foresight/calibrate.ts';
import {priorOf} from '../../source/foresight/prior.ts';
import {
	allOf,
	conditionsIn,
	daysLike,
	expectedOf,
	unchanged,
	usualIn,
	type Week,
	weekOf,
} from '../../source/foresight/week.ts';
import {type SeriesPoint, seriesOf} from '../../source/model/series.ts';
import {day, hour, minute} from '../../source/model/time.ts';
import {watchedFloor} from './floor.ts';
import {type Hour, recorded, weekWith} from './recorded-week.ts';

const even: Hour = {dials: 1000, answered: 0.25, agents: 20, paused: 0.8};
const evening: Hour = {...even, answered: 0.3};
const lunch: Hour = {...even, paused: 6};
const late: Hour = {...even, agents: 10};

const time = (from: number, to: number) => ({from: 30 * day + from * hour, to: 30 * day + to * hour});

test('shares and times are those of the hours that were recorded, the night aside', () => {
	const {human, machine, ring, talk, wrap, pause, leads} = priorOf(weekWith([even, even, even]), time(20, 21));
	expect(human.value).toBeCloseTo(0.25);
	expect(machine.value).toBeCloseTo(0.5);
	expect(ring.value).toBeCloseTo(18);
	expect(talk.value).toBeCloseTo(200);
	expect(wrap.value).toBeCloseTo(30);
	expect(pause.value).toBeCloseTo((0.8 * 3600) / 240);
	expect(leads.value).toBeCloseTo(0.4);
	expect(allOf(weekWith([even, even, even]))).toMatchObject({dials: 15_000, seconds: 15 * 3600});
});

test('an hour of the day is like that hour of the days before', () => {
	const week = weekWith([even, lunch, evening]);
	expect(usualIn(week, time(9, 10)).paused).toBeCloseTo(5 * 6 * 3600);
	expect(priorOf(week, time(10, 11)).human.value).toBeCloseTo(0.3);
	expect(priorOf(week, time(8.5, 9.5)).pause.value).toBeCloseTo((3.4 * 3600) / 240);
});

test('few dials, hours far apart, and a figure that is not shown say no more than any floor', () => {
	const hours = recorded([even, even, even]);
	const of = (points: readonly SeriesPoint[]) => weekOf(points, 'UTC');
	expect(of([])).toBeUndefined();
	expect(of(recorded([{...even, dials: 50}], 3))).toBeUndefined();
	expect(of(hours.filter((_, index) => index % 2 === 0))).toBeUndefined();
	expect(of(hours.map(point => ({...point, figures: {...point.figures, wrapUp: undefined}})))).toBeUndefined();
});

test('a floor is forecast to change as its hours do', () => {
	const week = weekWith([even, lunch, evening, late]);
	const seen = time(8, 9);
	expect(conditionsIn(week, seen, time(8, 9))).toEqual(unchanged);
	const atLunch = conditionsIn(week, seen, time(9, 10));
	expect(atLunch.pause).toBeGreaterThan(0.95 * (5.2 / 6) * 90);
	expect(atLunch.human).toBeCloseTo(1);
	const inTheEvening = conditionsIn(week, seen, time(10, 11));
	expect(inTheEvening.human).toBeGreaterThan(1.1);
	expect(inTheEvening.human).toBeLessThan(1.2);
	expect(conditionsIn(week, seen, time(11, 12)).agents).toBeCloseTo(0.5);
});

test('a difference that may be chance counts for less, and an hour that nobody saw for nothing', () => {
	const few = (hour: Hour): Hour => ({...hour, dials: 60});
	const {human} = conditionsIn(weekWith([few(even), few(evening)]), time(8, 9), time(9, 10));
	expect(human).toBeGreaterThan(1.01);
	expect(human).toBeLessThan(1.08);
	expect(conditionsIn(weekWith([even, evening]), time(8, 9), time(20, 21))).toEqual(unchanged);
});

test('a week in which each day went another way tells less of this one', () => {
	const spreadWith = (all: readonly Hour[]): number => {
		const points = all.flatMap((second, index) => recorded([even, second, second], 1, index));
		return expectedOf({week: weekOf(points, 'UTC'), seen: time(8, 9)}, {minutes: 30, closesIn: 120}).spread;
	};
	const alike = spreadWith([even, even, even, even]);
	const unlike = spreadWith([even, evening, {...even, answered: 0.2}, {...even, answered: 0.34}]);
	expect(unlike).toBeGreaterThan(1.5 * alike);
	expect(expectedOf({week: undefined, seen: time(8, 9)}, {minutes: 30, closesIn: 120})).toEqual({
		next: unchanged,
		later: [unchanged],
		spread: 0.12,
	});
});

test('a day is like the days of its kind, and like all where none is', () => {
	const friday = new Date('1970-01-02T12:00Z').getTime();
	const week = weekWith([even, even, even], 5);
	expect(daysLike(week, friday).days).toHaveLength(3);
	expect(daysLike(week, friday + day).days.every(({isWeekend}) => isWeekend)).toBe(true);
	expect(daysLike(weekWith([even, even, even], 2), friday + day).days).toHaveLength(2);
});

test('a small floor is fitted nearer to its last week than to any floor', () => {
	const {points, now} = watchedFloor({agents: 5, seed: 8});
	const series = seriesOf(points, 'America/New_York');
	const figures = points.at(-1)?.figures;
	const dialing = figures && dialingOf(figures, true);
	const talkOf = (week?: Week): number => {
		const floor = dialing && 'level' in dialing && calibrate(series, {from: now - 45 * minute, to: now}, dialing, week);
		return floor && !('why' in floor) ? floor.parameters.talk.value : Number.NaN;
	};
	const week = weekWith([even, even, even]);
	expect(talkOf(week)).toBeGreaterThan(talkOf());
	expect(talkOf(week)).toBeLessThan(200);
});
