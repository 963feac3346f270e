/** The rules that adapt the dial level: what they make of the drop rate and of the agents' time. */
import {expect, test} from 'vitest';
import {configureCampaign} from '../../source/sandbox/world/commands.ts';
import {habitNames} from '../../source/sandbox/world/habits.ts';
import type {AdaptiveRule, Counters} from '../../source/sandbox/world/state.ts';
import {eastern, hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {planOf, smallWorld, testDay} from './small-world.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const limit = 3;

/** Minutes after the level is set to 3 until the rate of the last fifteen of them is at the limit or below. */
const minutesOver = (agents: number, seed: number): number => {
	const lists = [{name: 'a', leads: 300 * agents, active: true, worked: 0}];
	const world = smallWorld([planOf({agents, lists, settings: {dropLimit: limit, lines: 1000}})], {
		seed,
		without: habitNames,
		origin: parseDay(eastern, testDay) + 11 * hour,
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

/** A working day of a campaign from its beginning: the drop rate and the agents' busy time, both in percent. */
const wholeDay = (rule: AdaptiveRule, agents: number, seed: number) => {
	const lists = [{name: 'a', leads: 900 * agents, active: true, worked: 0}];
	const world = smallWorld([planOf({agents, lists, settings: {dropLimit: limit, lines: 1000}})], {
		seed,
		without: habitNames,
		rule,
		origin: parseDay(eastern, testDay) + 8 * hour,
	});
	advance(world, parseDay(eastern, testDay) + 20 * hour);
	const [campaign] = world.campaigns;
	const {drops = 0, human = 0, talkTime = 0, wrapTime = 0, readyTime = 0} = campaign?.counters ?? {};
	const work = talkTime + wrapTime;
	return {dropRate: (100 * drops) / human, busy: (100 * work) / (work + readyTime), level: campaign?.level};
};

/** Shares that the field reports of predictive dialing at this limit: more agents are busier. */
test.each([
	[10, 67, 75],
	[50, 79, 87],
])(
	'damped: the day of %i agents ends below the limit, and they are busy for %i to %i percent of it',
	(agents, least, most) => {
		for (const seed of seeds.slice(0, 4)) {
			const {dropRate, busy} = wholeDay('damped', agents, seed);
			expect(dropRate).toBeGreaterThan(1.5);
			expect(dropRate).toBeLessThan(limit);
			expect(busy).toBeGreaterThan(least);
			expect(busy).toBeLessThan(most);
		}
	},
);

test.each([10, 50])('classic: the day of %i agents ends just over the limit, at level 1 and hardly busier', agents => {
	for (const seed of seeds.slice(0, 4)) {
		const {dropRate, busy, level} = wholeDay('classic', agents, seed);
		expect(dropRate).toBeGreaterThan(limit);
		expect(dropRate).toBeLessThan(limit + 0.5);
		expect(busy).toBeGreaterThan(60);
		expect(busy).toBeLessThan(67);
		expect(level).toBe(1);
	}
});
