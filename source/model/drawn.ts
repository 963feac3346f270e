/**
 * What the service's own graphs show of the minutes before an answer (section 2.6): a first look judges by them what polls
 * would show only after a minute or two. Numbers that a service does not send are NaN.
 */

import type {Graphs} from './sample.ts';

/** An interval of the graphs: what was counted in it, and the gauges at its end. Usually it is a minute. */
export type DrawnMinute = {
	/** Seconds from the newest point to its two ends, 0 or below. */
	from: number;
	to: number;
	dialed: number;
	/** Dials whose call had rung out by its end, roughly: the last ones of an interval ring into the next. */
	settled: number;
	/** Live answers: delivered and dropped calls. */
	live: number;
	drops: number;
	agents: number;
	ready: number;
	/** Ready agents for whom no call rang. */
	idle: number;
	onCall: number;
	wrapUp: number;
	paused: number;
	dead: number;
	ringing: number;
	waiting: number;
};

/** Ready agents for whom no call rings. */
export const idleOf = (ready: number, ringing: number): number => Math.max(0, ready - ringing);

const day = 86_400;

/** An interval shorter or longer than that (seconds) is skipped: its points are not minutes, or some are missing. */
const shortest = 15;
const longest = 300;

/** Seconds for which a call rings before it counts as answered or not, on average. */
const ringing = 15;

const number = (value: number | undefined): number => value ?? Number.NaN;

/** The intervals of the graphs, oldest first; none if the points of the calls have no times. */
export const drawnMinutes = ({calls = [], agents = [], liveCalls = []}: Omit<Graphs, 'leads'>): DrawnMinute[] => {
	const newest = calls.at(-1)?.time;
	if (newest === undefined) {
		return [];
	}
	const there = new Map(agents.map(point => [point.time, point]));
	// Points without times of their own are those of the same minutes, if they are as many.
	const live = liveCalls.length === calls.length ? liveCalls : [];
	const minutes: DrawnMinute[] = [];
	for (const [index, {time, dialed, delivered, drops}] of calls.entries()) {
		const before = calls[index - 1];
		const from = before?.time;
		if (time === undefined || from === undefined) {
			continue;
		}
		const length = (time - from + day) % day;
		if (length < shortest || length > longest) {
			continue;
		}
		const to = 0 - ((newest - time + day) % day);
		const late = Math.min(0.5, ringing / length);
		const staff = there.get(time);
		const [ready, rang] = [number(staff?.ready), number(live[index]?.ringing)];
		minutes.push({
			from: to - length,
			to,
			dialed: number(dialed),
			settled: number(dialed) * (1 - late) + number(before?.dialed) * late,
			live: number(delivered) + number(drops),
			drops: number(drops),
			agents: number(staff?.agents),
			ready,
			idle: idleOf(ready, rang),
			onCall: number(staff?.onCall),
			wrapUp: number(staff?.wrapUp),
			paused: number(staff?.paused),
			dead: number(staff?.dead),
			ringing: rang,
			waiting: number(live[index]?.waiting),
		});
	}
	return minutes;
};

/** Seconds before the newest point that a first look judges; what is older is what was usual. */
const lookedAt = 120;

/** Fewest minutes that say what was usual. */
export const fewestMinutes = 5;

/** The minutes that say what was usual: those before a first look; all of them where that leaves too few. */
export const minutesBefore = (minutes: readonly DrawnMinute[]): readonly DrawnMinute[] => {
	const before = minutes.filter(({to}) => to <= -lookedAt);
	return before.filter(({dialed}) => dialed > 0).length < fewestMinutes ? minutes : before;
};

/** Seconds of a block over which live answers per dial are averaged, and fewest blocks that have a middle. */
const blockLength = 300;
const fewestBlocks = 3;

/**
 * Live answers per dial as they were usual before the minutes that are looked at: the middle one of blocks of five minutes,
 * which an outage or a storm of less than half of the graph does not move; `mean` is that of all the minutes, and `dialed`
 * how many dials they hold. Undefined if the graphs are too short, or lack the figures.
 */
export const usualAnswers = (
	minutes: readonly DrawnMinute[],
): {rate: number; mean: number; dialed: number} | undefined => {
	const blocks = new Map<number, {live: number; settled: number}>();
	let [live, settled, dialed] = [0, 0, 0];
	for (const minute of minutes) {
		if (!(minute.dialed > 0) || Number.isNaN(minute.live) || Number.isNaN(minute.settled)) {
			continue;
		}
		live += minute.live;
		settled += minute.settled;
		dialed += minute.dialed;
		if (minute.to > -lookedAt) {
			continue;
		}
		const number = Math.ceil(minute.to / blockLength);
		const block = blocks.get(number) ?? {live: 0, settled: 0};
		blocks.set(number, {live: block.live + minute.live, settled: block.settled + minute.settled});
	}
	const rates = [...blocks.values()]
		.map(block => ({rate: block.live / block.settled, weight: block.settled}))
		.toSorted((one, other) => one.rate - other.rate);
	let ahead = rates.reduce((sum, {weight}) => sum + weight, 0) / 2;
	const middle = rates.find(({weight}) => {
		ahead -= weight;
		return ahead <= 0;
	});
	return rates.length < fewestBlocks || !middle || !(settled > 0)
		? undefined
		: {rate: middle.rate, mean: live / settled, dialed};
};

/** Seconds by which a campaign has rung long enough, once it dials, for its answers to be those of its dials. */
const settling = 60;

/** The newest intervals that a first look judges: those in a row in which it dialed, but for its first minute. */
export const minutesLookedAt = (minutes: readonly DrawnMinute[]): DrawnMinute[] => {
	const {length} = minutes;
	let first = length;
	for (let index = length - 1; index >= 0; index--) {
		const {from, to, dialed} = minutes[index] as DrawnMinute;
		const isNext = index === length - 1 ? to === 0 : to === minutes[index + 1]?.from;
		if (!isNext || !(dialed > 0) || to <= -lookedAt - settling) {
			break;
		}
		first = from >= -lookedAt && (minutes[index - 1]?.dialed ?? 0) > 0 ? index : first;
	}
	return minutes.slice(first);
};

/** Whether an interval was so; the gauges at its start are those of the one right before it. */
export type WasSo = (minute: DrawnMinute, before: DrawnMinute | undefined) => boolean | 'unknown';

/** For how many seconds the newest intervals all were so; undefined where the graphs have no interval, or lack a figure of one. */
export const drawnFor = (minutes: readonly DrawnMinute[], wasSo: WasSo): number | undefined => {
	let seconds: number | undefined;
	for (const [index, minute] of minutes.toReversed().entries()) {
		const before = minutes[minutes.length - 2 - index];
		const was = wasSo(minute, before?.to === minute.from ? before : undefined);
		if (was !== true) {
			return was === 'unknown' ? undefined : (seconds ?? 0);
		}
		seconds = -minute.from;
	}
	return seconds;
};
