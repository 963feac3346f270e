/**
 * The calls of a complaint, counted as the rule does that limits them: within seven consecutive days of the calendar,
 * today included (12 CFR 1006.14(b)(2)). Only what the service's search returned can be counted.
 */

import {type Complaint, distinct, entryNumber, numbersOf, type Subject} from './complaint.ts';
import {type DialMethods, type EntryKind, entriesOf, isOf, kindOf, subjectFound} from './complaint-people.ts';
import {type Talk, talkIn} from './conversation.ts';
import {hour} from './time.ts';
import type {CallLogEntry} from './wire.ts';

/** The days of the rule. */
export const ruleDays = 7;

/** The calls of the rule in them, and the limit unless the configuration has another. */
export const ruleCalls = 7;

/** An entry of the call log in the time zone of the profile. */
export type SheetCall = {
	id: string;
	entry: CallLogEntry;
	number: string | undefined;
	/** `2026-11-23 14:05`; undefined if the entry has no date that can be read. */
	when: string | undefined;
	kind: EntryKind;
	/** How many calls there were in the seven days up to this one, itself included; undefined for what is not counted. */
	within: number | undefined;
};

/** Days of the calendar, both included. */
export type Days = {from: string; to: string};

/** The sheet of one complaint. */
export type CallSheet = {
	subject: Subject;
	/** The numbers that were called, or that the complaint names. */
	numbers: readonly string[];
	names: readonly string[];
	/** Newest first, those without a date last. */
	calls: readonly SheetCall[];
	/**
	 * The last seven days, and the calls in them. They end with today at the service by its time zone; with its newest answer, if
	 * that is later or no zone is known; else with the earliest day that it can be at the service, so that no call is missed.
	 */
	week: Days & {calls: number; endsWith: 'today' | 'answers' | 'earliest'};
	/** The seven days with the most calls; undefined if there are no calls. */
	most: (Days & {calls: number}) | undefined;
	talk: Talk;
	inbound: number;
	texts: number;
	/** Its leads and accounts without a logged call. */
	uncalled: number;
	/** Calls without a date that can be read, which no count of days includes. */
	undated: number;
	/** Entries of the answer that belong to other people. */
	others: number;
	returned: Returned;
};

/** What is counted by: the day at the service, its time zone, and the dial methods of the campaigns. */
type CountedBy = {
	/** By {@link serviceDay}. */
	today: string;
	timeZone: string | undefined;
	methods: DialMethods;
};

const dayLength = 86_400_000;

/** The day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
	new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

/** A time as clocks of a zone show it: `2026-11-23 14:05`. @param timeZone undefined for this machine's own */
export const localTime = (wall: number, timeZone: string | undefined): string => {
	const known =
		clocks.get(timeZone) ??
		new Intl.DateTimeFormat('sv-SE', {timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23'});
	clocks.set(timeZone, known);
	return known.format(wall);
};

/** The day at the service; without its time zone the earliest that it is anywhere, whatever the zone of this machine. */
export const serviceDay = (wall: number, timeZone: string | undefined): string =>
	timeZone === undefined
		? new Date(wall - 12 * hour).toISOString().slice(0, 10)
		: localTime(wall, timeZone).slice(0, 10);

/** The date of an entry as it came, or in the profile's time zone if it came with a zone. */
const whenOf = ({date}: CallLogEntry, timeZone: string | undefined): string | undefined => {
	const [, written, zone] = date?.match(/^(\d{4}-\d\d-\d\d \d\d:\d\d)(?:(Z|[+-]\d\d:?\d\d)$)?/) ?? [];
	if (written === undefined) {
		return undefined;
	}
	const wall = Date.parse(`${written.replace(' ', 'T')}${zone?.replace(/(\d\d)(\d\d)$/, '$1:$2') ?? ''}`);
	// No such day: `0000-00-00`.
	if (Number.isNaN(wall)) {
		return undefined;
	}
	return zone === undefined || timeZone === undefined ? written : localTime(wall, timeZone);
};

/** The day that a call counts for; undefined for entries that are not counted. */
const dayOf = ({kind, when}: Pick<SheetCall, 'kind' | 'when'>): string | undefined =>
	kind === 'call' ? when?.slice(0, 10) : undefined;

/** Makes the sheet of a complaint that was answered; undefined while one of several people must be chosen. */
export const callSheet = (complaint: Complaint, {today, timeZone, methods}: CountedBy): CallSheet | undefined => {
	const subject = subjectFound(complaint);
	if (!subject) {
		return undefined;
	}
	const all = entriesOf(complaint);
	const own = all.filter(entry => isOf(subject, entry));
	const read = own.map((entry, index) => ({
		id: entry.uniqueId || `#${index}`,
		entry,
		number: entryNumber(entry),
		when: whenOf(entry, timeZone),
		kind: kindOf(entry, methods),
	}));
	const newestFirst = read
		.filter(({kind}) => kind !== 'none')
		.toSorted((one, other) => (other.when ?? '').localeCompare(one.when ?? ''));
	const days = newestFirst.flatMap(call => dayOf(call) ?? []);
	/** Calls from `from` on among those that are no newer than the one at `at`. */
	const countFrom = (from: string, at: number): number => days.slice(at).filter(day => day >= from).length;
	let at = -1;
	const calls = newestFirst.map((call): SheetCall => {
		const day = dayOf(call);
		if (day === undefined) {
			return {...call, within: undefined};
		}
		at++;
		return {...call, within: countFrom(dayAfter(day, 1 - ruleDays), at)};
	});
	const [newest] = days;
	const isLater = newest !== undefined && newest > today;
	const to = isLater ? newest : today;
	const isAnswered = isLater || (timeZone === undefined && newest === today);
	const endsWith = isAnswered ? 'answers' : timeZone === undefined ? 'earliest' : 'today';
	const from = dayAfter(to, 1 - ruleDays);
	const most = days
		.map(day => ({
			from: dayAfter(day, 1 - ruleDays),
			to: day,
			calls: days.filter(other => other >= dayAfter(day, 1 - ruleDays) && other <= day).length,
		}))
		.reduce<CallSheet['most']>((best, week) => (best && best.calls >= week.calls ? best : week), undefined);
	return {
		subject,
		numbers: distinct([...numbersOf(subject), ...read.map(({number}) => number)]),
		names: distinct(own.map(({fullName}) => fullName?.trim() || undefined)),
		calls,
		week: {from, to, calls: days.filter(day => day >= from).length, endsWith},
		most,
		talk: talkIn(newestFirst, day => dayAfter(day, ruleDays - 1)),
		inbound: calls.filter(({kind}) => kind === 'inbound').length,
		texts: calls.filter(({kind}) => kind === 'text').length,
		uncalled: read.filter(({kind}) => kind === 'none').length,
		undated: calls.filter(({kind, when}) => kind === 'call' && when === undefined).length,
		others: all.length - own.length,
		returned: returnedOf(complaint),
	};
};

/** What the service returned. */
export type Returned = {
	entries: number;
	/** The most that it says there are; undefined if it says nothing of it. */
	total: number | undefined;
	/** Whether there is or may be more than it returned. */
	isPartial: boolean;
	/** The date of the oldest call. */
	oldest: string | undefined;
	footers: readonly string[];
};

/** `12 of 1,204` in the text that the service writes below its entries. */
const ofTotal = (footer: string): {shown: number; total: number} | undefined => {
	const [, shown, total] = /(\d[\d,]*)\s+(?:of|out of|\/)\s+(\d[\d,]*)/i.exec(footer) ?? [];
	const [few, all] = [shown, total].map(text => Number(text?.replaceAll(',', '')));
	return few !== undefined && all !== undefined && few <= all ? {shown: few, total: all} : undefined;
};

/** A service that cuts its answers cuts them at a round number. */
const isRound = (count: number): boolean => count > 0 && count % 50 === 0;

/** What a search returned. Whether that is all, the interface does not say. */
export const returnedOf = ({results}: Complaint): Returned => {
	const entries = results.flatMap(({entries: own}) => own ?? []);
	const totals = results.flatMap(({footer}) => ofTotal(footer) ?? []);
	return {
		entries: entries.length,
		total: totals.length === 0 ? undefined : totals.reduce((sum, {total}) => sum + total, 0),
		isPartial:
			results.some(({entries: own}) => own === undefined || isRound(own.length)) ||
			totals.some(({shown, total}) => shown < total),
		oldest: entries.map(({date}) => date).toSorted()[0],
		footers: results.flatMap(({footer}) => (footer === '' ? [] : [footer])),
	};
};
