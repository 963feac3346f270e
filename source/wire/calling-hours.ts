/** Calling hours as a profile writes them. */

/** Minutes of the day, the last one exclusive, from hours such as `8:00-21:00`; undefined if they are none. */
export const hoursOf = (text: string): {from: number; until: number} | undefined => {
	const [, ...parts] = /^(\d{1,2}):(\d\d)-(\d{1,2}):(\d\d)$/.exec(text.trim()) ?? [];
	const [hour = 24, minute = 60, toHour = 25, toMinute = 60] = parts.map(Number);
	const [from, until] = [hour * 60 + minute, toHour * 60 + toMinute];
	return minute < 60 && toMinute < 60 && from < until && until <= 1440 ? {from, until} : undefined;
};

/** Time zones separated by commas. */
export const zonesIn = (text: string): string[] => text.split(',').map(zone => zone.trim());

export const timeZoneOf = (text: string): string | undefined => {
	try {
		// Offsets such as +05:00, which Node takes as well, know no daylight saving time.
		return /^[A-Za-z]/.test(text)
			? new Intl.DateTimeFormat('en', {timeZone: text}).resolvedOptions().timeZone
			: undefined;
	} catch {
		return undefined;
	}
};

/** The times of day in a setting such as `14:00, 22:00`; undefined if it is not one. */
export const timesOfDay = (text: string): readonly string[] | undefined => {
	const times = text.split(',').map(part => part.trim());
	return times.every(time => /^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(time)) ? times : undefined;
};
