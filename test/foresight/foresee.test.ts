/** Forecasts beside what came of floors whose truth is known. */
import {describe, expect, test} from 'vitest';
import {calibrate, dialingOf} from '../../source/foresight/calibrate.ts';
import {type Foreseen, foreseen, type Question} from '../../source/foresight/foresee.ts';
import {seriesOf} from '../../source/model/series.ts';
import {minute} from '../../source/model/time.ts';
import type {Habit} from '../../source/sandbox/world/habits.ts';
import {comesOf, watchedFloor} from './floor.ts';

const ask = (
	{points, now, closesAt}: ReturnType<typeof watchedFloor>,
	over: Partial<Question> = {},
): ReturnType<typeof foreseen> =>
	foreseen({
		points,
		zone: 'America/New_York',
		now,
		closesAt,
		isDialing: true,
		change: {},
		minutes: 30,
		pairs: 40,
		levelLimit: 4,
		...over,
	});

const made = (answer: ReturnType<typeof foreseen>): Foreseen => {
	if ('why' in answer) {
		throw new Error(answer.why);
	}
	return answer;
};

describe('a floor of 16 agents', () => {
	const floor = watchedFloor({agents: 16, seed: 3});

	test('is fitted to what it showed', () => {
		const series = seriesOf(floor.points, 'America/New_York');
		const figures = floor.points.at(-1)?.figures;
		const dialing = figures && dialingOf(figures, true);
		if (!dialing || 'why' in dialing) {
			throw new Error('no dialing');
		}
		const fitted = calibrate(series, {from: floor.now - 45 * minute, to: floor.now}, dialing);
		if ('why' in fitted) {
			throw new Error(fitted.why);
		}
		const {human, talk, wrap} = fitted.parameters;
		expect(dialing).toMatchObject({method: 'RATIO', level: 1.2});
		// A quarter of the dials reach a person, who talks for two and a half minutes with whoever wraps up for twenty seconds.
		expect(Math.abs(Math.log(human.value / 0.25))).toBeLessThan(3 * human.error);
		expect(Math.abs(Math.log(talk.value / 150))).toBeLessThan(3 * talk.error);
		expect(Math.abs(Math.log(wrap.value / 20))).toBeLessThan(3 * wrap.error);
	});

	test('a higher level brings more talk and more drops, as really comes', () => {
		const {asIs, changed, runs, calibratedOn} = made(ask(floor, {change: {dialing: {level: 1.7}}}));
		expect(runs).toBe(40);
		expect(calibratedOn).toMatchObject({minutes: 45, until: floor.now});
		const [now, then] = [comesOf(floor.world, {}, 30), comesOf(floor.world, {level: 1.7}, 30)];
		expect(now.rate).toBeGreaterThanOrEqual(asIs.drop.low - 0.5);
		expect(now.rate).toBeLessThanOrEqual(asIs.drop.high + 0.5);
		expect(then.rate).toBeGreaterThanOrEqual(changed.drop.low);
		expect(then.rate).toBeLessThanOrEqual(changed.drop.high);
		expect(changed.talk.median).toBeGreaterThan(asIs.talk.median);
		expect(changed.dropAtClose.median).toBeGreaterThan(asIs.dropAtClose.median);
	});

	test('a change of nothing changes nothing, and the same question has the same answer', () => {
		const first = made(ask(floor, {minutes: 10}));
		expect(first.changed).toEqual(first.asIs);
		expect(ask(floor, {minutes: 10})).toEqual(first);
	});

	test('without six of its agents the others talk no less, and fewer answers are taken', () => {
		const {asIs, changed} = made(ask(floor, {change: {extraAgents: -6}, minutes: 10}));
		expect(changed.talk.median).toBeGreaterThan(asIs.talk.median * 0.8);
		expect(changed.leadsOut).toBeUndefined();
	});
});

describe('calls back that were promised for a quarter of an hour', () => {
	const callbacksOf = (without: readonly Habit[]): number => {
		const {points, now} = watchedFloor({agents: 120, seed: 4, settings: {level: 1.15}, without}, 110);
		const series = seriesOf(points, 'America/New_York');
		const figures = points.at(-1)?.figures;
		const dialing = figures && dialingOf(figures, true);
		const floor = dialing && 'level' in dialing && calibrate(series, {from: now - 45 * minute, to: now}, dialing);
		if (!floor || 'why' in floor) {
			throw new Error('the floor is not fitted');
		}
		const {callbacks, human} = floor.parameters;
		expect(human.value).toBeGreaterThan(0.18);
		expect(human.value).toBeLessThan(0.32);
		return callbacks.value;
	};

	test('are found where there are some, and only there', () => {
		// Of 120 agents who are new to their list up to twenty calls are promised for each quarter of an hour; what may be chance counts for less.
		expect(callbacksOf([])).toBeGreaterThan(6);
		expect(callbacksOf(['promises'])).toBeLessThan(4);
	});
});

describe('there is no forecast', () => {
	const floor = watchedFloor({agents: 12, seed: 5});
	const whyOf = (answer: ReturnType<typeof foreseen>): string => ('why' in answer ? answer.why : 'there is one');

	test('of what is not recorded, or was long ago', () => {
		expect(whyOf(ask({...floor, points: []}))).toBe('nothing is recorded of it');
		expect(whyOf(ask({...floor, now: floor.now + 20 * minute}))).toBe('nothing was recorded of it for 20 minutes');
	});

	test('of a method that does not dial by a level', () => {
		const points = floor.points.map(point => ({...point, figures: {...point.figures, paceMethod: 'MANUAL'}}));
		expect(whyOf(ask({...floor, points}))).toBe('MANUAL does not dial by a level');
	});

	test('without the hour and a quarter that it is fitted on and checked with', () => {
		const points = floor.points.filter(({at}) => at > floor.now - 50 * minute);
		expect(whyOf(ask({...floor, points}))).toMatch(
			/^the simulation cannot be checked on it: \d+ of the last 45 minutes are recorded, and 20 are needed/,
		);
	});

	test('of a floor that does something else than the simulation', () => {
		// For half an hour its agents wait although calls are answered: nothing in the world explains that.
		const points = floor.points.map(point => {
			const {figures, at} = point;
			const idle = {...figures, ready: (figures.ready ?? 0) + (figures.onCall ?? 0), onCall: 0};
			return at > floor.now - 30 * minute ? {...point, figures: idle} : point;
		});
		expect(whyOf(ask({...floor, points}))).toMatch(
			/^it does not behave like the simulation: over 30 minutes its agents were \d+ % busy/,
		);
	});
});
