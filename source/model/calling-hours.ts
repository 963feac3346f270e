/** The hours in which calls are allowed, in every zone that its leads may be in, and how long dialing takes within them. */
import {day, minute} from './time.ts';

const second = 1000;

/**
 * A time zone: its name, such as `America/New_York`; undefined for this machine's; or, for a clock of no known zone, how
 * many milliseconds it is ahead of UTC.
 */
export type Zone = string | number | undefined;

/** Minutes of the day, the last one exclusive, on these weekdays (0 is Sunday), all of them if there are none. */
export type CallingHours = {from: number; until: number; zones: readonly Zone[]; days?: readonly number[] | undefined};

const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
	const known =
		clocks.get(timeZone) ??
		new Intl.DateTimeFormat('en-GB', {timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23'});
	clocks.set(timeZone, known);
	return known;
};

/** How many milliseconds a zone is ahead of UTC at a time. */
const offsetOf = (zone: Zone, wall: number): number => {
	if (typeof zone === 'number') {
		return zone;
	}
	if (zone === undefined) {
		return -new Date(wall).getTimezoneOffset() * minute;
	}
	const [date = 1, month = 1, year = 1970, ...time] = (clockOf(zone).format(wall).match(/\d+/g) ?? []).map(Number);
	const [hours = 0, minutes = 0, seconds = 0] = time;
	return Date.UTC(year, month - 1, date, hours, minutes, seconds) - Math.floor(wall / second) * second;
};

/** What the clock of a zone shows, as the milliseconds since 1970 at which a clock in UTC shows the same. */
export const shownIn = (zone: Zone, wall: number): number => wall + offsetOf(zone, wall);

/**
 * When the clock of a zone shows something, in milliseconds since 1970: the first time, where it shows it twice; as much later as
 * the clock is set forward, where it never does.
 *
 * @param shown the milliseconds since 1970 at which a clock in UTC shows the same
 */
export const whenShown = (zone: Zone, shown: number): number => {
	const before = shown - offsetOf(zone, shown - day);
	const after = shown - offsetOf(zone, shown + day);
	return shownIn(zone, before) !== shown && shownIn(zone, after) === shown ? after : before;
};

/** The number of a day on the clock of a zone, its weekday, of which 0 is Sunday, and the milliseconds since its midnight. */
export const dayIn = (zone: Zone, wall: number): {number: number; weekday: number; time: number} => {
	const shown = shownIn(zone, wall);
	const number = Math.floor(shown / day);
	return {number, weekday: weekdayOf(number), time: shown - number * day};
};

const weekdayOf = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7;

/**
 * Whether calls are allowed at a time: no figure says which zones are rung, so one zone in which it is early or late
 * enough does.
 *
 * @param wall milliseconds since 1970
 */
export const isWithinHours = ({from, until, zones, days}: CallingHours, wall: number): boolean =>
	zones.some(zone => {
		const shown = shownIn(zone, wall);
		const number = Math.floor(shown / day);
		const time = (shown - number * day) / minute;
		return time >= from && time < until && (!days || days.includes(weekdayOf(number)));
	});

/** Hours as they are written: `08:00-21:00`. */
export const hoursText = ({from, until}: CallingHours): string =>
	[from, until]
		.map(time => [Math.floor(time / 60), time % 60].map(part => String(part).padStart(2, '0')).join(':'))
		.join('-');

const allDay = {from: 0, until: 24 * 60};

const minuteOf = (hours: number, minutes: number, half: string | undefined): number =>
	(half === undefined ? hours : (hours % 12) + (half === 'pm' ? 12 : 0)) * 60 + minutes;

const clockTime = String.raw`(\d{1,2})(?::(\d\d))?\s*(am|pm)?`;
const written = new RegExp(`^${clockTime}\\s*(?:-|–|to)\\s*${clockTime}(?:[\\s,-]+(\\D+))?$`);

const weekdaysOf: ReadonlyMap<string, readonly number[]> = new Map([
	['mon-fri', [1, 2, 3, 4, 5]],
	['mon-sat', [1, 2, 3, 4, 5, 6]],
	['not on sundays', [1, 2, 3, 4, 5, 6]],
]);

/**
 * The hours that contact_schedule says (section 2.6), whose words the interface does not give: `9am-9pm`, `9 am to 9 pm, not on
 * Sundays`, `08:00-21:00`, `24hours`. Undefined for all that can be read in two ways, or in none.
 */
export const scheduledHours = (text: string | undefined): Omit<CallingHours, 'zones'> | undefined => {
	if (text === undefined) {
		return undefined;
	}
	const plain = text.trim().toLowerCase();
	if (/^(?:any hour|24\s*hours|24\/7)$/.test(plain)) {
		return allDay;
	}
	const [, hours, minutes, half, toHours, toMinutes, toHalf, dayWords] = written.exec(plain) ?? [];
	const days = dayWords === undefined ? undefined : weekdaysOf.get(dayWords);
	const isTwelve = half !== undefined && toHalf !== undefined;
	const isTwentyFour = half === undefined && toHalf === undefined && minutes !== undefined && toMinutes !== undefined;
	if (!(isTwelve || isTwentyFour) || (dayWords !== undefined && !days)) {
		return undefined;
	}
	const mostHours = isTwelve ? 12 : 24;
	const [first, last] = [Number(hours), Number(toHours)];
	const [firstMinute, lastMinute] = [Number(minutes ?? 0), Number(toMinutes ?? 0)];
	const from = minuteOf(first, firstMinute, half);
	// Midnight as the end of a day.
	const until = minuteOf(last, lastMinute, toHalf) || allDay.until;
	const isTime = first <= mostHours && last <= mostHours && firstMinute < 60 && lastMinute < 60;
	return isTime && from < until && until <= allDay.until ? {from, until, days} : undefined;
};

/** A stretch of time, milliseconds since 1970, the end exclusive. */
export type Stretch = {from: number; until: number};

/** The first minute in a stretch at which a zone has another offset than at its beginning. */
const clockSetIn = (zone: Zone, {from, until}: Stretch): number => {
	const offset = offsetOf(zone, from);
	let [before, after] = [from, until];
	while (after - before > minute) {
		const middle = Math.floor((before + after) / 2 / minute) * minute;
		if (offsetOf(zone, middle) === offset) {
			before = middle;
		} else {
			after = middle;
		}
	}
	return after;
};

/** When a zone allows calls within a stretch of a day at most, of whole minutes. */
const openInZone = (hours: CallingHours, zone: Zone, stretch: Stretch): Stretch[] => {
	const offset = offsetOf(zone, stretch.from);
	if (offsetOf(zone, stretch.until) !== offset) {
		const set = clockSetIn(zone, stretch);
		return [
			...openInZone(hours, offset, {from: stretch.from, until: set}),
			...openInZone(hours, offsetOf(zone, stretch.until), {from: set, until: stretch.until}),
		];
	}
	const last = Math.floor((stretch.until + offset) / day);
	const open: Stretch[] = [];
	for (let number = Math.floor((stretch.from + offset) / day); number <= last; number++) {
		const midnight = number * day - offset;
		const from = Math.max(stretch.from, midnight + hours.from * minute);
		const until = Math.min(stretch.until, midnight + hours.until * minute);
		if (from < until && (!hours.days || hours.days.includes(weekdayOf(number)))) {
			open.push({from, until});
		}
	}
	return open;
};

/** When calls are allowed within a stretch of a day at most: in at least one zone. */
const openIn = (hours: CallingHours, stretch: Stretch): Stretch[] => {
	const all = hours.zones
		.flatMap(zone => openInZone(hours, zone, stretch))
		.toSorted((one, other) => one.from - other.from);
	const merged: Stretch[] = [];
	for (const {from, until} of all) {
		const last = merged.at(-1);
		if (last && from <= last.until) {
			last.until = Math.max(last.until, until);
		} else {
			merged.push({from, until});
		}
	}
	return merged;
};

const both = (one: readonly Stretch[], other: readonly Stretch[]): Stretch[] =>
	one.flatMap(a =>
		other.flatMap(b => {
			const [from, until] = [Math.max(a.from, b.from), Math.min(a.until, b.until)];
			return from < until ? [{from, until}] : [];
		}),
	);

/** Days that are looked ahead. */
const horizon = 60;

/**
 * The stretches in which dialing of so many milliseconds goes on from a time: within all of these hours. The last of them ends
 * with it; undefined if it does not end in sixty days.
 *
 * @param from a whole minute, milliseconds since 1970
 */
export const dialingWithin = (
	all: readonly CallingHours[],
	from: number,
	milliseconds: number,
): Stretch[] | undefined => {
	const stretches: Stretch[] = [];
	let remaining = milliseconds;
	for (let number = 0; number < horizon; number++) {
		const stretch = {from: from + number * day, until: from + (number + 1) * day};
		for (const open of all.map(hours => openIn(hours, stretch)).reduce(both, [stretch])) {
			const until = Math.min(open.until, open.from + remaining);
			const last = stretches.at(-1);
			if (last?.until === open.from) {
				last.until = until;
			} else {
				stretches.push({from: open.from, until});
			}
			remaining -= until - open.from;
			if (remaining <= 0) {
				return stretches;
			}
		}
	}
	return undefined;
};

/** When the hours of a day end, on the clock of a zone: the last moment of it at which all allow calls; undefined if there is none. */
export const lastAllowedOn = (all: readonly CallingHours[], zone: Zone, dayNumber: number): number | undefined => {
	const stretch = {from: whenShown(zone, dayNumber * day), until: whenShown(zone, (dayNumber + 1) * day)};
	return all
		.map(hours => openIn(hours, stretch))
		.reduce(both, [stretch])
		.at(-1)?.until;
};
