/**
 * A campaign's history: one series of its polls in tiers. As polled, over the last minutes; a minute, as the service draws it
 * over the last hour; five minutes, over twelve hours. Charts read it by `between`; beside the tiers are summaries that
 * reach further back: what is usual, for how long calls have waited, and what is wrong.
 */
import {type Cause, causeOf} from './causes.ts';
import {honestPercent} from './derived.ts';
import {type DrawnMinute, drawnMinutes} from './drawn.ts';
import {type Past, type PastStep, pastAfter, stepsOf} from './past.ts';
import {noPolls, type PollColumn, pollColumn, recentOf, type Watched, watchedAfter} from './recent.ts';
import {Rows} from './rows.ts';
import type {Sample} from './sample.ts';
import {elapsed, type Moment} from './time.ts';

/** Calls that wait, from poll to poll. It stays the same object for as long as they go on waiting. */
export type Waiting = {
	/** The monotonic time of the first of the polls that all showed some; undefined if the newest one showed none. */
	readonly since: number | undefined;
	/** Whether calls may have waited before that. */
	readonly isLonger: boolean;
};

/** What is remembered of a campaign; never changed in place. It is built by {@link after} alone. */
export type History = Watched & {
	/** The newest poll with figures; undefined before the first. */
	readonly latest: Sample | undefined;
	/** The drop rate of some polls of the last five minutes. */
	readonly dropRates: Rows<DropColumn>;
	/** Five minutes by five minutes; undefined if no poll brought times. */
	readonly past: Past | undefined;
	/** Calls that wait; undefined if the newest poll does not say. */
	readonly waiting: Waiting | undefined;
	/** What the figures say is wrong, if they say anything. */
	readonly cause: Cause | undefined;
};

const dropColumns = ['answered', 'dropRate', 'calledToday'] as const;
type DropColumn = (typeof dropColumns)[number];
const [answered, dropRate, calledToday] = [0, 1, 2];

/** The history of a campaign of which nothing is known. */
export const noHistory: History = {
	latest: undefined,
	polls: noPolls,
	learned: undefined,
	dropRates: Rows.of(dropColumns),
	past: undefined,
	waiting: undefined,
	cause: undefined,
};

/** Milliseconds from one drop rate to the next, at least: a dozen of them reach back five minutes. */
const apart = 30_000;

/** Milliseconds over which a change is reported, and by how much the first of its two polls may be older. */
const fiveMinutes = 300_000;
const slack = 120_000;

/** The drop rates after a poll, oldest first: no more than reach back five minutes, and none from before a new day. */
const dropRatesAfter = (known: History['dropRates'], {figures, span}: Sample, staleBefore: number) => {
	const rate = honestPercent(figures.dropRate);
	const at = span.receivedAt.mono;
	const last = known.length - 1;
	if (rate === undefined || at < known.get(last, answered)) {
		return known;
	}
	const called = figures.calledToday ?? Number.NaN;
	const isNewDay = called < known.get(last, calledToday);
	const isKnown = known.get(last, answered) > staleBefore && !isNewDay;
	if (isKnown && at - known.get(last, answered) < apart) {
		return known;
	}
	const first = Math.max(0, known.findLast(answered, at - fiveMinutes));
	return (isKnown ? known : noHistory.dropRates).with([at, rate, called], isKnown ? first : 0);
};

/** Milliseconds between two polls after which the time between them counts as unknown. */
const longestGap = 60_000;

const noneWaits: Waiting = {since: undefined, isLonger: false};

/** Calls that wait after a poll; undefined if the poll does not say. */
const waitingAfter = ({waiting: known, latest}: History, {figures, span}: Sample, staleBefore: number) => {
	const at = span.sentAt.mono;
	const last = latest?.span.sentAt.mono;
	if (!figures.waiting) {
		return figures.waiting === 0 ? noneWaits : undefined;
	}
	if (!known || last === undefined || at - last > longestGap || last <= staleBefore) {
		return {since: at, isLonger: true};
	}
	return known.since === undefined ? {since: at, isLonger: false} : known;
};

/**
 * The history after a poll.
 *
 * @param staleBefore what was polled at or before this monotonic time says nothing of the present (the clocks parted)
 */
export const after = (known: History, sample: Sample, staleBefore = Number.NEGATIVE_INFINITY): History => {
	const {polls, learned} = watchedAfter(known, sample, staleBefore, known.cause !== undefined);
	const recent = learned === known.learned ? undefined : recentOf({polls, learned});
	return {
		latest: sample,
		polls,
		learned,
		dropRates: dropRatesAfter(known.dropRates, sample, staleBefore),
		past: pastAfter(known.past, sample, sample.span.receivedAt),
		waiting: waitingAfter(known, sample, staleBefore),
		cause: recent ? (sample.state === 'dialing' ? causeOf(recent, known.cause) : undefined) : known.cause,
	};
};

/**
 * The history of recorded polls, oldest first. Those of the last half hour say what is usual and what is wrong; of the hours
 * before that, one in five minutes is enough for wide charts and staffing.
 */
export const historyOf = (samples: Iterable<Sample>): History => {
	let history = noHistory;
	for (const sample of samples) {
		history = after(history, sample);
	}
	return history;
};

/** The history after an answer without figures: nobody knows whether calls still wait. */
export const afterNoFigures = (known: History): History => (known.waiting ? {...known, waiting: undefined} : known);

/** What each tier holds of a time. */
type TierRecords = {
	polled: Partial<Record<PollColumn, number>>;
	minute: DrawnMinute;
	'five minutes': PastStep;
};

/** A tier: as polled; a minute, as the service draws it; averages and counts of five minutes. */
export type Tier = keyof TierRecords;

/** A record with the seconds from the newest of its tier to it, 0 or below. */
export type TimedRecord<T extends Tier> = {at: number; record: TierRecords[T]};

const momentAt = ({polls}: History, row: number): Moment => ({
	wall: polls.get(row, pollColumn.sentWall),
	mono: polls.get(row, pollColumn.answered),
});

const readers: {[T in Tier]: (history: History) => TimedRecord<T>[]} = {
	polled(history) {
		const {polls} = history;
		const last = momentAt(history, polls.length - 1);
		return Array.from({length: polls.length}, (_, row) => ({
			at: 0 - elapsed(momentAt(history, row), last) / 1000,
			record: polls.row(row),
		}));
	},
	minute: ({latest}) => (latest ? drawnMinutes(latest).map(record => ({at: record.to, record})) : []),
	'five minutes': ({past}) => (past ? stepsOf(past) : []),
};

/**
 * What a tier holds of a span of time, oldest first. Numbers that are not known are NaN, or not given.
 *
 * @param from seconds from the newest record of the tier, 0 or below
 */
export const between = <T extends Tier>(
	history: History,
	tier: T,
	from = Number.NEGATIVE_INFINITY,
	to = 0,
): TimedRecord<T>[] => readers[tier](history).filter(({at}) => at >= from && at <= to);

/**
 * By how many percentage points the day's drop rate moved in the five minutes before the newest poll; undefined until that is
 * known.
 */
export const dropChange = ({dropRates, latest}: History): number | undefined => {
	const rate = honestPercent(latest?.figures.dropRate);
	const at = latest?.span.receivedAt.mono ?? Number.NaN;
	const before = dropRates.findLast(answered, at - fiveMinutes);
	return rate === undefined || before < 0 || at - dropRates.get(before, answered) > fiveMinutes + slack
		? undefined
		: rate - dropRates.get(before, dropRate);
};

/**
 * For how many milliseconds every poll has shown calls that wait, up to the newest one; 0 if none wait. `isLonger` if calls
 * waited when that began to be watched. Undefined if the newest poll does not say, or is the first one.
 *
 * @param staleBefore what was polled at or before this monotonic time says nothing of the present
 */
export const waitingFor = (
	{waiting, latest}: History,
	staleBefore: number,
): {time: number; isLonger: boolean} | undefined => {
	if (!waiting || !latest || waiting.since === undefined) {
		return waiting && {time: 0, isLonger: waiting.isLonger};
	}
	const {since, isLonger} = waiting;
	const at = latest.span.sentAt.mono;
	return isLonger && (at === since || at <= staleBefore) ? undefined : {time: at - since, isLonger};
};
