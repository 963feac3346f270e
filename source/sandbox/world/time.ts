/**
 * World time: whole milliseconds since 1970-01-01 in the service's own calendar, which is US Eastern standard time all year
 * (no daylight saving). Nothing here reads the machine's clock.
 */

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Midnight of the day of `time`. */
export const midnightOf = (time: number): number => Math.floor(time / day) * day;

export const secondOfDay = (time: number): number => Math.floor((time - midnightOf(time)) / second);

/** `YYYY-MM-DD`. */
export const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** `YYYY-MM-DD HH:MM:SS`. */
export const stampText = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/** Midnight of a day written `YYYY-MM-DD`. */
export const parseDay = (text: string): number => Date.parse(`${text}T00:00:00Z`);

/** A time of day written `HH:MM` as milliseconds since midnight; undefined if it is not one. */
export const parseTimeOfDay = (text: string): number | undefined => {
	const parts = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text);
	return parts ? Number(parts[1]) * hour + Number(parts[2]) * minute : undefined;
};
