/** What dialtop's own polls showed over the last minutes: how the drop rate moved, and for how long calls have waited. */
import {honestPercent} from './derived.ts';
import type {LiveCalls} from './state.ts';
import type {Figures} from './wire.ts';

/** The day's drop rate at a poll, and how many had been called by then. */
export type DropSample = {readonly at: number; readonly rate: number; readonly called: number | undefined};

/** Milliseconds from one sample to the next, at least: a dozen of them reach back five minutes. */
const apart = 30_000;

/** Milliseconds over which a change is told, and by how much the first of its two samples may be older. */
const fiveMinutes = 300_000;
const slack = 120_000;

/** The time of a poll by the monotonic clock; what was polled at or before `staleBefore` says nothing of the present. */
type Polled = {figures: Figures; at: number; staleBefore: number};

/** The samples after a poll, oldest first: no more than reach back five minutes, and none from before a new day. */
export const dropSamplesAfter = (
	known: readonly DropSample[] | undefined,
	{figures, at, staleBefore}: Polled,
): readonly DropSample[] | undefined => {
	const rate = honestPercent(figures.dropRate);
	const last = known?.at(-1);
	if (rate === undefined || (last && at < last.at)) {
		return known;
	}
	const called = figures.calledToday;
	const isNewDay = last?.called !== undefined && called !== undefined && called < last.called;
	const kept = known && last && last.at > staleBefore && !isNewDay ? known : [];
	if (last && kept.length > 0 && at - last.at < apart) {
		return kept;
	}
	const first = kept.findLastIndex(sample => sample.at <= at - fiveMinutes);
	return [...kept.slice(Math.max(0, first)), {at, rate, called}];
};

/** By how many percentage points the day's drop rate moved in the five minutes before a poll; undefined until they are known. */
export const dropChange = (
	samples: readonly DropSample[] | undefined,
	{figures, at}: Pick<Polled, 'figures' | 'at'>,
): number | undefined => {
	const rate = honestPercent(figures.dropRate);
	const before = samples?.findLast(sample => sample.at <= at - fiveMinutes);
	const {calledToday} = figures;
	const isNewDay = before?.called !== undefined && calledToday !== undefined && calledToday < before.called;
	return rate === undefined || !before || isNewDay || at - before.at > fiveMinutes + slack
		? undefined
		: rate - before.rate;
};

/** Milliseconds between two polls after which nothing is said of the time between them. */
const longestGap = 60_000;

/**
 * For how many milliseconds every poll has shown calls that wait, up to the newest one; 0 if none wait. `isLonger` if calls
 * waited when that began to be watched. Undefined if the newest poll does not tell, or is the first of them.
 *
 * @param staleBefore what was polled at or before this monotonic time says nothing of the present
 */
export const waitingFor = (
	history: readonly LiveCalls[] | undefined,
	staleBefore: number,
): {time: number; isLonger: boolean} | undefined => {
	const newest = history?.at(-1);
	if (!history || !newest?.waiting) {
		return newest?.waiting === 0 ? {time: 0, isLonger: false} : undefined;
	}
	let first = newest.seen.mono;
	for (let at = history.length - 2; at >= 0; at--) {
		const {waiting, seen} = history[at] ?? newest;
		if (waiting === undefined || first - seen.mono > longestGap || seen.mono <= staleBefore) {
			break;
		}
		if (waiting === 0) {
			return {time: newest.seen.mono - first, isLonger: false};
		}
		first = seen.mono;
	}
	return first === newest.seen.mono ? undefined : {time: newest.seen.mono - first, isLonger: true};
};
