/** remaining_time beside how the leads of a campaign really end. */
import {describe, expect, test} from 'vitest';
import {pauseCampaign, setListActive} from '../../source/sandbox/world/commands.ts';
import {figuresOf} from '../../source/sandbox/world/figures.ts';
import type {Campaign, World} from '../../source/sandbox/world/state.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {planOf, smallWorld} from './small-world.ts';

const begun = (attemptLimit: number): {world: World; campaign: Campaign} => {
	const world = smallWorld([
		planOf({
			agents: 30,
			attemptLimit,
			settings: {method: 'RATIO', level: 1.3, lines: 300},
			lists: [
				{name: 'First', leads: 6000, active: true, worked: 0},
				{name: 'Second', leads: 3000, active: true, worked: 0},
			],
		}),
	]);
	advance(world, world.now + 2 * hour);
	return {world, campaign: world.campaigns[0] as Campaign};
};

const leftOf = (world: World, campaign: Campaign) => {
	const {remainingLeads: leads, remainingTime: seconds} = figuresOf(world, campaign);
	return {leads, seconds};
};

describe('leads that are called several times last as long as they are finished', () => {
	test.for([1, 2, 4])('up to %i times each', attempts => {
		const {world, campaign} = begun(attempts);
		const before = leftOf(world, campaign);
		advance(world, world.now + hour);
		const after = leftOf(world, campaign);
		const really = (before.leads * 3600) / (before.leads - after.leads);
		expect(before.seconds / really).toBeGreaterThan(0.75);
		expect(before.seconds / really).toBeLessThan(1.3);
	});
});

test('a list that is switched off is not taken for leads that were finished', () => {
	const {world, campaign} = begun(4);
	const pace = (): number => {
		const {leads, seconds} = leftOf(world, campaign);
		return leads / seconds;
	};
	const before = pace();
	setListActive(world, world.lists[1]?.id ?? '', false);
	advance(world, world.now + 2 * minute);
	expect(pace() / before).toBeGreaterThan(0.8);
	expect(pace() / before).toBeLessThan(1.25);
});

test('without dialing of late there is no time', () => {
	const {world, campaign} = begun(4);
	pauseCampaign(world, campaign.id);
	advance(world, world.now + 20 * minute);
	expect(leftOf(world, campaign).seconds).toBe(0);
});
