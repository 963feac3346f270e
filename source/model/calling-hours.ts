/** The hours in which a profile allows calls, in every zone that its leads may be in. */

/** Minutes of the day, the last one exclusive; `zones` are names such as `America/New_York`, undefined for this machine's. */
export type CallingHours = {from: number; until: number; zones: readonly (string | undefined)[]};

const clocks = new Map<string, Intl.DateTimeFormat>();

const minuteOf = (wall: number, timeZone: string | undefined): number => {
	const known =
		clocks.get(timeZone ?? '') ??
		new Intl.DateTimeFormat('en-GB', {timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
	clocks.set(timeZone ?? '', known);
	const [hours = 0, minutes = 0] = known.format(wall).split(':').map(Number);
	return hours * 60 + minutes;
};

/**
 * Whether calls are allowed at a time: no figure says which zones are rung, so one zone in which it is early or late
 * enough does.
 *
 * @param wall milliseconds since 1970
 */
export const isWithinHours = ({from, until, zones}: CallingHours, wall: number): boolean =>
	zones.some(zone => {
		const minute = minuteOf(wall, zone);
		return minute >= from && minute < until;
	});

/** Hours as they are written: `08:00-21:00`. */
export const hoursText = ({from, until}: CallingHours): string =>
	[from, until]
		.map(minute => [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':'))
		.join('-');
