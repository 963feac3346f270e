/** Filters: plain text, comparisons of columns, and what is said of those that mean nothing. */
import {describe, expect, test} from 'vitest';
import {campaignRows} from '../../source/model/select.ts';
import {boardColumns} from '../../source/present/board-columns.ts';
import {filterOf} from '../../source/present/filter.ts';
import {after, campaign, campaignsPolled, dashboardPolled, fresh} from '../model/make.ts';

const state = after(
	fresh(),
	campaignsPolled(1, [
		campaign('1001', {name: 'Auto Loans West', status: 'PLAY'}),
		campaign('1002', {name: 'Spring Collections', status: 'PAUSE'}),
		campaign('1003', {name: 'Auto Loans East', status: 'PLAY'}),
		campaign('1004', {name: 'Never read', status: 'STOP'}),
	]),
	dashboardPolled(2, '1001', {dropRate: 3.4, ready: 5, remainingTime: 1800, remainingLeads: 1200, waiting: 0}),
	dashboardPolled(2, '1002', {dropRate: 1.2, ready: 0, remainingTime: 9000, remainingLeads: 90, waiting: 2}),
	dashboardPolled(2, '1003', {dropRate: 3, ready: 8, remainingTime: 36_000, remainingLeads: 4000, waiting: 0}),
);
const rows = campaignRows(state);
const columns = boardColumns(state, 2000).filter(({kind}) => kind !== 'order');

const of = (text: string) => filterOf(text, columns, rows);
const shown = (text: string): string => {
	const {holds, problem} = of(text);
	expect(problem, text).toBeUndefined();
	return rows
		.filter(row => holds(row, [row.campaign.name, row.campaign.id, row.status]))
		.map(({campaign: {id}}) => id.slice(-1))
		.join('');
};

test.each([
	['', '1234'],
	['auto', '13'],
	['Auto Loans E', '3'],
	['!auto', '24'],
	['! auto loans', '24'],
	['"auto"', '13'],
	['drop>3', '1'],
	['drop>=3', '13'],
	['drop > 3%', '1'],
	['drop<3', '2'],
	['drop=3', '3'],
	['drop!=3', '12'],
	// What is not known is neither over a figure nor under it.
	['!drop>3', '234'],
	['ready>=5', '13'],
	['Ready>5', '3'],
	['state:pause', '2'],
	['state:paused', '2'],
	['!state:pause', '134'],
	['state=play', '13'],
	['campaign:west', '1'],
	['name:"spring coll"', '2'],
	['id:1003', '3'],
	['id>1002', '34'],
	['time-left<2h', '1'],
	['timeleft<=150m', '12'],
	['leads-left>1,000', '13'],
	// Titles as they stand over the columns.
	['time left < 2h', '1'],
	['Leads left>1000', '13'],
	['drop %>3', '1'],
	['drop %/limit > 3', '1'],
	['auto time left>1h', '3'],
	['!time left<2h', '234'],
	['remaining<100', '2'],
	['waiting>0', '2'],
	['auto ready>5', '3'],
	['ready>5 auto', '3'],
	['auto !ready>5', '1'],
	['drop>1 drop<3.2 !state:pause', '3'],
	['auto !west', '3'],
	['loans ready<6 !east', '1'],
])('%s', (text, expected) => {
	expect(shown(text)).toBe(expected);
});

describe('what means nothing is said, and hides nothing', () => {
	test.each([
		['drp>3', 'no column is called "drp"'],
		['drop>', 'drop> lacks a value'],
		['state:', 'state: lacks a value'],
		['drop>high', '"high" is no number'],
		['drop>2,5', '"2,5" is no number: 2.5'],
		['leads-left>1,00', '"1,00" is no number'],
		['leads-left>10k', '"10k" is no number'],
		['drop>3h', 'drop is no time: leave the unit out'],
		['state>3', 'state is in words: state:play'],
		['time-left<90', 'time left is a time: 90s, 90m or 90h'],
		['le>1', '"le" may be leads left or level'],
		['sales>3', 'no row tells sales'],
		['l>3', '"l" may be'],
	])('%s: %s', (text, expected) => {
		const {holds, problem} = of(text);
		expect(problem).toContain(expected);
		expect(rows.every(row => holds(row, [row.campaign.name]))).toBe(true);
	});

	test('the other terms hold', () => {
		const {holds, problem} = of('auto drp>3 ready>5');
		expect(problem).toBe('no column is called "drp"');
		expect(rows.filter(row => holds(row, [row.campaign.name])).map(({campaign: {id}}) => id)).toEqual(['1003']);
	});
});

test('times of day, addresses and other text with signs in it stay text', () => {
	const {holds, problem} = filterOf('10:02', columns, rows);
	expect(problem).toBeUndefined();
	expect(rows.some(row => holds(row, ['10:02:11']))).toBe(true);
	expect(filterOf('"re: spring"', columns, rows).problem).toBeUndefined();
	// A view without columns has text alone.
	expect(filterOf('drop>3', [], []).problem).toBeUndefined();
});
