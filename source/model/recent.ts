/**
 * What a campaign's polls showed lately, and what is usual for it: a few buckets of the last two minutes, and decayed sums
 * of what came before them. Numbers that a service does not send are NaN, and nothing is found out from them.
 */
import {
	type DrawnMinute,
	drawnMinutes,
	fewestMinutes,
	type Graphs,
	minutesBefore,
	minutesLookedAt,
	usualAnswers,
} from './drawn.ts';
import type {Figures} from './wire.ts';

/** Figures of which a poll shows the present. */
type Gauge = 'ringing' | 'waiting' | 'agents' | 'ready' | 'onCall' | 'wrapUp' | 'paused' | 'dead' | 'level';

/** Figures that count since midnight; `settled` are the dials that ring no longer. */
type Count = 'dials' | 'settled' | 'human' | 'machine' | 'drops';

/** Figures that are shares of the agents who are there. */
type ShareName = 'ready' | 'onCall' | 'wrapUp' | 'paused';

type Counts = Record<Count, number>;
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
		/** Weighted sums of the squares of shares (of the agents that are ready, on a call, wrapping up, paused) and of gauges. */
		squares: Shares & {readonly waiting: number; readonly level: number};
		/** Weighted sums of these shares. */
		shares: Shares;
	};

/** A campaign's recent past. */
export type Recent = {
	/** Oldest first; they span two minutes, or two polls where these are further apart. */
	buckets: readonly Bucket[];
	usual: Usual;
	/** The day's counts at the last poll. */
	last: Counts & {at: number};
	/** Which figures the last poll told, a bit each. */
	told: number;
	/** Active leads and dial level, as they were before they last changed much, and when they did. */
	activeLeads: Step;
	level: Step;
	/** Since when it dials, by the monotonic clock; NaN while it does not. */
	dialsSince: number;
	/** When dialtop's own polls begin, by the monotonic clock: buckets before that are minutes of the service's graphs. */
	polledSince: number;
};

/** A figure that moves in steps. */
export type Step = {now: number; before: number; at: number};

/** Milliseconds. */
const bucketLength = 10_000;
const span = 120_000;

/** After a longer gap nothing is known of what happened in between, unless all polls are so far apart. */
const longestGap = 600_000;

/** Seconds after which what is usual has forgotten two thirds. */
const memory = 1200;

/** How much slower what is usual changes while figures are far from it. */
const reluctance = 0.15;

/** Seconds of the day's counts, and of the graphs, that a campaign seen for the first time starts with. */
const seedSeconds = 1800;

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
	onCall: of('onCall'),
	wrapUp: of('wrapUp'),
	paused: of('paused'),
	dead: of('dead'),
	level: of('level'),
});

const shareEach = (of: (share: ShareName) => number): Shares => ({
	ready: of('ready'),
	onCall: of('onCall'),
	wrapUp: of('wrapUp'),
	paused: of('paused'),
});

const number = (value: number | undefined): number => value ?? Number.NaN;

const countsOf = ({calledToday, ringing, humanAnswered, machineAnswered, dropRate}: Figures): Counts => ({
	dials: number(calledToday),
	settled: number(calledToday) - number(ringing),
	human: number(humanAnswered),
	machine: number(machineAnswered),
	drops: (number(dropRate) * number(humanAnswered)) / 100,
});

const gaugeOf = (figures: Figures, gauge: Gauge): number =>
	gauge === 'level' ? levelOf(figures) : number(figures[gauge]);

const levelOf = ({paceTempo}: Figures): number =>
	paceTempo === undefined || paceTempo.trim() === '' ? Number.NaN : Number(paceTempo);

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

/** By how much the day's live answers are too few, or too many, for what is usual: as far as the graphs tell. */
const correction = (day: Counts, usually: ReturnType<typeof usualAnswers>): number =>
	usually && usually.mean > 0 && day.dials > 0
		? 1 + (usually.rate / usually.mean - 1) * Math.min(1, usually.dialed / day.dials)
		: 1;

/** What is usual by the day's counts and the graphs, before anything was watched. */
const seeded = (figures: Figures, minutes: readonly DrawnMinute[]): Usual => {
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
		onCall: sum(({onCall}) => onCall),
		wrapUp: sum(({wrapUp}) => wrapUp),
		paused: sum(({paused}) => paused),
		dead: sum(({dead}) => dead),
		// Nobody drew it: it is learned.
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
const drawnBuckets = (minutes: readonly DrawnMinute[], usual: Usual, at: number): Bucket[] => {
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

/** A decayed sum with what is new in it; one that nothing is known of begins as if it had always been so. */
const learned = (sum: number, kept: number, added: number, share: number): number =>
	Number.isNaN(sum) ? added / share : Number.isNaN(added) ? sum : sum * kept + added;

/** What is usual once a bucket belongs to the past. */
const withBucket = (usual: Usual, bucket: Bucket, rate: number): Usual => {
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

/** A figure that moves in steps after a poll: `least` is the share of itself that makes a step. */
const stepped = (known: Step | undefined, now: number, at: number, least: number): Step => {
	if (Number.isNaN(now)) {
		return known ?? {now, before: now, at};
	}
	if (!known || Number.isNaN(known.now)) {
		return {now, before: now, at: Number.NEGATIVE_INFINITY};
	}
	return Math.abs(now - known.now) > least * Math.max(known.now, now, 0.01)
		? {now, before: known.now, at}
		: {...known, now};
};

/** A poll of a campaign. */
export type Poll = Graphs & {
	figures: Figures;
	/** When it was answered, milliseconds by the monotonic clock. */
	at: number;
	isDialing: boolean;
	/** What was polled before this monotonic time says nothing of the present. */
	staleBefore: number;
	/** Whether figures are far from what is usual. */
	hasMoved: boolean;
};

const gaugeNames = ['ringing', 'waiting', 'agents', 'ready', 'onCall', 'wrapUp', 'paused', 'dead', 'level'] as const;
const countNames = ['dials', 'human', 'machine'] as const;

/** Which figures a poll tells, a bit each. */
const toldBy = (figures: Figures): number => {
	const now = countsOf(figures);
	const values = [...gaugeNames.map(name => gaugeOf(figures, name)), ...countNames.map(name => now[name])];
	return values.reduce((bits, value, index) => (Number.isNaN(value) ? bits : bits | (1 << index)), 0);
};

const begun = (poll: Poll, known: Recent | undefined): Recent => {
	const {figures, at, isDialing} = poll;
	const minutes = drawnMinutes(poll);
	const usual = known?.usual ?? seeded(figures, minutes);
	const buckets = isDialing ? drawnBuckets(minutes, usual, at) : [];
	return {
		buckets,
		usual,
		last: {...countsOf(figures), at},
		told: toldBy(figures),
		activeLeads: stepped(known?.activeLeads, number(figures.activeLeads), at, leadStep),
		level: stepped(known?.level, levelOf(figures), at, levelStep),
		dialsSince: isDialing ? (buckets.length > 0 ? Number.NEGATIVE_INFINITY : at) : Number.NaN,
		polledSince: at,
	};
};

/** A list that is switched off or on takes so many of the active leads; dialing finishes them one by one. */
const leadStep = 0.05;

/** An adaptive level moves by less from one poll to the next. */
const levelStep = 0.2;

/** A campaign's recent past after a poll; the same object if the poll is older than it, or lacks figures that came before. */
export const recentAfter = (known: Recent | undefined, poll: Poll): Recent => {
	const {figures, at, isDialing, staleBefore, hasMoved} = poll;
	if (!known) {
		return begun(poll, undefined);
	}
	const {last} = known;
	const now = countsOf(figures);
	if (at <= last.at) {
		return known;
	}
	const told = toldBy(figures);
	// Until all comes again that came before: half of the figures would end what the whole of them said.
	if ((told & known.told) !== known.told && at - last.at <= longestGap && last.at > staleBefore) {
		return known;
	}
	const isNewDay = now.dials < last.dials;
	if (isNewDay || last.at <= staleBefore || at - last.at > longestGap) {
		return begun(poll, known);
	}
	const wasDialing = !Number.isNaN(known.dialsSince);
	const newest = known.buckets.at(-1);
	const isOpen = newest !== undefined && at - newest.from <= bucketLength;
	const grown: Bucket = {
		from: isOpen ? newest.from : last.at,
		to: at,
		polls: (isOpen ? newest.polls : 0) + 1,
		...countEach(name => (isOpen ? newest[name] : 0) + now[name] - last[name]),
		...gaugeEach(name => (isOpen ? newest[name] : 0) + gaugeOf(figures, name)),
	};
	const buckets = [...(isOpen ? known.buckets.slice(0, -1) : known.buckets), grown];
	let {usual} = known;
	while (buckets.length > 2 && buckets[1] && at - buckets[1].from >= span) {
		const gone = buckets.shift();
		if (gone && gone.from >= Math.max(known.dialsSince, known.polledSince)) {
			usual = withBucket(usual, gone, hasMoved ? reluctance : 1);
		}
	}
	return {
		buckets: isDialing === wasDialing ? buckets : [grown],
		usual,
		last: {...now, at},
		told,
		activeLeads: stepped(known.activeLeads, number(figures.activeLeads), at, leadStep),
		level: stepped(known.level, levelOf(figures), at, levelStep),
		dialsSince: isDialing ? (wasDialing ? known.dialsSince : at) : Number.NaN,
		polledSince: known.polledSince,
	};
};

/** The polls of the last `seconds`, in one bucket; undefined if they do not reach so far back. */
export const lately = ({buckets}: Recent, seconds: number): Bucket | undefined => {
	const {to = 0} = buckets.at(-1) ?? {};
	const first = buckets.findLastIndex(({from}) => to - from >= seconds * 1000);
	return first < 0 ? undefined : joined(buckets.slice(first));
};

const joined = ([first, ...later]: readonly Bucket[]): Bucket | undefined => {
	if (!first) {
		return undefined;
	}
	const sum = {...first};
	for (const {to, polls, dials, settled, human, machine, drops, ...more} of later) {
		sum.to = to;
		sum.polls += polls;
		sum.dials += dials;
		sum.settled += settled;
		sum.human += human;
		sum.machine += machine;
		sum.drops += drops;
		sum.ringing += more.ringing;
		sum.waiting += more.waiting;
		sum.agents += more.agents;
		sum.ready += more.ready;
		sum.onCall += more.onCall;
		sum.wrapUp += more.wrapUp;
		sum.paused += more.paused;
		sum.dead += more.dead;
		sum.level += more.level;
	}
	return sum;
};
