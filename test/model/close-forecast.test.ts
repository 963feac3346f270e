/** The drop rate at close as it is shown: when the day closes, and why there may be no forecast. */
import {describe, expect, test} from 'vitest';
import {dropAtClose} from '../../source/model/close-forecast.ts';
import type {CloseRecord} from '../../source/model/close-record.ts';
import {type CampaignRow, campaignRow} from '../../source/model/select.ts';
import type {Source} from '../../source/model/state.ts';
import type {Dashboard, Figures} from '../../source/model/wire.ts';
import {fieldsOfCampaign} from '../../source/present/campaign-fields.ts';
import {closeWithin} from '../../source/present/forecast-text.ts';
import {after, campaign, campaignsPolled, dashboard, fresh} from './make.ts';

const hour = 3_600_000;
/** 15:00 of a Monday. */
const monday = Date.parse('2026-11-16T15:00:00Z');
const firstDay = Math.floor(monday / (24 * hour)) - 10;

/** Ten days of 100 live answers an hour from 9 to 20, of which two are dropped. */
const record: CloseRecord = {
	days: Array.from({length: 10}, (_, index) => ({
		day: firstDay + index,
		points: Array.from({length: 12}, (_hour, at) => ({time: (9 + at) * hour, answers: 100 * at, drops: 2 * at})),
	})),
	inside: 17,
	of: 20,
	widening: 1,
};

const base = {humanAnswered: 600, dropRate: 2.5, ringing: 3, status: 'PLAY', schedule: '9am-9pm', dropLimit: 3};

type Over = {source?: Partial<Source>; close?: CloseRecord | null; wall?: number; calls?: Dashboard['calls']};

const rowOf = (over: Partial<Figures> = {}, {source, close = record, wall = monday, calls}: Over = {}): CampaignRow => {
	const span = {sentAt: {wall, mono: 0}, receivedAt: {wall, mono: 0}};
	const state = after(
		fresh({timeZone: 'UTC', ...source}),
		campaignsPolled(0, [campaign('1', {status: over.status ?? 'PLAY', dialMethod: 'RATIO'})]),
		{type: 'dashboard-polled', campaignId: '1', span, dashboard: {...dashboard({...base, ...over}), calls}},
		...(close ? [{type: 'forecasts-judged' as const, campaignId: '1', errors: [], close}] : []),
	);
	return campaignRow(state, '1') as CampaignRow;
};

const nothingRecorded: CloseRecord = {days: [], inside: 0, of: 0, widening: 1};

/** A quarter of an hour by the graphs: four live answers a minute. */
const calls = Array.from({length: 16}, (_, index) => ({
	time: (15 * hour) / 1000 - 60 * (15 - index),
	dialed: 20,
	delivered: 4,
	drops: 0,
	extra: {},
	unreadable: [],
}));

/** The fields of a row as they are shown. */
const shown = (row: CampaignRow): Record<string, string> =>
	Object.fromEntries(
		fieldsOfCampaign(row)
			.flatMap(({fields}) => fields)
			.filter(({label}) => ['drop at close*', 'inside its band*', 'day closes*'].includes(label))
			.map(({label, value}) => [label, value]),
	);

test('the band is shown with its track record and the close', () => {
	expect(shown(rowOf())).toEqual({
		'drop at close*': '2.1 to 2.6%',
		'inside its band*': '17 of the last 20',
		'day closes*': '21:00',
	});
	const forecast = dropAtClose(rowOf());
	expect(typeof forecast === 'object' && closeWithin(forecast, 60)).toBe(
		'2.1 to 2.6%, inside its band 17 of the last 20',
	);
	expect(typeof forecast === 'object' && closeWithin(forecast, 30)).toBe('2.1 to 2.6% (17 of 20)');
});

test('it stays after a poll, and follows it', () => {
	const [few, many] = [rowOf({dropRate: 1}), rowOf({dropRate: 5})].map(row => dropAtClose(row));
	expect(typeof few === 'object' && typeof many === 'object' && few.band.high < many.band.low).toBe(true);
});

describe('the day closes', () => {
	const closes = (...given: Parameters<typeof rowOf>): string | undefined => shown(rowOf(...given))['day closes*'];

	test('with the calling hours', () => {
		expect(closes({schedule: '9am-5pm'})).toBe('17:00');
		expect(closes({}, {source: {callingHours: {from: 480, until: 1200, zones: ['UTC']}}})).toBe('20:00');
	});

	test('in the last zone of its leads', () => {
		const zones = ['America/New_York', 'America/Los_Angeles'];
		expect(closes({}, {source: {timeZone: 'America/New_York', callingZones: zones}})).toBe('0:00');
	});

	test('as usual where no hours are known', () => {
		expect(closes({schedule: undefined})).toBe('20:00 as usual');
	});

	test('as usual where it calls outside of them', () => {
		expect(closes({schedule: '9am-12pm'})).toBe('20:00 as usual');
	});

	test('at midnight where nothing is known', () => {
		expect(closes({schedule: undefined}, {close: nothingRecorded, calls})).toBe('midnight (hours unknown)');
	});
});

describe('why there is none is said in the same line', () => {
	test.for<[why: string, row: CampaignRow]>([
		['not recorded', rowOf({}, {close: null})],
		['not dialing', rowOf({status: 'PAUSE'})],
		['few answers', rowOf({humanAnswered: 49})],
		['few answers', rowOf({dropRate: undefined})],
		['no pace', rowOf({}, {close: nothingRecorded})],
		['no pace', rowOf({schedule: '24hours'}, {wall: monday + 7 * hour})],
		['closed', rowOf({ringing: 0, schedule: '9am-12pm'})],
	])('%s', ([why, row]) => {
		expect(shown(row)).toEqual({'drop at close*': `— (${why})`});
	});
});

test('a campaign that dials for no agents has none', () => {
	expect(shown(rowOf({paceMethod: 'BROADCAST'}))).toEqual({});
});

test('without earlier days the band is there, and says that it was not judged', () => {
	const row = rowOf({}, {close: nothingRecorded, calls});
	expect(shown(row)['inside its band*']).toBe('not judged yet');
	const [alone, known] = [row, rowOf()].map(one => {
		const forecast = dropAtClose(one);
		return typeof forecast === 'object' ? forecast.band.high - forecast.band.low : Number.NaN;
	});
	expect(alone).toBeGreaterThan(known as number);
});
