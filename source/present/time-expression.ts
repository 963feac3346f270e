/** Times as an operator writes them: of the past (`14:10`, `yesterday 9:00`, `-45m`, `2026-03-31 14:30`), and to come. */

import {shownIn, whenShown, type Zone} from '../model/calling-hours.ts';
import {day} from '../model/time.ts';
import {clockIn, months} from './format.ts';

/** A time that was read, in milliseconds since 1970: both ends of a day, or the same moment twice. */
export type TimeRead = {from: number; until: number};

/** The present, and the zone of the clock; undefined for that of this machine. */
export type Present = {now: number; zone: Zone};

const units: Readonly<Record<string, number>> = {s: 1, m: 60, h: 3600, d: 86_400, w: 604_800};

/** `45m`, `1h 30m`. */
const duration = /^(?:\d{1,6}[smhdw] ?)+$/;

const clockTime = String.raw`(?<hours>\d{1,2})(?::(?<minutes>\d\d)(?::(?<seconds>\d\d))?)? ?(?<half>am|pm)?`;
const dayWords = String.raw`(?<word>today|yesterday)|(?<date>\d{4}-\d\d-\d\d)|(?<of>\d{1,2}) (?<month>${months.join('|').toLowerCase()})`;
const dayAndTime = new RegExp(`^(?:(?:${dayWords})(?:[ t]|$))?(?:${clockTime})?$`);

/** A time with its offset, as programs write it. */
const exact = /^\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)$/;

type Groups = Readonly<Record<string, string | undefined>>;

/** The time of day in milliseconds; undefined if there is none of that name. */
const timeOf = ({hours, minutes, seconds = '0', half}: Groups): number | undefined => {
	const isTwelve = half !== undefined;
	const [hour, minute, second] = [Number(hours), Number(minutes ?? 0), Number(seconds)];
	const isTime =
		(isTwelve ? hour >= 1 && hour <= 12 : hour < 24 && minutes !== undefined) && minute < 60 && second < 60;
	const ofDay = isTwelve ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
	return isTime ? ((ofDay * 60 + minute) * 60 + second) * 1000 : undefined;
};

/** The midnight of a day that a clock shows; today's unless a day is named. NaN if there is no such day. */
const dayOf = ({word, date, of, month}: Groups, today: number): number => {
	if (word !== undefined) {
		return word === 'today' ? today : today - day;
	}
	if (date !== undefined) {
		const midnight = Date.parse(`${date}T00:00Z`);
		// 30 February would be a day in March.
		return new Date(midnight || 0).toISOString().startsWith(date) ? midnight : Number.NaN;
	}
	if (of === undefined) {
		return today;
	}
	const year = new Date(today).getUTCFullYear();
	const [thisYear = Number.NaN, lastYear = Number.NaN] = [year, year - 1].map(one =>
		Date.parse(`${of} ${month} ${one} UTC`),
	);
	const midnight = thisYear > today ? lastYear : thisYear;
	return new Date(midnight).getUTCDate() === Number(of) ? midnight : Number.NaN;
};

/** Reads a length of time, such as `8h` or `1h 30m`, in milliseconds; undefined if it is not one. */
export const readDuration = (text: string): number | undefined => {
	const plain = text.trim().replace(/\s+/g, ' ').toLowerCase();
	return duration.test(plain)
		? [...plain.matchAll(/(\d+)([smhdw])/g)].reduce(
				(sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0) * 1000,
				0,
			)
		: undefined;
};

/** The accepted forms of a time. */
export const timeForms = '14:10, "yesterday 9:00", 45m (ago), 2026-03-31 or "2026-03-31 14:30"';

/** Reads a time; undefined if it is not one. */
export const readTime = (text: string, {now, zone}: Present): TimeRead | undefined => {
	const plain = text.trim().replace(/\s+/g, ' ').toLowerCase();
	const ago = readDuration(plain.replace(/^-/, ''));
	if (ago !== undefined) {
		return {from: now - ago, until: now - ago};
	}
	if (exact.test(plain)) {
		const at = Date.parse(plain.toUpperCase());
		return Number.isNaN(at) ? undefined : {from: at, until: at};
	}
	const groups = dayAndTime.exec(plain)?.groups;
	if (!groups || plain === '') {
		return undefined;
	}
	const midnight = dayOf(groups, Math.floor(shownIn(zone, now) / day) * day);
	const time = groups.hours === undefined ? 0 : timeOf(groups);
	if (Number.isNaN(midnight) || time === undefined) {
		return undefined;
	}
	const from = whenShown(zone, midnight + time);
	return {from, until: groups.hours === undefined ? whenShown(zone, midnight + day) : from};
};

/**
 * Reads a moment of the past: for a day, its beginning.
 *
 * @returns milliseconds since 1970, or what is wrong, as the end of a sentence that begins with what was asked for
 */
export const readPastTime = (text: string, present: Present): number | {problem: string} => {
	const read = readTime(text, present);
	if (!read) {
		return {problem: `must be a time such as ${timeForms}, not "${text}"`};
	}
	if (read.from <= present.now) {
		return read.from;
	}
	const isOfToday = read.from - present.now < day && /^\s*\d{1,2}[:\s]?[\dapm:\s]*$/i.test(text);
	const hint = isOfToday ? `; "yesterday ${text.trim()}" is over` : '';
	return {problem: `is in the future: ${text.trim()}; it is ${clockIn(present.zone, present.now)} now${hint}`};
};

/** The accepted forms of a time to come. */
export const untilForms = '17:00, 90m, 1h 30m or "2026-03-31 14:30"';

/** The furthest time to come, milliseconds from now. */
const furthest = 31 * day;

/**
 * Reads a time to come: a length of time from now on, or the next time that the clock shows it.
 *
 * @returns milliseconds since 1970, or what is wrong, as the end of a sentence that begins with what was asked for
 */
export const readUntil = (text: string, {now, zone}: Present): number | {problem: string} => {
	const length = readDuration(text);
	const read = length === undefined ? readTime(text, {now, zone}) : {from: now + length};
	if (!read || /^\s*-|yesterday/i.test(text)) {
		return {problem: `must be a time to come such as ${untilForms}, not "${text}"`};
	}
	const isOfDay = new RegExp(`^${clockTime}$`).test(text.trim().toLowerCase());
	const at = isOfDay && read.from <= now ? whenShown(zone, shownIn(zone, read.from) + day) : read.from;
	return at <= now
		? {problem: `is over: ${text.trim()}; it is ${clockIn(zone, now)} now`}
		: at - now > furthest
			? {problem: `must be within ${furthest / day} days, not ${text.trim()}`}
			: at;
};
