/** A thousand campaigns within the budget: who is polled how often, and that nobody is forgotten. */
import {describe, expect, test} from 'vitest';
import {mostWithin, type Sent, simulate} from './harness.ts';

const minute = 60_000;
const perSecond = 5;

/** The longest time between two polls of a campaign, from the first one counted to the last, in milliseconds. */
const longestGap = (requests: readonly Sent[], id: string): number => {
	const times = requests.filter(request => request.id === id).map(({at}) => at);
	return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
};

describe('a board of a thousand campaigns', () => {
	const selected = '1500';
	const visible = new Set(Array.from({length: 34}, (_, index) => String(1490 + index)));

	test('is polled within the budget, the selected one at its interval, the visible ones next, all in turn', async () => {
		const rig = simulate({campaigns: 1000, attention: {selected, visible}, parts: {perSecond}});
		const start = rig.clock.now().mono;
		await rig.run(600);
		// What may be saved up for the start is a second's worth.
		expect(mostWithin(rig.sent, minute, start)).toBeLessThanOrEqual(61 * perSecond);
		expect(mostWithin(rig.sent, minute, start + 1000)).toBeLessThanOrEqual(60 * perSecond);
		expect(mostWithin(rig.sent, 1000, start + 1000)).toBeLessThanOrEqual(perSecond);
		// Nothing of it lies idle while rows are old.
		expect(rig.sent.length).toBeGreaterThanOrEqual(599 * perSecond);
		expect(rig.mostInFlight()).toBeLessThanOrEqual(2);

		const polls = rig.of('get_dashboard_stats');
		expect(longestGap(polls, selected)).toBeLessThanOrEqual(2500);
		const inSight = polls.slice(0, visible.size + 10).map(({id}) => id);
		expect([...visible].filter(id => !inSight.includes(id))).toEqual([]);
		expect(new Set(polls.map(({id}) => id)).size).toBe(1000);

		const others = rig.world.ids.filter(id => !visible.has(id));
		const settled = polls.filter(({at}) => at > start + 4 * minute);
		for (const id of others) {
			expect(polls.filter(request => request.id === id).length, id).toBeGreaterThanOrEqual(2);
		}
		for (const id of visible) {
			expect(longestGap(settled, id), id).toBeLessThan(80_000);
		}
	});

	test('that is paged through is polled where the operator is, and still within the budget', async () => {
		const rig = simulate({campaigns: 1000, parts: {perSecond}});
		const start = rig.clock.now().mono;
		await rig.run(2);
		for (let page = 0; page < 29; page++) {
			const shown = rig.world.ids.slice(page * 34, page * 34 + 34);
			rig.poller.watch({selected: shown[0], visible: new Set(shown), lists: undefined});
			const from = rig.sent.length;
			await rig.run(2);
			expect(
				rig.sent.slice(from).some(({id}) => id === shown[0]),
				`page ${page}`,
			).toBe(true);
		}
		expect(mostWithin(rig.sent, minute, start)).toBeLessThanOrEqual(61 * perSecond);
		expect(mostWithin(rig.sent, 1000, start + 1000)).toBeLessThanOrEqual(perSecond);
	});
});
