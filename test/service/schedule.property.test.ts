/** Whose turn it is, kept by the one campaign that is polled, is what looking at all of them finds. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createTurns, nextPoll, type PollKey, type PollState, type Watch} from '../../source/service/schedule.ts';
import {after, campaignsPolled, fresh} from '../model/make.ts';

const interval = 2000;

const watchOf = (all: ReadonlySet<string>, over: Partial<Watch> = {}): Watch => ({
	selected: undefined,
	visible: new Set(),
	awaited: new Set(),
	all,
	lists: false,
	listsSeen: false,
	listsOf: [],
	outcomesOf: undefined,
	...over,
});

const turnsOf = (ids: readonly string[]) => {
	let state = after(fresh(), campaignsPolled(0, [...ids]));
	const turns = createTurns({get: () => state});
	turns.take(undefined);
	return {
		...turns,
		list(listed: readonly string[]): void {
			state = after(state, campaignsPolled(state.now.mono / 1000 + 1, [...listed]));
			turns.take(undefined);
		},
	};
};

const neverDue = {sentAt: 1e9, endedAt: 1e9, inFlight: false, failures: 0};

/** How much each campaign's age weighs that is due, looking at all of them. */
const dueWeights = (watch: Watch, polls: ReadonlyMap<PollKey, PollState>, now: number): Map<PollKey, number> =>
	new Map(
		[...watch.all].flatMap((id): [PollKey, number][] => {
			const key: PollKey = `dashboard:${id}`;
			const last = polls.get(key);
			const rest = last && last.failures > 0 ? Math.min(interval * 2 ** last.failures, 60_000) : interval;
			const isDue = !last || (!last.inFlight && Math.max(last.sentAt + rest, last.endedAt) <= now);
			const weight = watch.awaited.has(id) ? 16 : watch.visible.has(id) ? 4 : 1;
			return isDue && id !== watch.selected
				? [[key, (last ? now - last.sentAt : Number.MAX_SAFE_INTEGER) * weight]]
				: [];
		}),
	);

const ids = Array.from({length: 12}, (_, index) => String(index + 1));
const some = fc.subarray(ids);

const step = fc.oneof(
	{weight: 8, arbitrary: fc.record({kind: fc.constant('poll' as const), wait: fc.nat(900), failures: fc.nat(3)})},
	fc.record({kind: fc.constant('end' as const), id: fc.constantFrom(...ids)}),
	fc.record({kind: fc.constant('look' as const), visible: some, awaited: some}),
	fc.record({kind: fc.constant('list' as const), listed: some}),
);

test('after any polls, failures, looks and listings', () => {
	fc.assert(
		fc.property(some, fc.array(step, {maxLength: 80}), (first, steps) => {
			const turns = turnsOf(first);
			const polls = new Map<PollKey, PollState>([['campaigns', neverDue]]);
			let now = 0;
			let [visible, awaited] = [new Set<string>(), new Set<string>()];
			for (const one of steps) {
				now += 1;
				if (one.kind === 'end') {
					const last = polls.get(`dashboard:${one.id}`);
					if (last) {
						Object.assign(last, {inFlight: false, endedAt: now});
					}
				} else if (one.kind === 'look') {
					[visible, awaited] = [new Set(one.visible), new Set(one.awaited)];
				} else if (one.kind === 'list') {
					turns.list(one.listed);
					for (const id of ids.filter(id => !one.listed.includes(id))) {
						polls.delete(`dashboard:${id}`);
					}
				} else {
					now += one.wait;
					const watch = watchOf(turns.all(), {visible, awaited, selected: '3'});
					polls.set('dashboard:3', neverDue);
					const expected = dueWeights(watch, polls, now);
					const next = nextPoll(watch, polls, {interval}, now);
					expect('key' in next).toBe(expected.size > 0);
					if ('key' in next) {
						expect(expected.get(next.key)).toBe(Math.max(...expected.values()));
						polls.set(next.key, {sentAt: now, endedAt: now, inFlight: true, failures: one.failures});
						turns.asked(next.key.slice('dashboard:'.length));
					}
				}
			}
		}),
	);
});

test('a thousand campaigns are not looked through for it', () => {
	const many = Array.from({length: 1000}, (_, index) => String(index + 1));
	const turns = turnsOf(many);
	let looks = 0;
	class Counted extends Map<PollKey, PollState> {
		override get(key: PollKey): PollState | undefined {
			looks++;
			return super.get(key);
		}
	}
	const polls = new Counted([['campaigns', neverDue]]);
	const watch = watchOf(turns.all(), {visible: new Set(many.slice(0, 30))});
	for (let poll = 0; poll < 3000; poll++) {
		const now = poll * 200;
		const next = nextPoll(watch, polls, {interval}, now);
		if (!('key' in next)) {
			throw new Error('nothing is due');
		}
		polls.set(next.key, {sentAt: now, endedAt: now + 50, inFlight: false, failures: 0});
		turns.asked(next.key.slice('dashboard:'.length));
	}
	expect(looks / 3000).toBeLessThan(100);
});
