/**
 * A campaign's history: one series of its polls in tiers. As polled, over the last minutes; a minute, as the service draws it
 * over the last hour; five minutes, over twelve hours. Charts read it by `between`; beside the tiers are summaries that
 * reach further back: what is usual, for how long calls have waited, and what is wrong.
 */
import {type Cause, causeOf} from './causes.ts';
import {honestPercent} from './derived.ts';
import {type DrawnMinute, drawnMinutes} from './drawn.ts';
import {lazily, once} from './lazily.ts';
import {type Past, type PastStep, pastAfter, stepsOf} from './past.ts';
import {noPolls, type PollColumn, pollColumn, recentOf, type Watched, watchedAfter, watchedFigures} from './recent.ts';
import {Rows} from './rows.ts';
import type {Poll, Sample} from './sample.ts';
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
	/** The newest time that the service's clock was seen to show, and when; undefined if no poll brought times. */
	readonly clock: Past['clock'] | undefined;
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
	clock: undefined,
	waiting: undefined,
	cause: undefined,
};

/** The figures of recorded polls that each part of a history is built of. */
export const figuresOfPart = {
	judged: watchedFigures,
	dropRates: ['dropRate', 'calledToday'],
	past: ['calledToday', 'answeredToday', 'sales'],
	clock: ['calledToday', 'answeredToday', 'sales'],
	waiting: ['waiting'],
} as const;

/** What of a history is built by itself. */
export type HistoryPart = keyof typeof figuresOfPart;

/** A poll as far as a part of a history is built of it. */
export type PollOf<Part extends HistoryPart> = Poll<(typeof figuresOfPart)[Part][number]>;

/** Milliseconds from one drop rate to the next, at least: a dozen of them reach back five minutes. */
const apart = 30_000;

/** Milliseconds over which a change is reported, and by how much the first of its two polls may be older. */
const fiveMinutes = 300_000;
const slack = 120_000;

/** The drop rates after a poll, oldest first: no more than reach back five minutes, and none from before a new day. */
const dropRatesAfter = (known: History['dropRates'], {figures, span}: PollOf<'dropRates'>, staleBefore: number) => {
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
const waitingAfter = (
	{waiting: known, latest}: {waiting: History['waiting']; latest: PollOf<'waiting'> | undefined},
	{figures, span}: PollOf<'waiting'>,
	staleBefore: number,
) => {
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

/** What was watched of a campaign, and what of that is wrong. */
type Judged = Watched & Pick<History, 'cause'>;

/** What is watched after a poll: what is usual, and what is wrong by it. */
const judgedAfter = (known: Judged, sample: PollOf<'judged'>, staleBefore: number): Judged => {
	const {polls, learned} = watchedAfter(known, sample, staleBefore, known.cause !== undefined);
	const recent = learned === known.learned ? undefined : recentOf({polls, learned});
	const cause = recent ? (sample.state === 'dialing' ? causeOf(recent, known.cause) : undefined) : known.cause;
	return {polls, learned, cause};
};

/**
 * The history after a poll.
 *
 * @param staleBefore what was polled at or before this monotonic time says nothing of the present (the clocks parted)
 */
export const after = (known: History, sample: Sample, staleBefore = Number.NEGATIVE_INFINITY): History => {
	const past = pastAfter(known.past, sample, sample.span.receivedAt);
	return {
		latest: sample,
		...judgedAfter(known, sample, staleBefore),
		dropRates: dropRatesAfter(known.dropRates, sample, staleBefore),
		past,
		clock: past?.clock,
		waiting: waitingAfter(known, sample, staleBefore),
	};
};

/**
 * The history of recorded polls. Each part of it is built when it is first asked for.
 *
 * @param latest the newest poll
 * @param pollsOf the polls that a part is built of, oldest first, the newest one among them
 */
export const historyOf = (
	latest: Sample,
	pollsOf: <Part extends HistoryPart>(part: Part) => Iterable<PollOf<Part>>,
): History => {
	const built = <Part extends HistoryPart, T>(part: Part, first: T, next: (known: T, poll: PollOf<Part>) => T): T => {
		let known = first;
		for (const poll of pollsOf(part)) {
			known = next(known, poll);
		}
		return known;
	};
	const never = Number.NEGATIVE_INFINITY;
	const judged = once(() => built('judged', noHistory as Judged, (known, poll) => judgedAfter(known, poll, never)));
	const pastOf = (part: 'past' | 'clock') =>
		built(part, noHistory.past, (known, poll) => pastAfter(known, poll, poll.span.receivedAt));
	return lazily(
		{latest},
		{
			polls: () => judged().polls,
			learned: () => judged().learned,
			cause: () => judged().cause,
			dropRates: () => built('dropRates', noHistory.dropRates, (known, poll) => dropRatesAfter(known, poll, never)),
			past: () => pastOf('past'),
			clock: () => pastOf('clock')?.clock,
			waiting: () => {
				const first: Parameters<typeof waitingAfter>[0] = noHistory;
				return built('waiting', first, (known, poll) => ({latest: poll, waiting: waitingAfter(known, poll, never)}))
					.waiting;
			},
		},
	);
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
