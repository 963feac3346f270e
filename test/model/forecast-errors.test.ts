/** How far off forecasts were, where it is known what came. */
import {describe, expect, test} from 'vitest';
import {type ForecastSample, forecastErrors, usualError} from '../../source/model/forecast-errors.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {Source} from '../../source/model/state.ts';
import {fieldsOfCampaign} from '../../source/present/campaign-fields.ts';
import type {Recording} from '../../source/recording/recording.ts';
import {createForecastJudge} from '../../source/service/forecast-judge.ts';
import {manualClock} from '../helpers/clock.ts';
import {after, campaign, campaignsPolled, dashboardPolled, fresh} from './make.ts';

const minute = 60_000;
const monday = Date.parse('2026-11-16T10:00:00Z');
const source: Source = {profile: '', environment: 'SANDBOX', host: 'sandbox', readOnly: false, timeZone: 'UTC'};

/** Ten hours of minutes: ten leads are dialed in each, of 60,000. */
const samplesOf = (
	remainingTime: (remaining: number, index: number) => number | undefined,
	remainingOf = (index: number) => 60_000 - 10 * index,
): ForecastSample[] =>
	Array.from({length: 600}, (_, index) => ({
		at: monday + index * minute,
		figures: {
			remainingLeads: remainingOf(index),
			remainingTime: remainingTime(remainingOf(index), index),
			ringing: 3,
			status: 'PLAY',
			schedule: undefined,
		},
	}));

const errorsOf = (samples: readonly ForecastSample[], of = source) => {
	const slices = forecastErrors(samples, of);
	for (let slice = slices.next(); ; slice = slices.next()) {
		if (slice.done) {
			return slice.value;
		}
	}
};

/** Seconds at the pace of ten a minute. */
const right = (remaining: number): number => remaining * 6;

describe('the median error', () => {
	test('is none of forecasts that were right', () => {
		expect(errorsOf(samplesOf(right))).toEqual([
			{ahead: 15, within: 0, forecasts: 39},
			{ahead: 30, within: 0, forecasts: 38},
			{ahead: 60, within: 0, forecasts: 36},
		]);
	});

	test.for<readonly [times: number, within: readonly number[]]>([
		// Leads fall by ten a minute, so that half of fifteen minutes is reached in the eighth.
		[2, [7, 15, 30]],
		[0.5, [15, 30, 60]],
		[0.1, [Infinity, Infinity, Infinity]],
	])('of forecasts that said %f times the time', ([times, within]) => {
		expect(errorsOf(samplesOf(remaining => times * right(remaining))).map(error => error.within)).toEqual(within);
	});

	test('is that of most forecasts', () => {
		const errors = errorsOf(samplesOf((remaining, index) => (index % 60 === 0 ? 9 : 1) * right(remaining)));
		expect(errors.map(({within}) => within)).toEqual([0, 0, 0]);
	});
});

describe('nothing is said', () => {
	test.for<[why: string, samples: readonly ForecastSample[]]>([
		['of too few forecasts', samplesOf(right).slice(0, 240)],
		['where the service gives no time', samplesOf(() => undefined)],
		['where nothing is dialed', samplesOf(right, () => 500)],
		['where leads are added', samplesOf(right, index => 500 + index)],
		['where hours are missing', samplesOf(right).filter((_, index) => index % 120 === 0)],
	])('%s', ([, samples]) => {
		expect(errorsOf(samples).filter(({ahead}) => ahead === 15)).toEqual([]);
	});

	test('of a campaign that is paused', () => {
		const paused = samplesOf(right).map(({at, figures}) => ({at, figures: {...figures, status: 'PAUSE'}}));
		expect(errorsOf(paused)).toEqual([]);
	});
});

test('the close of the calling hours is part of the forecast, as on screen', () => {
	const hours = {...source, callingHours: {from: 8 * 60, until: 21 * 60, zones: ['UTC']}};
	expect(errorsOf(samplesOf(right), hours).map(({within}) => within)).toEqual([0, 0, 0]);
});

test('a forecast has the error of the longest way that is not longer than its own', () => {
	const errors = [15, 30, 60].map(ahead => ({ahead, within: ahead / 3, forecasts: 30}));
	const aheadOf = (minutes: number) => usualError(errors, minutes * 60)?.ahead;
	expect([5, 20, 45, 60, 600].map(aheadOf)).toEqual([15, 15, 30, 60, 60]);
	expect(usualError(undefined, 600)).toBeUndefined();
});

test('forecasts are judged in slices, into the state, and once an hour', async () => {
	const clock = manualClock({wall: monday + 600 * minute, mono: 0});
	let state = after(fresh(), campaignsPolled(0, [campaign('1')]), dashboardPolled(0, '1'));
	state = {...state, now: clock.now()};
	let [reads, looks] = [0, 0];
	const recording: Pick<Recording, 'rows'> = {
		rows(_stream, {from, to}) {
			reads++;
			return {
				tier: 'minute',
				rows: samplesOf(right)
					.filter(({at}) => at >= from && at <= to)
					.map(({at, figures}, seq) => ({at, seq, values: JSON.parse(JSON.stringify(figures))})),
			};
		},
	};
	const judge = createForecastJudge(
		{own: recording, whole: recording},
		{
			get: () => state,
			dispatch(message) {
				state = after(state, message);
			},
		},
		// Each look at the clock takes a millisecond.
		{...clock, now: () => ({wall: 0, mono: ++looks})},
	);
	judge.judge('1', false);
	expect(state.dashboards.get('1')?.value?.forecastErrors).toBeUndefined();
	await clock.advance(minute);
	expect(state.dashboards.get('1')?.value?.forecastErrors).toHaveLength(3);
	state = after(state, dashboardPolled(1, '1', {remainingLeads: 600, remainingTime: 3600, ringing: 3}));
	const row = campaignRow(state, '1');
	const shown = row && fieldsOfCampaign(row).flatMap(group => group.fields);
	expect(JSON.stringify(shown)).toMatch(/usually within\*.*1 min/);
	const before = reads;
	judge.judge('1', false);
	await clock.advance(minute);
	expect(reads).toBe(before);
	state = {...state, now: {wall: state.now.wall + 61 * minute, mono: state.now.mono + 61 * minute}};
	judge.judge('1', false);
	await clock.advance(minute);
	expect(reads).toBeGreaterThan(before);
});

test('on the page of a campaign its forecasts are judged by the whole recording, and stay so', async () => {
	const clock = manualClock({wall: monday, mono: 0});
	let state = after(fresh(), campaignsPolled(0, [campaign('1')]), dashboardPolled(0, '1'));
	const read: string[] = [];
	const named = (name: string): Pick<Recording, 'rows'> => ({
		rows() {
			read.push(name);
			return {tier: 'minute', rows: []};
		},
	});
	const store = {get: () => state, dispatch: () => undefined};
	const judge = createForecastJudge({own: named('own'), whole: named('whole')}, store, clock);
	const judged = async (isOnItsPage: boolean): Promise<string[]> => {
		read.length = 0;
		state = {...state, now: clock.now()};
		judge.judge('1', isOnItsPage);
		await clock.advance(minute);
		return [...new Set(read)];
	};
	expect(await judged(false)).toEqual(['own']);
	expect(await judged(true)).toEqual(['whole']);
	expect(await judged(false)).toEqual([]);
	await clock.advance(61 * minute);
	expect(await judged(false)).toEqual(['whole']);
});
