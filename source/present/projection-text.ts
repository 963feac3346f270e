/** When the leads run out, in words: on the board's panes, in details, and in what commands print. */
import {dayIn, shownIn, type Zone} from '../model/calling-hours.ts';
import type {Projection} from '../model/projection.ts';
import {decimals, months, nothing, number, span, twoDigits} from './format.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const minute = 60_000;

/** The time of day on the clock of a zone: `9:38`. */
export const timeIn = (zone: Zone, wall: number): string => {
	const minutes = Math.floor(shownIn(zone, wall) / minute) % 1440;
	return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`;
};

/** The weekday on the clock of a zone: `Tue`. */
export const weekdayIn = (zone: Zone, wall: number): string => weekdays[dayIn(zone, wall).weekday] ?? '';

/** The day on the clock of a zone: `Dec 5`. */
export const dateIn = (zone: Zone, wall: number): string => {
	const date = new Date(shownIn(zone, wall));
	return `${months[date.getUTCMonth()]} ${date.getUTCDate()}`;
};

/** A time from now on: `17:04`, `tomorrow 9:38`, `Thu 9:38`, `Dec 5`. */
const timeFrom = (zone: Zone, from: number, wall: number): string => {
	const days = dayIn(zone, wall).number - dayIn(zone, from).number;
	return days > 6
		? dateIn(zone, wall)
		: `${['', 'tomorrow '][days] ?? `${weekdayIn(zone, wall)} `}${timeIn(zone, wall)}`;
};

const whyNot: Record<NonNullable<Projection['why']>, string> = {
	'hours-unknown': `${nothing} (hours unknown)`,
	'dials-outside': `${nothing} (it dials outside its hours)`,
	'too-far': 'in over 60 days',
};

/** When the leads run out: `tomorrow 9:38`; in place of it why no time can be told. */
export const outAt = ({from, zone, dialing, why}: Projection): string => {
	const end = dialing?.at(-1)?.until;
	return end === undefined ? (why ? whyNot[why] : '') : timeFrom(zone, from, end);
};

/** The pace at which they do: `95/min`. */
export const paceText = ({perMinute}: Projection): string =>
	`${perMinute < 10 ? decimals(perMinute, 1) : number(Math.round(perMinute))}/min`;

/** Seconds of dialing in the one unit that matters: `+40m`, `+3h`. */
export const aheadText = (seconds: number): string =>
	seconds % 3600 === 0 ? `+${seconds / 3600}h` : seconds < 3600 ? `+${Math.round(seconds / 60)}m` : `+${span(seconds)}`;
