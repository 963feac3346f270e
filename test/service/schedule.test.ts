/** What is polled next, and that nothing starves. */
import {describe, expect, test} from 'vitest';
import {nextPoll, type PollKey, type PollState, type Watch} from '../../source/service/schedule.ts';
import {mostWithin, simulate} from './harness.ts';

const watch = (over: Partial<Watch> = {}): Watch => ({
	selected: undefined,
	visible: new Set(),
	awaited: new Set(),
	all: new Set(['1', '2', '3']),
	lists: false,
	listsSeen: false,
	listsOf: [],
	outcomesOf: undefined,
	...over,
});
const last = (sentAt: number, over: Partial<PollState> = {}): PollState => ({
	sentAt,
	endedAt: sentAt + 50,
	inFlight: false,
	failures: 0,
	...over,
});
const polls = (entries: Partial<Record<PollKey, PollState>>): Map<PollKey, PollState> =>
	new Map(Object.entries(entries) as [PollKey, PollState][]);
const pace = {interval: 2000};
const known = (sentAt: number): Partial<Record<PollKey, PollState>> => ({
	campaigns: last(sentAt),
	'dashboard:1': last(sentAt),
	'dashboard:2': last(sentAt),
	'dashboard:3': last(sentAt),
});

describe('the next poll', () => {
	test('is the campaigns, then the selected one, the lists, the visible rows, the rest', () => {
		const seen = watch({selected: '2', visible: new Set(['3']), lists: true});
		const polled: PollKey[] = [];
		const all = new Map<PollKey, PollState>();
		for (let turn = 0; turn < 5; turn++) {
			const next = nextPoll(seen, all, pace, 0);
			if ('key' in next) {
				polled.push(next.key);
				all.set(next.key, last(0));
			}
		}
		expect(polled).toEqual(['campaigns', 'dashboard:2', 'lists', 'dashboard:3', 'dashboard:1']);
		expect(nextPoll(seen, all, pace, 100)).toEqual({dueAt: 2000});
	});

	test('is the lists of a campaign that need telling, once a minute', () => {
		const all = polls(known(0));
		expect(nextPoll(watch({listsOf: ['2']}), all, pace, 100)).toEqual({key: 'lists-of:2'});
		all.set('lists-of:2', last(100));
		expect(nextPoll(watch({all: new Set(), listsOf: ['2']}), all, {interval: 1e6}, 60_099)).toEqual({dueAt: 60_100});
		expect(nextPoll(watch({all: new Set(), listsOf: ['2']}), all, {interval: 1e6}, 60_100)).toEqual({
			key: 'lists-of:2',
		});
	});

	test('is never one that is in flight', () => {
		const all = polls({campaigns: last(0, {inFlight: true})});
		expect(nextPoll(watch({all: new Set()}), all, pace, 90_000)).toEqual({dueAt: Number.POSITIVE_INFINITY});
	});

	test('begins no sooner than the last has ended, however long that took', () => {
		const all = polls({...known(90_000), 'dashboard:1': last(80_000, {endedAt: 91_000})});
		expect(nextPoll(watch({all: new Set(['1'])}), all, pace, 91_000)).toEqual({key: 'dashboard:1'});
	});

	test('leaves a failing key alone for longer and longer, up to a minute', () => {
		const due = (failures: number) =>
			nextPoll(
				watch({all: new Set(['1'])}),
				polls({campaigns: last(500), 'dashboard:1': last(0, {failures})}),
				pace,
				501,
			);
		expect([1, 2, 10].map(due)).toEqual([{dueAt: 4000}, {dueAt: 5500}, {dueAt: 5500}]);
		const alone = polls({campaigns: last(60_000), 'dashboard:1': last(10_000, {failures: 99})});
		expect(nextPoll(watch({all: new Set(['1'])}), alone, pace, 64_000)).toEqual({dueAt: 65_000});
		expect(
			nextPoll(
				watch({all: new Set(['1'])}),
				polls({campaigns: last(66_000), 'dashboard:1': last(10_000, {failures: 99})}),
				pace,
				70_000,
			),
		).toEqual({key: 'dashboard:1'});
	});

	test('weighs a visible row more than one off the screen, and an awaited one more still', () => {
		const all = polls({
			campaigns: last(20_000),
			'dashboard:1': last(8000),
			'dashboard:2': last(17_500),
			'dashboard:3': last(18_000),
		});
		expect(nextPoll(watch(), all, pace, 20_000)).toEqual({key: 'dashboard:1'});
		expect(nextPoll(watch({visible: new Set(['2'])}), all, pace, 20_001)).toEqual({key: 'dashboard:1'});
		expect(nextPoll(watch({visible: new Set(['2'])}), all, pace, 21_100)).toEqual({key: 'dashboard:2'});
		const awaited = watch({visible: new Set(['2']), awaited: new Set(['3'])});
		expect(nextPoll(awaited, all, pace, 21_100)).toEqual({key: 'dashboard:3'});
	});
});

describe('a board of 200 campaigns', () => {
	/** Polls for four minutes and tells the longest time without figures, of each group, after the first minute. */
	const oldest = async (over: Parameters<typeof simulate>[0] = {}) => {
		const visible = new Set(Array.from({length: 20}, (_, index) => String(1011 + index)));
		const rig = simulate({campaigns: 200, attention: {selected: '1001', visible}, ...over});
		const start = rig.clock.now().mono;
		await rig.run(240);
		const gaps = new Map<string, number>();
		const last = new Map<string, number>();
		for (const {id, at} of [
			...rig.of('get_dashboard_stats'),
			...rig.world.ids.map(id => ({id, at: start + 240_000})),
		]) {
			const from = last.get(id) ?? start;
			last.set(id, at);
			if (at > start + 60_000) {
				gaps.set(id, Math.max(gaps.get(id) ?? 0, at - from));
			}
		}
		const worst = (ids: Iterable<string>): number =>
			Math.max(...[...ids].map(id => gaps.get(id) ?? Number.POSITIVE_INFINITY));
		const rest = rig.world.ids.filter(id => id !== '1001' && !visible.has(id));
		return {rig, start, selected: worst(['1001']), visible: worst(visible), rest: worst(rest)};
	};

	test('ages, but never starves, within the budget', async () => {
		const {rig, start, selected, visible, rest} = await oldest();
		expect(selected).toBeLessThanOrEqual(2500);
		expect(visible).toBeLessThan(18_000);
		expect(rest).toBeLessThan(70_000);
		expect(visible * 3).toBeLessThan(rest);
		expect(mostWithin(rig.sent, 1000, start + 1000)).toBeLessThanOrEqual(5);
		expect(rig.mostInFlight()).toBe(2);
	});

	test('does not starve though the selected one is wanted all the time', async () => {
		const {rig, start, rest} = await oldest({parts: {interval: 50}});
		expect(rest).toBeLessThan(140_000);
		expect(mostWithin(rig.sent, 1000, start + 1000)).toBeLessThanOrEqual(5);
	});

	test('does not starve where every answer takes 3 s', async () => {
		const {rig, selected} = await oldest({campaigns: 40, latency: 3000});
		expect(selected).toBeLessThanOrEqual(6500);
		expect(rig.mostInFlight()).toBe(2);
		expect(new Set(rig.of('get_dashboard_stats').map(({id}) => id)).size).toBe(40);
	});

	test('never asks twice for the same at the same time', async () => {
		const {rig} = await oldest({latency: ({id}) => (Number(id) % 7) * 900});
		const open = new Map<string, number>();
		for (const {type, id, at} of rig.sent) {
			const key = `${type} ${id}`;
			expect(at, key).toBeGreaterThanOrEqual(open.get(key) ?? 0);
			open.set(key, at + (Number(id) % 7) * 900);
		}
	});
});
