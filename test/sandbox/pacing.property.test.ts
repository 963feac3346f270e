/** The rules that adapt the dial level: what they make of the drop rate and of the agents' time. */
import {expect, test} from 'vitest';
import {configureCampaign} from '../../source/sandbox/world/commands.ts';
import type {Counters} from '../../source/sandbox/world/state.ts';
import {hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {planOf, smallWorld, testDay} from './small-world.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const limit = 3;

/** Minutes after the level is set to 3 until the rate of the last fifteen of them is at the limit or below. */
const minutesOver = (agents: number, seed: number): number => {
	const lists = [{name: 'a', leads: 300 * agents, active: true, worked: 0}];
	const world = smallWorld([planOf({agents, lists, settings: {dropLimit: limit, lines: 1000}})], {
		seed,
		origin: parseDay(testDay) + 11 * hour,
	});
	advance(world, world.now + 30 * minute);
	const campaign = configureCampaign(world, '1001', {level: 3});
	const counts: Counters[] = [];
	for (;;) {
		counts.push({...campaign.counters});
		const before = counts.at(-16);
		const {drops, human} = campaign.counters;
		if (before && 100 * (drops - before.drops) <= limit * (human - before.human)) {
			return counts.length - 1;
		}
		advance(world, world.now + minute);
	}
};

test.each([12, 20, 60])(
	'a level set to 3 by hand: with %i agents the last quarter of an hour is back in half an hour',
	agents => {
		const took = seeds.map(seed => minutesOver(agents, seed));
		expect(Math.max(...took)).toBeLessThanOrEqual(30);
	},
);
