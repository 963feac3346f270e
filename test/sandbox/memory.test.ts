/** People have a memory and a life: each habit beside the floor without it. */
import {describe, expect, test} from 'vitest';
import {type CallStatus, type LoggedCall, loggedCalls} from '../../source/sandbox/world/call-log.ts';
import type {Carrier} from '../../source/sandbox/world/carrier.ts';
import {configureCampaign} from '../../source/sandbox/world/commands.ts';
import {type Habit, habitNames} from '../../source/sandbox/world/habits.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {levelOf} from '../../source/sandbox/world/talks.ts';
import {day, eastern, hour, midnightOf, minute, parseDay, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants, type Marks} from './invariants.ts';
import {planOf, smallWorld} from './small-world.ts';

/** A campaign that dials all of its leads up to four times; quick, as nobody talks. */
const dialer = planOf({
	agents: 0,
	lists: [{name: 'a', leads: 7000, active: true, worked: 0}],
	settings: {method: 'BROADCAST', velocity: 120, lines: 400, machineDetection: false, transferTo: '8500'},
});

/** The share of calls that a person answered, by the number of the call to its lead. */
const answeredByAttempt = (world: World): number[] => {
	const attempts = new Map<number, number>();
	const seen = [0, 1, 2, 3].map(() => ({calls: 0, answers: 0}));
	const people = new Set(['COMPLETE', 'OPTOUT', 'TRANSFER', 'ABANDON']);
	for (const {lead, status} of [...loggedCalls(world.log)].reverse()) {
		const attempt = attempts.get(lead) ?? 0;
		attempts.set(lead, attempt + 1);
		const row = seen[attempt];
		if (row) {
			row.calls++;
			row.answers += people.has(status) ? 1 : 0;
		}
	}
	return seen.map(({calls, answers}) => answers / calls);
};

const aTuesday = parseDay(eastern, '2026-03-31');

test('the chance of an answer falls with each fruitless try, but not on the plain floor', () => {
	const shares = (without: readonly Habit[]): number[] => {
		// Machines leave nobody out: whoever answers is a person.
		const world = smallWorld([dialer], {carrier: {machine: 0, human: 0.2}, without});
		advance(world, aTuesday + 8 * day);
		return answeredByAttempt(world);
	};
	const plain = shares(habitNames);
	const people = shares(habitNames.filter(name => name !== 'memory'));
	// Call by call beside the plain floor, as both are at the same hours.
	const [first, second, third, fourth] = people.map((share, attempt) => share / (plain[attempt] ?? 0));
	expect(first).toBeCloseTo(1, 1);
	expect(second).toBeLessThan(0.91);
	expect(third).toBeLessThan(0.82);
	expect(fourth).toBeLessThan(0.73);
	expect(fourth).toBeGreaterThan(0.5);
});

/** A floor of many agents. */
const talkers = planOf({
	agents: 100,
	settings: {lines: 600},
	lists: [{name: 'a', leads: 40_000, active: true, worked: 0}],
});

/** The calls of a floor without some habits that agents took, after five hours. */
const talksWithout = (without: readonly Habit[], carrier: Partial<Carrier> = {}) => {
	const world = smallWorld([talkers], {carrier: {machineTakenForHuman: 0, ...carrier}, without});
	advance(world, world.now + 5 * hour);
	return {
		world,
		talks: [...loggedCalls(world.log)].filter(
			({agent, length, status}) => agent >= 0 && length > 0 && status !== 'MACHINE',
		),
	};
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

test('how long a talk takes follows what comes of it, and all together take as long as they did', () => {
	const secondsOf = (talks: readonly LoggedCall[], status: CallStatus): number =>
		mean(talks.filter(call => call.status === status).map(({length}) => length / second));
	const {talks} = talksWithout([]);
	const plain = talksWithout(['talk']).talks;
	expect(secondsOf(talks, 'WRONGNUMBER')).toBeGreaterThan(15);
	expect(secondsOf(talks, 'WRONGNUMBER')).toBeLessThan(26);
	expect(secondsOf(talks, 'SALE')).toBeGreaterThan(300);
	expect(secondsOf(talks, 'REFUSED')).toBeLessThan(0.75 * secondsOf(talks, 'COMPLETE'));
	expect(secondsOf(plain, 'WRONGNUMBER') / secondsOf(plain, 'SALE')).toBeCloseTo(1, 0);
	const all = mean(talks.map(({length}) => length));
	expect(all / mean(plain.map(({length}) => length))).toBeGreaterThan(0.95);
	expect(all / mean(plain.map(({length}) => length))).toBeLessThan(1.05);
});

test('skilled agents sell more, some agents are slower than others, and on the plain floor all are alike', () => {
	/** The share that sells, by whether the agent is one of the better ones, and how the agents' mean talks are spread. */
	const seen = ({world, talks}: ReturnType<typeof talksWithout>) => {
		const ofBest = talks.filter(({agent}) => levelOf(world, agent) >= 7);
		const ofWorst = talks.filter(({agent}) => levelOf(world, agent) <= 3);
		const sales = (calls: readonly LoggedCall[]): number => mean(calls.map(({status}) => (status === 'SALE' ? 1 : 0)));
		const means = world.agents.flatMap(({index}) => {
			const own = talks.filter(({agent}) => agent === index).map(({length}) => length);
			return own.length > 30 ? [mean(own)] : [];
		});
		const middle = mean(means);
		return {
			ratio: sales(ofBest) / sales(ofWorst),
			spread: Math.sqrt(mean(means.map(value => (value / middle - 1) ** 2))),
			all: sales(talks),
		};
	};
	const skilled = seen(talksWithout(['talk'], {talkSigma: 0.2}));
	const alike = seen(talksWithout(['talk', 'skill'], {talkSigma: 0.2}));
	expect(skilled.ratio).toBeGreaterThan(1.5);
	expect(alike.ratio).toBeLessThan(1.2);
	expect(skilled.spread).toBeGreaterThan(2 * alike.spread);
	expect(skilled.all / alike.all).toBeGreaterThan(0.85);
	expect(skilled.all / alike.all).toBeLessThan(1.15);
});

test('leads live for days: who is not reached is tried on other days, and soon only where the line was busy', () => {
	/** Of the leads that were called four times, the share whose calls were all on one day; and hours until the next call. */
	const seen = (without: readonly Habit[]) => {
		const world = smallWorld([dialer], {without});
		advance(world, aTuesday + 8 * day);
		const callsOf = new Map<number, LoggedCall[]>();
		for (const call of [...loggedCalls(world.log)].reverse()) {
			callsOf.set(call.lead, [...(callsOf.get(call.lead) ?? []), call]);
		}
		const whole = [...callsOf.values()].filter(calls => calls.length === 4);
		const daysOf = (calls: readonly LoggedCall[]) => new Set(calls.map(({startedAt}) => midnightOf(world, startedAt)));
		const waitsAfter = (status: CallStatus): number[] =>
			[...callsOf.values()].flatMap(([first, second]) =>
				first?.status === status && second ? [(second.startedAt - first.startedAt) / hour] : [],
			);
		expect(checkInvariants(world)).toBeDefined();
		return {
			inOneDay: whole.filter(calls => daysOf(calls).size === 1).length / whole.length,
			days: mean(whole.map(calls => daysOf(calls).size)),
			busy: mean(waitsAfter('BUSY')),
			noAnswer: mean(waitsAfter('NOANSWER')),
		};
	};
	const people = seen([]);
	expect(people.inOneDay).toBeLessThan(0.02);
	expect(people.days).toBeGreaterThan(2.4);
	expect(people.busy).toBeLessThan(3);
	expect(people.noAnswer).toBeGreaterThan(3);
	const plain = seen(habitNames);
	expect(plain.inOneDay).toBeGreaterThan(0.5);
});

test('more people answer on a Tuesday than on a Saturday', () => {
	const answersOn = (date: string, without: readonly Habit[]): number => {
		const world = smallWorld([dialer], {origin: parseDay(eastern, date) + 12 * hour, without, carrier: {machine: 0}});
		advance(world, world.now + hour);
		const [campaign] = world.campaigns;
		return (campaign?.counters.human ?? 0) / (campaign?.counters.called ?? 0);
	};
	expect(answersOn('2026-04-04', ['memory']) / answersOn('2026-03-31', ['memory'])).toBeLessThan(0.92);
	expect(answersOn('2026-04-04', habitNames) / answersOn('2026-03-31', habitNames)).toBeCloseTo(1, 5);
});

describe('a callback that was asked for at the last attempt allowed', () => {
	/** The calls of leads who asked at their first call to be called back, and what became of them in six days. */
	const askedOn = (method: 'RATIO' | 'MANUAL', without: readonly Habit[]) => {
		const plan = planOf({
			agents: 30,
			attemptLimit: 1,
			settings: {method, level: 1.5, schedule: '9am-9pm', machineDetection: false},
			lists: [{name: 'a', leads: 4000, active: true, worked: 0}],
		});
		const world = smallWorld([plan], {without, carrier: {talk: 40 * second}});
		advance(world, aTuesday + day);
		const asked = [...loggedCalls(world.log)].filter(({status}) => status === 'CALLBACK');
		let marks: Marks | undefined;
		for (let hours = 0; hours < 6 * 24; hours++) {
			advance(world, world.now + hour);
			marks = checkInvariants(world, marks);
		}
		const later = [...loggedCalls(world.log)].reverse();
		return asked.map(first => ({
			first,
			next: later.find(({lead, number}) => lead === first.lead && number > first.number),
		}));
	};

	test('is called, at the promised quarter of an hour, and every other person answers', () => {
		const asked = askedOn('RATIO', []);
		expect(asked.length).toBeGreaterThan(60);
		const kept = asked.flatMap(({next}) => next ?? []);
		expect(kept.length / asked.length).toBeGreaterThan(0.98);
		const late = kept.map(({startedAt}) => startedAt % (15 * minute));
		expect(late.filter(by => by < 2 * minute).length / late.length).toBeGreaterThan(0.9);
		const answered = kept.filter(({status}) => !['MACHINE', 'NOANSWER', 'BUSY', 'BADNUMBER'].includes(status));
		expect(answered.length / kept.length).toBeGreaterThan(0.4);
		expect(answered.length / kept.length).toBeLessThan(0.75);
	});

	test('is called by the agent who promised it, where agents dial by hand', () => {
		const kept = askedOn('MANUAL', []).filter(({next}) => next);
		expect(kept.length).toBeGreaterThan(15);
		const own = kept.filter(({first, next}) => first.agent === next?.agent);
		expect(own.length / kept.length).toBeGreaterThan(0.6);
	});

	test('is not called without the habit', () => {
		expect(askedOn('RATIO', ['promises']).filter(({next}) => next)).toEqual([]);
	});
});

describe('a caller ID', () => {
	const [worn, other] = ['8005550190', '8005550191'];
	const floor = (without: readonly Habit[] = []): World =>
		smallWorld(
			[
				planOf({
					agents: 0,
					attemptLimit: 1,
					lists: [{name: 'a', leads: 130_000, active: true, worked: 0}],
					settings: {method: 'BROADCAST', velocity: 20, lines: 400, schedule: '9am-9pm', callerId: worn},
				}),
			],
			// Weekdays differ in nothing.
			{origin: aTuesday, without: ['days', ...without]},
		);
	/** Lets some days pass, on each of which a campaign elsewhere dials 45,000 numbers with a caller ID as well. */
	const pass = (world: World, days: number, number: string): void => {
		for (let passed = 0; passed < days; passed++) {
			advance(world, world.now + 20 * hour);
			const use = world.callerIds.get(number);
			if (use) {
				use.calls += 45_000;
			}
			advance(world, world.now + 4 * hour);
		}
	};
	/** The share of a past day's calls that were answered. */
	const shareOf = (world: World, daysAgo: number): number => {
		const counters = world.campaigns[0]?.days.at(-daysAgo)?.counters;
		return (counters?.human ?? 0) / (counters?.called ?? 0);
	};

	test('that dials more than 40,000 calls a day wears out over days, and recovers while another is shown', () => {
		const world = floor();
		pass(world, 5, worn);
		const first = shareOf(world, 5);
		expect(shareOf(world, 3)).toBeLessThan(0.85 * first);
		expect(shareOf(world, 1)).toBeLessThan(shareOf(world, 3));
		expect(shareOf(world, 1)).toBeLessThan(0.75 * first);
		const wear = world.callerIds.get(worn)?.wear ?? 0;
		configureCampaign(world, '1001', {callerId: other});
		pass(world, 2, 'none');
		expect(shareOf(world, 1) / first).toBeGreaterThan(0.93);
		expect(world.callerIds.get(worn)?.wear).toBeLessThan(0.6 * wear);
	});

	test('wears nothing on the plain floor', () => {
		const world = floor(['wear']);
		pass(world, 4, worn);
		expect(shareOf(world, 1) / shareOf(world, 4)).toBeGreaterThan(0.95);
	});
});
