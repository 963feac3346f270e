/**
 * How far a campaign's figures are from what is usual for it, and how likely that is by chance. Each figure has three
 * log-likelihoods: that it fell (to seven tenths or less), that it stayed, that it rose (by four tenths or more).
 */
import {lately, type Recent, type Step} from './recent.ts';
import type {Bucket, ShareName, Usual} from './usual.ts';

/** The figures by which failures are distinguished. */
export const figureNames = [
	'dials',
	'rings',
	'live',
	'machines',
	'ready',
	'idle',
	'onCall',
	'wrapUp',
	'paused',
	'waiting',
	'agents',
	'level',
	'leads',
] as const;

/** A figure by which failures are distinguished. */
export type FigureName = (typeof figureNames)[number];

/** Where a figure went. */
export type Direction = 'fell' | 'same' | 'rose';

/** A figure against what is usual: both in its own unit, and the log-likelihood of each direction less that of `same`. */
export type FigureChange = {
	figure: FigureName;
	/** What is usual. */
	from: number;
	/** What it is. */
	to: number;
	fell: number;
	rose: number;
	/** How much worse `same` fits than the best of the three; 0 if it is the best. */
	same: number;
	/** False if there are too few events, or it is not reported. */
	isReported: boolean;
	/** For machines: how much worse it fits that their number is the same, or has risen by as many as there are fewer people. */
	even: number;
	instead: number;
};

/** The share of its usual value that a figure has if it fell, stayed, rose. */
const most = {fell: 0.7, low: 0.9, high: 1.12, rose: 1.4};

/** A figure that supports no direction. */
const silent = (figure: FigureName, from = Number.NaN, to = Number.NaN): FigureChange => ({
	figure,
	from,
	to,
	fell: 0,
	rose: 0,
	same: 0,
	isReported: false,
	even: 0,
	instead: 0,
});

const clip = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The change of a figure from the log-likelihood of a ratio to the usual. */
const changeOf = (
	figure: FigureName,
	[from, to]: readonly [number, number],
	ratio: number,
	likelihood: (ratio: number) => number,
): FigureChange => {
	const same = likelihood(clip(ratio, most.low, most.high));
	const fell = likelihood(Math.min(ratio, most.fell)) - same;
	const rose = likelihood(Math.max(ratio, most.rose)) - same;
	return Number.isNaN(fell)
		? silent(figure, from, to)
		: {...silent(figure, from, to), fell, rose, same: Math.min(0, -fell, -rose), isReported: true};
};

/**
 * Events against those expected, by Poisson; `spread` is how much more they vary than chance alone makes them. What is
 * usual is itself known from so many events only.
 */
const eventChange = (
	figure: FigureName,
	rates: readonly [number, number],
	events: number,
	expected: number,
	known: number,
	spread: number,
): FigureChange => {
	if (!(expected >= leastExpected) || !(events >= 0) || !(known >= leastKnown)) {
		return silent(figure, ...rates);
	}
	const doubt = spread * (1 + expected / known);
	// A ratio of 0 is one of half an event.
	const least = 0.5 / expected;
	return changeOf(figure, rates, events / expected, ratio => {
		const mean = expected * Math.max(ratio, least);
		return (events * Math.log(mean) - mean) / doubt;
	});
};

/** Expected events below which a difference means nothing. */
const leastExpected = 3;

/** Events from which what is usual is known well enough. */
const leastKnown = 20;

/** A ratio whose logarithm is normal. */
const ratioChange = (figure: FigureName, [from, to]: readonly [number, number], deviation: number): FigureChange => {
	const ratio = to / from;
	const at = Math.log(Math.max(ratio, 0.05));
	return changeOf(figure, [from, to], ratio, other => {
		const off = at - Math.log(Math.max(other, 0.05));
		return -(off * off) / (2 * deviation * deviation);
	});
};

/** A mean that is normal about the usual one; it changes by at least `step`. */
const meanChange = (
	figure: FigureName,
	[from, to]: readonly [number, number],
	deviation: number,
	step: number,
): FigureChange => {
	const likelihood = (mean: number): number => {
		const off = to - mean;
		return -(off * off) / (2 * deviation * deviation);
	};
	const same = likelihood(clip(to, from - step / 3, from + step / 3));
	const fell = likelihood(Math.min(to, from - step)) - same;
	const rose = likelihood(Math.max(to, from + step)) - same;
	return Number.isNaN(fell)
		? silent(figure, from, to)
		: {...silent(figure, from, to), fell, rose, same: Math.min(0, -fell, -rose), isReported: true};
};

/** How much more dials vary than chance alone makes them: they come in bursts, as agents become free. */
const dialSpread = 2.5;
const answerSpread = 1.2;

/** Seconds for which a share of the agents remains about what it is: the longer it is, the less a longer look adds. */
const lasting = {ready: 20, idle: 15, onCall: 120, wrapUp: 25, paused: 200, waiting: 6};

/** Shares of the agents below which a change does not count. */
const leastStep = {ready: 0.1, idle: 0.08, onCall: 0.12, wrapUp: 0.05, paused: 0.18};

/** The part of a figure's variance that remains in its mean over a bucket. */
const remainingVariance = (figure: keyof typeof lasting, {from, to, polls}: Bucket): number =>
	Math.min(1, Math.max(1 / polls, (2000 * lasting[figure]) / Math.max(1, to - from)));

const shareChange = (figure: ShareName, bucket: Bucket, usual: Usual): FigureChange => {
	const there = bucket.agents / bucket.polls;
	const to = bucket[figure] / Math.max(1, bucket.agents);
	const from = usual.shares[figure] / usual.weight;
	const variance = usual.squares[figure] / usual.weight - from * from;
	const chance = ((from + 0.04) * (1 - from)) / Math.max(1, there);
	// Who is paused or talks is so for long: a few agents of a small floor are soon as many as that by chance.
	const isLong = figure === 'paused' || figure === 'onCall';
	const deviation = Math.sqrt(Math.max(variance, isLong ? chance : chance / 2) * remainingVariance(figure, bucket));
	const step = Math.max(leastStep[figure], from * 0.4, 3 / Math.max(1, there));
	return there < 1 ? silent(figure, from, to) : meanChange(figure, [from, to], deviation, step);
};

/** Paused agents against those of two minutes ago: breaks begin one by one, so that many at once are no break. */
const surge = (usually: FigureChange, bucket: Bucket, {from, to, paused, agents, polls}: Bucket): FigureChange => {
	const there = bucket.agents / bucket.polls;
	// An agent who signs out in the meantime raises the share of the others.
	if (!usually.isReported || bucket.from < from + surgeWithin || there < 0.9 * (agents / polls)) {
		return usually;
	}
	const before = paused / Math.max(1, agents);
	// In so short a time chance changes them by less than it does in the long run.
	const seconds = (bucket.from + bucket.to - from - to) / 2000;
	const chance = Math.min(1, 2 * (1 - Math.exp(-seconds / pauseLength)));
	const deviation = Math.sqrt((((before + 0.06) * (1 - before)) / Math.max(1, there)) * chance);
	const sudden = meanChange('paused', [before, usually.to], deviation, Math.max(0.1, 3 / Math.max(1, there)));
	return sudden.rose > usually.rose && usually.to > usually.from ? sudden : usually;
};

/** Seconds of a pause: in much less, hardly any of those who are paused come back. */
const pauseLength = 120;

/** Milliseconds over which agents who pause are compared. */
const surgeWithin = 45_000;

/** How long after a step it may be the cause of what figures do, milliseconds. */
const stepCounts = 600_000;

/** The weight of a step: it is never chance. */
const certain = 12;

/** A figure that changes in steps: it did not long ago, or it stayed. */
const stepChange = (figure: 'level' | 'leads', {before, now, at}: Step, {to}: Bucket): FigureChange => {
	if (Number.isNaN(now)) {
		return silent(figure);
	}
	const rose = to - at > stepCounts || now === before ? -certain : now > before ? certain : -2 * certain;
	const fell = rose === -certain ? rose : -certain - rose;
	return {...silent(figure, before, now), fell, rose, same: Math.min(0, -fell, -rose), isReported: true};
};

/**
 * An adaptive level that falls by itself has not stayed either, where it explains that fewer are dialed; one that rises makes no
 * fewer dials.
 *
 * @param dialed dials, as a part of the usual
 */
const drifting = (change: FigureChange, from: number, {level, polls}: Bucket, dialed: number): FigureChange => {
	const share = level / polls / from;
	return share < 1 - leastDrift && !(dialed < share * unexplained)
		? {...change, same: Number.NEGATIVE_INFINITY}
		: change;
};

/** A level explains dials that fall as much as it, or somewhat more; not that they stop. */
const unexplained = 0.4;

/** The highest level of the last two minutes, and as high as one that swings usually is. */
const highestLevel = ({buckets, usual}: Recent): number => {
	const mean = usual.level / usual.weight;
	let most = mean + Math.sqrt(Math.max(0, usual.squares.level / usual.weight - mean * mean));
	for (const {level, polls} of buckets) {
		// The graphs have no level.
		most = Math.max(most, level / polls || 0);
	}
	return most;
};

const leastDrift = 0.1;

/** Machines beside people: whether they are as many as ever, or answer in place of the people who are missing. */
const withExchange = (machines: FigureChange, live: FigureChange, settled: number): FigureChange => {
	const {from, to, isReported} = machines;
	if (!isReported || !live.isReported) {
		return machines;
	}
	const likelihood = (rate: number): number => {
		const mean = Math.max(0.5, settled * rate);
		return (settled * to * Math.log(mean) - mean) / answerSpread;
	};
	const best = likelihood(to);
	return {
		...machines,
		even: likelihood(clip(to, from * 0.95, from * 1.05)) - best,
		instead: likelihood(Math.max(0.001, from + live.from - live.to)) - best,
	};
};

/** Calls by whose ringing a bucket is judged: a minute of the graphs shows only those that ring at its end. */
const rung = ({dials, ringing}: Bucket): number => Math.max(1, Math.min(dials, ringing));

/** The changes of every figure over a bucket. */
const changesIn = (bucket: Bucket, recent: Recent): FigureChanges => {
	const {usual, level, activeLeads, buckets} = recent;
	const newest = buckets.at(-1) ?? bucket;
	const highest = highestLevel(recent);
	const seconds = (bucket.to - bucket.from) / 1000;
	const here = Math.max(0, bucket.agents - bucket.paused) / bucket.polls;
	const agentSeconds = here * seconds;
	// Dials follow the agents: fewer agents are no failure of the dialing. Without agents, dials per minute are compared.
	const isManned = usual.agentSeconds / usual.seconds > 0.5;
	const [exposure, usually] = isManned ? [agentSeconds, usual.agentSeconds] : [seconds, usual.seconds];
	const expected = (usual.dials / usually) * exposure;
	// Dials per minute and agent: the usual ones, and those of now.
	const dialRates = [(expected / seconds) * 60, (bucket.dials / seconds) * 60] as const;
	const settled = Math.max(0, bucket.settled);
	const rate = (name: 'human' | 'machine') =>
		[usual[name] / usual.settled, bucket[name] / Math.max(1, settled)] as const;
	// A first look does not see whether the level was changed while the graphs were drawn.
	const levelChange =
		bucket.from < recent.polledSince
			? {...silent('level'), same: Number.NEGATIVE_INFINITY}
			: drifting(stepChange('level', level, bucket), highest, newest, dialRates[1] / dialRates[0]);
	const answers = (figure: 'live' | 'machines', name: 'human' | 'machine'): FigureChange => {
		const rates = rate(name);
		return eventChange(figure, rates, bucket[name], settled * rates[0], usual[name], answerSpread);
	};
	const live = answers('live', 'human');
	const machines = withExchange(answers('machines', 'machine'), live, settled);
	const agents = usual.agents / usual.weight;
	const present = bucket.agents / bucket.polls;
	const rings = [
		usual.ringing / usual.weight / (usual.dials / usual.seconds),
		bucket.ringing / bucket.polls / (Math.max(1, bucket.dials) / seconds),
	] as const;
	const waiting = [usual.waiting / usual.weight, bucket.waiting / bucket.polls] as const;
	const waitingVariance = usual.squares.waiting / usual.weight - waiting[0] * waiting[0];
	const waitingDeviation = Math.sqrt(
		Math.max(waitingVariance, waiting[0] + 0.2) * remainingVariance('waiting', bucket),
	);
	return {
		dials: eventChange('dials', dialRates, bucket.dials, expected, usual.dials, dialSpread),
		rings:
			bucket.dials >= 5
				? ratioChange('rings', rings, Math.sqrt(0.02 + 1 / rung(bucket) + 1 / Math.max(1, usual.dials)))
				: silent('rings', ...rings),
		live,
		machines,
		ready: shareChange('ready', bucket, usual),
		idle: shareChange('idle', bucket, usual),
		onCall: shareChange('onCall', bucket, usual),
		wrapUp: shareChange('wrapUp', bucket, usual),
		paused: surge(shareChange('paused', bucket, usual), bucket, buckets[0] ?? bucket),
		waiting: meanChange('waiting', waiting, waitingDeviation, 0.6 + waiting[0]),
		level: levelChange,
		leads: stepChange('leads', activeLeads, bucket),
		agents:
			agents > 0
				? meanChange('agents', [agents, present], 0.05 * agents + 0.5, Math.max(2, 0.35 * agents))
				: silent('agents'),
	};
};

/** Seconds over which figures are compared with what is usual: the longer, the more events. */
const windows = [20, 30, 45, 60, 90, 120] as const;

/** The changes of every figure over a span of time. */
export type FigureChanges = Readonly<Record<FigureName, FigureChange>>;

/** The changes over a span of seconds; `drawn` are those that the service's graphs draw, from before the first poll. */
export type Look = {changes: FigureChanges; seconds: number; drawn: number};

/** The changes over each span of time that the polls reach. */
export const changesOf = (recent: Recent): Look[] =>
	windows.flatMap(seconds => {
		const bucket = lately(recent, seconds);
		if (!bucket || bucket.from < recent.dialsSince + settling) {
			return [];
		}
		const {from, to} = bucket;
		const drawn = Math.max(0, recent.polledSince - from) / 1000;
		return [{changes: changesIn(bucket, recent), seconds: (to - from) / 1000, drawn}];
	});

/** Milliseconds after a campaign begins to dial in which its figures are those of its first calls. */
const settling = 30_000;
