/** A campaign's history: drop rates and waiting calls from poll to poll, its tiers, and what recorded polls make of it. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	after,
	between,
	dropChange,
	type History,
	historyOf,
	noHistory,
	waitingFor,
} from '../../source/model/history.ts';
import type {Sample} from '../../source/model/sample.ts';
import type {Figures} from '../../source/model/wire.ts';
import {at, figures} from './make.ts';

type Poll = readonly [second: number, rate: number | undefined, called?: number | undefined];

const sampleAt = (second: number, over: Partial<Figures>, more: Partial<Sample> = {}): Sample => ({
	span: {sentAt: at(second), receivedAt: at(second)},
	state: 'dialing',
	figures: figures(over),
	calls: undefined,
	agents: undefined,
	leads: undefined,
	liveCalls: undefined,
	...more,
});

const polledAt = (polls: readonly Poll[], staleBefore = Number.NEGATIVE_INFINITY): History =>
	polls.reduce(
		(known, [second, rate, calledToday]) =>
			after(known, sampleAt(second, {dropRate: rate, calledToday}), at(0).mono + staleBefore),
		noHistory,
	);

const changeAt = (polls: readonly Poll[], poll: Poll, staleBefore?: number) =>
	dropChange(polledAt([...polls, poll], staleBefore));

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
		const history = polledAt([
			[0, 1],
			[60, 2],
		]);
		expect(after(history, sampleAt(30, {dropRate: 9})).dropRates).toBe(history.dropRates);
	});

	test('keeps no sample that is not needed any more', () => {
		const polls = Array.from({length: 12}, (_, index): Poll => [index * 30, 1]);
		expect(polledAt(polls).dropRates.row(0).answered).toBe(at(30).mono);
	});

	test('takes a dozen samples, however often and for however long it polls', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({min: 1, max: 120}), {minLength: 50, maxLength: 400}), steps => {
				let second = 0;
				const polls = steps.map((step): Poll => {
					second += step;
					return [second, 1];
				});
				expect(polledAt(polls).dropRates.length).toBeLessThanOrEqual(12);
			}),
		);
	});
});

describe('how long calls have waited', () => {
	type Seen = readonly [second: number, waiting: number | undefined];

	const polled = (...polls: readonly Seen[]): readonly Seen[] => polls;
	const waited = (polls: readonly Seen[], staleBefore = -1) => {
		const stale = at(0).mono + staleBefore;
		const history = polls.reduce(
			(known, [second, waiting]) => after(known, sampleAt(second, {waiting}), stale),
			noHistory,
		);
		return waitingFor(history, stale);
	};

	test('counts from the first of the polls that all show some', () => {
		expect(waited(polled([0, 3], [2, 0], [4, 1], [6, 2], [8, 1]))).toEqual({time: 4000, isLonger: false});
		expect(waited(polled([0, 0], [2, 1]))).toEqual({time: 0, isLonger: false});
	});

	test('is 0 where none wait, and unknown where that is not told', () => {
		expect(waited(polled([0, 3], [2, 0]))).toEqual({time: 0, isLonger: false});
		expect(waited(polled([0, 3], [2, undefined]))).toBeUndefined();
		expect(waited([])).toBeUndefined();
		const known = [0, 2].reduce((history, second) => after(history, sampleAt(second, {waiting: 1})), noHistory);
		expect(waitingFor(known, at(2).mono)).toBeUndefined();
		expect(waitingFor(known, at(2).mono - 1)).toEqual({time: 2000, isLonger: true});
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

describe('its tiers', () => {
	const none = {extra: {}, unreadable: []};
	/** Polls every ten seconds of a floor that dials, with the graph of the hour before each. */
	const samples = (from: number, to: number): Sample[] =>
		Array.from({length: (to - from) / 10 + 1}, (_, index) => {
			const second = from + index * 10;
			const minute = Math.floor(second / 60);
			const times = Array.from({length: 60}, (_, back) => minute - 59 + back).filter(one => one > 0);
			const over = {
				...{calledToday: 1000 + second * 4, humanAnswered: 200 + second, machineAnswered: 300 + second, dropRate: 2},
				...{
					ringing: 20 + (index % 3),
					waiting: index % 4,
					agents: 30,
					ready: 2,
					onCall: 24,
					wrapUp: 3,
					paused: 1,
					dead: 0,
				},
				...{paceTempo: '1.5', activeLeads: 5000, sales: index, answeredToday: second},
			};
			return sampleAt(second, over, {
				calls: times.map(one => ({dialed: one, delivered: 9, drops: 1, time: one * 60, ...none})),
				agents: times.map(one => ({...over, time: one * 60, ...none})),
			});
		});

	/** The history of recorded polls. */
	const recordedOf = (polls: readonly Sample[]): History => historyOf(polls.at(-1) ?? sampleAt(0, {}), () => polls);

	test('are read by seconds from the newest record, over a span', () => {
		const history = recordedOf(samples(7200, 7800));
		expect(between(history, 'polled', -20).map(({at: seconds, record}) => [seconds, record.calledToday])).toEqual([
			[-20, 32_120],
			[-10, 32_160],
			[0, 32_200],
		]);
		expect(between(history, 'minute', -120, -60).map(({at: to, record}) => [to, record.dialed])).toEqual([
			[-120, 128],
			[-60, 129],
		]);
		expect(between(history, 'five minutes', -450).map(({record: {dialed, sales}}) => [dialed, sales])).toEqual([
			[123, 30],
			[128, 30],
		]);
		for (const tier of ['polled', 'minute', 'five minutes'] as const) {
			expect(between(noHistory, tier)).toEqual([]);
		}
	});

	test('and all else are the same when they are built of what was recorded', () => {
		const polls = samples(7200, 10_800);
		const live = polls.reduce((known, sample) => after(known, sample), noHistory);
		const recorded = recordedOf(JSON.parse(JSON.stringify(polls)) as Sample[]);
		expect(recorded.learned).toEqual(live.learned);
		for (const tier of ['polled', 'minute', 'five minutes'] as const) {
			expect(between(recorded, tier)).toEqual(between(live, tier));
		}
		expect([dropChange(recorded), waitingFor(recorded, 0)]).toEqual([dropChange(live), waitingFor(live, 0)]);
		// Hours before the last one need no more than a poll in five minutes.
		const few = recordedOf(polls.filter(({span}, index) => index % 30 === 0 || span.sentAt.mono >= 9_000_000));
		expect(between(few, 'five minutes')).toEqual(between(live, 'five minutes'));
		expect(between(few, 'polled', -1700)).toEqual(between(live, 'polled', -1700));
	});

	test('of two histories that went on from one are apart, and the one they began with stays', () => {
		const begun = recordedOf(samples(7200, 7210));
		const [one, other] = [after(begun, sampleAt(7220, {ringing: 1})), after(begun, sampleAt(7220, {ringing: 2}))];
		const rings = (history: History) => between(history, 'polled').map(({record}) => record.ringing);
		expect([rings(begun), rings(one), rings(other)]).toEqual([
			[20, 21],
			[20, 21, 1],
			[20, 21, 2],
		]);
	});
});
