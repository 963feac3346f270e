/**
 * The live answers and drops of a campaign day by day, for the rules of compliance. The interface gives a rate of two decimals
 * and no count, so the drops of a day lie between two whole numbers. A day ends at midnight of the service's zone; the service's
 * own counts begin anew when they fall, whenever that is.
 */

import {dayIn, shownIn, type Zone} from './calling-hours.ts';
import {hair} from './derived.ts';
import {day, minute} from './time.ts';

/** Live answers (dropped ones included), and the fewest and the most drops among them. */
export type DropCount = {answers: number; least: number; most: number};

/** No calls. */
export const noCalls: DropCount = {answers: 0, least: 0, most: 0};

/** Where a day comes from: dialtop's own polls, a metrics engine, the service's statistics of the day, or its call log (search_lead). */
export type DaySource = 'seen' | 'metrics' | 'service' | 'search';

/** What a day brought. Of the call log alone its live answers are not known: there are none in it, and `least` drops at least. */
export type DropDay = DropCount & {
	/** Days since 1970 on the service's calendar. */
	day: number;
	source: DaySource;
	/** False if it was not watched up to its end. */
	isWhole: boolean;
	/** True if it was read from a recording, which has it already. */
	isRecorded?: true;
};

/** A day as a recording or the service's statistics have it. */
export type DayRead = {
	day: number;
	liveAnswers: number;
	/** Percent, with two decimals. */
	dropRate: number;
	source: Exclude<DaySource, 'search'>;
	isWhole: boolean;
};

/** Two decimals are rounded (half of the last one) or cut off (all of it). */
const [rounded, cutOff] = [0.005, 0.01];

/** The drops of a rate of two decimals. Where no whole number fits, the rate was counted over other calls, and the two nearest numbers are taken. */
export const dropCountOf = (answers: number, rate: number): DropCount => {
	const drops = (share: number): number => (Math.max(0, share) * answers) / 100;
	const least = Math.max(0, Math.ceil(drops(rate - rounded) - hair));
	const most = Math.floor(drops(rate + cutOff) - (answers > 0 ? hair : 0));
	return least <= most
		? {answers, least, most: Math.min(most, answers)}
		: {answers, least: Math.floor(drops(rate)), most: Math.ceil(drops(rate))};
};

/** Both counts together. */
export const plus = (one: DropCount, other: DropCount): DropCount => ({
	answers: one.answers + other.answers,
	least: one.least + other.least,
	most: one.most + other.most,
});

/** What a count has grown by. */
const since = (now: DropCount, before: DropCount): DropCount => ({
	answers: Math.max(0, now.answers - before.answers),
	least: Math.max(0, now.least - before.most),
	most: Math.max(0, now.most - before.least),
});

/** The running day. */
export type Today = {
	day: number;
	/** What the service counted on this day before it began anew. */
	before: DropCount;
	/** What it had counted when this day began, or nothing. */
	base: DropCount;
	/** What it counts now. */
	last: DropCount;
	/** Its calls now, which fall when it begins anew. */
	called: number | undefined;
	/** When that was polled, by the wall clock. */
	at: number;
	/** Whose clock tells the day. */
	zone: Zone;
};

/** What had been counted at a time since dialtop began to count. */
export type Sample = {at: number; count: DropCount};

/** What is known of a campaign's days. Never changed in place. */
export type DropDays = {
	/** Days before today, oldest first. */
	past: readonly DropDay[];
	/** Undefined until it was polled. */
	today: Today | undefined;
	/** What the days before today brought while dialtop counted. */
	total: DropCount;
	/** The count every few minutes of the last day, oldest first. */
	samples: readonly Sample[];
};

/** Nothing is known. */
export const noDropDays: DropDays = {past: [], today: undefined, total: noCalls, samples: []};

/** What the running day has brought so far. */
export const countedIn = ({before, base, last}: Today): DropCount => plus(before, since(last, base));

/** After a longer time without a poll, what happened in it is not known. */
const longestGap = 10 * minute;

/** How far the samples are apart, and how many there are: those of a day. */
const [sampleEvery, mostSamples] = [10 * minute, 146];

/** Days that are remembered: two periods. */
const mostDays = 62;

/** A poll of a campaign. */
export type DropPoll = {
	count: DropCount;
	called: number | undefined;
	/** By the wall clock. */
	at: number;
	zone: Zone;
};

/** Whether the service's counts began anew between two polls. A count that is set right by a few does not begin anew. */
const hasBegunAnew = (today: Today, {count, called, at}: DropPoll): boolean => {
	const [before, now] =
		today.called === undefined || called === undefined ? [today.last.answers, count.answers] : [today.called, called];
	return now < before && (at - today.at > longestGap || now < before / 2);
};

/** The running day after a poll on the same day. */
const going = (today: Today, poll: DropPoll): Today => ({
	...today,
	...(hasBegunAnew(today, poll) && {before: countedIn(today), base: noCalls}),
	last: poll.count,
	called: poll.called,
	at: poll.at,
	zone: poll.zone,
});

/** The running day after the first poll on another day. */
const begun = (last: Today | undefined, number: number, poll: DropPoll): Today => {
	const {count, called, at, zone} = poll;
	// After a gap, what the service counts is taken to be of today.
	const goesOn = last !== undefined && at - last.at <= longestGap && !hasBegunAnew(last, poll);
	return {day: number, before: noCalls, base: goesOn ? last.last : noCalls, last: count, called, at, zone};
};

/** Days in their order, with one more; the better known one stays of two of the same day. */
const withDay = (past: readonly DropDay[], added: DropDay): readonly DropDay[] => {
	const known = past.find(({day}) => day === added.day);
	return known && worth(known, added) >= worth(added, known)
		? past
		: [...past.filter(({day}) => day !== added.day), added].toSorted((a, b) => a.day - b.day).slice(-mostDays);
};

/** How well a day is known, compared with another: a partial count with more live answers than the whole day is not part of it. */
const worth = ({source, isWhole, answers}: DropDay, other: DropDay): number =>
	source === 'search' ? 0 : !isWhole ? (answers > other.answers ? 3 : 1) : source === 'service' ? 2 : 4;

/** What is known of the days after some were read from a recording, the service's statistics or its call log. */
export const withDays = (known: DropDays, days: readonly DropDay[]): DropDays => {
	const past = days.reduce(withDay, known.past);
	return past === known.past ? known : {...known, past};
};

/** A day that was read. */
export const dropDayOf = ({day, liveAnswers, dropRate, source, isWhole}: DayRead): DropDay => ({
	...dropCountOf(liveAnswers, dropRate),
	day,
	source,
	isWhole,
});

/** What was counted until now, since dialtop began to count. */
export const countedBy = ({total, today}: DropDays): DropCount => (today ? plus(total, countedIn(today)) : total);

const withSample = (known: DropDays): DropDays => {
	const {samples, today} = known;
	const last = samples.at(-1);
	if (!today || (last && today.at - last.at < sampleEvery)) {
		return known;
	}
	const sample = {at: today.at, count: countedBy(known)};
	// The first poll shows what has come since midnight.
	const midnight = {at: today.at - (shownIn(today.zone, today.at) - today.day * day), count: noCalls};
	return {...known, samples: [...(last ? samples : [midnight]), sample].slice(-mostSamples)};
};

/** What is known of the days after a poll; the same object if the poll is of a day before the last one. */
export const dropDaysAfter = (known: DropDays, poll: DropPoll): DropDays => {
	const {today: last} = known;
	const {number} = dayIn(poll.zone, poll.at);
	if (last && number < last.day) {
		return known;
	}
	if (last?.day === number) {
		return withSample({...known, today: going(last, {...poll, at: Math.max(poll.at, last.at)})});
	}
	const closed = last && {
		...countedIn(last),
		day: last.day,
		source: 'seen' as const,
		isWhole: number === last.day + 1 && poll.at - last.at <= longestGap,
	};
	return withSample({
		past: closed ? withDay(known.past, closed) : known.past,
		today: begun(last, number, poll),
		total: closed ? plus(known.total, closed) : known.total,
		samples: known.samples,
	});
};
