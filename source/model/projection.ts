/** When a campaign runs out of leads: the time left, spread over its calling hours. */

import {
	type CallingHours,
	dialingWithin,
	isWithinHours,
	type Stretch,
	scheduledHours,
	type Zone,
} from './calling-hours.ts';
import {type TimeLeftRow, timeLeft} from './derived.ts';
import type {CampaignRow} from './select.ts';
import {zoneSeen} from './service-clock.ts';
import type {Source} from './state.ts';
import {day, minute} from './time.ts';

/** Where the leads of a campaign end. */
export type Projection = {
	/** Seconds of dialing until then, to the minute, as all of it: what is drawn moves by the minute. */
	seconds: number;
	/** Leads a minute at which that holds. */
	perMinute: number;
	/** When it begins: in the minute in which the figures came. */
	from: number;
	/** The clock of the service. */
	zone: Zone;
	/** In which stretches it dials until then; undefined if its calling hours are not known. */
	dialing: readonly Stretch[] | undefined;
	/** Why they do not. */
	why?: 'hours-unknown' | 'dials-outside' | 'too-far';
};

/** The hours of a campaign: those of its schedule, within those of the profile; empty if neither is known. */
const hoursFor = ({callingHours, callingZones}: Source, schedule: string | undefined, zone: Zone): CallingHours[] => {
	const own = scheduledHours(schedule);
	const zones = callingZones ?? [zone];
	return [
		...(own ? [{...own, zones}] : []),
		...(callingHours ? [{...callingHours, zones: callingZones ?? [zone]}] : []),
	];
};

/** The service's clock, and the hours by it. Of a clock that is in no known zone the day may be another: then that on which it dials. */
export const hoursAt = (
	source: Source,
	{figures, dashboard}: Pick<TimeLeftRow, 'figures' | 'dashboard'>,
	wall: number,
	isDialing: boolean,
): {zone: Zone; hours: CallingHours[]} => {
	const inZone = (zone: Zone) => ({zone, hours: hoursFor(source, figures?.schedule, zone)});
	const nearest = inZone(source.timeZone ?? zoneSeen(undefined, dashboard?.calls?.at(-1)?.time, wall));
	if (typeof nearest.zone !== 'number' || !isDialing) {
		return nearest;
	}
	const all = [nearest, inZone(nearest.zone + day), inZone(nearest.zone - day)];
	return all.find(({hours}) => hours.every(one => isWithinHours(one, wall))) ?? nearest;
};

type ProjectedRow = TimeLeftRow & Pick<CampaignRow, 'span' | 'source'>;

/** The projections of rows, which never change. */
const lastMade = new WeakMap<ProjectedRow, {made: Projection | undefined}>();

/** When a campaign that dials runs out of leads; undefined if that is not known, or no leads remain. */
export const projectionOf = (row: ProjectedRow): Projection | undefined => {
	const last = lastMade.get(row) ?? {made: projected(row)};
	lastMade.set(row, last);
	return last.made;
};

const projected = (row: ProjectedRow): Projection | undefined => {
	const {figures, state, span, source} = row;
	const time = state === 'paused' || state === 'stopped' ? undefined : timeLeft(row);
	const remaining = figures?.remainingLeads;
	if (!time || !remaining || time.seconds <= 0 || !span) {
		return undefined;
	}
	const from = Math.floor(span.receivedAt.wall / minute) * minute;
	const isDialing = (figures.ringing ?? 0) > 0;
	const {zone, hours} = hoursAt(source, row, from, isDialing);
	const seconds = Math.max(60, Math.round(time.seconds / 60) * 60);
	const perMinute = (remaining / time.seconds) * 60;
	const projection = {seconds, perMinute, from, zone, dialing: undefined};
	if (hours.length === 0) {
		return {...projection, why: 'hours-unknown'};
	}
	// If it dials outside of its hours now, they do not predict tomorrow.
	if (isDialing && !hours.every(one => isWithinHours(one, from))) {
		return {...projection, why: 'dials-outside'};
	}
	const dialing = dialingWithin(hours, from, seconds * 1000);
	return dialing ? {...projection, dialing} : {...projection, why: 'too-far'};
};
