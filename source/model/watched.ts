/** What dialtop's own polls showed over the last minutes: how the drop rate moved, and for how long calls have waited. */
import {honestPercent} from './derived.ts';
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

/**
 * By how many percentage points the day's drop rate moved in the five minutes before a poll, whose samples these are; undefined
 * until they are known.
 */
export const dropChange = (
	samples: readonly DropSample[] | undefined,
	{figures, at}: Pick<Polled, 'figures' | 'at'>,
): number | undefined => {
	const rate = honestPercent(figures.dropRate);
	const before = samples?.findLast(sample => sample.at <= at - fiveMinutes);
	return rate === undefined || !before || at - before.at > fiveMinutes + slack ? undefined : rate - before.rate;
};

/** Milliseconds between two polls after which nothing is said of the time between them. */
const longestGap = 60_000;

/** Calls that wait, from poll to poll. It stays the same object for as long as they go on waiting. */
export type Waiting = {
	/** The monotonic time of the first of the polls that all showed some; undefined if the newest one showed none. */
	readonly since: number | undefined;
	/** Whether calls may have waited before that. */
	readonly isLonger: boolean;
};

const noneWaits: Waiting = {since: undefined, isLonger: false};

/**
 * Calls that wait after a poll; undefined if it does not tell.
 *
 * @param last the monotonic time of the poll before; undefined if there was none
 */
export const waitingAfter = (
	known: Waiting | undefined,
	{figures: {waiting}, at, last, staleBefore}: Polled & {last: number | undefined},
): Waiting | undefined => {
	if (!waiting) {
		return waiting === 0 ? noneWaits : undefined;
	}
	if (!known || last === undefined || at - last > longestGap || last <= staleBefore) {
		return {since: at, isLonger: true};
	}
	return known.since === undefined ? {since: at, isLonger: false} : known;
};

/**
 * For how many milliseconds every poll has shown calls that wait, up to the newest one; 0 if none wait. `isLonger` if calls
 * waited when that began to be watched. Undefined if the newest poll does not tell, or is the first of them.
 *
 * @param polled when the newest poll was; what was polled at or before `staleBefore` says nothing of the present
 */
export const waitingFor = (
	known: Waiting | undefined,
	{at, staleBefore}: Pick<Polled, 'at' | 'staleBefore'>,
): {time: number; isLonger: boolean} | undefined => {
	if (known?.since === undefined) {
		return known && {time: 0, isLonger: known.isLonger};
	}
	const {since, isLonger} = known;
	return isLonger && (at === since || at <= staleBefore) ? undefined : {time: at - since, isLonger};
};
