/** What is usual for a campaign: counts and gauges over some seconds, and decayed sums of them. Numbers that a service does not send are NaN. */
import type {Figures} from './wire.ts';

/** Figures of which a poll shows the present; `idle` are ready agents for whom no call rings. */
export const gaugeNames = [
	'ringing',
	'waiting',
	'agents',
	'ready',
	'idle',
	'onCall',
	'wrapUp',
	'paused',
	'dead',
	'level',
] as const;
type Gauge = (typeof gaugeNames)[number];

/** Figures that count since midnight; `settled` are the dials that ring no longer. */
type Count = 'dials' | 'settled' | 'human' | 'machine' | 'drops';

/** Figures that are shares of the agents who are there. */
export type ShareName = 'ready' | 'idle' | 'onCall' | 'wrapUp' | 'paused';

export type Counts = Record<Count, number>;
type Gauges = Record<Gauge, number>;
type Shares = Readonly<Record<ShareName, number>>;

/** Some seconds of polls: the counts are those of the bucket, the gauges sums over its polls. */
export type Bucket = Counts & Gauges & {from: number; to: number; polls: number};

/** What was usual: counts, and means and squares of gauges, each weighted by how long ago it was. */
export type Usual = Counts &
	Gauges & {
		/** Seconds that the counts are of. */
		seconds: number;
		/** Agents that were not paused, by the seconds that the counts are of. */
		agentSeconds: number;
		/** Seconds that the gauges are of. */
		weight: number;
		/** Weighted sums of the squares of shares (of the agents that are ready, idle, on a call, wrapping up, paused) and of gauges. */
		squares: Shares & {readonly waiting: number; readonly level: number};
		/** Weighted sums of these shares. */
		shares: Shares;
	};

/** Seconds after which what is usual has forgotten two thirds. */
const memory = 1200;

export const countEach = (of: (count: Count) => number): Counts => ({
	dials: of('dials'),
	settled: of('settled'),
	human: of('human'),
	machine: of('machine'),
	drops: of('drops'),
});

export const gaugeEach = (of: (gauge: Gauge) => number): Gauges => ({
	ringing: of('ringing'),
	waiting: of('waiting'),
	agents: of('agents'),
	ready: of('ready'),
	idle: of('idle'),
	onCall: of('onCall'),
	wrapUp: of('wrapUp'),
	paused: of('paused'),
	dead: of('dead'),
	level: of('level'),
});

export const shareEach = (of: (share: ShareName) => number): Shares => ({
	ready: of('ready'),
	idle: of('idle'),
	onCall: of('onCall'),
	wrapUp: of('wrapUp'),
	paused: of('paused'),
});

export const number = (value: number | undefined): number => value ?? Number.NaN;

/** The figures that counts and gauges are taken from. */
type Counted = Pick<Figures, 'calledToday' | 'ringing' | 'humanAnswered' | 'machineAnswered' | 'dropRate'>;
type Gauged = Partial<Pick<Figures, Exclude<Gauge, 'idle' | 'level'> | 'paceTempo'>>;

export const countsOf = ({calledToday, ringing, humanAnswered, machineAnswered, dropRate}: Counted): Counts => ({
	dials: number(calledToday),
	settled: number(calledToday) - number(ringing),
	human: number(humanAnswered),
	machine: number(machineAnswered),
	drops: (number(dropRate) * number(humanAnswered)) / 100,
});

export const gaugeOf = (figures: Gauged, gauge: Gauge): number =>
	gauge === 'level'
		? levelOf(figures)
		: gauge === 'idle'
			? idleOf(number(figures.ready), number(figures.ringing))
			: number(figures[gauge]);

/** Ready agents for whom no call rings. */
export const idleOf = (ready: number, ringing: number): number => Math.max(0, ready - ringing);

export const levelOf = ({paceTempo}: Gauged): number =>
	paceTempo === undefined || paceTempo.trim() === '' ? Number.NaN : Number(paceTempo);

/** A decayed sum with what is new in it; one that nothing is known of begins as if it had always been so. */
const learned = (sum: number, kept: number, added: number, share: number): number =>
	Number.isNaN(sum) ? added / share : Number.isNaN(added) ? sum : sum * kept + added;

/** What is usual once a bucket belongs to the past. */
export const withBucket = (usual: Usual, bucket: Bucket, rate: number): Usual => {
	const seconds = (bucket.to - bucket.from) / 1000;
	const kept = Math.exp((-seconds * rate) / memory);
	const added = seconds * rate;
	const {polls} = bucket;
	const weight = usual.weight * kept + added;
	const at = (gauge: Gauge): number => bucket[gauge] / polls;
	const there = Math.max(1, at('agents'));
	const count = (name: Count): number => learned(usual[name], kept, bucket[name] * rate, 1);
	const gauge = (sum: number, value: number): number => learned(sum, kept, value * added, added / weight);
	return {
		seconds: usual.seconds * kept + added,
		agentSeconds: gauge(usual.agentSeconds, at('agents') - at('paused')),
		weight,
		...countEach(count),
		...gaugeEach(name => gauge(usual[name], at(name))),
		shares: shareEach(name => gauge(usual.shares[name], at(name) / there)),
		squares: {
			...shareEach(name => gauge(usual.squares[name], (at(name) / there) ** 2)),
			waiting: gauge(usual.squares.waiting, at('waiting') ** 2),
			level: gauge(usual.squares.level, at('level') ** 2),
		},
	};
};
