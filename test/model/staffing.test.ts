/** What agents did today, as far as the graphs tell: of what it is, gaps, midnight, and sales of the same hours. */
import {expect, test} from 'vitest';
import {type Past, pastAfter} from '../../source/model/past.ts';
import {staffingOf} from '../../source/model/staffing.ts';
import type {AgentsPoint, Dashboard} from '../../source/model/wire.ts';
import {figures} from './make.ts';

const day = 86_400;
const none = {extra: {}, unreadable: []};

const point = (minute: number, over: Partial<AgentsPoint> = {}): AgentsPoint => ({
	...{agents: 20, ready: 3, onCall: 8, wrapUp: 1, dead: 0, paused: 8},
	...over,
	time: (minute * 60) % day,
	...none,
});

/** Answers at these minutes of the day, each with a graph of an hour at most and so many sales. */
const watched = (minutes: readonly number[], salesAt: (minute: number) => number, of = point) => {
	let past: Past | undefined;
	let dashboard: Dashboard | undefined;
	for (const minute of minutes) {
		const agents = Array.from({length: 60}, (_, index) => of(minute - 59 + index)).filter(
			(_, index) => minute - 59 + index > 0,
		);
		dashboard = {figures: figures({sales: salesAt(minute)}), agents, calls: undefined, leads: undefined, liveCalls: []};
		past = pastAfter(past, dashboard, {wall: minute * 60_000, mono: minute * 60_000});
	}
	return staffingOf({past, agents: dashboard?.agents});
};

const minutesFrom = (from: number, to: number): number[] => Array.from({length: to - from + 1}, (_, at) => from + at);

test('one answer tells of the hour that its graph holds, and says so', () => {
	// The graph begins within the step from 9:00 on, of which nothing is claimed.
	expect(watched([602], () => 40)).toEqual({
		of: {since: 9 * 3600 + 5 * 60, seconds: 57 * 60, isWhole: true},
		signedIn: expect.closeTo((57 * 20) / 60),
		idle: 57 * 3,
		sales: undefined,
	});
	expect(staffingOf({past: undefined, agents: undefined})).toBeUndefined();
});

test('sales are held against the hours of the same steps, once there is an hour of them', () => {
	const told = watched(minutesFrom(600, 630), minute => 40 + (minute - 600));
	// A sale a minute, and 20 agents.
	expect(told?.sales?.perHour).toBeCloseTo(60 / 20);
	expect(told?.sales?.of).toEqual({since: 10 * 3600, seconds: 30 * 60, isWhole: true});
	const few = watched(
		minutesFrom(600, 606),
		minute => minute,
		minute => point(minute, {agents: 2, paused: 0}),
	);
	expect(few?.sales).toBeUndefined();
});

test('a step of which less was watched than its agents worked has no sales', () => {
	// The first answer comes at 10:04: a minute before the step ends.
	const told = watched(minutesFrom(604, 635), minute => 40 + (minute - 600));
	expect(told?.sales?.perHour).toBeCloseTo(60 / 20);
	expect(told?.sales?.of).toEqual({since: 10 * 3600 + 5 * 60, seconds: 30 * 60, isWhole: true});
	expect(watched(minutesFrom(604, 605), minute => minute)?.sales).toBeUndefined();
	// Nor has the one in which polls begin again.
	const again = watched([...minutesFrom(600, 610), ...minutesFrom(634, 660)], minute => minute - 600);
	expect(again?.sales?.perHour).toBeCloseTo(60 / 20);
	expect(again?.sales?.of).toMatchObject({since: 10 * 3600, seconds: 35 * 60, isWhole: false});
});

test('a night that was not watched is a gap, and is told as one', () => {
	const told = watched([600, 780], () => 40);
	expect(told).toMatchObject({of: {since: 9 * 3600 + 5 * 60, isWhole: false, seconds: 115 * 60}});
	expect(told?.idle).toBe(115 * 3);
});

test('from midnight on it is the whole day', () => {
	const told = watched([...minutesFrom(1435, 1440), ...minutesFrom(1441, 1480)], minute =>
		minute < 1440 ? 400 : minute - 1440,
	);
	expect(told).toMatchObject({of: {since: 0, isWhole: true, seconds: 40 * 60}, idle: 40 * 3});
	expect(told?.sales?.perHour).toBeCloseTo(3);
});

test('minutes whose agents cannot be read are left out', () => {
	const told = watched(
		[600],
		() => 1,
		minute => point(minute, minute > 570 ? {ready: undefined, onCall: undefined} : {}),
	);
	expect(told).toMatchObject({of: {isWhole: false, seconds: 25 * 60}, idle: 25 * 3});
});
