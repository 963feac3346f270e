/** Forecasts and times of today in words: when leads run out, how a drop rate comes back under its line, idle minutes. */

import {dayIn, shownIn, type Zone} from '../model/calling-hours.ts';
import type {DropAtClose, WhyNoClose} from '../model/close-forecast.ts';
import {type BackUnder, backUnder, callsGoingOn, dialsForAgents} from '../model/drops.ts';
import {usualError} from '../model/forecast-errors.ts';
import type {Projection} from '../model/projection.ts';
import type {CampaignRow} from '../model/select.ts';
import type {Known, Staffing} from '../model/staffing.ts';
import type {ForecastError} from '../model/state.ts';
import {minute} from '../model/time.ts';
import {capital, width as cells, decimals, months, nothing, number, span, timeOfDay, twoDigits} from './format.ts';

/** The time that a figure covers: ` since 13:02`, with its length where hours between are missing; empty for the whole day. */
const ofTime = ({since, seconds, isWhole}: Known): string =>
	`${isWhole ? '' : ` of ${span(seconds)}`}${since === 0 ? '' : ` since ${timeOfDay(since)}`}`;

/** Minutes that agents were ready and had no call: `252 since 13:02`. */
export const idleText = (staffing: Staffing | undefined): string =>
	staffing ? `${number(Math.round(staffing.idle))}${ofTime(staffing.of)}` : number(undefined);

/** Sales an hour that an agent was signed in. */
export const salesSignedInText = (staffing: Staffing | undefined): string =>
	`${decimals(staffing?.sales?.perHour, 2)}${staffing?.sales ? ofTime(staffing.sales.of) : ''}`;

const inWords = (seconds: number): string => {
	const minutes = Math.max(1, Math.round(seconds / 60));
	return minutes < 120 ? `${minutes} min` : span(minutes * 60);
};

/** After how much a rate is under its line again, the longest form first: each of the others omits the least important part. */
const afterForms = ({answers, isRough, seconds, isToday}: BackUnder): [string, ...string[]] => {
	const count = `${isRough ? '~' : ''}${number(answers)}`;
	const noun = `live answer${answers === 1 ? '' : 's'}`;
	const [more, briefly] = [`after ${count} more ${noun}`, `after ${count} ${noun}`];
	if (seconds === undefined) {
		return [`${more} without a drop`, briefly];
	}
	const time = isToday ? inWords(seconds) : 'not today';
	const about = isToday ? `about ${time}` : time;
	return [`${more}, ${about} at this pace`, `${more}, ${about}`, `${briefly}, ${time}`, briefly];
};

/**
 * What happens to the rate, and after what: `back under 3%`, `after 441 more live answers, about 90 min at this pace`.
 *
 * @param room cells for what follows the first part; a shorter form is used if the whole does not fit
 */
export const backUnderParts = (
	back: BackUnder,
	room = Number.POSITIVE_INFINITY,
): readonly [what: string, after: string] => {
	const under = `back under ${Number(back.line.toFixed(2))}%`;
	if (!Number.isFinite(back.answers)) {
		return [`not ${under}`, 'at this pace'];
	}
	const forms = afterForms(back);
	return [under, forms.find(form => cells(form) <= room - cells(under)) ?? forms.at(-1) ?? forms[0]];
};

/** The same as a sentence on a campaign, whole: `Back under 3%* after 441 more live answers, about 90 min at this pace`. */
export const backUnderText = (row: CampaignRow): string | undefined => {
	const {figures} = row;
	const back = figures && dialsForAgents(row) ? backUnder(figures, callsGoingOn(row)) : undefined;
	if (!back) {
		return undefined;
	}
	const [what, after] = backUnderParts(back);
	return `${capital(what)}* ${after}`;
};

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

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

/** When the leads run out: `tomorrow 9:38`; or why the time is not known. */
export const outAt = ({from, zone, dialing, why}: Projection): string => {
	const end = dialing?.at(-1)?.until;
	return end === undefined ? (why ? whyNot[why] : '') : timeFrom(zone, from, end);
};

/** How far off that time usually was, over the last days: `12 min`, or where it is further away `12 min, an hour ahead`. */
export const usuallyWithin = (
	{seconds}: Projection,
	errors: readonly ForecastError[] | undefined,
): string | undefined => {
	const error = usualError(errors, seconds);
	if (!error) {
		return undefined;
	}
	const {ahead, within} = error;
	const far = seconds > ahead * 90 ? `, ${ahead === 60 ? 'an hour' : `${ahead} min`} ahead` : '';
	return Number.isFinite(within) ? `${inWords(within * 60)}${far}` : `more than ${inWords(ahead * 240)}${far}`;
};

/** Bands that are narrower than this, in points, are shown with two decimals. */
const narrow = 0.3;

/** The band of the drop rate at close, rounded outwards: `2.3 to 2.9%`. */
export const closeBand = ({band: {low, high}}: DropAtClose): string => {
	const places = high - low < narrow ? 2 : 1;
	const [down, up] = [Math.floor(low * 10 ** places), Math.ceil(high * 10 ** places)];
	return `${(down / 10 ** places).toFixed(places)} to ${(up / 10 ** places).toFixed(places)}%`;
};

/** How many of the last forecasts of it were right: `17 of the last 20`. */
export const insideText = ({record: {inside, of}}: DropAtClose): string =>
	of === 0 ? 'not judged yet' : `${inside} of the last ${of}`;

/** When the day closes: `21:00`, `21:00 as usual`, `midnight (hours unknown)`. */
export const closeTime = ({close: {at, zone, by}}: DropAtClose): string =>
	({hours: timeIn(zone, at), usual: `${timeIn(zone, at)} as usual`, midnight: 'midnight (hours unknown)'})[by];

const whyNoClose: Record<WhyNoClose, string> = {
	'not-recorded': 'not recorded',
	'not-dialing': 'not dialing',
	'few-answers': 'few answers',
	'no-pace': 'no pace',
	closed: 'closed',
};

/** The same band, or why there is none. */
export const closeText = (forecast: DropAtClose | WhyNoClose): string =>
	typeof forecast === 'string' ? `${nothing} (${whyNoClose[forecast]})` : closeBand(forecast);

/** The band and how many of the last ones were right, in so many cells: `2.3 to 2.9%, inside its band 17 of the last 20`. */
export const closeWithin = (forecast: DropAtClose, room: number): string => {
	const band = closeBand(forecast);
	const {inside, of} = forecast.record;
	const [whole, brief] =
		of === 0
			? [`${band}, ${insideText(forecast)}`, `${band} (not judged)`]
			: [`${band}, inside its band ${insideText(forecast)}`, `${band} (${inside} of ${of})`];
	return cells(whole) <= room ? whole : brief;
};

/** The pace at which they do: `95/min`. */
export const paceText = ({perMinute}: Projection): string =>
	`${perMinute < 10 ? decimals(perMinute, 1) : number(Math.round(perMinute))}/min`;

/** Seconds of dialing in the one unit that matters: `+40m`, `+3h`. */
export const aheadText = (seconds: number): string =>
	seconds % 3600 === 0 ? `+${seconds / 3600}h` : seconds < 3600 ? `+${Math.round(seconds / 60)}m` : `+${span(seconds)}`;
