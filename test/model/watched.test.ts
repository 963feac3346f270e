/** What polls showed over the last minutes: the change of the drop rate, and how long calls have waited. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	type DropSample,
	dropChange,
	dropSamplesAfter,
	type Waiting,
	waitingAfter,
	waitingFor,
} from '../../source/model/watched.ts';
import {at, figures} from './make.ts';

type Poll = readonly [second: number, rate: number | undefined, called?: number | undefined];

const samplesOf = (polls: readonly Poll[], staleBefore = Number.NEGATIVE_INFINITY): readonly DropSample[] | undefined =>
	polls.reduce<readonly DropSample[] | undefined>(
		(samples, [second, dropRate, calledToday]) =>
			dropSamplesAfter(samples, {figures: figures({dropRate, calledToday}), at: second * 1000, staleBefore}),
		undefined,
	);

const changeAt = (polls: readonly Poll[], [second, dropRate, calledToday]: Poll, staleBefore?: number) =>
	dropChange(samplesOf([...polls, [second, dropRate, calledToday]], staleBefore), {
		figures: figures({dropRate, calledToday}),
		at: second * 1000,
	});

describe('the change of the drop rate over five minutes', () => {
	test('is not known before five minutes were watched', () => {
		expect(changeAt([[0, 2]], [299, 2.5])).toBeUndefined();
		expect(changeAt([[0, 2]], [300, 2.5])).toBe(0.5);
		expect(changeAt([[0, 2.5]], [310, 2])).toBe(-0.5);
	});

	test('is against the newest poll that is five minutes old', () => {
		const polls = Array.from({length: 200}, (_, index): Poll => [index * 2, index / 100]);
		// Samples are thirty seconds apart.
		expect(changeAt(polls, [400, 2])).toBe(1.55);
		const sparse: Poll[] = [0, 60, 120].map(second => [second, second / 60]);
		expect(changeAt(sparse, [420, 9])).toBe(7);
		expect(changeAt(sparse, [419, 9])).toBe(8);
		// A poll that makes no sample of its own may have two of them behind it.
		const uneven: Poll[] = [
			[0, 0],
			[35, 1],
			[310, 5],
		];
		expect(changeAt(uneven, [336, 9])).toBe(8);
	});

	test('is not told across a gap, a new day, or a clock that jumped', () => {
		expect(changeAt([[0, 2]], [420, 2.5])).toBe(0.5);
		expect(changeAt([[0, 2]], [421, 2.5])).toBeUndefined();
		expect(changeAt([[0, 2, 9000]], [300, 0, 12])).toBeUndefined();
		expect(
			changeAt(
				[
					[0, 2, 9000],
					[10, 0, 12],
				],
				[310, 1, 90],
			),
		).toBe(1);
		expect(changeAt([[0, 2, 9000]], [300, 2.1, 9100])).toBeCloseTo(0.1);
		// Nobody was called in the meantime, or it is not told.
		expect(changeAt([[0, 2, 9000]], [300, 2.1, 9000])).toBeCloseTo(0.1);
		expect(changeAt([[0, 2]], [300, 2.1, 12])).toBeCloseTo(0.1);
		expect(changeAt([[0, 2, 9000]], [300, 2.1])).toBeCloseTo(0.1);
		expect(changeAt([[0, 2]], [300, 2.5], 10_000)).toBeUndefined();
		expect(changeAt([[0, 2]], [300, 2.5], 0)).toBeUndefined();
		expect(changeAt([[0, 2]], [300, 2.5], -1)).toBe(0.5);
	});

	test('is not told of a rate that cannot be one, nor without one', () => {
		expect(changeAt([[0, 2]], [300, undefined])).toBeUndefined();
		expect(changeAt([[0, 120]], [300, 2])).toBeUndefined();
	});

	test('an answer that comes late changes nothing', () => {
		const samples = samplesOf([
			[0, 1],
			[60, 2],
		]);
		expect(dropSamplesAfter(samples, {figures: figures({dropRate: 9}), at: 30_000, staleBefore: -1})).toBe(samples);
	});

	test('keeps no sample that is not needed any more', () => {
		const polls = Array.from({length: 12}, (_, index): Poll => [index * 30, 1]);
		expect(samplesOf(polls)?.[0]?.at).toBe(30_000);
	});

	test('takes a dozen samples, however often and for however long it polls', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({min: 1, max: 120}), {minLength: 50, maxLength: 400}), steps => {
				let second = 0;
				const polls = steps.map((step): Poll => {
					second += step;
					return [second, 1];
				});
				expect(samplesOf(polls)?.length).toBeLessThanOrEqual(12);
			}),
		);
	});
});

describe('how long calls have waited', () => {
	type Seen = readonly [second: number, waiting: number | undefined];

	const polled = (...polls: readonly Seen[]): readonly Seen[] => polls;
	const waited = (polls: readonly Seen[], staleBefore = -1) => {
		let known: Waiting | undefined;
		let last: number | undefined;
		for (const [second, waiting] of polls) {
			const {mono} = at(second);
			known = waitingAfter(known, {figures: figures({waiting}), at: mono, last, staleBefore});
			last = mono;
		}
		return waitingFor(known, {at: last ?? 0, staleBefore});
	};

	test('counts from the first of the polls that all show some', () => {
		expect(waited(polled([0, 3], [2, 0], [4, 1], [6, 2], [8, 1]))).toEqual({time: 4000, isLonger: false});
		expect(waited(polled([0, 0], [2, 1]))).toEqual({time: 0, isLonger: false});
	});

	test('is 0 where none wait, and unknown where that is not told', () => {
		expect(waited(polled([0, 3], [2, 0]))).toEqual({time: 0, isLonger: false});
		expect(waited(polled([0, 3], [2, undefined]))).toBeUndefined();
		expect(waited([])).toBeUndefined();
		expect(waitingFor(undefined, {at: 0, staleBefore: 0})).toBeUndefined();
		expect(waitingFor({since: 0, isLonger: true}, {at: 9, staleBefore: 9})).toBeUndefined();
		expect(waitingFor({since: 0, isLonger: true}, {at: 9, staleBefore: 8})).toEqual({time: 9, isLonger: true});
	});

	test('says that it may be longer where calls waited before anything was watched', () => {
		expect(waited(polled([0, 1], [2, 1]))).toEqual({time: 2000, isLonger: true});
		expect(waited(polled([0, 1]))).toBeUndefined();
		expect(waited(polled([0, 0], [2, undefined], [4, 1], [6, 1]))).toEqual({time: 2000, isLonger: true});
	});

	test('says nothing of the time between polls that are far apart', () => {
		expect(waited(polled([0, 1], [300, 1]))).toBeUndefined();
		expect(waited(polled([0, 0], [300, 1], [310, 1]))).toEqual({time: 10_000, isLonger: true});
		expect(waited(polled([0, 1], [10, 1], [20, 1]), 15_000)).toBeUndefined();
		expect(waited(polled([0, 0], [60, 1], [62, 1]))).toEqual({time: 2000, isLonger: false});
		expect(waited(polled([0, 0], [10, 1], [20, 1]), 0)).toEqual({time: 10_000, isLonger: true});
		expect(waited(polled([0, 1], [10, 1], [20, 1]), 20_000)).toBeUndefined();
	});
});
