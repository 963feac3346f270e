/** Telling of alerts: what is news is told once, together, and no more often than every so many seconds. */
import {expect, onTestFinished, test} from 'vitest';
import {initialState} from '../../source/model/initial-state.ts';
import type {Message, State} from '../../source/model/state.ts';
import {update} from '../../source/model/update.ts';
import {startNotifier} from '../../source/monitor/notifier.ts';
import {createStore} from '../../source/monitor/store.ts';
import {manualClock} from '../helpers/clock.ts';
import {campaign, dashboard} from '../model/make.ts';
import {source} from './harness.ts';

const rig = () => {
	const clock = manualClock();
	const store = createStore<State, Message>(update, initialState(source, clock.now()));
	const said: string[] = [];
	const handed: unknown[] = [];
	let rung = 0;
	const stop = startNotifier({
		store,
		clock,
		every: 10,
		ring: () => {
			rung++;
		},
		notify: text => said.push(text),
		sentenceOf: ({name, rule}) => `${name} ${rule}`,
		command: {hand: alert => handed.push(alert), close: async () => undefined},
	});
	onTestFinished(stop);
	const span = () => ({sentAt: clock.now(), receivedAt: clock.now()});
	store.dispatch({type: 'link', link: {kind: 'live', latency: 1}, now: clock.now()});
	store.dispatch({type: 'campaigns-polled', span: span(), records: ['1', '2', '3'].map(id => campaign(id))});
	return {
		clock,
		store,
		said,
		handed,
		stop,
		rung: () => rung,
		/** The drop rate of a campaign, seen for as long as it takes to be told; a second is between two polls. */
		async drops(id: string, dropRate: number): Promise<void> {
			for (let poll = 0; poll < 12; poll++) {
				store.dispatch({
					type: 'dashboard-polled',
					campaignId: id,
					span: span(),
					dashboard: dashboard({status: 'PLAY', dropRate, humanAnswered: 1000}),
				});
				await clock.advance(1000);
			}
		},
		poll(id: string, dropRate: number): void {
			store.dispatch({
				type: 'dashboard-polled',
				campaignId: id,
				span: span(),
				dashboard: dashboard({status: 'PLAY', dropRate, humanAnswered: 1000}),
			});
		},
		open: () => [...store.get().alerts.active.values()],
	};
};

test('an alert rings once, and again only when it rises', async () => {
	const {clock, drops, rung, said, handed} = rig();
	await drops('1', 2.6);
	await clock.advance(2000);
	expect(rung()).toBe(1);
	expect(said).toEqual(['Campaign 1 drop-near']);
	await drops('1', 2.65);
	expect(rung()).toBe(1);
	await drops('1', 3.2);
	await clock.advance(10_000);
	expect(rung()).toBe(2);
	expect(handed).toMatchObject([
		{
			event: 'raised',
			level: 'warning',
			rule: 'drop-near',
			text: 'Campaign 1 drop-near',
			campaign: {id: '1', name: 'Campaign 1'},
			value: 2.6,
			threshold: 2.5,
			unit: 'percent',
			environment: 'QA',
			host: 'h',
		},
		{event: 'risen', level: 'critical', rule: 'drop-limit', value: 3.2, worst: 3.2},
	]);
	expect(JSON.stringify(handed[0])).toMatch(/"since":"2026-/);
});

test('alerts that come together are told together, the gravest by name', async () => {
	const {clock, poll, rung, said, handed} = rig();
	poll('1', 3.1);
	poll('2', 3.2);
	poll('3', 1);
	await clock.advance(1000);
	expect(rung()).toBe(1);
	expect(said).toEqual(['2 alerts. Campaign 1 drop-limit']);
	expect(handed).toHaveLength(2);
});

test('the bell rings at most every ten seconds, and what came meanwhile is told then', async () => {
	const {clock, poll, rung, said} = rig();
	poll('1', 3.1);
	await clock.advance(1000);
	poll('2', 3.2);
	await clock.advance(9000);
	expect(rung()).toBe(1);
	await clock.advance(1000);
	expect(rung()).toBe(2);
	expect(said.at(-1)).toBe('Campaign 2 drop-limit');
});

test('what was acknowledged or is over by then is not told', async () => {
	const {clock, store, poll, rung, open} = rig();
	poll('1', 3.1);
	poll('2', 3.1);
	const [first] = open();
	store.dispatch({type: 'alert-acknowledged', id: first?.id ?? 0});
	poll('2', 1);
	await clock.advance(20_000);
	expect(rung()).toBe(0);
});

test('an alert that comes back soon is not told again', async () => {
	const {clock, poll, rung, open} = rig();
	poll('1', 3.1);
	await clock.advance(2000);
	poll('1', 1);
	expect(open()).toEqual([]);
	poll('1', 3.1);
	expect(open()).toMatchObject([{times: 2}]);
	await clock.advance(60_000);
	expect(rung()).toBe(1);
});

test('once stopped it says nothing', async () => {
	const {clock, poll, rung, stop} = rig();
	poll('1', 3.1);
	stop();
	poll('2', 3.1);
	await clock.advance(20_000);
	expect(rung()).toBe(0);
	expect(clock.timers()).toBe(0);
});
