/** The clock of the service: its profile may name the zone, and its graphs carry times of day (section 2.6). */

import {shownIn, type Zone} from './calling-hours.ts';
import type {State} from './state.ts';
import {day, minute} from './time.ts';

const quarter = 15 * minute;

/** How far the service's clock may be from a zone's and still be in it. */
const sameClock = 10 * minute;

/** How old the newest point of a graph mostly is when it is first seen, and how far a clock may be wrong beside that. */
const pointAge = 2 * minute;
const clockError = minute / 2;

/** By how many milliseconds a time of day is ahead of a zone's clock: half a day at most, or behind it. */
const aheadOf = (zone: Zone, seconds: number, wall: number): number => {
	const difference = (((seconds * 1000 - shownIn(zone, wall)) % day) + day) % day;
	return difference > day / 2 ? difference - day : difference;
};

/** The zone of a clock that is so far ahead of UTC: zones lie quarters of an hour apart, and no clock is behind its newest point. */
const nearestOffset = (ahead: number): number => {
	const near = Math.round(ahead / quarter) * quarter;
	const late = near - ahead;
	return late <= pointAge && late >= -clockError ? near : Math.ceil(ahead / minute) * minute;
};

/**
 * The zone of a clock that showed a time of day: the expected one, unless that showed another time.
 *
 * @param newest seconds of the day; undefined if no clock was seen
 * @param wall milliseconds since 1970
 */
export const zoneSeen = (expected: Zone, newest: number | undefined, wall: number): Zone =>
	newest === undefined || Math.abs(aheadOf(expected, newest, wall)) <= sameClock
		? expected
		: nearestOffset(aheadOf(0, newest, wall));

/**
 * By whose clock the service's graphs show their times: that of the zone which its profile names, or of this machine, unless
 * the graphs of the campaigns that are calling show another. Undefined if it shows the same time as this machine's.
 *
 * @param known what it was before: a graph that is late, or a floor that is still, does not move it
 */
export const serviceZone = ({source: {timeZone}, dashboards, now}: State, known?: Zone): Zone => {
	// The newest point of a campaign that is not calling may be hours old.
	const sightings = [...dashboards.values()]
		.flatMap(({value}) =>
			((value?.figures?.ringing ?? 0) > 0 || (value?.figures?.activeCalls ?? 0) > 0) && value?.history.clock
				? {newest: value.history.clock.seconds, wall: value.history.clock.seen.wall}
				: [],
		)
		.toSorted((one, other) => aheadOf(0, one.newest, one.wall) - aheadOf(0, other.newest, other.wall));
	const middle = sightings[Math.floor(sightings.length / 2)];
	if (middle === undefined) {
		return known ?? otherThanHere(timeZone, now.wall);
	}
	// Beside the zone's clock of that moment: since then the zone may have changed to summer time or back.
	const zone = otherThanHere(zoneSeen(timeZone, middle.newest, middle.wall), now.wall);
	const isNear = typeof zone === 'number' && typeof known === 'number' && Math.abs(zone - known) <= pointAge;
	return isNear ? known : zone;
};

const otherThanHere = (zone: Zone, wall: number): Zone =>
	shownIn(zone, wall) === shownIn(undefined, wall) ? undefined : zone;
