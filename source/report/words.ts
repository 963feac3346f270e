/** How a report writes times, names and lengths of time. */
import {shownIn, type Zone} from '../model/calling-hours.ts';
import {weekdayIn} from '../present/forecast-text.ts';
import {clockIn, months, span, twoDigits} from '../present/format.ts';
import {word} from '../present/sentence.ts';
import type {Report} from './report.ts';

/** Writes times by the clock of the service: of the day on which the shift ended, the time alone. */
export const clockOf = ({zone, to}: Report) => {
	const dayOf = (wall: number): string => {
		const date = new Date(shownIn(zone, wall));
		return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
	};
	const dated = (wall: number, time: string): string => (dayOf(wall) === dayOf(to) ? time : `${dayOf(wall)} ${time}`);
	return {
		time: (wall: number): string => dated(wall, clockIn(zone, wall)),
		minute: (wall: number): string => dated(wall, clockIn(zone, wall).slice(0, 5)),
		day: (wall: number): string =>
			`${weekdayIn(zone, wall)} ${dayOf(wall)} ${new Date(shownIn(zone, wall)).getUTCFullYear()}`,
	};
};

export type Clock = ReturnType<typeof clockOf>;

export const zoneText = (zone: Zone): string => {
	if (zone === undefined) {
		return 'by the clock of this machine';
	}
	const minutes = typeof zone === 'number' ? Math.round(Math.abs(zone) / 60_000) : 0;
	const offset = [Math.floor(minutes / 60), minutes % 60].map(twoDigits).join(':');
	return `by the service's clock (${typeof zone === 'string' ? zone : `UTC${zone < 0 ? '-' : '+'}${offset}`})`;
};

export const seconds = (milliseconds: number): string => span(milliseconds / 1000);

/** A campaign within a sentence: by its id, and by what it is called. */
export const nameOf = ({id, name}: {id: string; name: string}): string =>
	name === id ? word(id) : `${word(id)} ${word(name)}`;
