/** The invariants hold after every event of every scenario; on small floors, since each check counts every lead. */
import fc from 'fast-check';
import {test} from 'vitest';
import {scenarioNames} from '../../source/sandbox/scenarios/names.ts';
import {scenarios} from '../../source/sandbox/scenarios/scenarios.ts';
import type {CampaignPlan} from '../../source/sandbox/world/campaigns.ts';
import {minute} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants, type Marks} from './invariants.ts';
import {openingOf, scenarioWorld} from './scenario-world.ts';

const small = (plan: CampaignPlan): CampaignPlan => ({
	...plan,
	agents: Math.ceil(plan.agents / 10),
	lists: plan.lists.map(list => ({...list, leads: Math.ceil(list.leads / 60)})),
});

test.each(scenarioNames)('%s', name => {
	fc.assert(
		fc.property(fc.integer({min: 0, max: 2 ** 32 - 1}), seed => {
			const world = scenarioWorld(name, seed, {warmUp: 10 * minute, plan: scenarios[name].plan.map(small)});
			let marks: Marks | undefined = checkInvariants(world);
			advance(world, openingOf(name) + 31 * minute, () => {
				marks = checkInvariants(world, marks);
				return false;
			});
		}),
		{numRuns: 4},
	);
});
