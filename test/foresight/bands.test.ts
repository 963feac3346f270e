/** Bands that earlier forecasts calibrate, against values worked out by hand. */
import {describe, expect, test} from 'vitest';
import {
	adapted,
	calibrated,
	factorsOf,
	type Scored,
	scaled,
	scoreOf,
	scoreRecordOf,
} from '../../source/foresight/bands.ts';
import type {Likely} from '../../source/foresight/likely.ts';
import {sizeOf, widening} from '../../source/foresight/widening.ts';
import type {Band} from '../../source/model/drop-at-close.ts';
import {day, hour, minute} from '../../source/model/time.ts';

const band = (low: number, median: number, high: number): Band => ({low, median, high});

/** A forecast of 2 % dropped (1 to 4) and 40 minutes of talk (36 to 44), and what came. */
const forecast = (at: number, came: Scored['came'], over: Partial<Scored> = {}): Scored => ({
	campaignId: '1001',
	at,
	ahead: 30,
	closesAt: day,
	kind: 'as-is',
	agents: 20,
	bands: {drop: band(1, 2, 4), dropAtClose: band(1.5, 2, 2.5), talk: band(36, 40, 44), ready: band(8, 10, 12)},
	came,
	...over,
});

const eachHalfHour = (cames: readonly Scored['came'][], over: Partial<Scored> = {}): Scored[] =>
	cames.map((came, index) => forecast(index * 30 * minute, came, over));

const likely: Likely = {
	drop: band(1, 2, 4),
	dropAtClose: band(1.5, 2, 2.5),
	talk: band(36, 40, 44),
	ready: band(8, 10, 12),
	leadsOut: undefined,
};

test('a score is the miss by the half-width on its side', () => {
	expect(scoreOf(band(1, 2, 4), 2, 'drop')).toBe(0);
	expect(scoreOf(band(1, 2, 4), 3, 'drop')).toBe(0.5);
	expect(scoreOf(band(1, 2, 4), 6, 'drop')).toBe(2);
	expect(scoreOf(band(1, 2, 4), 0.5, 'drop')).toBe(1.5);
	// A side without width has a tenth of the band, and a tenth of a point at least.
	expect(scoreOf(band(2, 2, 4), 1.8, 'drop')).toBeCloseTo(1);
	expect(scoreOf(band(2, 2, 2), 2.2, 'drop')).toBeCloseTo(2);
});

test('a band stays around its median, and within what its figure can be', () => {
	expect(scaled(band(1, 2, 4), 2, 'drop')).toEqual(band(0, 2, 6));
	expect(scaled(band(1, 2, 4), 0.5, 'drop')).toEqual(band(1.5, 2, 3));
	expect(scaled(band(80, 95, 99), 3, 'drop')).toEqual(band(50, 95, 100));
	expect(scaled(band(40, 55, 58), 3, 'talk')).toEqual(band(10, 55, 60));
});

describe('the factor', () => {
	test('is unknown until nine are compared, each of which counts by the band as it is', () => {
		const eight = adapted([0.5, 0.9, 1.1, 0.2, 0.3, 1, 2, 0.1], 9);
		expect(eight).toEqual({scored: 8, inside: 6, of: 8, factor: undefined, least: 9});
	});

	test('is the eighth of nine scores: ceil((9 + 1) × 0.8)', () => {
		const nine = [0.9, 0.1, 1.8, 0.3, 0.6, 1.5, 0.7, 1.2, 0.4];
		// Sorted: 0.1 0.3 0.4 0.6 0.7 0.9 1.2 1.5 1.8
		expect(adapted(nine, 9)).toEqual({scored: 9, inside: 6, of: 9, factor: 1.5, least: 9});
	});

	test('moves the share that may miss by 0.005 × (0.2 − 1) after a miss', () => {
		const nine = [0.9, 0.1, 1.8, 0.3, 0.6, 1.5, 0.7, 1.2, 0.4];
		// The tenth, 1.6, is outside 1.5: alpha is 0.2 − 0.004 = 0.196, and of ten scores ceil(11 × 0.804) = 9 is the rank.
		expect(adapted([...nine, 1.6], 9)).toEqual({scored: 10, inside: 6, of: 10, factor: 1.6, least: 9});
		// Inside it is 0.201: ceil(11 × 0.799) = 9 of 0.1 0.3 0.4 0.6 0.7 0.9 1.2 1.4 1.5 1.8.
		expect(adapted([...nine, 1.4], 9)).toEqual({scored: 10, inside: 7, of: 10, factor: 1.5, least: 9});
	});

	test('forgets what was more than a hundred scores ago', () => {
		const wide = Array.from({length: 100}, () => 3);
		const narrow = Array.from({length: 100}, () => 0.5);
		expect(adapted(wide, 9).factor).toBe(3);
		expect(adapted([...wide, ...narrow], 9).factor).toBe(0.5);
	});

	test('is 0.3 at least and 5 at most: another forecast may surprise', () => {
		expect(
			adapted(
				Array.from({length: 20}, () => 0),
				9,
			).factor,
		).toBe(0.3);
		expect(
			adapted(
				Array.from({length: 20}, () => 80),
				9,
			).factor,
		).toBe(5);
	});
});

describe('the track record', () => {
	test('takes floors of a size together, and no others', () => {
		expect([4, 11, 12, 59, 60, 300].map(sizeOf)).toEqual(['small', 'small', 'medium', 'medium', 'large', 'large']);
		const two = [
			...eachHalfHour(Array.from({length: 5}, () => ({drop: 3}))),
			...eachHalfHour(
				Array.from({length: 5}, () => ({drop: 5})),
				{campaignId: '1002', agents: 50},
			),
			...eachHalfHour(
				Array.from({length: 30}, () => ({drop: 20})),
				{campaignId: '1003', agents: 60},
			),
		];
		const {asIs, size} = scoreRecordOf(two, 30);
		expect(size).toBe('medium');
		// Five scores of 0.5 and five of 1.5.
		expect(asIs.drop).toMatchObject({scored: 10, factor: 1.5});
		expect(asIs.talk).toEqual({scored: 0, inside: 0, of: 0, factor: undefined, least: 9});
	});

	test('counts no two forecasts of a campaign whose half hours overlap', () => {
		const often = Array.from({length: 12}, (_, index) => forecast(index * 10 * minute, {talk: 41}));
		expect(scoreRecordOf(often, 20).asIs.talk.scored).toBe(4);
	});

	test('counts one forecast of a day for its close, not the same one each day', () => {
		const days = [1, 2, 3].flatMap(number =>
			Array.from({length: 4}, (_, index) =>
				forecast(number * day + index * hour, {dropAtClose: 2 + index / 10}, {closesAt: number * day + 20 * hour}),
			),
		);
		expect(scoreRecordOf(days, 20).asIs.dropAtClose).toMatchObject({scored: 3, inside: 3});
	});

	test('of changes is one of its own, which widens them by the bench until nineteen are compared', () => {
		const asIs = eachHalfHour(Array.from({length: 20}, () => ({talk: 46})));
		const changes = (count: number): Scored[] =>
			eachHalfHour(
				Array.from({length: count}, () => ({talk: 42})),
				{kind: 'changed'},
			);
		// As it is, talk was always 1.5 half-widths off; the changes only 0.5.
		const before = scoreRecordOf([...asIs, ...changes(18)], 20);
		expect(factorsOf(before, 'talk')).toEqual({asIs: 1.5, changed: 1.5 * widening.medium});
		expect(factorsOf(before, 'drop')).toEqual({asIs: 1, changed: widening.medium});
		expect(before.changed.talk).toMatchObject({scored: 18, factor: undefined});
		const after = scoreRecordOf([...asIs, ...changes(19)], 20);
		expect(factorsOf(after, 'talk')).toEqual({asIs: 1.5, changed: 0.5});
	});
});

test('a forecast gets its bands calibrated, but not when leads run out; a figure that a change leaves alone keeps its band', () => {
	const record = scoreRecordOf(eachHalfHour(Array.from({length: 20}, () => ({talk: 46}))), 20);
	const leadsOut = band(60, 70, 80);
	const {asIs, changed} = calibrated(
		{asIs: {...likely, leadsOut}, changed: {...likely, talk: band(38, 42, 46), leadsOut}},
		record,
	);
	expect(asIs.talk).toEqual(band(34, 40, 46));
	expect(changed.talk).toEqual(scaled(band(38, 42, 46), 1.5 * widening.medium, 'talk'));
	expect([asIs.drop, changed.drop]).toEqual([band(1, 2, 4), band(1, 2, 4)]);
	expect([asIs.leadsOut, changed.leadsOut]).toEqual([leadsOut, leadsOut]);
});
