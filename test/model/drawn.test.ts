/** What the service's graphs draw of the minutes before an answer. */
import {describe, expect, test} from 'vitest';
import {drawnFor, drawnMinutes, minutesBefore, minutesLookedAt, usualAnswers} from '../../source/model/drawn.ts';
import type {Graphs as AllGraphs} from '../../source/model/sample.ts';

type Graphs = Omit<AllGraphs, 'leads'>;

const none = {extra: {}, unreadable: []};

type Drawn = {dialed?: number; delivered?: number; drops?: number; time?: number};

/** Graphs of points a minute apart from a time of day on. */
const graphsOf = (points: readonly Drawn[], {from = 36_000, every = 60} = {}): Graphs => ({
	calls: points.map((point, index) => ({...none, time: (from + index * every) % 86_400, drops: 0, ...point})),
	agents: points.map((_, index) => ({...none, time: (from + index * every) % 86_400, agents: index, ready: 1})),
	liveCalls: points.map((_, index) => ({...none, ringing: 100 + index})),
});

const steady = (count: number, point: Drawn = {}): Drawn[] =>
	Array.from({length: count}, () => ({dialed: 60, delivered: 12, ...point}));

describe('the minutes', () => {
	test('are intervals between points, with agents of the same time and ringing of the same place', () => {
		const minutes = drawnMinutes(graphsOf(steady(3)));
		expect(minutes).toMatchObject([
			{from: -120, to: -60, dialed: 60, settled: 60, live: 12, agents: 1, ringing: 101},
			{from: -60, to: 0, agents: 2, ringing: 102},
		]);
	});

	test('go on over midnight, and leave out gaps and points without a time', () => {
		expect(drawnMinutes(graphsOf(steady(3), {from: 86_340}))).toMatchObject([
			{from: -120, to: -60},
			{from: -60, to: 0},
		]);
		expect(drawnMinutes(graphsOf(steady(3), {every: 301}))).toEqual([]);
		expect(drawnMinutes(graphsOf(steady(3), {every: 14}))).toEqual([]);
		const untimed = {...none, dialed: 1, delivered: 0, drops: 0, time: undefined};
		expect(drawnMinutes({calls: [untimed, untimed], agents: undefined, liveCalls: undefined})).toEqual([]);
		expect(drawnMinutes({calls: undefined, agents: undefined, liveCalls: undefined})).toEqual([]);
	});

	test('count the last dials of an interval as those of the next, in which they ring out', () => {
		const [, second] = drawnMinutes(graphsOf([{dialed: 10}, {dialed: 20}, {dialed: 60}]));
		expect(second?.settled).toBeCloseTo(60 * 0.75 + 20 * 0.25);
	});

	test('tell nothing of agents and ringing where other graphs are of other times, or longer', () => {
		const {calls, agents, liveCalls} = graphsOf(steady(3));
		const [minute] = drawnMinutes({
			calls,
			agents: agents?.map(point => ({...point, time: (point.time ?? 0) + 1})),
			liveCalls: [...(liveCalls ?? []), {...none, ringing: 1}],
		} as Graphs);
		expect(minute).toMatchObject({agents: Number.NaN, ringing: Number.NaN, dialed: 60});
	});
});

describe('what was usual', () => {
	test('is the middle of blocks, which an outage of less than half of the graph does not move', () => {
		const minutes = drawnMinutes(graphsOf([...steady(35), ...steady(25, {delivered: 1})]));
		expect(usualAnswers(minutes)?.rate).toBeCloseTo(0.2);
		expect(usualAnswers(minutes)?.mean).toBeLessThan(0.15);
	});

	test('takes three blocks, and is of the minutes before those that are looked at', () => {
		expect(usualAnswers(drawnMinutes(graphsOf(steady(8))))).toBeUndefined();
		expect(usualAnswers(drawnMinutes(graphsOf(steady(20))))?.rate).toBeCloseTo(0.2);
		expect(usualAnswers(drawnMinutes(graphsOf(steady(60, {dialed: 0, delivered: 0}))))).toBeUndefined();
		expect(minutesBefore(drawnMinutes(graphsOf(steady(20))))).toHaveLength(17);
		expect(minutesBefore(drawnMinutes(graphsOf(steady(6))))).toHaveLength(5);
	});
});

describe('a first look', () => {
	const spans = (points: readonly Drawn[]) => minutesLookedAt(drawnMinutes(graphsOf(points))).map(({to}) => to);

	test('judges the last two minutes, but for the first one after it began to dial', () => {
		expect(spans(steady(20))).toEqual([-60, 0]);
		const rest = steady(10, {dialed: 0, delivered: 0});
		expect(spans([...rest, ...steady(2)])).toEqual([0]);
		expect(spans([...rest, ...steady(1)])).toEqual([]);
		expect(spans([...steady(10), ...rest])).toEqual([]);
	});

	test('says for how long something was so, up to now', () => {
		const minutes = drawnMinutes(graphsOf([...steady(5), ...steady(3, {dialed: 0})]));
		expect(drawnFor(minutes, ({dialed}) => dialed === 0)).toBe(180);
		expect(drawnFor(minutes, ({dialed}) => dialed > 0)).toBe(0);
		expect(drawnFor(minutes, () => 'unknown')).toBeUndefined();
		expect(drawnFor(minutes, ({to}) => (to > -60 ? true : 'unknown'))).toBeUndefined();
		expect(drawnFor([], () => true)).toBeUndefined();
	});
});
