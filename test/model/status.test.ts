/** How a campaign stands where its two sources say different things: one is newer, or they disagree. */
import {describe, expect, test} from 'vitest';
import {statusWordsOf} from '../../source/model/campaign.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {Message} from '../../source/model/state.ts';
import {after, campaign, campaignsPolled, dashboardPolled, fresh} from './make.ts';

/** get_campaigns and the dashboard of campaign 1, asked at these seconds, with these words. */
const lists = (at: number, status: string | undefined): Message => campaignsPolled(at, [campaign('1', {status})]);
const shows = (at: number, status: string | undefined): Message => dashboardPolled(at, '1', {status});

const standing = (...messages: Message[]) => {
	const row = campaignRow(after(fresh({statusWords: statusWordsOf({go: 'play'})}), ...messages), '1');
	return row && {status: row.status, state: row.state, by: row.by, disputed: row.dispute !== undefined};
};

test.for<[what: string, messages: Message[], status: string | undefined, state: string, by?: string]>([
	['nothing is said', [lists(0, undefined)], undefined, 'unknown'],
	['get_campaigns alone', [lists(0, 'PLAY')], 'PLAY', 'dialing', 'listing'],
	['the dashboard alone', [lists(0, undefined), shows(1, 'PAUSE')], 'PAUSE', 'paused', 'dashboard'],
	['both say the same', [lists(0, 'PLAY'), shows(1, 'PLAY')], 'PLAY', 'dialing', 'dashboard'],
	[
		'two words for one state',
		[lists(0, 'PLAY'), shows(1, 'Running'), lists(9, 'PLAY')],
		'Running',
		'dialing',
		'dashboard',
	],
	['a word of the service for that state', [lists(0, 'PLAY'), shows(1, 'GO')], 'GO', 'dialing', 'dashboard'],
	// The dashboard was asked after get_campaigns, and has changed its word since.
	[
		'the dashboard is newer',
		[lists(0, 'PLAY'), shows(1, 'PLAY'), lists(5, 'PLAY'), shows(6, 'PAUSE')],
		'PAUSE',
		'paused',
		'dashboard',
	],
	['get_campaigns is newer', [lists(0, 'PLAY'), shows(1, 'PLAY'), lists(5, 'PAUSE')], 'PAUSE', 'paused', 'listing'],
	// Asked again within five seconds, the other may lag: the news stands, and does not flicker.
	[
		'the other lags',
		[lists(0, 'PLAY'), shows(1, 'PLAY'), shows(4, 'PAUSE'), lists(5, 'PLAY'), shows(6, 'PAUSE'), lists(8.9, 'PLAY')],
		'PAUSE',
		'paused',
		'dashboard',
	],
	[
		'the other has followed',
		[lists(0, 'PLAY'), shows(1, 'PLAY'), shows(4, 'PAUSE'), lists(5, 'PLAY'), lists(10, 'PAUSE')],
		'PAUSE',
		'paused',
		'dashboard',
	],
	['first looks far apart', [lists(0, 'PLAY'), shows(5.1, 'PAUSE')], 'PAUSE', 'paused', 'dashboard'],
	// A word that nobody can read is no contradiction.
	['a strange word', [lists(0, 'PLAY'), shows(1, 'ODD'), lists(20, 'PLAY')], 'PLAY', 'dialing', 'listing'],
	['two strange words', [lists(0, 'ODD'), shows(1, 'EVEN'), lists(20, 'ODD')], 'EVEN', 'unknown', 'dashboard'],
])('%s', ([, messages, status, state, by]) => {
	expect(standing(...messages)).toEqual({status, state, by, disputed: false});
});

describe('they disagree', () => {
	test.for<[what: string, messages: Message[], status: string, state: string]>([
		['at the first look', [lists(0, 'PAUSE'), shows(0.3, 'PLAY')], 'PAUSE≠PLAY', 'dialing'],
		['at the first look, the dashboard first', [shows(0, 'PLAY'), lists(1, 'PAUSE')], 'PAUSE≠PLAY', 'dialing'],
		['at first looks five seconds apart', [lists(0, 'STOP'), shows(5, 'PLAY')], 'STOP≠PLAY', 'dialing'],
		[
			'since get_campaigns was asked again',
			[lists(0, 'PLAY'), shows(60, 'PAUSE'), lists(61, 'PLAY')],
			'PLAY≠PAUSE',
			'dialing',
		],
		[
			'still, five seconds after the news',
			[lists(0, 'PLAY'), shows(1, 'PLAY'), shows(4, 'PAUSE'), lists(9, 'PLAY')],
			'PLAY≠PAUSE',
			'dialing',
		],
		[
			'still, five seconds after the news of the listing',
			[lists(0, 'PLAY'), shows(1, 'PLAY'), lists(5, 'PAUSE'), shows(10, 'PLAY')],
			'PAUSE≠PLAY',
			'dialing',
		],
		['and neither dials: the newer counts', [lists(0, 'PAUSE'), shows(1, 'STOP')], 'PAUSE≠STOP', 'stopped'],
		[
			'and go on to, as long as neither changes its word',
			[lists(0, 'PAUSE'), shows(1, 'PLAY'), ...[10, 20, 30].map(at => lists(at, 'PAUSE')), shows(31, 'PLAY')],
			'PAUSE≠PLAY',
			'dialing',
		],
	])('%s', ([, messages, status, state]) => {
		const row = standing(...messages);
		expect([row?.status, row?.state]).toEqual([status, state]);
		expect(row).toMatchObject({by: undefined, disputed: true});
	});

	test('until one of them changes its word', () => {
		const apart = [lists(0, 'PAUSE'), shows(1, 'PLAY')];
		expect(standing(...apart, shows(2, 'PAUSE'))).toMatchObject({status: 'PAUSE', disputed: false});
		expect(standing(...apart, lists(5, 'PLAY'))).toMatchObject({status: 'PLAY', disputed: false});
		expect(standing(...apart, lists(5, 'STOP'))).toMatchObject({status: 'STOP', by: 'listing', disputed: false});
	});

	test('and the row has what each said, since when, and when it was asked last', () => {
		const row = campaignRow(after(fresh(), lists(0, 'PAUSE'), shows(1, 'PLAY'), lists(5, 'PAUSE')), '1');
		expect(row?.dispute).toMatchObject({
			listing: {status: 'PAUSE', state: 'paused', since: {mono: 0}, askedAt: {mono: 5000}},
			dashboard: {status: 'PLAY', state: 'dialing', since: {mono: 1000}, askedAt: {mono: 1000}},
		});
	});
});
