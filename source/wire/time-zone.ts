/** A time zone's name as it is usually written, such as `America/New_York`; undefined if there is none of that name. */
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
