/** The lines of a watch, from one state to the next, and how they are written. */
import {expect, test} from 'vitest';
import {followAlerts} from '../../../source/alerts/news.ts';
import {forOnePoll} from '../../../source/alerts/one-poll.ts';
import {initialState, update} from '../../../source/alerts/reducer.ts';
import {alertDefaults} from '../../../source/alerts/rules.ts';
import {alertLine, createLineWriter, linesBetween, type WatchLine} from '../../../source/commands/watch/lines.ts';
import type {Message, State} from '../../../source/model/state.ts';
import {createStore} from '../../../source/model/store.ts';
import {registerSecret} from '../../../source/wire/secrets.ts';
import {manualClock} from '../../helpers/clock.ts';
import {at, campaignsPolled, dashboardPolled, source, tick} from '../../model/make.ts';

/** The lines of each message, one after another. */
const linesOf = (...messages: Message[]) => {
	const store = createStore<State, Message>(update, initialState(source, at(0), forOnePoll(alertDefaults)));
	const lines: WatchLine[] = [];
	const alerts = followAlerts({store, clock: manualClock()}, news => {
		lines.push(...news.map(one => alertLine(store.get(), one)));
	});
	for (const message of messages) {
		const before = store.get();
		store.dispatch(message);
		lines.push(...linesBetween(before, store.get(), at(100).wall));
		alerts.flush();
	}
	alerts.stop();
	return lines;
};

const drops = (dropRate: number) => ({dropRate, humanAnswered: 1000, ready: 2, waiting: 0, ringing: 1});

test('each poll is a line, with null for what did not come', () => {
	const [line, ...others] = linesOf(
		campaignsPolled(1, ['1']),
		dashboardPolled(2, '1', {ready: 4, dropRate: 0}),
		tick(3),
	);
	expect(others).toEqual([]);
	expect(line).toMatchObject({
		time: new Date(at(2.1).wall).toISOString(),
		kind: 'poll',
		profile: 'p',
		environment: 'QA',
		host: 'h',
		campaign: {id: '1', name: 'Campaign 1'},
		status: 'PLAY',
		means: 'dialing',
		figures: {ready: 4, drop: 0, waiting: null, time_left: null, drop_limit: null},
		latency_ms: 100,
	});
});

test('an alert is raised, rises, is resolved, and comes back', () => {
	const lines = linesOf(
		campaignsPolled(1, ['1']),
		...[2.6, 3.2, 1, 2.6].map((rate, place) => dashboardPolled(2 + place, '1', drops(rate))),
	).filter(({kind}) => kind === 'alert');
	expect(lines.map(({event, level, campaign}) => [event, level, campaign])).toEqual(
		[
			['raised', 'warning'],
			['risen', 'critical'],
			['resolved', 'critical'],
			['raised', 'warning'],
		].map(line => [...line, {id: '1', name: 'Campaign 1'}]),
	);
});

test('an end says why, and the alert is told as it was', () => {
	const lines = linesOf(
		campaignsPolled(1, ['1']),
		...[3.2, 1].map((rate, place) => dashboardPolled(2 + place, '1', drops(rate))),
	).filter(({event}) => event === 'resolved');
	expect(lines).toMatchObject([
		{
			end: 'drop rate 1.00%, below 2.40%',
			text: '"Campaign 1": drop rate, over after 1s: drop rate 1.00%, below 2.40%',
			until: new Date(at(3.1).wall).toISOString(),
			times: 1,
			campaigns: [{id: '1', end: 'drop rate 1.00%, below 2.40%'}],
		},
	]);
});

test('a flood is one line, and so is its end', async () => {
	const store = createStore<State, Message>(update, initialState(source, at(0), forOnePoll(alertDefaults)));
	const clock = manualClock();
	const lines: WatchLine[] = [];
	const alerts = followAlerts({store, clock}, news => {
		lines.push(...news.map(one => alertLine(store.get(), one)));
	});
	const ids = Array.from({length: 18}, (_, index) => String(index + 1));
	store.dispatch(campaignsPolled(1, ids));
	for (const rate of [3.2, 1]) {
		for (const id of ids) {
			store.dispatch(dashboardPolled(2, id, drops(rate)));
			await clock.advance(200);
		}
		await clock.advance(3000);
	}
	alerts.stop();
	expect(lines.map(({event, campaign, text}) => [event, campaign, text])).toEqual([
		['raised', null, '18 campaigns, the worst "Campaign 1": DROP RATE 3.20%, 0.20 OVER the regulator\'s line of 3.00%'],
		['resolved', null, expect.stringMatching(/^18 campaigns, the worst "Campaign 1": drop rate, over after/)],
	]);
	expect(lines.map(({campaigns}) => (campaigns as unknown[]).length)).toEqual([18, 18]);
});

test('failures, and a campaign that goes away, are told once each', () => {
	const failure = {at: at(3), reason: 'no answer'};
	const lines = linesOf(
		campaignsPolled(1, ['1', '2']),
		{type: 'dashboard-failed', campaignId: '1', failure},
		tick(4),
		{type: 'campaigns-failed', failure},
		campaignsPolled(5, ['1']),
	);
	expect(lines.map(({kind, campaign, reason}) => [kind, campaign, reason])).toEqual([
		['failure', {id: '1', name: 'Campaign 1'}, 'no answer'],
		['failure', null, 'no answer'],
		['failure', {id: '2', name: 'Campaign 2'}, 'the service lists it no longer'],
	]);
});

test('a reader who is behind misses spare lines and is told how many; the others are kept up to a bound', () => {
	let pending = 0;
	const written: string[] = [];
	const writer = createLineWriter({write: text => void written.push(text), pending: () => pending});
	expect(writer.write({n: 1}, true)).toBe(true);
	pending = 1;
	expect(writer.write({n: 2}, true)).toBe(false);
	expect(writer.write({n: 3}, false)).toBe(true);
	pending = 1e9;
	expect([writer.write({n: 4}, false), writer.write({n: 5}, true)]).toEqual([false, false]);
	pending = 0;
	writer.write({n: 6}, true);
	writer.write({n: 7}, true);
	expect(written.join('')).toBe('{"n":1}\n{"n":3,"dropped":1}\n{"n":6,"dropped":2}\n{"n":7}\n');
});

test('a secret is struck from the texts, and what is left is JSON', () => {
	const written: string[] = [];
	registerSecret('1310131013');
	createLineWriter({write: text => void written.push(text), pending: () => 0}).write(
		{a: 'x 1310131013', b: 1310131013},
		true,
	);
	expect(JSON.parse(written[0] ?? '')).toEqual({a: 'x •••', b: 1310131013});
});
