/** When the leads run out: over the close, by whose clock, and where that cannot be told. */
import {describe, expect, test} from 'vitest';
import {projectionOf} from '../../source/model/projection.ts';
import {type CampaignRow, campaignRow} from '../../source/model/select.ts';
import type {Source} from '../../source/model/state.ts';
import type {Figures} from '../../source/model/wire.ts';
import {outAt, paceText} from '../../source/present/forecast-text.ts';
import {after, campaign, campaignsPolled, dashboard, fresh} from './make.ts';

/** 11:02 of a Monday in Chicago. */
const monday = Date.parse('2026-11-16T11:02:00-06:00');
const hour = 3600;

const base = {remainingLeads: 60_420, remainingTime: 10.6 * hour, ringing: 3, status: 'PLAY', schedule: '9am-9pm'};

const rowOf = (
	over: Partial<Figures> = {},
	source: Partial<Source> = {timeZone: 'America/Chicago'},
	newest?: number,
	wall = monday,
): CampaignRow => {
	const span = {sentAt: {wall, mono: 0}, receivedAt: {wall, mono: 0}};
	const none = {extra: {}, unreadable: []};
	const calls = newest === undefined ? undefined : [{dialed: 90, delivered: 1, drops: 0, time: newest, ...none}];
	const state = after(fresh(source), campaignsPolled(0, [campaign('1', {status: over.status ?? 'PLAY'})]), {
		type: 'dashboard-polled',
		campaignId: '1',
		span,
		dashboard: {...dashboard({...base, ...over}), calls},
	});
	return campaignRow(state, '1') as CampaignRow;
};

const projected = (...given: Parameters<typeof rowOf>) => projectionOf(rowOf(...given));

const said = (projection: ReturnType<typeof projected>): string | undefined =>
	projection && `${outAt(projection)} · ${paceText(projection)}`;

test('what the close leaves over is dialed tomorrow', () => {
	expect(said(projected())).toBe('tomorrow 9:38 · 95/min');
});

test('today, on a weekday of this week, and on a date', () => {
	expect(said(projected({remainingTime: 6 * hour}))).toBe('17:02 · 168/min');
	expect(said(projected({remainingTime: 30 * hour}))).toBe('Wed 17:02 · 34/min');
	expect(said(projected({remainingTime: 200 * hour}))).toBe('Dec 2 · 5.0/min');
});

test('is found out once for a row', () => {
	const row = rowOf();
	expect(projectionOf(row)).toBe(projectionOf(row));
});

test('not on days that the schedule leaves out', () => {
	const saturday = Date.parse('2026-11-21T20:00:00-06:00');
	const over = {schedule: '9am-9pm-mon-sat', remainingTime: 2 * hour};
	expect(said(projected(over, {timeZone: 'America/Chicago'}, undefined, saturday))).toBe('Mon 10:00 · 504/min');
});

describe('by the clock of the service', () => {
	test('which its graphs show, where the profile names no zone', () => {
		// This machine's clock is another one than 11:02.
		const noon = Date.parse('2026-11-16T03:17:00Z');
		expect(said(projected({}, {}, 11 * hour + 120, noon))).toBe('tomorrow 9:38 · 95/min');
	});

	test.each([
		['of this machine, if they show its time', 0, undefined],
		['of this machine, ten minutes before it', -10, undefined],
		['of this machine, ten minutes behind it', 10, undefined],
		['that is eleven minutes behind', 11, 11],
		['that is twelve hours behind', 720, 720],
		['that is eleven hours before it, not thirteen behind', 780, -660],
	])('%s', (_what, minutes, ahead) => {
		const here = new Date(monday);
		const [hours, minute] = [here.getHours(), here.getMinutes()];
		const newest = ((((hours * 60 + minute + minutes) * 60) % 86_400) + 86_400) % 86_400;
		const zone = ahead === undefined ? undefined : (ahead - here.getTimezoneOffset()) * 60_000;
		const day = 86_400_000;
		const within = zone === undefined ? undefined : zone > day / 2 ? zone - day : zone <= -day / 2 ? zone + day : zone;
		expect(projected({ringing: 0}, {}, newest)?.zone).toBe(within);
	});

	test('which the profile names, whatever its graphs show', () => {
		expect(projected({}, {timeZone: 'America/Chicago'}, 0)?.zone).toBe('America/Chicago');
	});

	test('of which the day is the one on which it dials', () => {
		// By the nearest day it would be Sunday there, the 15th.
		const early = Date.parse('2026-11-16T00:30:00Z');
		const over = {schedule: '9am-9pm-mon-sat'};
		expect(said(projected(over, {}, 13 * hour, early))).toBe('tomorrow 11:36 · 95/min');
		const callingHours = {from: 8 * 60, until: 21 * 60, zones: []};
		expect(said(projected(over, {callingHours}, 13 * hour, early))).toBe('tomorrow 11:36 · 95/min');
		// Where nothing rings, the nearest day will do.
		const late = Date.parse('2026-11-22T11:30:00Z');
		expect(projected({...over, ringing: 0}, {}, 22 * hour, late)?.zone).toBe(10.5 * hour * 1000);
		// Nor would it be the Saturday there, on which no such hours are, but the Friday.
		const friday = Date.parse('2026-11-20T23:00:00Z');
		const weekdays = {schedule: '9am-9pm-mon-fri'};
		expect(projected(weekdays, {}, 11 * hour, friday)?.zone).toBe(-12 * hour * 1000);
	});
});

describe('no time is told', () => {
	test.each([undefined, '4', 'Business hours'])('where the schedule says no hours: %s', schedule => {
		expect(said(projected({schedule}))).toBe('— (hours unknown) · 95/min');
	});

	test('where it dials outside of the hours that it has', () => {
		expect(said(projected({schedule: '12pm-9pm'}))).toBe('— (it dials outside its hours) · 95/min');
	});

	test('where it dials outside of the hours of the profile, though within its own', () => {
		const callingHours = {from: 12 * 60, until: 17 * 60, zones: ['America/Chicago']};
		const source = {timeZone: 'America/Chicago', callingHours};
		expect(said(projected({}, source))).toBe('— (it dials outside its hours) · 95/min');
		expect(said(projected({ringing: 0}, source))).toMatch(/^Wed /);
	});

	test('where it takes longer than sixty days', () => {
		expect(said(projected({remainingTime: 61 * 12 * hour}))).toBe('in over 60 days · 1.4/min');
	});

	test.each<Partial<Figures>>([
		{status: 'PAUSE'},
		{status: 'STOP'},
		{remainingLeads: 0},
		{remainingLeads: undefined},
		{remainingTime: 0},
		{remainingTime: -60},
		{remainingTime: undefined},
	])('where nothing runs out: %o', over => {
		expect(projected(over)).toBeUndefined();
	});
});

test('the hours of the profile hold as well', () => {
	const callingHours = {from: 8 * 60, until: 17 * 60, zones: ['America/Chicago']};
	expect(said(projected({}, {timeZone: 'America/Chicago', callingHours}))).toBe('tomorrow 13:38 · 95/min');
	expect(said(projected({schedule: 'whatever'}, {timeZone: 'America/Chicago', callingHours}))).toBe(
		'tomorrow 12:38 · 95/min',
	);
});
