/** The causes that figures name: those of the table that its rows fit best, worked out here without shortcuts. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Cause, type CauseName, causeOf, causeTable, type Effect, pairs} from '../../source/model/causes.ts';
import {changesOf, type FigureChange, type FigureName} from '../../source/model/figure-changes.ts';
import type {Recent, Step} from '../../source/model/recent.ts';
import type {Bucket} from '../../source/model/usual.ts';

/** A figure as it is usually: dials a second, answers a dial, and what polls show. */
const usually = {
	...{dials: 10, live: 0.2, machines: 0.3, rings: 100, level: 1.5, leads: 1000},
	...{agents: 30, ready: 3, idle: 1, onCall: 21, wrapUp: 3, paused: 3, waiting: 0.4},
};

type Figures = Readonly<Record<FigureName, number>>;

const bucketOf = (figures: Figures, from: number, seconds: number): Bucket => {
	const polls = seconds / 2;
	const dials = figures.dials * seconds;
	const seen = (name: FigureName): number => figures[name] * polls;
	return {
		...{from, to: from + seconds * 1000, polls, dials, settled: dials, drops: 0},
		...{human: dials * figures.live, machine: dials * figures.machines, dead: 0},
		...{ringing: seen('rings'), waiting: seen('waiting'), agents: seen('agents'), level: seen('level')},
		...{
			ready: seen('ready'),
			idle: seen('idle'),
			onCall: seen('onCall'),
			wrapUp: seen('wrapUp'),
			paused: seen('paused'),
		},
	};
};

/** Half an hour as usual, and then these seconds with these figures. */
const recentOf = (spells: readonly {seconds: number; figures: Figures}[], steppedAt = 0): Recent => {
	const weight = 1800;
	const {polls: _polls, from: _from, to: _to, ...sums} = bucketOf(usually, 0, 2 * weight);
	const shares = Object.fromEntries(
		(['ready', 'idle', 'onCall', 'wrapUp', 'paused'] as const).map(name => [name, usually[name] / usually.agents]),
	) as Recent['usual']['shares'];
	const weighted = <T extends Readonly<Record<string, number>>>(of: T, by: (value: number) => number): T =>
		Object.fromEntries(Object.entries(of).map(([name, value]) => [name, by(value) * weight])) as T;
	const buckets: Bucket[] = [];
	for (const {seconds, figures} of spells) {
		buckets.push(bucketOf(figures, buckets.at(-1)?.to ?? 0, seconds));
	}
	const last = spells.at(-1)?.figures ?? usually;
	const step = (name: 'level' | 'leads'): Step => ({now: last[name], before: usually[name], at: steppedAt});
	return {
		buckets,
		usual: {
			...sums,
			...{seconds: 2 * weight, weight, agentSeconds: (usually.agents - usually.paused) * 2 * weight},
			shares: weighted(shares, value => value),
			squares: weighted({...shares, waiting: usually.waiting, level: usually.level}, value => value * value + 1e-4),
		},
		activeLeads: step('leads'),
		level: step('level'),
		dialsSince: Number.NEGATIVE_INFINITY,
		polledSince: Number.NEGATIVE_INFINITY,
	};
};

const clamp = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** What a figure says for a row that has this of it. */
const says: Readonly<Record<Effect, (change: FigureChange) => number>> = {
	fell: ({fell}) => clamp(-8, fell, 20),
	rose: ({rose}) => clamp(-8, rose, 20),
	same: ({same}) => (same < -1e300 ? same : clamp(-8, same, 0)),
	even: ({even}) => clamp(-8, even, 0),
	instead: ({instead, even}) => clamp(-8, instead - even, 10),
	'may fall': ({fell, rose}) => (fell > 0 ? clamp(0, fell, 2) : 0 - clamp(0, rose, 8)),
	'may rise': ({fell, rose}) => (rose > 0 ? clamp(0, rose, 2) : 0 - clamp(0, fell, 8)),
};

const kinds = Object.keys(causeTable) as CauseName[];

/** What two failures at once do: what one changes is moved, and what one may change may change. */
const both = (one: CauseName, other: CauseName): [FigureName, Effect][] => {
	const effects = new Map<FigureName, Effect[]>();
	for (const name of [one, other]) {
		for (const [figure, effect] of Object.entries(causeTable[name]) as [FigureName, Effect][]) {
			effects.set(figure, [...(effects.get(figure) ?? []), effect]);
		}
	}
	const weight = (effect: Effect): number => (effect === 'fell' || effect === 'rose' ? 2 : effect === 'same' ? 0 : 1);
	return [...effects].map(([figure, all]) => [figure, all.toSorted((a, b) => weight(b) - weight(a))[0] as Effect]);
};

/** Every row that may be named: one failure, or two that come together. */
const rows: {kind: CauseName; also: CauseName | undefined; row: [FigureName, Effect][]}[] = [
	...kinds.map(kind => ({kind, also: undefined, row: Object.entries(causeTable[kind]) as [FigureName, Effect][]})),
	...pairs.map(([kind, also]) => ({kind, also, row: both(kind, also)})),
];

/** The cause that figures name, looked for in the whole table at once. */
const namedBy = (recent: Recent, known: Cause | undefined): Cause | undefined => {
	const looks = changesOf(recent).filter(
		({changes}) => known !== undefined || Object.values(changes).some(({fell, rose}) => Math.max(fell, rose) > 2),
	);
	const fits = looks.flatMap(({changes, seconds}) =>
		rows.map(({kind, also, row: effects}) => {
			const row = effects.map(([figure, effect]) => {
				const change = changes[figure];
				const isNeeded = change.isReported || (figure !== 'machines' && figure !== 'rings');
				return {
					figure,
					change,
					weight: says[effect](change),
					isCore: (effect === 'fell' || effect === 'rose') && isNeeded,
				};
			});
			const core = row.filter(({isCore}) => isCore);
			const shiftsOf = (name: CauseName) =>
				(Object.keys(causeTable[name]) as FigureName[])
					.filter(figure => ['fell', 'rose'].includes(causeTable[name][figure] ?? ''))
					.flatMap(figure => core.filter(one => one.figure === figure))
					.map(({change: {figure, from, to}}) => ({figure, from, to}));
			return {
				...{kind, also, seconds},
				score: row.reduce((sum, {weight}) => sum + weight, 0) - (also ? 1.5 : 0),
				least: Math.min(...core.map(({weight}) => weight)),
				shifts: shiftsOf(kind),
				alsoShifts: also ? shiftsOf(also) : [],
			};
		}),
	);
	const most = (some: typeof fits) => some.toSorted((one, other) => other.score - one.score)[0];
	const best = most(fits.filter(({score, least}) => score >= 7 && least > 0.5));
	const isKnown = ({kind, also}: (typeof fits)[number]) => kind === known?.kind && also === known.also?.kind;
	const stays = most(fits.filter(fit => isKnown(fit) && fit.score >= 2 && fit.least > 0));
	const named = stays && !(best && best.score > stays.score + 4) ? stays : best;
	if (named) {
		const isSure = named.score >= (named.seconds < 30 ? 13 : 10) || (known?.kind === named.kind && known.isSure);
		const {kind, also, shifts, alsoShifts} = named;
		return {kind, shifts, isSure, ...(also && {also: {kind: also, shifts: alsoShifts, isSure}})};
	}
	const [alone] = looks.flatMap(({changes: {live, dials, ready, idle, level}}) => {
		if (live.fell >= 14 || live.rose >= 14) {
			return [[live]];
		}
		if (!level.isReported) {
			const isLess = dials.fell > 2 && ready.rose > 1 && dials.fell + clamp(0, idle.rose, 20) >= 14;
			return isLess ? [[dials, idle]] : [];
		}
		const isFree = !ready.isReported || ready.rose > 1;
		return dials.fell >= 14 && level.same > -1e300 && isFree ? [[dials]] : [];
	});
	const shifts = alone?.map(({figure, from, to}) => ({figure, from, to}));
	return shifts && {kind: 'changed', shifts, isSure: true};
};

const names = Object.keys(usually) as FigureName[];
const part = (min: number, max: number): fc.Arbitrary<number> => fc.double({min, max, noNaN: true});
const factors: Readonly<Record<Effect | 'any', fc.Arbitrary<number>>> = {
	...{fell: part(0.1, 0.9), rose: part(1.1, 3), same: part(0.9, 1.1), even: part(0.95, 1.05), instead: fc.constant(1)},
	...{'may fall': part(0.5, 1.1), 'may rise': part(0.9, 2), any: fc.constant(1)},
};

/** Of a large floor a few are paused, wrap up or wait: these figures rise by much. */
const factorOf = (effect: Effect | 'any', name: FigureName): fc.Arbitrary<number> =>
	effect === 'rose' && usually[name] / usually.agents < 0.2 && name !== 'level' ? part(1.5, 8) : factors[effect];

/** Figures that a failure may leave, now and then with one or two that it does not explain, or that are not reported. */
const figuresOf = (kind: CauseName): fc.Arbitrary<Figures> =>
	fc
		.tuple(
			fc.tuple(...names.map(name => factorOf(causeTable[kind][name] ?? 'any', name))),
			fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(part(0.2, 3), fc.constant(Number.NaN))), {maxLength: 2}),
			fc.integer({min: 0, max: 2}),
			fc.constantFrom(1, 1, 0.3, 0.1),
		)
		.map(([row, odd, some, strength]) => {
			const figures = Object.fromEntries(
				names.map((name, index) => [name, usually[name] * (row[index] ?? 1) ** strength]),
			);
			if (causeTable[kind].machines === 'instead') {
				figures.machines = Math.max(0, usually.machines + usually.live - (figures.live ?? 0));
			}
			for (const [name, factor] of odd.slice(0, some)) {
				figures[name] = usually[name] * factor;
			}
			return figures as Figures;
		});

const happened = fc.constantFrom(...kinds).chain(kind =>
	fc.record({
		spells: fc.array(fc.record({seconds: fc.constantFrom(10, 30, 60), figures: figuresOf(kind)}), {
			minLength: 1,
			maxLength: 3,
		}),
		steppedAt: fc.constantFrom(0, 0, 0, -700_000),
		known: fc.oneof(
			{weight: 2, arbitrary: fc.constantFrom(undefined)},
			fc.constant(kind),
			fc.constantFrom(...kinds, 'changed' as const),
		),
		isSure: fc.boolean(),
	}),
);

test('whatever figures do, the cause is that of the row that fits best', () => {
	const reported = new Set<string>();
	fc.assert(
		fc.property(happened, ({spells, steppedAt, known, isSure}) => {
			const recent = recentOf(spells, steppedAt);
			const before = known && {kind: known, shifts: [], isSure};
			const expected = namedBy(recent, before);
			reported.add(expected ? expected.kind : 'none');
			expect(causeOf(recent, before)).toEqual(expected);
		}),
		{numRuns: 400, seed: 6},
	);
	// Rows that are never named would prove nothing.
	expect([...reported].toSorted()).toEqual([...kinds, 'changed', 'none'].toSorted());
});

describe('at its bounds', () => {
	type Spell = readonly [seconds: number, over: Partial<Figures>];
	const named = (known: Cause | undefined, ...spells: readonly Spell[]) =>
		causeOf(recentOf(spells.map(([seconds, over]) => ({seconds, figures: {...usually, ...over}}))), known);

	test('a row is named that fits just well enough, and is sure where it fits a little better', () => {
		// 20 for the answers, 8 each against machines and ringing that did not stay, and 2 each for agents who wait.
		const odd = {live: 0.02, dials: 100, machines: 0.25, rings: 6000};
		expect(named(undefined, [60, {...odd, ready: 12, onCall: 12}])).toMatchObject({kind: 'caller-id', isSure: false});
		expect(named(undefined, [60, {...odd, ready: 12}])).toMatchObject({kind: 'changed', shifts: [{figure: 'live'}]});
		// As much for talks, 8 each against agents and answers that did not stay, and 2 for each of three others.
		const long = {onCall: 120, agents: 60, live: 0.02, dials: 6, rings: 60, ready: 0, waiting: 4};
		expect(named(undefined, [60, long])).toMatchObject({kind: 'long-talks', isSure: true});
	});

	test('of two failures at once each is reported by its own figures, first by the one that makes it', () => {
		const more = {level: 4, waiting: 6, agents: 12, ready: 0, onCall: 9, wrapUp: 2, paused: 1, dials: 14};
		const found = named(undefined, [30, more]);
		expect([found?.kind, found?.also?.kind]).toEqual(['agents-left', 'level-up']);
		expect(found?.also?.shifts.map(({figure}) => figure)).toEqual(['level', 'waiting']);
	});

	test('figures of which none says much name nothing, and keep what was named', () => {
		const little: Spell = [30, {live: 0.129, machines: 0.207, rings: 150, ready: 6.7, onCall: 13.1}];
		expect(named(undefined, little)).toBeUndefined();
		expect(named({kind: 'unanswered', shifts: [], isSure: false}, little)).toMatchObject({kind: 'unanswered'});
	});

	test('of two looks that say the same the shorter one is reported', () => {
		const left = (agents: number) => ({
			...{agents, ready: 0.1 * agents, onCall: 0.7 * agents, wrapUp: 0.1 * agents},
			...{paused: 0, waiting: 4},
		});
		expect(named(undefined, [60, left(9)], [60, left(7)])).toMatchObject({
			kind: 'agents-left',
			shifts: [{figure: 'agents', from: 30, to: 7}],
		});
		const odd = {dials: 100, machines: 0.25, rings: 6000, ready: 0};
		expect(named(undefined, [90, odd], [30, {...odd, live: 0}])).toMatchObject({
			kind: 'changed',
			shifts: [{figure: 'live', to: 0}],
		});
	});
});
