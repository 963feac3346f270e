/**
 * What a campaign's polls showed lately, and what is usual for it: the polls of the last two minutes in buckets of ten
 * seconds, and decayed sums of what came before them. Numbers that a service does not send are NaN, and nothing is derived
 * from them.
 */
import {drawnMinutes, idleOf} from './drawn.ts';
import {Rows} from './rows.ts';
import type {Poll} from './sample.ts';
import {
	type Bucket,
	countsOf,
	drawnBuckets,
	gaugeNames,
	gaugeOf,
	levelOf,
	number,
	seeded,
	type Usual,
	withBucket,
} from './usual.ts';

/** Figures of a poll that the table of polls has columns for: what charts and rules read of the last minutes. */
const polledFigures = [
	'ringing',
	'waiting',
	'inIvr',
	'agents',
	'ready',
	'onCall',
	'wrapUp',
	'paused',
	'dead',
	'calledToday',
	'humanAnswered',
	'machineAnswered',
	'dropRate',
] as const;

/** Figures of a poll by which a campaign is watched. */
export const watchedFigures = [...polledFigures, 'activeLeads', 'paceTempo'] as const;
type Sample = Poll<(typeof watchedFigures)[number]>;

/**
 * The columns of the table of polls: when each was sent and answered, milliseconds; since when its bucket counts, -Infinity for
 * a poll from which on others are counted, NaN for one that lacks figures; its level; its figures.
 */
const columns = ['sentWall', 'answered', 'bucket', 'level', ...polledFigures] as const;

export type PollColumn = (typeof columns)[number];

/** Polls, oldest first. */
export type Polls = Rows<PollColumn>;

export const noPolls: Polls = Rows.of(columns);

/** The index of each column. */
export const pollColumn = Object.fromEntries(columns.map((name, index) => [name, index])) as Record<PollColumn, number>;

/** What was learned of a campaign's polls. */
export type Learned = {
	readonly usual: Usual;
	/** The last two minutes begin here, by the monotonic clock; what is older has become usual. */
	readonly since: number;
	/** Minutes of the service's graphs from before the first poll, as long as they belong to the last two. */
	readonly drawn: readonly Bucket[];
	/** Which figures the last poll had, a bit each. */
	readonly reported: number;
	/** Active leads and dial level, as they were before they last changed much, and when they did. */
	readonly activeLeads: Step;
	readonly level: Step;
	/** Since when it dials, by the monotonic clock; NaN while it does not. */
	readonly dialsSince: number;
	/** When dialtop's own polls begin, by the monotonic clock: buckets before that are minutes of the service's graphs. */
	readonly polledSince: number;
};

/** A campaign's recent past. */
export type Recent = Pick<Learned, 'usual' | 'activeLeads' | 'level' | 'dialsSince' | 'polledSince'> & {
	/** Oldest first; they span two minutes, or two polls where these are further apart. */
	readonly buckets: readonly Bucket[];
};

/** A figure that changes in steps. */
export type Step = {now: number; before: number; at: number};

/** Milliseconds. */
const bucketLength = 10_000;
const span = 120_000;

/** After a longer gap nothing is known of what happened in between, unless all polls are so far apart. */
const longestGap = 600_000;

/** How much more slowly the usual adapts while figures are far from it. */
const reluctance = 0.15;

/** A list that is switched off or on takes so many of the active leads; dialing finishes them one by one. */
const leadStep = 0.05;

/** An adaptive level moves by less from one poll to the next. */
const levelStep = 0.2;

/** A figure that changes in steps after a poll: `least` is the share of itself that makes a step. */
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

const stepsAfter = (known: Learned | undefined, {figures}: Sample, at: number) => ({
	activeLeads: stepped(known?.activeLeads, number(figures.activeLeads), at, leadStep),
	level: stepped(known?.level, levelOf(figures), at, levelStep),
});

const reportedGauges = gaugeNames.filter(name => name !== 'idle');
const reportedCounts = ['dials', 'human', 'machine'] as const;

/** Which figures a poll has, a bit each. */
const reportedBy = ({figures}: Sample): number => {
	const counts = countsOf(figures);
	const values = [...reportedGauges.map(name => gaugeOf(figures, name)), ...reportedCounts.map(name => counts[name])];
	return values.reduce((bits, value, index) => (Number.isNaN(value) ? bits : bits | (1 << index)), 0);
};

/** The drops of a row of the table: its rate of the live answers. */
const dropsAt = (polls: Polls, row: number): number =>
	(polls.get(row, pollColumn.dropRate) * polls.get(row, pollColumn.humanAnswered)) / 100;

/** The polls behind a row, up to another one, in one bucket. */
const bucketOf = (polls: Polls, begin: number, end: number): Bucket => {
	const counted = (column: number): number => polls.get(end, column) - polls.get(begin, column);
	const dials = counted(pollColumn.calledToday);
	const bucket: Bucket = {
		from: polls.get(end, pollColumn.bucket),
		to: polls.get(end, pollColumn.answered),
		polls: 0,
		dials,
		settled: dials - counted(pollColumn.ringing),
		human: counted(pollColumn.humanAnswered),
		machine: counted(pollColumn.machineAnswered),
		drops: dropsAt(polls, end) - dropsAt(polls, begin),
		...{ringing: 0, waiting: 0, agents: 0, ready: 0, idle: 0, onCall: 0, wrapUp: 0, paused: 0, dead: 0, level: 0},
	};
	for (let row = begin + 1; row <= end; row++) {
		if (polls.get(row, pollColumn.bucket) !== bucket.from) {
			continue;
		}
		const [ringing, ready] = [polls.get(row, pollColumn.ringing), polls.get(row, pollColumn.ready)];
		bucket.polls += 1;
		bucket.ringing += ringing;
		bucket.waiting += polls.get(row, pollColumn.waiting);
		bucket.agents += polls.get(row, pollColumn.agents);
		bucket.ready += ready;
		bucket.idle += idleOf(ready, ringing);
		bucket.onCall += polls.get(row, pollColumn.onCall);
		bucket.wrapUp += polls.get(row, pollColumn.wrapUp);
		bucket.paused += polls.get(row, pollColumn.paused);
		bucket.dead += polls.get(row, pollColumn.dead);
		bucket.level += polls.get(row, pollColumn.level);
	}
	return bucket;
};

/** The buckets of the polls since a time, oldest first, behind the minutes drawn before them. */
const bucketsOf = (polls: Polls, {drawn, since}: Pick<Learned, 'drawn' | 'since'>): Bucket[] => {
	const buckets: Bucket[] = [];
	// From the newest poll back: a bucket is counted from the last poll before it.
	let end = polls.length - 1;
	let from = Number.NaN;
	for (let row = end; row >= 0 && !(from < since); row--) {
		const bucket = polls.get(row, pollColumn.bucket);
		if (Number.isNaN(bucket) || bucket === from) {
			continue;
		}
		if (from >= since) {
			buckets.push(bucketOf(polls, row, end));
		}
		[from, end] = [bucket, row];
	}
	return [...drawn, ...buckets.reverse()];
};

/** The polls of a campaign, and what was learned of them; undefined before the first. */
export type Watched = {readonly polls: Polls; readonly learned: Learned | undefined};

/** The buckets that were made last: several rules ask for those of one poll. */
let newest: {learned: Learned; recent: Recent} | undefined;

const remember = (learned: Learned, buckets: readonly Bucket[]): Recent => {
	const recent = {...learned, buckets};
	newest = {learned, recent};
	return recent;
};

/** The recent past; undefined before the first poll. */
export const recentOf = ({polls, learned}: Watched): Recent | undefined =>
	learned && (newest?.learned === learned ? newest.recent : remember(learned, bucketsOf(polls, learned)));

/** Polls that are held for a chart of a service that draws no live calls: enough for the widest one. */
const chartedPolls = 240;

/** The table with one poll more, without those that nobody reads any longer. */
const withPoll = (polls: Polls, {span, figures, liveCalls}: Sample, bucket: number, since: number): Polls => {
	const {sentAt, receivedAt} = span;
	const row = [sentAt.wall, receivedAt.mono, bucket, levelOf(figures)];
	for (const name of polledFigures) {
		row.push(number(figures[name]));
	}
	// The last poll before them is what the first of them is counted from.
	const first = Math.max(0, polls.findLast(pollColumn.answered, since));
	const isDrawn = (liveCalls?.length ?? 0) >= 2;
	return polls.with(row, isDrawn ? first : Math.min(first, Math.max(0, polls.length + 1 - chartedPolls)));
};

/** A campaign that is seen for the first time, or anew after a time of which nothing is known. */
const begun = ({polls, learned: known}: Watched, sample: Sample): Watched => {
	const {figures, state, span} = sample;
	const at = span.receivedAt.mono;
	const isDialing = state === 'dialing';
	const minutes = drawnMinutes(sample);
	const usual = known?.usual ?? seeded(figures, minutes);
	const drawn = isDialing ? drawnBuckets(minutes, usual, at) : [];
	return {
		polls: withPoll(polls, sample, Number.NEGATIVE_INFINITY, at),
		learned: {
			usual,
			since: drawn[0]?.from ?? at,
			drawn,
			reported: reportedBy(sample),
			...stepsAfter(known, sample, at),
			dialsSince: isDialing ? (drawn.length > 0 ? Number.NEGATIVE_INFINITY : at) : Number.NaN,
			polledSince: at,
		},
	};
};

/** Moves the buckets that are older than two minutes into what is usual. */
const learnedFrom = (buckets: Bucket[], known: Learned, at: number, rate: number): Usual => {
	let {usual} = known;
	while (buckets.length > 2 && buckets[1] && at - buckets[1].from >= span) {
		const gone = buckets.shift();
		if (gone && gone.from >= Math.max(known.dialsSince, known.polledSince)) {
			usual = withBucket(usual, gone, rate);
		}
	}
	return usual;
};

/**
 * A campaign's recent past after a poll. What was learned is the same object if the poll is no newer, or lacks figures that
 * came before.
 *
 * @param staleBefore what was polled at or before this monotonic time says nothing of the present
 * @param hasChanged whether figures are far from what is usual
 */
export const watchedAfter = (known: Watched, sample: Sample, staleBefore: number, hasChanged: boolean): Watched => {
	const {polls, learned} = known;
	const at = sample.span.receivedAt.mono;
	const last = polls.length - 1 - countBack(polls);
	const before = polls.get(last, pollColumn.answered);
	if (!learned) {
		return begun(known, sample);
	}
	if (at <= before) {
		return known;
	}
	const reported = reportedBy(sample);
	const isNear = at - before <= longestGap && before > staleBefore;
	// Wait until all figures come again: judging by half of them would end what all of them showed.
	if ((reported & learned.reported) !== learned.reported && isNear) {
		return {polls: withPoll(polls, sample, Number.NaN, heldSince(learned)), learned};
	}
	const isNewDay = number(sample.figures.calledToday) < polls.get(last, pollColumn.calledToday);
	if (isNewDay || !isNear) {
		return begun(known, sample);
	}
	const isDialing = sample.state === 'dialing';
	const wasDialing = !Number.isNaN(learned.dialsSince);
	const opened = polls.get(last, pollColumn.bucket);
	const bucket = at - opened <= bucketLength ? opened : before;
	const grown = withPoll(polls, sample, bucket, heldSince(learned));
	const buckets = bucketsOf(grown, learned);
	const usual = learnedFrom(buckets, learned, at, hasChanged ? reluctance : 1);
	const lasting = isDialing === wasDialing ? buckets : buckets.slice(-1);
	const since = lasting[0]?.from ?? learned.since;
	const next: Learned = {
		usual,
		since,
		drawn: learned.drawn.length > 0 ? learned.drawn.filter(({from}) => from >= since) : learned.drawn,
		reported,
		...stepsAfter(learned, sample, at),
		dialsSince: isDialing ? (wasDialing ? learned.dialsSince : at) : Number.NaN,
		polledSince: learned.polledSince,
	};
	remember(next, lasting);
	return {polls: grown, learned: next};
};

/** Polls from here on are held: those of the last two minutes, and the one that the first of them is counted from. */
const heldSince = ({since, polledSince}: Learned): number => Math.max(since, polledSince);

/** How many polls at the end of the table lack figures. */
const countBack = (polls: Polls): number => {
	let count = 0;
	while (count < polls.length && Number.isNaN(polls.get(polls.length - 1 - count, pollColumn.bucket))) {
		count++;
	}
	return count;
};

/** The polls of the last `seconds`, in one bucket; undefined if they do not reach so far back. */
export const lately = ({buckets}: Pick<Recent, 'buckets'>, seconds: number): Bucket | undefined => {
	const {to = 0} = buckets.at(-1) ?? {};
	const first = buckets.findLastIndex(({from}) => to - from >= seconds * 1000);
	return first < 0 ? undefined : joined(buckets.slice(first));
};

const joined = ([first, ...later]: readonly Bucket[]): Bucket | undefined => {
	if (!first) {
		return undefined;
	}
	const sum = {...first};
	for (const bucket of later) {
		sum.to = bucket.to;
		sum.polls += bucket.polls;
		sum.dials += bucket.dials;
		sum.settled += bucket.settled;
		sum.human += bucket.human;
		sum.machine += bucket.machine;
		sum.drops += bucket.drops;
		sum.ringing += bucket.ringing;
		sum.waiting += bucket.waiting;
		sum.agents += bucket.agents;
		sum.ready += bucket.ready;
		sum.idle += bucket.idle;
		sum.onCall += bucket.onCall;
		sum.wrapUp += bucket.wrapUp;
		sum.paused += bucket.paused;
		sum.dead += bucket.dead;
		sum.level += bucket.level;
	}
	return sum;
};
