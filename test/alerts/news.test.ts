/** What becomes of alerts, told once it is gathered: alone after a second, a flood once no more of it comes. */
import {expect, test} from 'vitest';
import {type AlertNews, followAlerts} from '../../source/alerts/news.ts';
import {type Alert, type Alerts, alertKey, type Condition, noAlerts} from '../../source/model/alert.ts';
import {ById} from '../../source/model/by-id.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Store} from '../../source/model/store.ts';
import {manualClock} from '../helpers/clock.ts';
import {alertOf, at, fresh} from '../model/make.ts';

const follow = () => {
	const clock = manualClock();
	const told: AlertNews[][] = [];
	const listeners = new Set<() => void>();
	let state: State = fresh();
	const store: Store<State, Message> = {
		get: () => state,
		dispatch: () => undefined,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
	const follower = followAlerts({store, clock}, news => told.push([...news]));
	return {
		clock,
		told,
		follower,
		/** What was told, each as its event and the campaigns that it is of. */
		said: () =>
			told.map(news =>
				news.map(({event, members}) => `${event} ${members.map(one => one.campaignId ?? '-').join(' ')}`),
			),
		/** The alerts are these now, the conditions hold, and `past` is over. */
		become(
			active: readonly Alert[],
			{
				past = [],
				conditions = [],
				changes = state.alerts.changes + 1,
			}: Partial<Omit<Alerts, 'active' | 'conditions'>> & {
				conditions?: readonly Condition[];
			} = {},
		): void {
			state = {
				...state,
				alerts: {
					...noAlerts,
					active: new Map(active.map(alert => [alertKey(alert.kind, alert.campaignId), alert])),
					conditions: conditions.reduce(
						(all, condition, index) => all.with(String(index), condition),
						new ById<Condition>(),
					),
					past,
					changes,
				},
			};
			for (const listener of listeners) {
				listener();
			}
		},
	};
};

/** Alerts of campaigns that became news together. */
const flood = (...ids: number[]): Alert[] => ids.map(id => alertOf(id, String(id), {flood: 9, news: 100}));

/** A condition that is not raised yet. */
const young = (campaignId: string | undefined, over: Partial<Condition> = {}): Condition => ({
	rule: 'drop-limit',
	campaignId,
	since: at(0),
	polls: 1,
	isRaised: false,
	...over,
});

test('an alert is told a second after it was seen: raised, risen, and over with its end', async () => {
	const {clock, told, become} = follow();
	const begun = clock.now();
	const raised = alertOf(1, '1', {news: 1});
	become([raised]);
	await clock.advance(999);
	expect(told).toEqual([]);
	await clock.advance(1);
	expect(told).toEqual([[{event: 'raised', isNew: true, at: begun, lead: raised, members: [raised]}]]);
	const risen = {...raised, news: 2, level: 'critical' as const};
	become([risen]);
	await clock.advance(1000);
	expect(told[1]).toMatchObject([{event: 'risen', isNew: true, lead: risen}]);
	// The figures of what was told already are no news.
	become([{...risen, value: 9}]);
	await clock.advance(5000);
	expect(told).toHaveLength(2);
	const over = {...risen, resolvedAt: at(9)};
	become([], {past: [alertOf(7, '7'), over]});
	await clock.advance(1000);
	expect(told[2]).toMatchObject([{event: 'resolved', isNew: true, lead: over}]);
	expect(told[2]?.[0]?.lead).toBe(over);
	expect(clock.timers()).toBe(0);
});

test('one that takes the place of another tells both; one that is kept no longer is over as it stood', async () => {
	const {clock, told, become} = follow();
	const first = alertOf(1, '1', {news: 1});
	become([first]);
	await clock.advance(1000);
	const second = alertOf(2, '1', {news: 2});
	become([second]);
	await clock.advance(1000);
	expect(told[1]).toMatchObject([
		{event: 'resolved', lead: first},
		{event: 'raised', lead: second},
	]);
});

test('one that came back soon after its end is not new', async () => {
	const {clock, told, become} = follow();
	become([], {changes: 5});
	become([alertOf(1, '1', {news: 5})], {changes: 6});
	become([alertOf(1, '1', {news: 5}), alertOf(2, '2', {news: 7})], {changes: 7});
	await clock.advance(1000);
	expect(told[0]).toMatchObject([
		{isNew: false, lead: {id: 1}},
		{isNew: true, lead: {id: 2}},
	]);
});

test('where nothing has changed nothing is compared or told', async () => {
	const {clock, told, become} = follow();
	become([alertOf(1, '1', {news: 1})], {changes: 0});
	expect(clock.timers()).toBe(0);
	await clock.advance(5000);
	expect(told).toEqual([]);
	expect(clock.timers()).toBe(0);
});

test('alerts of several kinds of trouble are no flood, however many they are', async () => {
	const {clock, said, become} = follow();
	become([1, 2, 3].map(id => alertOf(id, String(id), {news: 100})));
	await clock.advance(1000);
	expect(said()).toEqual([['raised 1', 'raised 2', 'raised 3']]);
});

test('a flood is told once none joined it for two seconds, with all that did', async () => {
	const {clock, told, said, become} = follow();
	const begun = clock.now();
	become([...flood(1, 2, 3), alertOf(8, '8', {news: 100})]);
	await clock.advance(1900);
	become([...flood(1, 2, 3, 4), alertOf(8, '8', {news: 100})]);
	await clock.advance(1999);
	expect(said()).toEqual([]);
	await clock.advance(1);
	expect(said()).toEqual([['raised 1 2 3 4', 'raised 8']]);
	expect(told[0]?.[0]?.at).toEqual(begun);
});

test('two alerts are no flood, nor are three of which some are over', async () => {
	const {clock, said, become} = follow();
	become(flood(1, 2));
	await clock.advance(1000);
	expect(said()).toEqual([['raised 1', 'raised 2']]);
	const [first, ...rest] = flood(1, 2, 3, 4);
	become(rest, {past: first ? [{...first, resolvedAt: at(3)}] : []});
	await clock.advance(1000);
	expect(said()[1]).toEqual(['resolved 1', 'raised 3', 'raised 4']);
});

test('a flood that never ends is told after ten seconds', async () => {
	const {clock, said, become} = follow();
	const ids = [1, 2, 3];
	for (let second = 0; second < 10; second++) {
		become(flood(...ids));
		ids.push(4 + second);
		await clock.advance(second === 9 ? 999 : 1000);
	}
	expect(said()).toEqual([]);
	await clock.advance(1);
	expect(said()).toEqual([['raised 1 2 3 4 5 6 7 8 9 10 11 12']]);
});

test.for<[what: string, active: Alert[], conditions: Condition[], isAwaited: boolean]>([
	['two more campaigns', flood(1), [young('2'), young('3')], true],
	['one more campaign', flood(1), [young('2')], false],
	['one more beside three', flood(1, 2, 3), [young('4')], true],
	['the same campaign', flood(1), [young('1'), young('1', {rule: 'drop-near'}), young('2')], false],
	['another kind', flood(1), [young('2', {rule: 'waiting'}), young('3', {rule: 'waiting'})], false],
	['what is raised already', flood(1), [young('2', {isRaised: true}), young('3', {isRaised: true})], false],
	['the service itself', flood(1), [young(undefined), young('2')], false],
	[
		'two kinds of which one comes',
		[...flood(1), alertOf(5, '5', {kind: 'leads', news: 100})],
		[young('2'), young('3')],
		true,
	],
])('where the same begins on %s, more is awaited: %s', async ([, active, conditions, isAwaited]) => {
	const {clock, told, become} = follow();
	become(active, {conditions});
	await clock.advance(1000);
	// A flood by itself is awaited for a second longer.
	expect(told.length === 0).toBe(isAwaited || active.length >= 3);
	await clock.advance(1000);
	expect(told.length === 0).toBe(isAwaited);
	await clock.advance(7999);
	expect(told.length === 0).toBe(isAwaited);
	await clock.advance(1);
	expect(told).toHaveLength(1);
});

test('what is over awaits no more of its kind', async () => {
	const {clock, said, become} = follow();
	become(flood(1));
	await clock.advance(1000);
	become([], {conditions: [young('2'), young('3')]});
	await clock.advance(1000);
	expect(said()).toEqual([['raised 1'], ['resolved 1']]);
});

test('what was gathered can be told at once, and then it is told no more', async () => {
	const {clock, said, become, follower} = follow();
	follower.flush();
	become(flood(1));
	follower.flush();
	expect(said()).toEqual([['raised 1']]);
	expect(clock.timers()).toBe(0);
	await clock.advance(5000);
	expect(said()).toHaveLength(1);
});

test('once stopped it tells nothing', async () => {
	const {clock, said, become, follower} = follow();
	become(flood(1));
	follower.stop();
	become(flood(1, 2));
	await clock.advance(20_000);
	expect(said()).toEqual([]);
	expect(clock.timers()).toBe(0);
	const idle = follow();
	idle.follower.stop();
	idle.become(flood(1));
	await idle.clock.advance(20_000);
	expect(idle.said()).toEqual([]);
});
