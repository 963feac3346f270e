/** The hours of a shift, as the clock of the service shows them. */

import {type Stretch, shownIn, type Zone} from '../model/calling-hours.ts';
import {hour} from '../model/time.ts';

/** An hour, or what of it lies within the shift. */
export type ClockHour = Stretch;

/** The hours between two moments. A zone whose clock is set by a whole hour has its hours where they were. */
export const clockHours = (zone: Zone, from: number, to: number): ClockHour[] => {
	const hours: ClockHour[] = [];
	for (let begin = from; begin < to; ) {
		const shown = shownIn(zone, begin);
		const until = Math.min(to, begin + hour - (((shown % hour) + hour) % hour));
		hours.push({from: begin, until});
		begin = until;
	}
	return hours;
};
