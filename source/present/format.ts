/** Figures and text as the screen writes them: fixed widths in cells, thousands separators, units. */
import stringWidth from 'string-width';
import {shownIn, type Zone} from '../model/calling-hours.ts';
import type {Moment} from '../model/time.ts';
import {thousands} from '../wire/words.ts';
import {isSimple, segmenter} from './segmenter.ts';

export {counted} from '../wire/words.ts';

/** The width of plain text (no SGR) in terminal cells. */
export const width = (text: string): number => (isSimple(text) ? text.length : stringWidth(text));

/** Written for a value that is missing or unreadable; never 0. */
export const nothing = '—';

/** Cuts text to so many cells; what was cut ends in `…`. */
export const cut = (text: string, cells: number): string => {
	if (width(text) <= cells) {
		return text;
	}
	if (cells < 1) {
		return '';
	}
	if (isSimple(text)) {
		return `${text.slice(0, cells - 1)}…`;
	}
	let shown = '';
	let used = 0;
	for (const {segment} of segmenter.segment(text)) {
		const wide = width(segment);
		if (used + wide > cells - 1) {
			break;
		}
		shown += segment;
		used += wide;
	}
	return `${shown}…`;
};

/** Cuts text to so many cells and keeps its end, which distinguishes ids; what was cut begins with `…`. */
export const cutStart = (text: string, cells: number): string => {
	if (width(text) <= cells) {
		return text;
	}
	if (cells < 1) {
		return '';
	}
	if (isSimple(text)) {
		return `…${text.slice(text.length - cells + 1)}`;
	}
	let shown = '';
	for (const {segment} of [...segmenter.segment(text)].toReversed()) {
		if (width(segment) + width(shown) > cells - 1) {
			break;
		}
		shown = segment + shown;
	}
	return `…${shown}`;
};

/** A text and what must follow it, in so many cells: the text is cut first; of what follows, the end stays. */
export const cutBefore = (text: string, end: string, cells: number): string => {
	const room = cells - width(end);
	return room < 1 ? cutStart(end, cells) : cut(text, room) + end;
};

/** A name in so many cells; one that must be cut is followed by its id. */
export const withId = (name: string, id: string, cells: number): string => {
	if (width(name) <= cells) {
		return name;
	}
	const isIdAlone = name === id || width(id) + 2 > cells;
	return isIdAlone ? cutStart(id, cells) : cutBefore(name, ` ${id}`, cells);
};

/** Text in exactly so many cells, cut or filled with spaces. */
export const fit = (text: string, cells: number, align: 'left' | 'right' = 'left'): string => {
	const shown = cut(text, cells);
	const fill = ' '.repeat(Math.max(0, cells - width(shown)));
	return align === 'left' ? shown + fill : fill + shown;
};

/** Breaks a word into parts of at most so many cells each. */
export const broken = (word: string, cells: number): string[] => {
	const parts = [''];
	for (const {segment} of segmenter.segment(word)) {
		const last = parts.at(-1) ?? '';
		if (last !== '' && width(last + segment) > cells) {
			parts.push(segment);
		} else {
			parts[parts.length - 1] = last + segment;
		}
	}
	return parts;
};

/** Breaks text into lines of at most so many cells, between words where it can. */
export const wrap = (text: string, cells: number): string[] => {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		const joined = line === '' ? word : `${line} ${word}`;
		if (width(joined) <= cells) {
			line = joined;
			continue;
		}
		if (line !== '') {
			lines.push(line);
		}
		const parts = width(word) <= cells ? [word] : broken(word, cells);
		lines.push(...parts.slice(0, -1));
		line = parts.at(-1) ?? '';
	}
	return [...lines, line];
};

/** `pause` as a sentence begins with it: `Pause`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name of the program as people write it: `remainingLeads` becomes `remaining leads`. */
export const spaced = (name: string): string => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

/** A part of a date or a time: `07`. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A whole number with thousands separators: `1,204`. */
export const number = (value: number | undefined): string => (value === undefined ? nothing : thousands(value));

/** A number with fixed decimals: `2.40`. */
export const decimals = (value: number | undefined, digits: number): string =>
	value === undefined ? nothing : value.toFixed(digits).replace(/\B(?=(\d{3})+\.)/g, ',');

/** A percentage: `2.41%`; one below 0 or above 100 is flagged, since no honest count makes one. */
export const percent = (value: number | undefined, digits = 1): string => {
	if (value === undefined) {
		return nothing;
	}
	return `${value.toFixed(digits)}%${value < 0 || value > 100 ? '?' : ''}`;
};

/** Seconds as the two units that matter: `41s`, `4m 05s`, `3h 20m`, `2d 4h`. */
export const span = (seconds: number | undefined): string => {
	if (seconds === undefined) {
		return nothing;
	}
	const whole = Math.round(seconds);
	if (whole < 60) {
		return `${whole}s`;
	}
	if (whole < 3600) {
		return `${Math.floor(whole / 60)}m ${twoDigits(whole % 60)}s`;
	}
	if (whole < 86_400) {
		return `${Math.floor(whole / 3600)}h ${twoDigits(Math.floor(whole / 60) % 60)}m`;
	}
	return `${Math.floor(whole / 86_400)}d ${Math.floor(whole / 3600) % 24}h`;
};

/** Minutes as people say them: `41 min`, `6 h 23`; less than one is `under 1 min`. */
export const minutesText = (minutes: number): string => {
	const whole = Math.floor(minutes);
	if (whole < 60) {
		return minutes > 0 && minutes < 1 ? 'under 1 min' : `${whole} min`;
	}
	return `${number(Math.floor(whole / 60))} h${whole % 60 === 0 ? '' : ` ${twoDigits(whole % 60)}`}`;
};

/** An age in one short unit: `3s`, `4m`, `2h`; `old` if the clocks do not agree. */
export const age = (milliseconds: number | undefined): string => {
	if (milliseconds === undefined) {
		return 'old';
	}
	const seconds = Math.floor(milliseconds / 1000);
	return seconds < 100
		? `${seconds}s`
		: seconds < 6000
			? `${Math.floor(seconds / 60)}m`
			: `${Math.floor(seconds / 3600)}h`;
};

/** The same in a sentence: `41s old`. */
export const aged = (milliseconds: number | undefined): string =>
	milliseconds === undefined ? 'of unknown age' : `${age(milliseconds)} old`;

/** How long ago something was read that is not polled: `read 41s ago`. */
export const readText = (milliseconds: number | undefined): string =>
	milliseconds === undefined ? 'of unknown age' : `read ${age(milliseconds)} ago`;

/** The zone by whose clock times are shown. */
let shownZone: Zone;

/** Shows times by the clock of a zone from now on; by that of this machine if it is undefined. */
export const showTimesIn = (zone: Zone): void => {
	shownZone = zone;
};

/** The zone by whose clock times are shown, and typed. */
export const zoneOfTimes = (): Zone => shownZone;

/** What `make` writes, with times by the clock of a zone: of several services each has a clock of its own. */
export const inZone = <T>(zone: Zone, make: () => T): T => {
	const before = shownZone;
	shownZone = zone;
	try {
		return make();
	} finally {
		shownZone = before;
	}
};

/** The time of day on the clock of a zone: `10:02:11`. @param zone undefined for this machine's own */
export const clockIn = (zone: Zone, wall: number): string => {
	const date = new Date(shownIn(zone, wall));
	return [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':');
};

/** The time of day on the clock that is shown. */
export const clock = (wall: number): string => clockIn(shownZone, wall);

/** The present, and whose clock it is where it is not this machine's: `10:02:11`, `14:02 service`. */
export const ownedClock = (wall: number): string =>
	shownZone === undefined ? clock(wall) : `${clock(wall).slice(0, 5)} service`;

/** The months, as days are written with them. */
export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const dayOf = ({wall}: Moment): string => {
	const date = new Date(shownIn(shownZone, wall));
	return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
};

/** When something was, in eight cells: the time if it was today, else the day. */
export const dayOrTime = (moment: Moment, now: Moment): string =>
	dayOf(moment) === dayOf(now) ? clock(moment.wall) : dayOf(moment);

/** The same in full: weeks go by in a terminal. */
export const dayAndTime = (moment: Moment, now: Moment): string =>
	dayOf(moment) === dayOf(now) ? clock(moment.wall) : `${dayOf(moment)} ${clock(moment.wall)}`;

/** When something was, by the clock of this machine, in lines that are stored: `2026-03-31 14:30:05`. */
export const dateAndTime = (wall: number): string => {
	const date = new Date(wall);
	return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${clockIn(undefined, wall)}`;
};

/** A moment as an export has it: ISO 8601, in UTC. */
export const isoTime = ({wall}: {wall: number}): string => new Date(wall).toISOString();

/** Seconds of a day as `10:02`. */
export const timeOfDay = (seconds: number): string =>
	[Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60].map(twoDigits).join(':');
