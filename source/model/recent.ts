/**
 * What a campaign's polls showed lately, and what is usual for it: a few buckets of the last two minutes, and decayed sums
 * of what came before them. Numbers that a service does not send are NaN, and nothing is found out from them.
 */
import {drawnMinutes, type Graphs} from './drawn.ts';
import {drawnBuckets, seeded} from './seeded.ts';
import {
	type Bucket,
	type Counts,
	countEach,
	countsOf,
	gaugeEach,
	gaugeOf,
	levelOf,
	number,
	type Usual,
	withBucket,
} from './usual.ts';
import type {Figures} from './wire.ts';

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

/** How much slower what is usual changes while figures are far from it. */
const reluctance = 0.15;

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
		sum.idle += more.idle;
		sum.onCall += more.onCall;
		sum.wrapUp += more.wrapUp;
		sum.paused += more.paused;
		sum.dead += more.dead;
		sum.level += more.level;
	}
	return sum;
};
