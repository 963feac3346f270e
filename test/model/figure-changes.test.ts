/** How far a campaign's figures are from the usual, and how likely that is by chance: what causes are distinguished by. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	changesOf,
	type FigureChange,
	type FigureChanges,
	type FigureName,
	figureNames,
} from '../../source/model/figure-changes.ts';
import type {Recent} from '../../source/model/recent.ts';
import type {Bucket, Usual} from '../../source/model/usual.ts';

/** Figures of a floor: agents by what they do, and what the dialer made of it, a second. */
type Floor = {
	agents: number;
	ready: number;
	onCall: number;
	wrapUp: number;
	paused: number;
	ringing: number;
	waiting: number;
	level: number;
	dials: number;
	human: number;
	machine: number;
};

const usualFloor: Floor = {
	...{agents: 40, ready: 4, onCall: 24, wrapUp: 6, paused: 6},
	...{ringing: 20, waiting: 0.5, level: 1.5, dials: 2, human: 0.4, machine: 0.6},
};

/** Ready agents for whom nothing rings. */
const idleOn = ({ready, ringing}: Pick<Floor, 'ready' | 'ringing'>): number => (ready > ringing ? ready - ringing : 0);

/** A floor over so many seconds, polled every two. */
const bucketOf = (over: Partial<Floor> = {}, [from, to] = [0, 30]): Bucket => {
	const floor = {...usualFloor, ...over};
	const seconds = to - from;
	const polls = seconds / 2;
	const gauge = (name: Exclude<keyof Floor, 'dials' | 'human' | 'machine'>): number => floor[name] * polls;
	return {
		...{from: from * 1000, to: to * 1000, polls},
		dials: floor.dials * seconds,
		settled: floor.dials * seconds,
		human: floor.human * seconds,
		machine: floor.machine * seconds,
		drops: 0,
		...{ringing: gauge('ringing'), waiting: gauge('waiting'), agents: gauge('agents'), ready: gauge('ready')},
		idle: idleOn(floor) * polls,
		...{onCall: gauge('onCall'), wrapUp: gauge('wrapUp'), paused: gauge('paused'), dead: 0, level: gauge('level')},
	};
};

/** A floor that has been so for a thousand seconds; its shares have varied by so much. */
const usualOf = (over: Partial<Floor> = {}, deviation = 0): Usual => {
	const floor = {...usualFloor, ...over};
	const seconds = 1000;
	const shareOf = (name: 'ready' | 'onCall' | 'wrapUp' | 'paused'): number => floor[name] / Math.max(1, floor.agents);
	const idle = idleOn(floor) / Math.max(1, floor.agents);
	const sharesBy = (of: (share: number) => number) => ({
		ready: of(shareOf('ready')) * seconds,
		idle: of(idle) * seconds,
		onCall: of(shareOf('onCall')) * seconds,
		wrapUp: of(shareOf('wrapUp')) * seconds,
		paused: of(shareOf('paused')) * seconds,
	});
	const square = (mean: number): number => mean ** 2 + deviation ** 2;
	const {from: _from, to: _to, polls: _polls, ...sums} = bucketOf(over, [0, 2 * seconds]);
	return {
		...sums,
		...{dials: floor.dials * seconds, settled: floor.dials * seconds},
		...{human: floor.human * seconds, machine: floor.machine * seconds},
		...{seconds, weight: seconds, agentSeconds: (floor.agents - floor.paused) * seconds},
		shares: sharesBy(share => share),
		squares: {...sharesBy(square), waiting: square(floor.waiting) * seconds, level: square(floor.level) * seconds},
	};
};

const unmoved = {now: 1, before: 1, at: Number.NEGATIVE_INFINITY};

const recentOf = (buckets: readonly Bucket[], over: Partial<Recent> = {}): Recent => ({
	buckets,
	usual: usualOf(),
	activeLeads: unmoved,
	level: unmoved,
	dialsSince: -60_000,
	polledSince: Number.NEGATIVE_INFINITY,
	...over,
});

/** The changes over half a minute. */
const changesIn = (bucket: Bucket, over: Partial<Recent> = {}): Record<FigureName, FigureChange> => {
	const changes = changesOf(recentOf([bucket], over))[0]?.changes;
	if (!changes) {
		throw new Error('nothing is reported of half a minute');
	}
	return changes;
};

type Range = readonly [low: number, high: number];

/** How likely it is that a figure fell, stayed or rose, of which each is a range of what it may truly be. */
const weighed = (
	likelihood: (value: number) => number,
	peak: number,
	{fell, same, rose}: Record<'fell' | 'same' | 'rose', Range>,
): Pick<FigureChange, 'fell' | 'rose' | 'same'> => {
	const best = ([low, high]: Range): number => likelihood(Math.min(Math.max(peak, low), high));
	const most = Math.max(best(fell), best(same), best(rose));
	return {fell: best(fell) - best(same), rose: best(rose) - best(same), same: best(same) - most};
};

/** Three tenths fewer than usual, as many as usual, or four tenths more. */
const ratios = {fell: [0, 0.7], same: [0.9, 1.12], rose: [1.4, Number.POSITIVE_INFINITY]} as const;

/** Events by Poisson, which come in bursts, and of which the usual is itself known from so many only. */
const ofEvents = (events: number, expected: number, known: number, burst: number) =>
	weighed(
		ratio => {
			const mean = Math.max(0.5, expected * ratio);
			return (events * Math.log(mean) - mean) / (burst * (1 + expected / known));
		},
		events / expected,
		ratios,
	);

/** A mean that is normal about the usual one and changes by steps. */
const ofMean = (to: number, from: number, deviation: number, step: number) =>
	weighed(mean => -(((to - mean) / deviation) ** 2) / 2, to, {
		fell: [Number.NEGATIVE_INFINITY, from - step],
		same: [from - step / 3, from + step / 3],
		rose: [from + step, Number.POSITIVE_INFINITY],
	});

const expectMove = (change: FigureChange, expected: Partial<FigureChange>): void => {
	for (const [name, value] of Object.entries(expected)) {
		expect(change[name as 'fell'], `${change.figure}: ${name}`).toBeCloseTo(value as number, 6);
	}
	expect(change.isReported, change.figure).toBe(true);
};

describe('what a figure was and is', () => {
	test('are rates a minute, shares of dials and agents, seconds and means', () => {
		const now = {dials: 1, human: 0.1, machine: 0.4, ringing: 5, ready: 10, onCall: 20, wrapUp: 4, paused: 8};
		const changes = changesIn(bucketOf({...now, agents: 42, waiting: 2}), {
			activeLeads: {now: 80, before: 100, at: 0},
			level: {now: 1.2, before: 1.5, at: 0},
		});
		const reported = Object.values(changes).map(({figure, from, to}) => [figure, from, to]);
		expect(reported).toEqual([
			['dials', expect.closeTo((2 / 34) * 34 * 60), expect.closeTo(60)],
			['rings', expect.closeTo(10), expect.closeTo(5)],
			['live', expect.closeTo(0.2), expect.closeTo(0.1)],
			['machines', expect.closeTo(0.3), expect.closeTo(0.4)],
			['ready', expect.closeTo(0.1), expect.closeTo(10 / 42)],
			['idle', 0, expect.closeTo(5 / 42)],
			['onCall', expect.closeTo(0.6), expect.closeTo(20 / 42)],
			['wrapUp', expect.closeTo(0.15), expect.closeTo(4 / 42)],
			['paused', expect.closeTo(0.15), expect.closeTo(8 / 42)],
			['waiting', expect.closeTo(0.5), expect.closeTo(2)],
			['level', 1.5, 1.2],
			['leads', 100, 80],
			['agents', expect.closeTo(40), expect.closeTo(42)],
		]);
		expect(Object.keys(changes).toSorted()).toEqual(figureNames.toSorted());
	});

	test('of a campaign without agents are dials a minute', () => {
		const nobody = {agents: 0, ready: 0, onCall: 0, wrapUp: 0, paused: 0};
		const {dials} = changesIn(bucketOf({...nobody, dials: 1}), {usual: usualOf(nobody)});
		expect(dials).toMatchObject({from: 120, to: 60});
		expectMove(dials, ofEvents(30, 60, 2000, 2.5));
		const half = {...nobody, agents: 0.5};
		expect(changesIn(bucketOf(half), {usual: usualOf(half)}).dials.from).toBe(120);
		const one = {...nobody, agents: 1};
		expect(changesIn(bucketOf({...one, paused: 1}), {usual: usualOf(one)}).dials).toMatchObject({from: 0, to: 120});
	});
});

/** A floor of any size, and how it usually is. */
const anyFloor: fc.Arbitrary<Floor> = fc
	.record({
		agents: fc.integer({min: 8, max: 120}),
		shares: fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({min: 1, max: 40}))),
		ringing: fc.integer({min: 1, max: 50}),
		waiting: fc.integer({min: 0, max: 20}),
		dials: fc.integer({min: 40, max: 400}),
		answers: fc.tuple(fc.integer({min: 5, max: 50}), fc.integer({min: 5, max: 50})),
	})
	.map(({agents, shares, ringing, waiting, dials, answers: [human, machine]}) => {
		const all = shares.reduce((sum, share) => sum + share, 0);
		const [ready = 0, onCall = 0, wrapUp = 0, paused = 0] = shares.map(share => (agents * share) / all);
		return {
			...{agents, ready, onCall, wrapUp, paused, ringing, waiting: waiting / 4, level: 1.5, dials: dials / 100},
			...{human: (dials * human) / 10_000, machine: (dials * machine) / 10_000},
		};
	});

test('each direction is as likely as the best of what it may be', () => {
	fc.assert(
		fc.property(
			anyFloor,
			anyFloor,
			fc.constantFrom(30, 60),
			fc.constantFrom(0, 0.1, 0.5),
			(usually, now, seconds, deviation) => {
				const bucket = bucketOf(now, [20, 20 + seconds]);
				const usual = usualOf(usually, deviation);
				const {changes} = changesOf(recentOf([bucket], {usual})).at(-1) as {changes: FigureChanges};

				const pace = usually.dials / (usually.agents - usually.paused);
				const expected = pace * (now.agents - now.paused) * seconds;
				if (expected >= 8) {
					expectMove(changes.dials, ofEvents(bucket.dials, expected, usual.dials, 2.5));
				}
				for (const [figure, name] of [
					['live', 'human'],
					['machines', 'machine'],
				] as const) {
					// Exactly three are enough: multiplied in another order they may come to a little less.
					const answers = bucket.settled * (usual[name] / usual.settled);
					const {isReported} = changes[figure];
					expect(isReported).toBe(answers >= 3 && usual[name] >= 20);
					if (isReported) {
						expectMove(changes[figure], ofEvents(bucket[name], answers, usual[name], 1.2));
					}
				}

				const rings = (now.ringing / now.dials / usually.ringing) * usually.dials;
				const ringsVary = Math.sqrt(0.02 + 1 / Math.max(1, Math.min(bucket.dials, bucket.ringing)) + 1 / usual.dials);
				const logOf = (ratio: number): number => Math.log(Math.max(0.05, ratio));
				expectMove(
					changes.rings,
					weighed(ratio => -(((logOf(rings) - logOf(ratio)) / ringsVary) ** 2) / 2, rings, ratios),
				);

				// Agents stay for so many seconds at what they do, and more of a few do it by chance.
				for (const [figure, lasting, least, chances] of [
					['ready', 20, 0.1, 0.5],
					['idle', 15, 0.08, 0.5],
					['onCall', 120, 0.12, 1],
					['wrapUp', 25, 0.05, 0.5],
					['paused', 200, 0.18, 1],
				] as const) {
					const on = (floor: Floor): number => (figure === 'idle' ? idleOn(floor) : floor[figure]);
					const [from, to] = [on(usually) / usually.agents, on(now) / now.agents];
					const chance = (((from + 0.04) * (1 - from)) / now.agents) * chances;
					const left = Math.min(1, (2 * lasting) / seconds);
					const step = Math.max(least, from * 0.4, 3 / now.agents);
					expectMove(changes[figure], ofMean(to, from, Math.sqrt(Math.max(deviation ** 2, chance) * left), step));
				}

				const waitingVariance = Math.max(deviation ** 2, usually.waiting + 0.2) * Math.min(1, 12 / seconds);
				const {waiting} = usually;
				expectMove(changes.waiting, ofMean(now.waiting, waiting, Math.sqrt(waitingVariance), 0.6 + waiting));
				const {agents} = usually;
				expectMove(changes.agents, ofMean(now.agents, agents, 0.05 * agents + 0.5, Math.max(2, 0.35 * agents)));
			},
		),
		{numRuns: 100},
	);
});

describe('a figure says nothing', () => {
	const silent = {fell: 0, rose: 0, same: 0, even: 0, instead: 0, isReported: false};

	test('of events before three are expected, and twenty are known', () => {
		const live = (expected: number, known = 2000) => {
			const bucket = {...bucketOf(), settled: expected * 5, human: 0};
			const usual = {...usualOf(), human: known, settled: known * 5};
			return changesIn(bucket, {usual}).live;
		};
		expectMove(live(3), ofEvents(0, 3, 2000, 1.2));
		expectMove(live(3, 20), ofEvents(0, 3, 20, 1.2));
		expect(live(2.9)).toEqual({...silent, figure: 'live', from: 0.2, to: 0});
		expect(live(3, 19.9)).toMatchObject({...silent, from: expect.closeTo(0.2)});
		// The service corrected its count.
		expect(changesIn({...bucketOf(), human: -1}).live).toMatchObject(silent);
	});

	test('of the time that it rings before five dials', () => {
		const rings = (dials: number) => changesIn({...bucketOf(), dials, ringing: 30}).rings;
		expect(rings(5).isReported).toBe(true);
		expect(rings(4)).toEqual({...silent, figure: 'rings', from: 10, to: 2 / (4 / 30)});
		expect(rings(0).to).toBe(60);
	});

	test('of agents where there is not one, or usually none', () => {
		const {ready, agents} = changesIn(bucketOf({agents: 0.5, ready: 0.5}));
		expect(ready).toEqual({...silent, figure: 'ready', from: expect.closeTo(0.1), to: 1});
		expect(agents.isReported).toBe(true);
		expect(changesIn(bucketOf({agents: 1, ready: 1})).ready.isReported).toBe(true);
		const none = changesIn(bucketOf(), {usual: usualOf({agents: 0})}).agents;
		expect(none).toEqual({...silent, figure: 'agents', from: Number.NaN, to: Number.NaN});
	});

	test.each(['dials', 'human', 'machine', 'ringing', 'ready', 'waiting', 'agents'] as const)(
		'that the service does not tell: %s',
		name => {
			const figure = {human: 'live', machine: 'machines', ringing: 'rings'}[name as string] ?? name;
			expect(changesIn({...bucketOf(), [name]: Number.NaN})[figure as FigureName]).toMatchObject(silent);
			const usual = {...usualOf(), [name]: Number.NaN, shares: {...usualOf().shares, [name]: Number.NaN}};
			expect(changesIn(bucketOf(), {usual})[figure as FigureName]).toMatchObject(silent);
		},
	);

	test('over less than twenty seconds, and of the first calls after it began to dial', () => {
		const spans = (dialsSince: number) => changesOf(recentOf([bucketOf({}, [0, 120])], {dialsSince})).length;
		expect(spans(-30_000)).toBe(6);
		expect(spans(-29_999)).toBe(0);
		expect(
			[120, 119, 90, 89, 60, 59, 45, 44, 30, 29, 20, 19].map(to => changesOf(recentOf([bucketOf({}, [0, to])])).length),
		).toEqual([6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0]);
	});
});

test('corrected counts are none, and nobody is there where more are paused than signed in', () => {
	const {machines} = changesIn({...bucketOf(), settled: -5, machine: 3});
	expect(machines).toMatchObject({isReported: false, to: 3});
	const {dials} = changesIn(bucketOf({agents: 4, paused: 6}));
	expect(dials).toMatchObject({isReported: false, from: 0, to: 120});
});

describe('machines beside people', () => {
	/** How much worse it fits that machines answer so many of these dials than that they do as they did. */
	const worse = (machines: number, dials: number, share: number): number => {
		const likelihood = (mean: number): number => (machines * Math.log(mean) - mean) / 1.2;
		return likelihood(Math.max(0.5, dials * share)) - likelihood(machines);
	};

	test.each([
		{what: 'as ever while fewer people answer', human: 0.2, machine: 0.6, even: 0.3, instead: 0.4},
		{what: 'in their place', human: 0.2, machine: 0.8, even: 0.315, instead: 0.4},
		{what: 'less, as people do', human: 0.2, machine: 0.3, even: 0.285, instead: 0.4},
		{what: 'not, where many more people answer', human: 1.2, machine: 0.06, even: 0.285, instead: 0.001},
	])('answer $what', ({human, machine, even, instead}) => {
		const {machines} = changesIn(bucketOf({human, machine}));
		expectMove(machines, {even: worse(machine * 30, 60, even), instead: worse(machine * 30, 60, instead)});
	});

	test('say nothing of it where either is not reported', () => {
		expect(changesIn({...bucketOf(), human: Number.NaN}).machines).toMatchObject({
			isReported: true,
			even: 0,
			instead: 0,
		});
		expect(changesIn({...bucketOf(), machine: Number.NaN}).machines).toMatchObject({
			isReported: false,
			even: 0,
			instead: 0,
		});
	});
});

describe('many agents who pause at once', () => {
	/** Two minutes of a floor on which more agents pause in the last half of a minute, and its changes over that. */
	const paused = (before: Partial<Floor>, now: Partial<Floor>, start = 75): FigureChange => {
		const recent = recentOf([bucketOf(before, [0, start]), bucketOf(now, [start, start + 30])]);
		return (changesOf(recent)[0] as {changes: FigureChanges}).changes.paused;
	};
	/** What chance leaves of its variance in 52.5 s, from the middle of one bucket to that of the next. */
	const left = 2 * (1 - Math.exp(-52.5 / 120));
	/** The share that was paused when it began, and what is likely of that by chance. */
	const sudden = (now: number, before: number, there = 40) =>
		ofMean(
			now / there,
			before / 40,
			Math.sqrt((((before / 40 + 0.06) * (1 - before / 40)) / there) * left),
			Math.max(0.1, 3 / there),
		);

	test('are more than begin a break', () => {
		const change = paused({paused: 4}, {paused: 16});
		expect(change).toMatchObject({figure: 'paused', from: 0.1, to: 0.4});
		expectMove(change, sudden(16, 4));
	});

	test('and are against the usual where they have long been paused, or have come back', () => {
		const usually = changesIn(bucketOf({paused: 16})).paused;
		expect(paused({paused: 16}, {paused: 16})).toEqual(usually);
		expect(paused({paused: 4}, {paused: 16}, 44)).toEqual(usually);
		expect(paused({paused: 4}, {paused: 16}, 45)).not.toEqual(usually);
		expect(paused({paused: 1}, {paused: 6})).toEqual(changesIn(bucketOf({paused: 6})).paused);
	});

	test('and where others signed out meanwhile, which leaves their share higher', () => {
		const fewer = (agents: number) => paused({paused: 4}, {agents, paused: 16});
		expect(fewer(35)).toEqual(changesIn(bucketOf({agents: 35, paused: 16})).paused);
		expectMove(fewer(36), sudden(16, 4, 36));
	});
});

describe('a figure that changes in steps', () => {
	const step = (now: number, before: number, secondsAgo: number): [number, number, number] => {
		const {fell, rose, same, isReported} = changesIn(bucketOf(), {
			activeLeads: {now, before, at: 30_000 - secondsAgo * 1000},
		}).leads;
		expect(isReported).toBe(true);
		return [fell, same, rose];
	};

	test('is certain for ten minutes', () => {
		expect(step(80, 100, 10)).toEqual([12, -12, -24]);
		expect(step(120, 100, 10)).toEqual([-24, -12, 12]);
		expect(step(80, 100, 600)).toEqual([12, -12, -24]);
		expect(step(80, 100, 600.001)).toEqual([-12, 0, -12]);
		expect(step(100, 100, 10)).toEqual([-12, 0, -12]);
	});

	test('is not reported where the service does not tell it', () => {
		const none = {now: Number.NaN, before: 100, at: 0};
		expect(changesIn(bucketOf(), {activeLeads: none}).leads).toMatchObject({
			...{isReported: false, fell: 0, rose: 0, from: Number.NaN, to: Number.NaN},
		});
	});

	test('has not stayed if it falls by itself by a tenth, of its highest or of how high it swings', () => {
		const sameOf = (levels: readonly number[], usual = usualOf(), over: Partial<Floor> = {}): number => {
			const buckets = levels.map((level, index) => bucketOf({level, ...over}, [index * 30, index * 30 + 30]));
			return (changesOf(recentOf(buckets, {usual}))[0] as {changes: FigureChanges}).changes.level.same;
		};
		expect(sameOf([1.5])).toBe(0);
		expect(sameOf([1.36])).toBe(0);
		expect(sameOf([1.34])).toBe(Number.NEGATIVE_INFINITY);
		expect(sameOf([2, 1.9])).toBe(0);
		expect(sameOf([2, 1.8])).toBe(0);
		expect(sameOf([2, 1.79])).toBe(Number.NEGATIVE_INFINITY);
		expect(sameOf([2, 2, 1.79])).toBe(Number.NEGATIVE_INFINITY);
		expect(sameOf([1.79, 2])).toBe(0);
		const swings = usualOf({}, 0.5);
		expect(sameOf([1.81], swings)).toBe(0);
		expect(sameOf([1.79], swings)).toBe(Number.NEGATIVE_INFINITY);
		// A level of 1.2 for 1.5 explains dials that fall to a third or more, and not that they stop.
		expect(sameOf([1.2], usualOf(), {dials: 0.65})).toBe(Number.NEGATIVE_INFINITY);
		expect(sameOf([1.2], usualOf(), {dials: 0.63})).toBe(0);
	});
});
