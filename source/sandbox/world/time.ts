/**
 * World time: whole milliseconds since 1970-01-01 by a clock of the service's time zone that is never set forward or back
 * (its standard time). Only days and times of day follow daylight saving time: a day has 23, 24 or 25 hours. Nothing here
 * reads the machine's clock.
 */

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Whatever has the service's time zone, such as `America/New_York`: a world, above all. */
export type Zoned = {readonly timeZone: string};

/** The time zone of a service that names none (ours; section 2.3 defaults to it as well). */
export const eastern: Zoned = {timeZone: 'America/New_York'};

/** No clock is set within a quarter of an hour of UTC. */
const quarter = 15 * minute;

/** Offsets of a time zone that are cached at most, by the quarter of an hour. */
const mostCached = 4096;

type KnownZone = {format: Intl.DateTimeFormat; standard: number; offsets: Map<number, number>};

const readOffset = (format: Intl.DateTimeFormat, utc: number): number => {
	const name = format.formatToParts(utc).find(({type}) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute);
};

const knownZones = new Map<string, KnownZone>();

const zoneNamed = (name: string): KnownZone => {
	const known = knownZones.get(name);
	if (known) {
		return known;
	}
	const format = new Intl.DateTimeFormat('en', {timeZone: name, timeZoneName: 'longOffset'});
	const standard = Math.min(readOffset(format, Date.UTC(2025, 0, 1)), readOffset(format, Date.UTC(2025, 6, 1)));
	const zone = {format, standard, offsets: new Map<number, number>()};
	knownZones.set(name, zone);
	return zone;
};

/** Milliseconds that clocks without daylight saving time are ahead of UTC. @throws RangeError if there is no such zone */
const standardOffset = (timeZone: string): number => zoneNamed(timeZone).standard;

/** Milliseconds that clocks are ahead at a moment of UTC. @throws RangeError if there is no such zone */
export const offsetAt = (timeZone: string, utc: number): number => {
	const {format, offsets} = zoneNamed(timeZone);
	const at = Math.floor(utc / quarter);
	let offset = offsets.get(at);
	if (offset === undefined) {
		if (offsets.size === mostCached) {
			offsets.clear();
		}
		offset = readOffset(format, at * quarter);
		offsets.set(at, offset);
	}
	return offset;
};

/** The moment of UTC at a world time. */
export const utcOf = ({timeZone}: Zoned, time: number): number => time - standardOffset(timeZone);

/** The world time at a moment of UTC. */
export const fromUtc = ({timeZone}: Zoned, utc: number): number => utc + standardOffset(timeZone);

/** What the service's clocks show, written as if it were UTC. */
const wallClock = (zoned: Zoned, time: number): number => {
	const utc = utcOf(zoned, time);
	return utc + offsetAt(zoned.timeZone, utc);
};

/** The first time at which clocks show `wall`; where they skip it, when they do so. */
const fromWallClock = (zoned: Zoned, wall: number): number => {
	const {timeZone} = zoned;
	const before = offsetAt(timeZone, utcOf(zoned, wall - day));
	const after = offsetAt(timeZone, utcOf(zoned, wall + day));
	const first = wall - Math.max(before, after);
	if (before === after || first + offsetAt(timeZone, first) === wall) {
		return fromUtc(zoned, first);
	}
	const other = wall - Math.min(before, after);
	const offset = offsetAt(timeZone, other);
	if (other + offset === wall) {
		return fromUtc(zoned, other);
	}
	let change = Math.floor(other / quarter) * quarter;
	while (offsetAt(timeZone, change - quarter) === offset) {
		change -= quarter;
	}
	return fromUtc(zoned, change);
};

/** Days of the calendar from 1970-01-01 to the one of `time`. */
export const dayNumber = (zoned: Zoned, time: number): number => Math.floor(wallClock(zoned, time) / day);

/** The beginning of the day with this number. */
const beginningOf = (zoned: Zoned, number: number): number => fromWallClock(zoned, number * day);

/** Midnight of the day of `time`. */
export const midnightOf = (zoned: Zoned, time: number): number => beginningOf(zoned, dayNumber(zoned, time));

/** Midnight so many days after the day of `time`, or before it. */
export const midnightAfter = (zoned: Zoned, time: number, days = 1): number =>
	beginningOf(zoned, dayNumber(zoned, time) + days);

/** When clocks show a time of day (milliseconds since midnight) on the day of `time`. */
export const atTimeOfDay = (zoned: Zoned, time: number, timeOfDay: number): number =>
	fromWallClock(zoned, dayNumber(zoned, time) * day + timeOfDay);

/** The weekday of a day by its number, from Sunday, 0, to Saturday, 6. */
export const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7;

/** The second of the day that clocks show. */
export const secondOfDay = (zoned: Zoned, time: number): number => {
	const wall = wallClock(zoned, time);
	return Math.floor((wall - Math.floor(wall / day) * day) / second);
};

/** A moment of UTC as `YYYY-MM-DD`. */
export const dateText = (utc: number): string => new Date(utc).toISOString().slice(0, 10);

/** `YYYY-MM-DD`. */
export const dayText = (zoned: Zoned, time: number): string => dateText(wallClock(zoned, time));

/** `YYYY-MM-DD HH:MM:SS`. */
export const stampText = (zoned: Zoned, time: number): string =>
	new Date(wallClock(zoned, time)).toISOString().slice(0, 19).replace('T', ' ');

/** Midnight of a day written `YYYY-MM-DD`. */
export const parseDay = (zoned: Zoned, text: string): number => fromWallClock(zoned, Date.parse(`${text}T00:00:00Z`));

/** The day so many days after another, both written `YYYY-MM-DD`. */
export const laterDay = (text: string, days: number): string => dateText(Date.parse(`${text}T00:00:00Z`) + days * day);

/** Midnight of the first day of the month. */
export const monthStart = (zoned: Zoned, time: number): number => {
	const wall = new Date(wallClock(zoned, time));
	return fromWallClock(zoned, Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 1));
};

/** A time of day written `HH:MM` as milliseconds since midnight; undefined if it is not one. */
export const parseTimeOfDay = (text: string): number | undefined => {
	const parts = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text);
	return parts ? Number(parts[1]) * hour + Number(parts[2]) * minute : undefined;
};
