/** What a campaign's last week was, by the hours of its days: what is usual of it, and how its hours differ. */
import {dayIn, type Zone} from '../model/calling-hours.ts';
import {medianOf} from '../model/drop-at-close.ts';
import type {SeriesPoint} from '../model/series.ts';
import {hour, minute} from '../model/time.ts';
import type {Figures} from '../model/wire.ts';

/** What was counted in some time. Times are seconds of agents, or of lines, but `seconds`, those that were seen. */
export type Counts = {
	dials: number;
	humans: number;
	machines: number;
	talks: number;
	leads: number;
	ringing: number;
	talking: number;
	wrap: number;
	paused: number;
	present: number;
	seconds: number;
};

/** A day, and what was counted in each of its hours, as clocks of a zone show them; undefined where nothing was seen. */
type DayOfWeek = {isWeekend: boolean; byHour: readonly (Counts | undefined)[]};

/** The days of a week. */
export type Week = {zone: Zone; days: readonly DayOfWeek[]};

const isWeekend = (weekday: number): boolean => weekday === 0 || weekday === 6;

/** A time, UTC milliseconds. */
export type Time = {from: number; to: number};

const none: Counts = {
	dials: 0,
	humans: 0,
	machines: 0,
	talks: 0,
	leads: 0,
	ringing: 0,
	talking: 0,
	wrap: 0,
	paused: 0,
	present: 0,
	seconds: 0,
};

const names = Object.keys(none) as (keyof Counts)[];

const add = (sum: Counts, one: Counts, weight = 1): void => {
	for (const name of names) {
		sum[name] += one[name] * weight;
	}
};

/** Rows further apart than this leave unknown what was between them, milliseconds. */
const furthest = hour + 5 * minute;

/** What was counted between two points; undefined if a figure is not shown, nothing was dialed or a day began. */
const countsBetween = (before: SeriesPoint, {at, figures: now}: SeriesPoint): Counts | undefined => {
	const grown = (of: keyof Figures & ('calledToday' | 'humanAnswered' | 'machineAnswered' | 'connectedCalls')) =>
		(now[of] ?? Number.NaN) - (before.figures[of] ?? Number.NaN);
	const seconds = (at - before.at) / 1000;
	const over = (gauge: number | undefined): number => (gauge ?? Number.NaN) * seconds;
	const counts: Counts = {
		dials: grown('calledToday'),
		humans: grown('humanAnswered'),
		machines: grown('machineAnswered'),
		talks: grown('connectedCalls'),
		leads: Math.max(0, (before.figures.remainingLeads ?? 0) - (now.remainingLeads ?? 0)),
		ringing: over(now.ringing),
		talking: over(now.onCall) + (now.dead ?? 0) * seconds,
		wrap: over(now.wrapUp),
		paused: over(now.paused),
		present: over(now.agents),
		seconds,
	};
	// Counts that fall begin another day.
	const isKnown = at - before.at <= furthest && counts.dials > 0 && names.every(name => counts[name] >= 0);
	return isKnown ? counts : undefined;
};

/** Fewer dials and talks than this in a week say no more than any floor. */
const least = {dials: 500, talks: 60};

/**
 * A campaign's week, out of the hours that were recorded of it; undefined if there are too few.
 *
 * @param points of the tier of hours, oldest first: gauges are means of the time since the point before
 */
export const weekOf = (points: readonly SeriesPoint[], zone: Zone): Week | undefined => {
	const days = new Map<number, {isWeekend: boolean; byHour: Counts[]}>();
	for (const [index, point] of points.entries()) {
		const before = points[index - 1];
		const counts = before && countsBetween(before, point);
		if (counts) {
			const {number, weekday, time} = dayIn(zone, (before.at + point.at) / 2);
			const of = days.get(number) ?? {isWeekend: isWeekend(weekday), byHour: []};
			const at = Math.floor(time / hour);
			const ofHour = of.byHour[at] ?? {...none};
			add(ofHour, counts);
			of.byHour[at] = ofHour;
			days.set(number, of);
		}
	}
	const week = {zone, days: [...days.values()]};
	const {dials, talks} = allOf(week);
	return dials < least.dials || talks < least.talks ? undefined : week;
};

/** What was counted at a time of each day, each hour by its part in that time. */
const eachIn = ({zone, days}: Week, {from, to}: Time): Counts[] => {
	const sums = days.map(() => ({...none}));
	for (let at = from; at < to; ) {
		const {time} = dayIn(zone, at);
		const end = Math.min(to, at - (time % hour) + hour);
		for (const [index, sum] of sums.entries()) {
			add(sum, days[index]?.byHour[Math.floor(time / hour)] ?? none, (end - at) / hour);
		}
		at = end;
	}
	return sums;
};

const total = (all: readonly (Counts | undefined)[]): Counts => {
	const sum = {...none};
	for (const one of all) {
		add(sum, one ?? none);
	}
	return sum;
};

/** What was counted over a week at a time of the day. */
export const usualIn = (week: Week, time: Time): Counts => total(eachIn(week, time));

/** What was counted in a week. */
export const allOf = ({days}: Week): Counts => total(days.flatMap(({byHour}) => byHour));

/** The days of a week that are alike a moment's: people answer otherwise at a weekend. All of them if none is. */
export const daysLike = ({zone, days}: Week, at: number): Week => {
	const {weekday} = dayIn(zone, at);
	const alike = days.filter(one => one.isWeekend === isWeekend(weekday));
	return {zone, days: alike.length > 0 ? alike : days};
};

/** How a floor is at some time, against the time that it was fitted on. */
export type Conditions = {
	/** How many times as many dials a person answers. */
	human: number;
	/** Seconds of pauses that come on top after a talk, on average over all talks. */
	pause: number;
	/** How many times as many agents are there as at the end of that time. */
	agents: number;
};

/** A time like the one that it was fitted on. */
export const unchanged: Conditions = {human: 1, pause: 0, agents: 1};

/** How far hours of a day usually differ in how people answer, and days in how their hours differ: standard deviations of the logarithm (ours). */
const [hoursDiffer, daysDiffer] = [0.08, 0.12];

/** Days that what is usual counts as much as (ours). */
const usualDays = 3;

/** Talks of an hour that count as much as not knowing it (ours). */
const talksWeight = 20;

/** Fewer live answers than these of a day say nothing of its hours. */
const leastAnswers = 5;

/** Milliseconds before a moment that show who is there then. */
const shortly = 10 * minute;

/** The least and the most that the agents of an hour are taken to be, as a factor. */
const [fewest, most] = [0.1, 4];

/** How many times as many dials are answered at a time as at another, over the days of a week, and how far a day differs from that. */
const answersIn = (before: readonly Counts[], then: readonly Counts[]): {human: number; spread: number} => {
	const ratios = before.flatMap((one, index) => {
		const other = then[index] ?? none;
		return Math.min(one.humans, other.humans) < leastAnswers
			? []
			: [
					{
						value: Math.log(other.humans / other.dials / (one.humans / one.dials)),
						chance: 1 / one.humans + 1 / other.humans,
					},
				];
	});
	const weights = ratios.map(({chance}) => 1 / (daysDiffer ** 2 + chance));
	const weight = weights.reduce((sum, one) => sum + one, 0);
	if (weight === 0) {
		return {human: 1, spread: daysDiffer};
	}
	const mean = ratios.reduce((sum, {value}, index) => sum + value * (weights[index] ?? 0), 0) / weight;
	const beyondChance = ratios.reduce((sum, {value, chance}) => sum + Math.max(0, (value - mean) ** 2 - chance), 0);
	const variance = (usualDays * daysDiffer ** 2 + beyondChance) / (usualDays + ratios.length - 1);
	// Days that differ much, or few, tell less of the next one.
	const error = variance / daysDiffer ** 2 / weight;
	return {human: Math.exp((mean * hoursDiffer ** 2) / (hoursDiffer ** 2 + error)), spread: Math.sqrt(variance)};
};

/**
 * How a floor usually differs at a time from the time that it was fitted on, as far as a week can tell that from chance.
 *
 * @param week undefined if too little of it is known
 * @param fitted when it was fitted
 */
export const conditionsIn = (week: Week | undefined, fitted: Time, time: Time): Conditions => {
	if (!week) {
		return unchanged;
	}
	const [before, then] = [eachIn(week, fitted), eachIn(week, time)];
	const [allBefore, allThen] = [total(before), total(then)];
	if (allBefore.humans === 0 || allThen.humans === 0) {
		return unchanged;
	}
	const talks = Math.min(allThen.talks, allBefore.talks);
	const perTalk = ({paused, talks: count}: Counts): number => paused / Math.max(1, count);
	const now = eachIn(week, {from: fitted.to - shortly, to: fitted.to});
	// Whoever leaves on one day only is not missed on others.
	const agents = medianOf(
		now.flatMap((one, index) => {
			const other = then[index];
			return one.present > 0 && other && other.present > 0
				? [other.present / other.seconds / (one.present / one.seconds)]
				: [];
		}),
	);
	return {
		human: answersIn(before, then).human,
		pause: ((perTalk(allThen) - perTalk(allBefore)) * talks) / (talks + talksWeight),
		agents: Math.min(most, Math.max(fewest, agents ?? 1)),
	};
};

/**
 * How a floor usually goes on: over the next minutes, in each quarter of an hour after them, and by how much a day differs from that: the
 * standard deviation of the logarithm of how many dials are answered.
 */
export type Expected = {next: Conditions; later: readonly Conditions[]; spread: number};

/** How a floor that was fitted until now goes on until its day closes. */
export const expectedOf = (
	{week, seen: fitted}: {week: Week | undefined; seen: Time},
	{minutes, closesIn}: {minutes: number; closesIn: number},
): Expected => {
	const from = fitted.to + minutes * minute;
	const length = 15 * minute;
	const count = Math.max(1, Math.ceil((fitted.to + closesIn * minute - from) / length));
	if (!week) {
		return {next: unchanged, later: [unchanged], spread: daysDiffer};
	}
	const rest = {from, to: from + count * length};
	return {
		next: conditionsIn(week, fitted, {from: fitted.to, to: from}),
		later: Array.from({length: count}, (_, index) =>
			conditionsIn(week, fitted, {from: from + index * length, to: from + (index + 1) * length}),
		),
		spread: answersIn(eachIn(week, fitted), eachIn(week, rest)).spread,
	};
};
