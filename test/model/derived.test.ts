/** Figures that dialtop derives: a part missing means no figure, never a 0. */
import {describe, expect, test} from 'vitest';
import type {DialState} from '../../source/model/campaign.ts';
import {
	connectRate,
	dialedPerMinute,
	dropBudget,
	dropForecast,
	dropLine,
	dropRateBefore,
	dropStatus,
	honestPercent,
	linesInUse,
	liveAnswerBefore,
	liveAnswerRate,
	occupancy,
	occupancyOfSignedIn,
	salesPerAgentHour,
	timeLeft,
} from '../../source/model/derived.ts';
import type {CallsPoint, Figures} from '../../source/model/wire.ts';
import {figures} from './make.ts';

const point = (minutes: number, dialed: number | undefined): CallsPoint => ({
	time: (minutes * 60 + 86_400) % 86_400,
	dialed,
	extra: {},
	unreadable: [],
});

test('live answers: human answered of called', () => {
	expect(liveAnswerRate(figures({humanAnswered: 30, calledToday: 120}))).toBe(25);
	expect(liveAnswerRate(figures({humanAnswered: 0, calledToday: 120}))).toBe(0);
	expect(liveAnswerRate(figures({humanAnswered: 0, calledToday: 0}))).toBeUndefined();
	expect(liveAnswerRate(figures({calledToday: 120}))).toBeUndefined();
	expect(liveAnswerRate(figures({humanAnswered: 30}))).toBeUndefined();
});

test('connects: answered by people and machines, of called', () => {
	const all = {humanAnswered: 30, machineAnswered: 60, calledToday: 120};
	expect(connectRate(figures(all))).toBe(75);
	for (const missing of Object.keys(all)) {
		expect(connectRate(figures({...all, [missing]: undefined})), missing).toBeUndefined();
	}
});

test('lines in use: active calls and agents on call', () => {
	expect(linesInUse(figures({activeCalls: 23, onCall: 40}))).toBe(63);
	expect(linesInUse(figures({activeCalls: 23}))).toBeUndefined();
	expect(linesInUse(figures({onCall: 40}))).toBeUndefined();
});

test('sales an agent hour: of the live answers that were not dropped, each with talk, wrap-up and the time to the next', () => {
	// 970 calls of 180 s are 48.5 hours.
	const all = {humanAnswered: 1000, dropRate: 3, averageTalk: 120, averageWrap: 20, averageInterval: 40, sales: 97};
	expect(salesPerAgentHour(figures(all))).toBeCloseTo(2);
	expect(salesPerAgentHour(figures({...all, sales: 0}))).toBe(0);
	for (const missing of Object.keys(all)) {
		expect(salesPerAgentHour(figures({...all, [missing]: undefined})), missing).toBeUndefined();
	}
	expect(salesPerAgentHour(figures({...all, humanAnswered: 19})), 'under an hour').toBeUndefined();
	expect(salesPerAgentHour(figures({...all, humanAnswered: 20, dropRate: 0})), 'an hour').toBeCloseTo(97);
	expect(salesPerAgentHour(figures({...all, dropRate: 120})), 'no rate').toBeUndefined();
});

test('occupancy: on call, wrap-up and dead of those not paused', () => {
	const all = {onCall: 4, wrapUp: 1, dead: 1, agents: 14, paused: 2};
	expect(occupancy(figures(all))).toBe(50);
	for (const missing of Object.keys(all)) {
		expect(occupancy(figures({...all, [missing]: undefined})), missing).toBeUndefined();
	}
	expect(occupancy(figures({...all, paused: 14}))).toBeUndefined();
	expect(occupancy(figures({...all, paused: 15}))).toBeUndefined();
});

test('of signed in: the same of all agents, paused ones too', () => {
	const all = {onCall: 9, wrapUp: 1, dead: 0, agents: 21, paused: 8};
	expect(occupancy(figures(all))).toBeCloseTo(76.92);
	expect(occupancyOfSignedIn(figures(all))).toBeCloseTo(47.62);
	for (const missing of Object.keys(all)) {
		expect(occupancyOfSignedIn(figures({...all, [missing]: undefined})), missing).toBeUndefined();
	}
	expect(occupancyOfSignedIn(figures({...all, agents: 0}))).toBeUndefined();
});

describe('shares of the minutes before a point', () => {
	const minute = (minutes: number, delivered: number | undefined, drops: number, dialed = 100): CallsPoint => ({
		...point(minutes, dialed),
		delivered,
		drops,
	});
	const hour = Array.from({length: 60}, (_, index) => minute(index, 19, index < 30 ? 1 : 0));

	test('the drop rate of fifteen minutes, once there are so many', () => {
		expect(dropRateBefore(hour, 13)).toBeUndefined();
		expect(dropRateBefore(hour, 14)).toBeCloseTo(5);
		expect(dropRateBefore(hour, 36)).toBeCloseTo((100 * 8) / (8 + 15 * 19));
		expect(dropRateBefore(hour, 50)).toBe(0);
	});

	test('over midnight, and not with a point that cannot be read', () => {
		const night = Array.from({length: 20}, (_, index) => minute(index - 10, 18, 2));
		expect(dropRateBefore(night, 13)).toBeUndefined();
		expect(dropRateBefore(night, 14)).toBeCloseTo(10);
		expect(dropRateBefore(night, 19)).toBeCloseTo(10);
		expect(dropRateBefore([...night.slice(0, 10), minute(0, undefined, 2), ...night.slice(11)], 19)).toBeUndefined();
		expect(
			dropRateBefore(
				Array.from({length: 20}, (_, index) => minute(index, 0, 0)),
				19,
			),
		).toBeUndefined();
	});

	test('live answers of five minutes are delivered and dropped calls of those dialed', () => {
		expect(liveAnswerBefore(hour, 3)).toBeUndefined();
		expect(liveAnswerBefore(hour, 10)).toBeCloseTo(20);
		expect(liveAnswerBefore(hour, 50)).toBeCloseTo(19);
	});
});

describe('leads dialed a minute', () => {
	test('over the last fifteen minutes only', () => {
		const points = [point(0, 999), point(10, 999), point(15, 30), point(20, 60), point(25, 60)];
		expect(dialedPerMinute(points)).toBe(10);
	});

	test('over midnight', () => {
		expect(dialedPerMinute([point(-10, 7), point(-5, 50), point(0, 50)])).toBe(10);
	});

	test('needs two points with a time', () => {
		expect(dialedPerMinute(undefined)).toBeUndefined();
		expect(dialedPerMinute([])).toBeUndefined();
		expect(dialedPerMinute([point(1, 5)])).toBeUndefined();
		expect(dialedPerMinute([point(1, 5), point(1, 5)])).toBeUndefined();
		expect(dialedPerMinute([point(1, 5), {...point(2, 5), time: undefined}])).toBeUndefined();
		expect(dialedPerMinute([point(1, 5), {...point(2, 5), time: undefined}, point(3, 5)])).toBeUndefined();
	});

	test('a point that was not readable makes no smaller figure', () => {
		expect(dialedPerMinute([point(0, 5), point(5, undefined), point(10, 50)])).toBeUndefined();
	});

	test('points in any order bring no absurd figure', () => {
		expect(dialedPerMinute([point(30, 5), point(15, 5), point(0, 5)])).toBeUndefined();
	});
});

describe('time left', () => {
	const points = [point(0, 0), point(5, 50), point(10, 50)];

	const left = (given: Partial<Figures>, state: DialState = 'dialing', calls = points) =>
		timeLeft({figures: figures(given), dashboard: {calls}, state});

	test("is the service's own where it gives one", () => {
		expect(left({remainingTime: 90, remainingLeads: 100})).toEqual({seconds: 90, derived: false});
		expect(left({remainingTime: 90, remainingLeads: 100}, 'paused')).toEqual({seconds: 90, derived: false});
		expect(left({remainingTime: 0, remainingLeads: 0})).toEqual({seconds: 0, derived: false});
		expect(left({remainingTime: 0})).toEqual({seconds: 0, derived: false});
	});

	test('else leads by pace, and says so', () => {
		expect(left({remainingLeads: 100})).toEqual({seconds: 600, derived: true});
		expect(left({remainingLeads: 100}, 'unknown')).toEqual({seconds: 600, derived: true});
	});

	test('is none without leads, without points or at a standstill', () => {
		expect(left({})).toBeUndefined();
		expect(timeLeft({figures: figures({remainingLeads: 100}), dashboard: undefined, state: 'dialing'})).toBeUndefined();
		expect(left({remainingLeads: 100}, 'dialing', [point(0, 0), point(5, 0)])).toBeUndefined();
	});

	test('is none where the service says 0 with leads left, or nothing is dialed', () => {
		expect(left({remainingTime: 0, remainingLeads: 100}, 'paused')).toBeUndefined();
		expect(left({remainingTime: 0, remainingLeads: 100})).toBeUndefined();
		expect(left({remainingLeads: 100}, 'paused')).toBeUndefined();
		expect(left({remainingLeads: 100}, 'stopped')).toBeUndefined();
	});
});

test('a percentage is one from 0 to 100', () => {
	expect([undefined, -0.01, 0, 3, 100, 100.01].map(honestPercent)).toEqual([
		undefined,
		undefined,
		0,
		3,
		100,
		undefined,
	]);
});

describe('how a drop rate stands', () => {
	test.each([
		[undefined, 3, 'unknown'],
		[2.4, undefined, 'ok'],
		[2.5, undefined, 'near'],
		[3, undefined, 'high'],
		[2.4, 5, 'ok'],
		[3, 5, 'high'],
		[0.8, 1, 'ok'],
		[0.9, 1, 'near'],
		[1, 1, 'high'],
		[130, 3, 'unknown'],
		[0, 0, 'ok'],
		[0.1, 0, 'high'],
		[-4, 3, 'unknown'],
		[1, -2, 'ok'],
	] as const)('a rate of %s under a limit of %s is %s', (rate, limit, status) => {
		expect(dropStatus(rate, limit)).toBe(status);
	});
});

test('the line of a drop rate is the lower of the two limits', () => {
	expect([undefined, -1, 0, 2, 3, 8].map(limit => dropLine(limit))).toEqual([3, 3, 0, 2, 3, 3]);
	expect(dropLine(5, 10)).toBe(5);
});

describe('the drop budget', () => {
	const day = (dropRate: number, humanAnswered = 2000, dropLimit: number | undefined = 3) =>
		figures({dropRate, humanAnswered, dropLimit});
	/** A point every five minutes, so many drops and deliveries each. */
	const calls = (drops: number | undefined, delivered: number | undefined): CallsPoint[] =>
		[0, 5, 10, 15].map(minute => ({...point(minute, 100), drops, delivered}));

	test('is what the line allows of the answers so far, less the drops so far', () => {
		expect(dropBudget(day(2), undefined)).toEqual({remaining: 20, isRough: false, passedIn: undefined});
		expect(dropBudget(day(0), undefined)?.remaining).toBe(60);
		expect(dropBudget(day(3, 1900), undefined)?.remaining).toBe(0);
		expect(dropBudget(day(2, 2000, 8), undefined)?.remaining).toBe(20);
		expect(dropBudget(day(2, 2000, undefined), undefined)?.remaining).toBe(20);
	});

	test('counts down to whole drops: half a drop is none', () => {
		// 3 % of 99 is 2.97: a third drop would be over it.
		expect(dropBudget(day(2.02, 99), undefined)?.remaining).toBe(0);
		expect(dropBudget(day(1.01, 99), undefined)?.remaining).toBe(1);
	});

	test('says by how much the line is passed', () => {
		expect(dropBudget(day(3.6), calls(2, 50))).toEqual({remaining: -12, isRough: false, passedIn: undefined});
		expect(dropBudget(day(0.5, 2000, 0), undefined)?.remaining).toBe(-10);
		expect(dropBudget(day(0, 2000, 0), undefined)?.remaining).toBe(0);
	});

	test('is rough where two decimals do not tell the drops', () => {
		expect(dropBudget(day(2.13, 8000), undefined)?.isRough).toBe(false);
		expect(dropBudget(day(2.13, 40_000), undefined)).toMatchObject({remaining: 348, isRough: true});
		// One of 160 is 0.625, of which two decimals may be cut off.
		expect(dropBudget(day(0.62, 160), undefined)?.isRough).toBe(false);
		// No whole number of drops makes this rate: it is of something else than the human answers.
		expect(dropBudget(day(2.5, 30), undefined)?.isRough).toBe(true);
	});

	test('is none without a rate, without answers, or of an absurd rate', () => {
		expect(dropBudget(figures({humanAnswered: 10}), undefined)).toBeUndefined();
		expect(dropBudget(figures({dropRate: 1}), undefined)).toBeUndefined();
		for (const [rate, human] of [
			[1, 0],
			[-1, 100],
			[130, 100],
		] as const) {
			expect(dropBudget(day(rate, human), undefined)).toBeUndefined();
		}
	});

	test('is passed when the last fifteen minutes go on', () => {
		// A drop and 19 deliveries a minute: of 20 answers 0.6 are allowed, so 0.4 a minute is lost of the 20.
		expect(dropBudget(day(2), calls(5, 95))?.passedIn).toBeCloseTo(50 * 60, 6);
		expect(dropBudget(day(3), calls(5, 95))?.passedIn).toBeCloseTo(0, 6);
		expect(dropBudget(day(2), calls(1, 99))?.passedIn).toBe(Number.POSITIVE_INFINITY);
		expect(dropBudget(day(2), calls(0, 0))?.passedIn).toBe(Number.POSITIVE_INFINITY);
		// At the line, and going on as the line allows.
		expect(dropBudget(day(3), calls(3, 97))?.passedIn).toBe(Number.POSITIVE_INFINITY);
	});

	test('does not say when, of points that cannot be read', () => {
		for (const points of [undefined, [], calls(undefined, 5), calls(5, undefined), calls(5, 5).slice(0, 1)]) {
			expect(dropBudget(day(2), points)?.passedIn).toBeUndefined();
		}
	});
});

describe('when the drop limit is passed', () => {
	/** 40 drops of 2000 answers, 20 less than the line of 3 % allows. */
	const day = figures({dropRate: 2, humanAnswered: 2000, dropLimit: 3});
	/** Sixteen minutes, of which the last three have so many drops each. */
	const graph = (drops: number, before = 0, delivered = 19): CallsPoint[] =>
		Array.from({length: 16}, (_, minute) => ({
			...point(minute, 100),
			drops: minute > 12 ? drops : before,
			delivered,
		}));

	test('is by the worse of the last three and the last fifteen minutes, where the three are more than chance', () => {
		expect(dropForecast(day, graph(10))).toEqual({
			drops: 30,
			answers: 87,
			minutes: 3,
			passedIn: expect.closeTo((20 / ((30 - 2.61) / 3)) * 60, 6),
		});
		expect(dropForecast(day, graph(1, 2))).toMatchObject({drops: 27, answers: 312, minutes: 15});
		expect(dropForecast(day, graph(10, 10, 90)), 'as bad').toMatchObject({drops: 150, minutes: 15});
		expect(dropBudget(day, graph(10))?.passedIn).toBeCloseTo((20 / ((30 - 2.61) / 3)) * 60, 6);
		expect(dropBudget(day, graph(2, 1))?.passedIn).toBeCloseTo((20 / ((18 - 9.09) / 15)) * 60, 6);
	});

	test('is by what polls counted themselves, where that is sooner or there is no graph', () => {
		const watched = {drops: 12, answers: 60, minutes: 1};
		const passedIn = expect.closeTo((20 / (12 - 1.8)) * 60, 6);
		expect(dropForecast(day, undefined, [watched])).toEqual({...watched, passedIn});
		expect(dropForecast(day, graph(10), [watched])).toEqual({...watched, passedIn});
		expect(dropForecast(day, graph(10), [{...watched, minutes: 2}])).toMatchObject({drops: 30, minutes: 3});
	});

	test('is not told where the rate falls or stays, where it may be chance, or once it is passed', () => {
		const watched = {drops: 12, answers: 60, minutes: 1};
		expect(dropForecast(day, undefined)).toBeUndefined();
		expect(dropForecast(day, undefined, [{...watched, drops: 1}])).toBeUndefined();
		expect(dropForecast(day, undefined, [{...watched, drops: 0, answers: 0}])).toBeUndefined();
		// Seven drops of sixty come by chance now and then where 1.8 are allowed; eight hardly do.
		expect(dropForecast(day, undefined, [{...watched, drops: 7}])).toBeUndefined();
		expect(dropForecast(day, undefined, [{...watched, drops: 8}])).toMatchObject({drops: 8});
		// What was told goes on until the rate nears its line no more.
		expect(dropForecast(day, undefined, [{...watched, drops: 3}], true)).toMatchObject({drops: 3});
		expect(dropForecast(day, undefined, [{...watched, drops: 1}], true)).toBeUndefined();
		expect(dropForecast(figures({...day, dropRate: 3.05}), undefined, [watched])).toBeUndefined();
		expect(dropForecast(figures({...day, dropRate: 3}), undefined, [watched])).toMatchObject({passedIn: 0});
		expect(dropForecast(figures({...day, dropLimit: 0}), undefined, [watched])).toBeUndefined();
	});
});
