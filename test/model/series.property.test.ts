/** Samples of a campaign against a brute-force count of every second. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {countBetween, gapsBetween, overTime, type SeriesPoint, seriesOf} from '../../source/model/series.ts';
import type {Figures} from '../../source/model/wire.ts';

const second = 1000;
const day = 86_400 * second;
/** 23:00 in UTC. */
const start = Date.parse('2026-03-31T23:00:00Z');

const figuresOf = (calledToday: number, ready: number): Figures => ({calledToday, ready, extra: {}, unreadable: []});

/** Two hours over midnight: what is called each second, and where a gauge bends; two polls may come in the same moment. */
const floor = fc.record({
	called: fc.array(fc.nat({max: 3}), {minLength: 7200, maxLength: 7200, size: 'max'}),
	steps: fc.array(fc.integer({min: 0, max: 60}), {minLength: 150, maxLength: 400, size: 'max'}),
	gauges: fc.array(fc.nat({max: 40}), {minLength: 400, maxLength: 400, size: 'max'}),
	from: fc.nat({max: 3600}),
	length: fc.integer({min: 1, max: 3600}),
	/** Polls that are missing: from one to another. */
	gap: fc.tuple(fc.nat({max: 200}), fc.nat({max: 30})),
});

type Floor = typeof floor extends fc.Arbitrary<infer T> ? T : never;

/** The times of the polls, seconds after the start, less those in the gap. */
const pollsOf = ({steps, gap: [first, count]}: Floor): number[] => {
	let at = 0;
	const all = steps.map(step => {
		at += step;
		return at;
	});
	return all.filter((time, index) => time <= 7200 && (index < first || index >= first + count));
};

const isAfterMidnight = (time: number): boolean => start + time * second >= start - (start % day) + day;

const calledBy = ({called}: Floor, time: number): number => {
	const from = isAfterMidnight(time) ? 3600 : 0;
	return called.slice(from, time).reduce((sum, count) => sum + count, 0);
};

const samplesOf = (one: Floor): SeriesPoint[] =>
	pollsOf(one).map((time, index) => ({
		at: start + time * second,
		span: 0,
		figures: figuresOf(calledBy(one, time), one.gauges[index] ?? 0),
	}));

test('counts are those that were made between the polls at both ends, over midnight too', () => {
	fc.assert(
		fc.property(floor, one => {
			const series = seriesOf(samplesOf(one), 'UTC');
			const polls = pollsOf(one);
			const [from, to] = [one.from, one.from + one.length];
			const lastBy = (time: number): number | undefined => polls.findLast(poll => poll <= time);
			const counted = countBetween(series, start + from * second, start + to * second, ({calledToday}) => calledToday);
			const [begin, end] = [lastBy(from) ?? polls[0] ?? 0, lastBy(to)];
			if (end === undefined || end <= begin) {
				expect(counted).toBe(0);
				return;
			}
			// What was made between the last poll of a day and midnight, no poll shows.
			const lastOfDay = polls.findLast(poll => !isAfterMidnight(poll)) ?? 0;
			const crosses = !isAfterMidnight(begin) && isAfterMidnight(end);
			const made = (a: number, b: number): number => one.called.slice(a, b).reduce((sum, count) => sum + count, 0);
			const missed = crosses ? made(lastOfDay, 3600) : 0;
			const actual = made(begin, end) - missed;
			// Counts so small that they did not fall over midnight are taken as going on.
			const fell = !crosses || calledBy(one, polls.find(isAfterMidnight) ?? 0) < calledBy(one, lastOfDay);
			expect(counted).toBe(fell ? actual : counted);
		}),
		{numRuns: 15},
	);
});

test("agents' time is the area below straight lines from poll to poll, without the gaps", () => {
	fc.assert(
		fc.property(floor, one => {
			const samples = samplesOf(one);
			const series = seriesOf(samples, 'UTC');
			const [from, to] = [start + one.from * second, start + (one.from + one.length) * second];
			let [sum, known] = [0, 0];
			for (let at = from; at < to; at += second) {
				const middle = at + second / 2;
				const next = samples.findIndex(sample => sample.at > middle);
				const [before, after] = [samples[next - 1], samples[next]];
				if (before && after && after.at - before.at <= series.longest) {
					const share = (middle - before.at) / (after.at - before.at);
					const [a = 0, b = 0] = [before.figures.ready, after.figures.ready];
					sum += (a + (b - a) * share) * second;
					known += second;
				}
			}
			const {sum: found, known: foundKnown} = overTime(series, from, to, ({ready}) => ready);
			expect(foundKnown).toBe(known);
			expect(found).toBeCloseTo(sum, 3);
			const missing = gapsBetween(series, from, to).reduce((all, gap) => all + gap.until - gap.from, 0);
			expect(missing).toBe(to - from - known);
		}),
		{numRuns: 15},
	);
});

test('minutes of a recording count as their means over the time that they tell of', () => {
	const minute = 60 * second;
	fc.assert(
		fc.property(fc.array(fc.nat({max: 20}), {minLength: 5, maxLength: 60}), fc.nat({max: 300}), (means, from) => {
			const samples = means.map((ready, index) => ({
				at: start + (index + 1) * minute,
				span: minute,
				figures: figuresOf(0, ready),
			}));
			const begin = Math.min(from * second, means.length * minute);
			const {sum} = overTime(seriesOf(samples, 'UTC'), start + begin, start + day, ({ready}) => ready);
			const whole = means.reduce((all, ready, index) => {
				const covered = Math.max(0, (index + 1) * minute - Math.max(begin, index * minute));
				return all + ready * covered;
			}, 0);
			expect(sum).toBeCloseTo(whole, 3);
		}),
	);
});
