/** The last hours of a campaign, in steps of five minutes: bounded, with its gaps, over midnight and clocks that are set. */
import {describe, expect, test} from 'vitest';
import {type Past, pastAfter, stepsOf} from '../../source/model/past.ts';
import type {Moment} from '../../source/model/time.ts';
import type {Dashboard} from '../../source/model/wire.ts';
import {figures} from './make.ts';

const day = 86_400;

/** A graph of an hour that ends so many minutes after midnight of the first day, with values by the minute. */
const graphs = (minute: number, over: Partial<Dashboard> = {}, zoneMinutes = 0): Dashboard => {
	const times = Array.from({length: 60}, (_, index) => minute - 59 + index);
	const timeOf = (one: number): number => ((((one + zoneMinutes) * 60) % day) + day) % day;
	const none = {extra: {}, unreadable: []};
	return {
		figures: figures({calledToday: minute * 10, answeredToday: minute * 4}),
		calls: times.map(one => ({dialed: one, delivered: 9, drops: 1, time: timeOf(one), ...none})),
		agents: times.map(one => ({
			agents: 20,
			ready: 4,
			onCall: 10,
			wrapUp: 2,
			paused: 4,
			dead: 1,
			time: timeOf(one),
			...none,
		})),
		leads: times.map(one => ({activeLeads: 9000, remainingLeads: 9000 - one, ...none})),
		liveCalls: [],
		...over,
	};
};

/** The machine's clocks so many minutes after midnight of the first day. */
const at = (minute: number, jump = 0): Moment => ({wall: (minute + jump) * 60_000, mono: minute * 60_000});

/** The past after polls at these minutes. */
const polled = (minutes: Iterable<number>): Past | undefined => {
	let past: Past | undefined;
	for (const minute of minutes) {
		past = pastAfter(past, graphs(minute), at(minute));
	}
	return past;
};

const range = (from: number, until: number): number[] => Array.from({length: until - from}, (_, index) => from + index);

const dialedOf = (past: Past | undefined): (number | undefined)[] =>
	past ? stepsOf(past).map(({record}) => record.dialed) : [];

test('begins with the hour that the graphs hold', () => {
	const past = polled([720]);
	// The interval of a point ends at its time: 11:56 to 12:00 is the last step.
	expect(dialedOf(past).at(-1)).toBe(718);
	expect(dialedOf(past)).toHaveLength(12);
	expect(stepsOf(past as Past).at(-1)).toMatchObject({
		at: -150,
		record: {delivered: 9, drops: 1, agents: 20, available: 16, occupied: 13, remainingLeads: 9000 - 718},
	});
});

test('averages what rings, waits and is in the IVR over each step, where as many points came', () => {
	const liveCalls = (count: number) =>
		Array.from({length: count}, (_, index) => ({ringing: index, waiting: 2, inIvr: 3, extra: {}, unreadable: []}));
	const whole = pastAfter(undefined, graphs(720, {liveCalls: liveCalls(60)}), at(720)) as Past;
	// The last minute begins a step that is not over.
	expect(stepsOf(whole).at(-1)?.record).toMatchObject({ringing: 57, waiting: 2, inIvr: 3});
	const fewer = pastAfter(undefined, graphs(720, {liveCalls: liveCalls(59)}), at(720)) as Past;
	expect(stepsOf(fewer).at(-1)?.record).not.toHaveProperty('ringing');
});

test('keeps the same object until a newer point comes, and adds a step once it is over', () => {
	const past = polled([730]) as Past;
	expect(pastAfter(past, graphs(730), at(730.5))).toBe(past);
	const later = polled(range(730, 736));
	expect(dialedOf(later)).toEqual([...dialedOf(past), 733]);
	expect(past.values).toEqual(polled([730])?.values);
	const tomorrow = polled(range(1400, 1500)) as Past;
	expect(pastAfter(tomorrow, graphs(1499), at(1499.5))).toBe(tomorrow);
});

test('counts answers by people and machines from step to step, and not over midnight', () => {
	const later = polled(range(720, 731)) as Past;
	expect(stepsOf(later).at(-1)?.record).toMatchObject({called: 50, answered: 20});
	const none = figures({calledToday: 7300, answeredToday: 2920});
	const idle = pastAfter(later, graphs(735, {figures: none}), at(735)) as Past;
	expect(stepsOf(idle).at(-1)?.record).toMatchObject({called: 0, answered: 0});
	const counts = figures({calledToday: 3, answeredToday: 1});
	const newDay = pastAfter(later, graphs(735, {figures: counts}), at(735)) as Past;
	expect(stepsOf(newDay).at(-1)?.record).not.toHaveProperty('called');
});

test('goes on over midnight without a gap', () => {
	const past = polled(range(1400, 1500));
	const dialed = dialedOf(past);
	expect(dialed.every(value => value !== undefined)).toBe(true);
	expect(dialed.at(-1)).toBe(1493);
});

test('holds twelve hours and no more, however long it runs', () => {
	let past: Past | undefined;
	for (let minute = 720; minute < 720 + 1440; minute += 30) {
		past = pastAfter(past, graphs(minute), at(minute));
		expect(past?.values.byteLength ?? 0).toBeLessThanOrEqual(7500);
	}
	const steps = stepsOf(past as Past);
	expect(steps).toHaveLength(144);
	expect(steps.map(({at: seconds}) => seconds)).toEqual(steps.map((_, index) => -150 - (143 - index) * 300));
	expect(dialedOf(past)).toEqual(steps.map((_, index) => 2128 - (143 - index) * 5));
});

describe('gaps stay gaps', () => {
	test('while nothing could be polled for three hours', () => {
		const dialed = dialedOf(polled([720, 900]));
		expect(dialed).toHaveLength(12 + 36);
		expect(dialed.slice(12, 12 + 24)).toEqual(Array.from({length: 24}));
		expect(dialed.at(-1)).toBe(898);
	});

	test('while the machine was suspended, whose monotonic clock stands still', () => {
		const past = polled([720]);
		const later = pastAfter(past, graphs(900), {wall: 900 * 60_000, mono: 721 * 60_000});
		expect(dialedOf(later)).toEqual(dialedOf(polled([720, 900])));
	});

	test('and there is none where the machine set its clock', () => {
		const past = polled([720]);
		for (const jump of [-500, 500]) {
			expect(dialedOf(pastAfter(past, graphs(725), at(725, jump)))).toEqual(dialedOf(polled([720, 725])));
		}
	});

	test('for longer than what is kept: only what came after is left', () => {
		const past = polled([720, 720 + 1445]) as Past;
		const known = stepsOf(past).filter(({record}) => record.dialed !== undefined);
		expect(known).toHaveLength(12);
		expect(stepsOf(past)).toHaveLength(144);
	});
});

test('begins anew where the service set its clock, since then no time is known', () => {
	const past = polled(range(720, 900));
	for (const minutes of [60, -60]) {
		const later = pastAfter(past, graphs(900, {}, minutes), at(900));
		expect(dialedOf(later)).toHaveLength(12);
	}
});

test('its clock may be ten minutes from what the machine expects, and no more', () => {
	const past = polled([720]);
	expect(dialedOf(pastAfter(past, graphs(900), at(890)))).toHaveLength(12 + 36);
	expect(dialedOf(pastAfter(past, graphs(900), at(910)))).toHaveLength(12 + 36);
	expect(dialedOf(pastAfter(past, graphs(900), at(889)))).toHaveLength(12);
	expect(dialedOf(pastAfter(past, graphs(900), at(911)))).toHaveLength(12);
});

test('an answer with an older point changes nothing', () => {
	const past = polled(range(720, 731)) as Past;
	expect(pastAfter(past, graphs(728), at(731))).toBe(past);
});

test('goes by the times of either graph, where the other is not sent', () => {
	const byAgents = pastAfter(undefined, graphs(720, {calls: []}), at(720)) as Past;
	expect(stepsOf(byAgents)).toHaveLength(12);
	expect(stepsOf(byAgents).at(-1)?.record).toMatchObject({agents: 20, remainingLeads: 9000 - 718});
	expect(stepsOf(pastAfter(undefined, graphs(720, {calls: undefined}), at(720)) as Past)).toEqual(stepsOf(byAgents));
	for (const agents of [[], undefined]) {
		const byCalls = pastAfter(undefined, graphs(720, {agents}), at(720)) as Past;
		expect(dialedOf(byCalls)).toEqual(dialedOf(polled([720])));
		expect(stepsOf(byCalls).at(-1)?.record).not.toHaveProperty('agents');
	}
});

test('averages the minutes of a step that tell a figure and a time', () => {
	const {calls = []} = graphs(720);
	const some = calls.map((point, index) => (index === 57 ? {...point, dialed: undefined} : point));
	expect(dialedOf(pastAfter(undefined, graphs(720, {calls: some}), at(720))).at(-1)).toBe((716 + 717 + 719 + 720) / 4);
	const untimed = calls.map((point, index) => (index === 57 ? {...point, time: undefined} : point));
	expect(dialedOf(pastAfter(undefined, graphs(720, {calls: untimed}), at(720)))).toEqual(
		dialedOf(pastAfter(undefined, graphs(720, {calls: some}), at(720))),
	);
});

test('begins with its newest step where the first point has no time', () => {
	const {calls = []} = graphs(722);
	const untimed = calls.map((point, index) => (index === 0 ? {...point, time: undefined} : point));
	const past = pastAfter(undefined, graphs(722, {calls: untimed}), at(722));
	expect(dialedOf(past)).toEqual([]);
	expect(dialedOf(pastAfter(past, graphs(725), at(725)))).toEqual([723]);
});

test('is not known without times', () => {
	expect(pastAfter(undefined, graphs(720, {calls: [], agents: []}), at(720))).toBeUndefined();
});
