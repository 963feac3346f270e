/** The drop rate with which a campaign will close today, as a band, and how earlier forecasts of it did; or why there is none. */

import {dayIn, lastAllowedOn, whenShown, type Zone} from './calling-hours.ts';
import {type CloseRecord, fewestAnswers, usualClose} from './close-record.ts';
import {quarterHour, sumOfLast} from './derived.ts';
import {answersAtPace, type Band, dropRateAtClose} from './drop-at-close.ts';
import {dropRateOf} from './drops.ts';
import {hoursAt} from './projection.ts';
import type {CampaignRow} from './select.ts';
import {day, minute} from './time.ts';
import type {CallsPoint, Figures} from './wire.ts';

/** When the day closes. */
export type Close = {
	/** UTC milliseconds. */
	at: number;
	/** The clock of the service. */
	zone: Zone;
	/** How that is known: the calling hours end, the recorded days ended so, or neither is known and the service's day ends. */
	by: 'hours' | 'usual' | 'midnight';
};

/** Why there is no forecast of the drop rate at close. */
export type WhyNoClose =
	/** Nothing is recorded, or it is not read yet. */
	| 'not-recorded'
	| 'not-dialing'
	| 'few-answers'
	/** Neither earlier days nor the graphs show how many are still to answer. */
	| 'no-pace'
	/** It has closed for today. */
	| 'closed';

/** The forecast, percent, and how earlier ones did. */
export type DropAtClose = {
	band: Band;
	close: Close;
	record: Pick<CloseRecord, 'inside' | 'of'>;
};

/** A campaign's row, as far as the forecast is made of it. */
export type CloseRow = Pick<CampaignRow, 'figures' | 'dashboard' | 'state' | 'span' | 'source' | 'campaign'>;

const isCalling = (figures: Figures | undefined): boolean => (figures?.ringing ?? 0) > 0;

/** When the day of a campaign closes; undefined if it has. @param record its earlier days, if any are recorded */
export const closeOf = (row: CloseRow, record: CloseRecord | undefined, wall: number): Close | undefined => {
	const {zone, hours} = hoursAt(row.source, row, wall, isCalling(row.figures));
	const {number} = dayIn(zone, wall);
	const byHours = hours.length > 0 ? lastAllowedOn(hours, zone, number) : undefined;
	if (byHours !== undefined && byHours > wall) {
		return {at: byHours, zone, by: 'hours'};
	}
	// It calls outside the hours that are known, so these do not end its day.
	if (hours.length > 0 && !isCalling(row.figures)) {
		return undefined;
	}
	const time = record && usualClose(record, number);
	const usual = time === undefined ? undefined : whenShown(zone, number * day + time);
	return usual !== undefined && usual > wall
		? {at: usual, zone, by: 'usual'}
		: {at: whenShown(zone, (number + 1) * day), zone, by: 'midnight'};
};

/** Live answers an hour over the last fifteen minutes; 0 if the graphs lack the figures. */
const answersPerHour = (points: readonly CallsPoint[] | undefined): number => {
	const answers = sumOfLast(points, quarterHour, ({delivered, drops}) =>
		delivered === undefined || drops === undefined ? undefined : delivered + drops,
	);
	return answers ? (answers.sum / answers.minutes) * 60 : 0;
};

const made = new WeakMap<CloseRow, DropAtClose | WhyNoClose>();

/** The forecast of a campaign that dials for agents; or why there is none. */
export const dropAtClose = (row: CloseRow): DropAtClose | WhyNoClose => {
	const known = made.get(row) ?? forecastOf(row);
	made.set(row, known);
	return known;
};

const forecastOf = (row: CloseRow): DropAtClose | WhyNoClose => {
	const {figures, dashboard, state, span} = row;
	const record = dashboard?.closeRecord;
	const rate = dropRateOf(row);
	if (state === 'paused' || state === 'stopped') {
		return 'not-dialing';
	}
	if (!record) {
		return 'not-recorded';
	}
	const answers = figures?.humanAnswered ?? 0;
	if (rate === undefined || !span || answers < fewestAnswers) {
		return 'few-answers';
	}
	const wall = Math.floor(span.receivedAt.wall / minute) * minute;
	const close = closeOf(row, record, wall);
	if (!close) {
		return 'closed';
	}
	const {number, time} = dayIn(close.zone, wall);
	const band = dropRateAtClose({
		day: number,
		now: {time, answers, drops: (rate * answers) / 100},
		before: record.days.filter(course => course.day < number),
		restAtPace: answersAtPace(answersPerHour(dashboard.calls), close.at - wall),
		widening: record.widening,
	});
	return band ? {band, close, record} : 'no-pace';
};
