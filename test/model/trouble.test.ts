import {describe, expect, test} from 'vitest';
import {campaignRow} from '../../source/model/select.ts';
import type {Message, State} from '../../source/model/state.ts';
import {isTrouble, lastingTroubleOf, rankOf, troubleClasses, troubleOf} from '../../source/model/trouble.ts';
import type {Figures} from '../../source/model/wire.ts';
import {
	acknowledge,
	after,
	asked,
	at,
	campaign,
	campaignsPolled,
	dashboardPolled,
	done,
	endedAs,
	fresh,
	tick,
} from './make.ts';

const rowIn = (state: State) => {
	const row = campaignRow(state, '1');
	if (!row) {
		throw new Error('campaign 1 is not listed');
	}
	return row;
};

const lasting = (...messages: Message[]) =>
	lastingTroubleOf(rowIn(after(fresh(), campaignsPolled(1, ['1']), ...messages)));

const listedAs = (status: string) => campaignsPolled(1.5, [campaign('1', {status})]);

const failed = (seconds: number): Message => ({
	type: 'dashboard-failed',
	campaignId: '1',
	failure: {at: at(seconds), reason: 'no answer'},
});

/** Figures every two seconds. */
const polls = (from: number, to: number, figures: Partial<Figures>): Message[] =>
	Array.from({length: Math.floor((to - from) / 2) + 1}, (_, index) => dashboardPolled(from + index * 2, '1', figures));

const busy = {humanAnswered: 1000, dropLimit: 3, ready: 2, ringing: 3, status: 'PLAY'};

describe('the class of a campaign that lasts', () => {
	test('a command whose outcome nobody knows comes before everything else', () => {
		const state = [...polls(2, 4, {...busy, dropRate: 4}), asked(5), endedAs(6, 'unknown')];
		expect(lasting(...state)).toBe('unsettled');
		const unseen = [asked(5), done(6), dashboardPolled(7, '1', busy), tick(40)];
		expect(lasting(...polls(2, 4, {...busy, dropRate: 4}), ...unseen)).toBe('unsettled');
	});

	test('sources that disagree come after a critical alert, and before all that is passing', () => {
		const apart = [...polls(2, 10, {...busy, status: 'PAUSE'}), campaignsPolled(11, ['1'])];
		expect(lasting(...apart)).toBe('disputed');
		expect(troubleOf(rowIn(after(fresh(), campaignsPolled(1, ['1']), ...apart)))).toBe('disputed');
		expect(
			lasting(
				...polls(2, 8, {...busy, dropRate: 3.1}),
				dashboardPolled(10, '1', {...busy, status: 'PAUSE', dropRate: 3.1}),
				campaignsPolled(16, ['1']),
			),
		).toBe('critical');
	});

	test('follows its gravest alert, and steps back once that is acknowledged', () => {
		const critical = after(fresh(), campaignsPolled(1, ['1']), ...polls(2, 4, {...busy, dropRate: 3.1}));
		expect(lastingTroubleOf(rowIn(critical))).toBe('critical');
		const [alert] = critical.alerts.active.values();
		const known = after(critical, acknowledge(alert));
		expect(lastingTroubleOf(rowIn(known))).toBe('acknowledged');
		expect(lasting(...polls(2, 20, {...busy, dropRate: 2.6}))).toBe('warning');
	});

	test('a drop rate at its limit that no alert tells, as of few calls, is a warning, unless the campaign is at rest', () => {
		const few = {...busy, humanAnswered: 20, dropRate: 5};
		expect(lasting(dashboardPolled(2, '1', few))).toBe('warning');
		expect(lasting(listedAs('STOP'), dashboardPolled(2, '1', {...few, status: 'STOP'}))).toBe('stopped');
		expect(lasting(listedAs('PAUSE'), dashboardPolled(2, '1', {...few, status: 'PAUSE'}))).toBe('paused');
	});

	test('one read that fails is nothing yet; a minute of them, or none that ever went well, is', () => {
		expect(lasting(dashboardPolled(2, '1', busy), failed(10))).toBe('none');
		expect(lasting(dashboardPolled(2, '1', busy), failed(62.099))).toBe('none');
		expect(lasting(dashboardPolled(2, '1', busy), failed(62.1))).toBe('unread');
		expect(lasting(failed(3))).toBe('unread');
	});

	test('paused and stopped campaigns come last', () => {
		expect(lasting(listedAs('PAUSE'))).toBe('paused');
		expect(lasting(listedAs('STOP'))).toBe('stopped');
		expect(lasting(listedAs('WAKING'))).toBe('none');
		expect(troubleClasses.slice(-3)).toEqual(['none', 'paused', 'stopped']);
	});

	test.each<[string, Partial<Figures>]>([
		['near', {...busy, dropRate: 2.6}],
		['waiting', {...busy, ready: 0, waiting: 2}],
		['no-leads', {...busy, remainingLeads: 0}],
		['idle', {...busy, ringing: 0}],
	])('what one poll shows and the next may not moves no row: %s', (passing, figures) => {
		const row = rowIn(after(fresh(), campaignsPolled(1, ['1']), dashboardPolled(2, '1', figures)));
		expect([troubleOf(row), lastingTroubleOf(row)]).toEqual([passing, 'none']);
	});
});

test.each<[string, Partial<Figures>]>([
	['none waits, though no agent is ready', {...busy, ready: 0, waiting: 0}],
	['agents are ready for those who wait', {...busy, waiting: 2}],
	['nobody is ready, and nothing rings', {...busy, ready: 0, ringing: 0}],
	['what rings is not told', {...busy, ringing: undefined}],
	['who is ready is not told', {...busy, ready: undefined, ringing: 0, waiting: 2}],
])('it is no trouble where %s', (_what, figures) => {
	const state = after(fresh(), campaignsPolled(1, ['1']), dashboardPolled(2, '1', figures));
	expect(troubleOf(rowIn(state))).toBe('none');
});

test('a paused campaign without leads is paused', () => {
	const paused = {...busy, status: 'PAUSE', remainingLeads: 0, ringing: 0};
	const state = after(fresh(), campaignsPolled(1, ['1']), listedAs('PAUSE'), dashboardPolled(2, '1', paused));
	expect(troubleOf(rowIn(state))).toBe('paused');
});

test('somebody should look at every class but the last four', () => {
	expect(troubleClasses.filter(name => !isTrouble(rankOf(name)))).toEqual([
		'acknowledged',
		'none',
		'paused',
		'stopped',
	]);
});
