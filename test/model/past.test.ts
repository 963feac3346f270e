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
			dead: 0,
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
	past ? stepsOf(past).map(({step}) => step.dialed) : [];

test('begins with the hour that the graphs hold', () => {
	const past = polled([720]);
	// The interval of a point ends at its time: 11:56 to 12:00 is the last step.
	expect(dialedOf(past).at(-1)).toBe(718);
	expect(dialedOf(past)).toHaveLength(12);
	expect(stepsOf(past as Past).at(-1)).toMatchObject({
		at: -150,
		step: {delivered: 9, drops: 1, agents: 20, available: 16, occupied: 12, remainingLeads: 9000 - 718},
	});
});

test('averages what rings, waits and is in the IVR over each step, where as many points came', () => {
	const liveCalls = (count: number) =>
		Array.from({length: count}, (_, index) => ({ringing: index, waiting: 2, inIvr: 3, extra: {}, unreadable: []}));
	const whole = pastAfter(undefined, graphs(720, {liveCalls: liveCalls(60)}), at(720)) as Past;
	// The last minute begins a step that is not over.
	expect(stepsOf(whole).at(-1)?.step).toMatchObject({ringing: 57, waiting: 2, inIvr: 3});
	const fewer = pastAfter(undefined, graphs(720, {liveCalls: liveCalls(59)}), at(720)) as Past;
	expect(stepsOf(fewer).at(-1)?.step).not.toHaveProperty('ringing');
});

test('keeps the same object until a newer point comes, and adds a step once it is over', () => {
	const past = polled([720]) as Past;
	expect(pastAfter(past, graphs(720), at(720.5))).toBe(past);
	const later = polled(range(720, 726));
	expect(dialedOf(later)).toHaveLength(13);
	expect(dialedOf(later).at(-1)).toBe(723);
	expect(past.values).toEqual(polled([720])?.values);
});

test('counts answers by people and machines from step to step, and not over midnight', () => {
	const later = polled(range(720, 731)) as Past;
	expect(stepsOf(later).at(-1)?.step).toMatchObject({called: 50, answered: 20});
	const counts = figures({calledToday: 3, answeredToday: 1});
	const newDay = pastAfter(later, graphs(735, {figures: counts}), at(735)) as Past;
	expect(stepsOf(newDay).at(-1)?.step).not.toHaveProperty('called');
});

test('goes on over midnight without a gap', () => {
	const past = polled(range(1400, 1500));
	const dialed = dialedOf(past);
	expect(dialed.every(value => value !== undefined)).toBe(true);
	expect(dialed.at(-1)).toBe(1493);
});

test('holds twelve hours and no more, however long it runs', () => {
	let past: Past | undefined;
	for (let minute = 720; minute < 720 + 3 * 1440; minute += 3) {
		past = pastAfter(past, graphs(minute), at(minute));
		expect(past?.values.byteLength ?? 0).toBeLessThanOrEqual(7000);
	}
	expect(stepsOf(past as Past)).toHaveLength(144);
	expect(stepsOf(past as Past).at(0)?.at).toBeGreaterThan(-12 * 3600 - 300);
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
		const past = polled([720, 720 + 1440]) as Past;
		const known = stepsOf(past).filter(({step}) => step.dialed !== undefined);
		expect(known).toHaveLength(12);
		expect(stepsOf(past).length).toBeLessThanOrEqual(144);
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

test('is not known without times', () => {
	expect(pastAfter(undefined, graphs(720, {calls: [], agents: []}), at(720))).toBeUndefined();
});
