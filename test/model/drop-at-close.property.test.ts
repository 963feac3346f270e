/** The band of the drop rate at close: whatever was counted it is one, and days drawn by chance end inside it four times of five. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type DayCourse, type DayPoint, dropRateAtClose} from '../../source/model/drop-at-close.ts';
import {drawsOf} from '../helpers/random-floor.ts';

const hour = 3_600_000;

const point = fc
	.record({answers: fc.integer({min: 50, max: 20_000}), share: fc.double({min: 0, max: 1, noNaN: true})})
	.map(({answers, share}) => ({answers, drops: Math.round(share * answers)}));

const course = fc
	.tuple(fc.integer({min: 0, max: 40}), fc.array(point, {minLength: 1, maxLength: 13}))
	.map(([day, grown]) => {
		let [answers, drops] = [0, 0];
		const points = grown.map((one, index): DayPoint => {
			answers += one.answers;
			drops += one.drops;
			return {time: (9 + index) * hour, answers, drops};
		});
		return {day, points: [{time: 8 * hour, answers: 0, drops: 0}, ...points]} satisfies DayCourse;
	});

test('it is a band of percentages, wider by what widens it', () => {
	fc.assert(
		fc.property(
			fc.record({
				now: point,
				time: fc.integer({min: 8, max: 23}),
				before: fc.array(course, {maxLength: 12}),
				restAtPace: fc.double({min: 1, max: 50_000, noNaN: true}),
				widening: fc.double({min: 0.05, max: 8, noNaN: true}),
			}),
			({now, time, before, restAtPace, widening}) => {
				const parts = {day: 41, now: {...now, time: time * hour}, before, restAtPace};
				const band = dropRateAtClose({...parts, widening});
				const wider = dropRateAtClose({...parts, widening: widening * 1.5});
				const {low, median, high} = band ?? {low: Number.NaN, median: Number.NaN, high: Number.NaN};
				expect(low).toBeGreaterThanOrEqual(0);
				expect(low).toBeLessThanOrEqual(median + 1e-9);
				expect(median).toBeLessThanOrEqual(high + 1e-9);
				expect(high).toBeLessThanOrEqual(100);
				expect((wider?.high ?? 0) - (wider?.low ?? 0)).toBeGreaterThanOrEqual(high - low - 1e-9);
			},
		),
	);
});

/** Days whose rates differ by a fifth, and hours by chance: 100 live answers in each of twelve. */
const drawnDays = (seed: number, days: number): DayCourse[] => {
	const draw = drawsOf(seed);
	const normal = (): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
	return Array.from({length: days}, (_, index) => {
		const rate = 0.025 * Math.max(0.1, 1 + 0.2 * normal());
		let drops = 0;
		const points = Array.from({length: 12}, (_hour, number): DayPoint => {
			for (let answer = 0; answer < 100; answer++) {
				drops += draw() < rate ? 1 : 0;
			}
			return {time: (10 + number) * hour, answers: 100 * (number + 1), drops};
		});
		// Weekdays, so that each is like the others.
		return {day: 4 + 7 * index, points: [{time: 9 * hour, answers: 0, drops: 0}, ...points]};
	});
};

describe('days drawn by chance', () => {
	const days = drawnDays(5, 400);
	const forecasts = days.slice(10).flatMap((course, index) => {
		const end = course.points.at(-1) as DayPoint;
		return [2, 5, 8].flatMap(at => {
			const now = course.points[at] as DayPoint;
			const before = days.slice(index, index + 10);
			const band = dropRateAtClose({day: course.day, now, before, restAtPace: 0, widening: 1});
			return band ? [{band, came: (100 * end.drops) / end.answers, now: (100 * now.drops) / now.answers}] : [];
		});
	});

	test('end inside the band four times of five', () => {
		const inside = forecasts.filter(({band: {low, high}, came}) => came >= low && came <= high).length;
		expect(inside / forecasts.length).toBeGreaterThan(0.76);
		expect(inside / forecasts.length).toBeLessThan(0.88);
	});

	test('end nearer to the middle of the band than to the rate of now', () => {
		const miss = (of: (one: (typeof forecasts)[number]) => number): number =>
			forecasts.reduce((sum, one) => sum + Math.abs(of(one) - one.came), 0);
		expect(miss(({band}) => band.median)).toBeLessThan(0.85 * miss(({now}) => now));
	});
});
