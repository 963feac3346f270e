/** How much of the calls a search returned, by what the service says and by how many there are. */
import {expect, test} from 'vitest';
import {returnedOf} from '../../source/model/call-count.ts';
import {type Complaint, newComplaint} from '../../source/model/complaint.ts';
import type {CallLogEntry} from '../../source/model/wire.ts';
import {at} from './make.ts';

const call = (date?: string): CallLogEntry => ({date, extra: {}, unreadable: []}) as unknown as CallLogEntry;
const calls = (count: number): CallLogEntry[] => Array.from({length: count}, () => call());

const returned = (...results: Complaint['results']) =>
	returnedOf({...newComplaint({kind: 'words', text: 'lopez'}, at(1)), results});

test('all that several searches brought is told, with the oldest call and what the service says below them', () => {
	const dates = ['2026-11-20 10:00:00', '2026-11-19 12:00:00', undefined, '2026-11-21 09:00:00'];
	expect(
		returned(
			{entries: dates.map(call), footer: '4 entries'},
			{entries: [], footer: ''},
			{entries: undefined, footer: 'none'},
		),
	).toEqual({
		entries: 4,
		total: undefined,
		isPartial: true,
		oldest: '2026-11-19 12:00:00',
		footers: ['4 entries', 'none'],
	});
});

test.each<[what: string, counts: readonly [entries: number | undefined, footer: string][], isPartial: boolean]>([
	['nothing', [[0, '']], false],
	['a few', [[12, '']], false],
	['a round number, at which a service cuts', [[50, '']], true],
	[
		'a round number by one of the searches',
		[
			[12, ''],
			[100, ''],
		],
		true,
	],
	['an answer that holds no entries', [[undefined, '']], true],
	['fewer than it says there are', [[12, 'Showing 12 of 1,204']], true],
	['as many as it says there are', [[12, 'Showing 12 of 12']], false],
	[
		'fewer than it says, by one of the searches',
		[
			[2, '2 of 2'],
			[3, '3 of 9'],
		],
		true,
	],
	['no count: more than there are', [[12, '12 of 7']], false],
])('whether there may be more than was returned: %s', (_what, counts, isPartial) => {
	const results = counts.map(([count, footer]) => ({entries: count === undefined ? undefined : calls(count), footer}));
	expect(returned(...results).isPartial).toBe(isPartial);
});

test.each<[footers: readonly string[], total: number | undefined]>([
	[['Showing 12 of 1,204'], 1204],
	[['12 out of 30', '1 / 5'], 35],
	[['12 of 30', 'that is all'], 30],
	[['page 9 of 3'], undefined],
	[['that is all'], undefined],
])('what the service says there is: %j', (footers, total) => {
	expect(returned(...footers.map(footer => ({entries: [], footer}))).total).toBe(total);
});
