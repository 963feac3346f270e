import {describe, expect, test} from 'vitest';
import {dropCounting, dropRateOf, dropStatusOf, placesCalls, worstDrop} from '../../source/model/drops.ts';
import {campaignRows} from '../../source/model/select.ts';
import type {Figures} from '../../source/model/wire.ts';
import {after, campaign, campaignsPolled, dashboardPolled, figures, fresh} from './make.ts';

/** Rows of campaigns 1, 2, … with these figures, each by a dial method. */
const rowsOf = (...all: (Partial<Figures> & {method?: string})[]) =>
	campaignRows(
		after(
			fresh(),
			campaignsPolled(
				1,
				all.map(({method}, index) => campaign(`${index + 1}`, {dialMethod: method})),
			),
			...all.map(({method: _, ...over}, index) => dashboardPolled(2, `${index + 1}`, over)),
		),
	);

test('a campaign that dials for no agents has no drop rate, whichever of its two words for the method came', () => {
	const rows = rowsOf(
		{method: 'SMSB', dropRate: 0},
		{method: 'BROADCAST', dropRate: 9},
		{paceMethod: ' manual ', dropRate: 9},
		{method: 'RATIO', dropRate: 2},
		{method: 'SOME NEW ONE', dropRate: 2},
		{dropRate: 2},
	);
	expect(rows.map(dropRateOf)).toEqual([undefined, undefined, undefined, 2, 2, 2]);
	expect(rows.map(dropStatusOf).slice(0, 3)).toEqual(['unknown', 'unknown', 'unknown']);
	expect(rows.map(placesCalls)).toEqual([false, true, true, true, true, true]);
});

test('it raises no alert about drops, and its figures say nothing of how the service counts them', () => {
	const over = {humanAnswered: 1000, answeredToday: 2000, dropRate: 9, status: 'PLAY'};
	const state = after(
		fresh(),
		campaignsPolled(1, [campaign('1', {dialMethod: 'BROADCAST'}), campaign('2', {dialMethod: 'RATIO'})]),
		dashboardPolled(2, '1', over),
		dashboardPolled(2, '2', over),
	);
	expect([...state.alerts.active.values()].map(({campaignId}) => campaignId)).toEqual(['2']);
	expect(dropCounting([figures({...over, paceMethod: 'BROADCAST'})])).toBeUndefined();
	expect(dropCounting([figures({...over, paceMethod: 'RATIO'})])?.campaigns).toBe(1);
});

describe('the worst drop rate', () => {
	test('is one campaign, and no average: thousands of texts hide nothing', () => {
		const rows = rowsOf(
			{method: 'SMSB', dropRate: 0, humanAnswered: 6953},
			{method: 'RATIO', dropRate: 2.27, humanAnswered: 2000},
			{method: 'RATIO', dropRate: 1, humanAnswered: 2000},
		);
		expect(worstDrop(rows)).toMatchObject({rate: 2.27, row: {campaign: {id: '2'}}});
	});

	test("is one at its own limit before a higher one that is only near its own; of equal ones the service's first", () => {
		const rows = rowsOf({dropRate: 2.9}, {dropRate: 2.1, dropLimit: 2}, {dropRate: 2.9});
		expect(worstDrop(rows)?.row.campaign.id).toBe('2');
		expect(worstDrop(rows.filter(row => row.campaign.id !== '2'))?.row.campaign.id).toBe('1');
	});

	test('is none where no campaign has a rate that can be one', () => {
		expect(worstDrop(rowsOf({}, {dropRate: 120}, {method: 'SMSB', dropRate: 1}))).toBeUndefined();
	});
});
