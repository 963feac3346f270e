/** Telling of alerts: what is news is told once, together, and no more often than every so many seconds. */
import {expect, onTestFinished, test} from 'vitest';
import {startNotifier} from '../../source/alerts/notifier.ts';
import {initialState, update} from '../../source/alerts/reducer.ts';
import type {Message, State} from '../../source/model/state.ts';
import {createStore} from '../../source/model/store.ts';
import {manualClock} from '../helpers/clock.ts';
import {acknowledge, campaign, dashboard} from '../model/make.ts';
import {source} from '../service/harness.ts';

/** As many as a floor has. */
const campaigns = Array.from({length: 22}, (_, index) => String(index + 1));

const rig = () => {
	const clock = manualClock();
	const store = createStore<State, Message>(update, initialState(source, clock.now()));
	const said: string[] = [];
	const handed: unknown[] = [];
	let rung = 0;
	const stop = startNotifier({
		store,
		clock,
		every: () => 10,
		ring: () => {
			rung++;
		},
		notify: text => said.push(text),
		sentenceOf: ({lead: {name, rule}, members}) =>
			members.length > 1 ? `${members.length} campaigns` : `${name} ${rule}`,
		writtenOf: ({lead: {name, rule}, members}) =>
			members.length > 1 ? `${members.length} campaigns` : `${name} ${rule}`,
		command: {hand: alert => handed.push(alert), close: async () => undefined},
	});
	onTestFinished(stop);
	const span = () => ({sentAt: clock.now(), receivedAt: clock.now()});
	store.dispatch({type: 'link', link: {kind: 'live', latency: 1}, now: clock.now()});
	store.dispatch({type: 'campaigns-polled', span: span(), records: campaigns.map(id => campaign(id))});
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
		/** Polls many campaigns one after another, four a second. */
		async flood(ids: readonly string[], dropRate: number): Promise<void> {
			for (const id of ids) {
				store.dispatch({
					type: 'dashboard-polled',
					campaignId: id,
					span: span(),
					dashboard: dashboard({status: 'PLAY', dropRate, humanAnswered: 1000}),
				});
				await clock.advance(250);
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
	expect(said).toEqual(['2 alerts. Campaign 2 drop-limit']);
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
	// Once it was told late, the next is told too.
	poll('3', 3.2);
	await clock.advance(11_000);
	expect(said.at(-1)).toBe('3 campaigns');
	expect(clock.timers()).toBe(0);
});

test('what was acknowledged or is over by then is not told', async () => {
	const {clock, store, poll, rung, open} = rig();
	poll('1', 3.1);
	poll('2', 3.1);
	const [first] = open();
	store.dispatch(acknowledge(first));
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

test('a flood is one bell, one notification and one run of the command, with its campaigns listed', async () => {
	const {clock, flood, rung, said, handed} = rig();
	await flood(campaigns.slice(0, 18), 3.1);
	await clock.advance(20_000);
	expect(rung()).toBe(1);
	expect(said).toEqual(['18 campaigns']);
	expect(handed).toHaveLength(1);
	expect(handed[0]).toMatchObject({
		event: 'raised',
		campaign: null,
		rule: 'drop-limit',
		value: 3.1,
		text: '18 campaigns',
	});
	const [{campaigns: listed}] = handed as [{campaigns: {id: string}[]}];
	expect(listed.map(({id}) => id)).toEqual(campaigns.slice(0, 18));
	expect(listed[3]).toEqual({
		id: '4',
		alert: 'drop:4',
		name: 'Campaign 4',
		level: 'critical',
		rule: 'drop-limit',
		value: 3.1,
		threshold: 3,
		unit: 'percent',
		end: null,
	});
});

test('alerts that come one by one are a flood with the third, and are told no more', async () => {
	const {clock, poll, rung, handed} = rig();
	for (const id of campaigns.slice(0, 8)) {
		poll(id, 3.1);
		await clock.advance(15_000);
	}
	expect(rung()).toBe(3);
	expect(handed).toMatchObject([
		{campaign: {id: '1'}},
		{campaign: {id: '2'}},
		{campaign: null, campaigns: [{id: '3'}, {id: '2'}, {id: '1'}]},
	]);
});

test('what begins on many campaigns is awaited, so that it is told once', async () => {
	const {clock, poll, rung, said, handed} = rig();
	// Polled every 8 s: the first is raised long before the last.
	for (let round = 0; round < 5; round++) {
		for (const id of campaigns.slice(0, 6)) {
			poll(id, 2.6);
			await clock.advance(8000 / 6);
		}
	}
	await clock.advance(20_000);
	expect(rung()).toBe(1);
	expect(said).toEqual(['6 campaigns']);
	expect(handed).toHaveLength(1);
});

test('what joins a flood is told by its count, unless it is graver', async () => {
	const {clock, drops, flood, rung, handed} = rig();
	for (let second = 0; second < 4; second++) {
		await flood(campaigns.slice(0, 16), 2.6);
	}
	await clock.advance(10_000);
	expect([rung(), handed.length]).toEqual([1, 1]);
	await drops('20', 2.6);
	await clock.advance(20_000);
	expect([rung(), handed.length]).toEqual([1, 1]);
	await flood(['20'], 3.1);
	await clock.advance(20_000);
	expect([rung(), handed.length]).toEqual([2, 2]);
	expect(handed[1]).toMatchObject({event: 'risen', campaign: {id: '20'}, level: 'critical'});
	await flood(['1', '2'], 3.1);
	await clock.advance(20_000);
	expect([rung(), handed.length]).toEqual([2, 2]);
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

test('once stopped it says nothing of what waited for its turn', async () => {
	const {clock, poll, rung, stop} = rig();
	poll('1', 3.1);
	await clock.advance(1000);
	poll('2', 3.1);
	await clock.advance(2000);
	expect([rung(), clock.timers()]).toEqual([1, 1]);
	stop();
	expect(clock.timers()).toBe(0);
});

test('after ten quiet seconds the next alert rings at once, and one behind it waits', async () => {
	const {clock, poll, rung} = rig();
	poll('1', 3.1);
	await clock.advance(11_000);
	expect([rung(), clock.timers()]).toEqual([1, 0]);
	poll('2', 3.1);
	// Gathered for a second.
	await clock.advance(1000);
	expect([rung(), clock.timers()]).toEqual([2, 0]);
	poll('2', 1);
	await clock.advance(1000);
	expect([rung(), clock.timers()]).toEqual([2, 0]);
});

test('neither bell nor command for what is raised while it is acknowledged; both once that is over', async () => {
	const {clock, store, drops, rung, handed} = rig();
	const until = clock.now().wall + 60_000;
	const acknowledgement = {at: clock.now(), by: 'kim', until, reason: '', rule: undefined, worst: undefined};
	store.dispatch({type: 'alert-acknowledged', key: 'drop 4', acknowledgement});
	await drops('4', 3.1);
	expect(store.get().alerts.active.get('drop 4')?.acknowledgedAt).toBeDefined();
	expect([rung(), handed]).toEqual([0, []]);
	await clock.advance(60_000);
	store.dispatch({type: 'tick', now: clock.now()});
	await clock.advance(1000);
	expect([rung(), handed]).toEqual([
		1,
		[expect.objectContaining({event: 'returned', id: 'drop:4', acknowledged: null, text: 'Campaign 4 drop-limit'})],
	]);
});
