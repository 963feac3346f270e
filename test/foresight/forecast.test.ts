/** Runs of a floor over the hours of its day, as its last week has them. */
import {expect, test} from 'vitest';
import type {Floor} from '../../source/foresight/floor.ts';
import {pairsOf} from '../../source/foresight/forecast.ts';
import {resultOf} from '../../source/foresight/foresee.ts';
import {type Course, likelyOf} from '../../source/foresight/likely.ts';
import {day, hour, minute} from '../../source/model/time.ts';
import {type Hour, weekWith} from './recorded-week.ts';

const at = 30 * day + 10 * hour;

const even: Hour = {dials: 1000, answered: 0.25, agents: 20, paused: 2};

const known = (value: number) => ({value, error: 0.05});

/** A floor at ten of a day whose hours from eight on were like these. */
const floorWith = (hours: readonly Hour[]): Floor => ({
	at,
	dialing: {method: 'RATIO', level: 1.5, levelLimit: 10, dropLimit: 3, lines: 1000, isDialing: true},
	seats: {ready: 4, onCall: 11, wrapUp: 3, paused: 2},
	parameters: {
		human: known(0.25),
		machine: known(0.3),
		ring: known(17),
		talk: known(120),
		wrap: known(20),
		pause: known(20),
		drops: known(1),
		leads: known(0.5),
		callbacks: known(0),
	},
	seen: {from: at - 45 * minute, to: at},
	week: weekWith(hours),
});

const today = {humans: 500, drops: 5, minutes: 240, remaining: 50_000};

const runsOf = (hours: readonly Hour[]): readonly Course[] =>
	resultOf(pairsOf(floorWith(hours), {}, today, {minutes: 30, pairs: 48})).asIs;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const laterIn = (runs: readonly Course[], from: number, to: number) =>
	runs.filter(({of}) => of >= from && of < to).map(({later}) => later);

test('runs are spread over the day, each at the hour that it is of', () => {
	const hours = [even, even, even, {...even, paused: 8}, {...even, agents: 10}, {...even, agents: 10}];
	const runs = runsOf(hours);
	const quarters = runs.map(({of}) => of);
	expect(Math.min(...quarters)).toBe(0);
	expect(Math.max(...quarters)).toBe(13);
	const presentIn = (from: number, to: number) =>
		mean(laterIn(runs, from, to).map(one => one.present / (60 * one.minutes)));
	expect(presentIn(0, 6)).toBe(20);
	expect(presentIn(6, 14)).toBe(10);
	const pausedIn = (from: number, to: number) =>
		mean(laterIn(runs, from, to).map(({present, talk, wrap, ready}) => 1 - (talk + wrap + ready) / present));
	expect(pausedIn(2, 6)).toBeGreaterThan(2 * pausedIn(0, 2));
});

test('a day on which people will answer more readily is forecast to drop more, and its band to be wider', () => {
	const likely = (hours: readonly Hour[]) => likelyOf(runsOf(hours), 30, today).dropAtClose;
	const same = likely([even, even, even, even, even, even]);
	const evening = {...even, answered: 0.34};
	const readier = likely([even, even, even, evening, evening, evening]);
	expect(readier.median).toBeGreaterThan(same.median);
	expect(readier.high - readier.low).toBeGreaterThan(same.high - same.low);
});
