/** What is usual for a campaign: counts and gauges over some seconds, and decayed sums of them. Numbers that a service does not send are NaN. */
import {type DrawnMinute, fewestMinutes, idleOf, minutesBefore, minutesLookedAt, usualAnswers} from './drawn.ts';
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

const countEach = (of: (count: Count) => number): Counts => ({
	dials: of('dials'),
	settled: of('settled'),
	human: of('human'),
	machine: of('machine'),
	drops: of('drops'),
});

const gaugeEach = (of: (gauge: Gauge) => number): Gauges => ({
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

const shareEach = (of: (share: ShareName) => number): Shares => ({
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

export const levelOf = ({paceTempo}: Gauged): number =>
	paceTempo === undefined || paceTempo.trim() === '' ? Number.NaN : Number(paceTempo);

/** A decayed sum with what is new in it; an unknown one begins as if it had always had that value. */
const learned = (sum: number, retained: number, added: number, share: number): number =>
	Number.isNaN(sum) ? added / share : Number.isNaN(added) ? sum : sum * retained + added;

/** What is usual once a bucket belongs to the past. */
export const withBucket = (usual: Usual, bucket: Bucket, rate: number): Usual => {
	const seconds = (bucket.to - bucket.from) / 1000;
	const retained = Math.exp((-seconds * rate) / memory);
	const added = seconds * rate;
	const {polls} = bucket;
	const weight = usual.weight * retained + added;
	const at = (gauge: Gauge): number => bucket[gauge] / polls;
	const there = Math.max(1, at('agents'));
	const count = (name: Count): number => learned(usual[name], retained, bucket[name] * rate, 1);
	const gauge = (sum: number, value: number): number => learned(sum, retained, value * added, added / weight);
	return {
		seconds: usual.seconds * retained + added,
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

/** Seconds of the day's counts, and of the graphs, that a campaign seen for the first time starts with. */
const seedSeconds = 1800;

const mean = (minutes: readonly DrawnMinute[], of: (minute: DrawnMinute) => number): number => {
	const values = minutes.map(of).filter(value => !Number.isNaN(value));
	return values.reduce((sum, value) => sum + value, 0) / values.length;
};

/** The minutes in which it dialed, and agents were there if it has any: nothing else was usual. */
const manned = (minutes: readonly DrawnMinute[]): readonly DrawnMinute[] => {
	const working = minutes.filter(({dialed, agents}) => dialed > 0 && !Number.isNaN(agents));
	const there = working.filter(({agents}) => agents > 0);
	return there.length > 0 ? there : working;
};

/** By how much the day's live answers exceed, or fall short of, what is usual by the graphs. */
const correction = (day: Counts, usually: ReturnType<typeof usualAnswers>): number =>
	usually && usually.mean > 0 && day.dials > 0
		? 1 + (usually.rate / usually.mean - 1) * Math.min(1, usually.dialed / day.dials)
		: 1;

/** What is usual by the day's counts and the graphs, before anything was watched. */
export const seeded = (figures: Counted, minutes: readonly DrawnMinute[]): Usual => {
	const day = countsOf(figures);
	const before = minutesBefore(minutes);
	const points = manned(before);
	const dialing = before.filter(({dialed}) => dialed > 0);
	const perMinute = 60 * mean(dialing, ({dialed, from, to}) => dialed / (to - from));
	const enough = dialing.length >= fewestMinutes;
	const seconds = enough ? Math.min(seedSeconds, dialing.length * 60) : 0;
	const dials = enough ? (perMinute / 60) * seconds : 0;
	const scale = day.settled > 0 ? Math.min(1, dials / day.settled) : 0;
	const weight = points.length >= fewestMinutes ? Math.min(seedSeconds, points.length * 60) : 0;
	const shareOf = (minute: DrawnMinute, name: ShareName): number => minute[name] / Math.max(1, minute.agents);
	const sum = (of: (minute: DrawnMinute) => number): number => weight * mean(points, of);
	const here = sum(({agents, paused}) => agents - paused);
	return {
		seconds,
		dials,
		settled: day.settled * scale,
		human: day.human * scale * correction(day, usualAnswers(minutes)),
		machine: day.machine * scale,
		drops: day.drops * scale,
		agentSeconds: weight === 0 ? 0 : (here * seconds) / weight,
		weight,
		ringing: sum(({ringing}) => ringing),
		waiting: sum(({waiting}) => waiting),
		agents: sum(({agents}) => agents),
		ready: sum(({ready}) => ready),
		idle: sum(({idle}) => idle),
		onCall: sum(({onCall}) => onCall),
		wrapUp: sum(({wrapUp}) => wrapUp),
		paused: sum(({paused}) => paused),
		dead: sum(({dead}) => dead),
		// The graphs do not have it: it is learned from polls.
		level: Number.NaN,
		shares: shareEach(name => sum(minute => shareOf(minute, name))),
		squares: {
			...shareEach(name => sum(minute => shareOf(minute, name) ** 2)),
			waiting: sum(({waiting}) => waiting ** 2),
			level: Number.NaN,
		},
	};
};

/** Minutes of the graphs as buckets that end with the first poll: what one look judges. */
export const drawnBuckets = (minutes: readonly DrawnMinute[], usual: Usual, at: number): Bucket[] => {
	const usually = usualAnswers(minutes);
	// The graphs may count answers in another way than the figures: they are compared with themselves.
	const scale = usually && usually.rate > 0 ? usual.human / usual.settled / usually.rate : Number.NaN;
	return minutesLookedAt(minutes).map(({from, to, dialed, settled, live, ...minute}) => ({
		...minute,
		from: at + from * 1000,
		to: at + to * 1000,
		polls: 1,
		dials: dialed,
		settled,
		human: live * scale,
		machine: Number.NaN,
		level: Number.NaN,
	}));
};
