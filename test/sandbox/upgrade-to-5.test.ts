/** A world of version 4 goes on as one of version 5. */
import {expect, test} from 'vitest';
import {upgradeTo5} from '../../source/sandbox/store/upgrade-to-5.ts';
import {placeTestCall} from '../../source/sandbox/world/commands.ts';
import {stage, type World} from '../../source/sandbox/world/state.ts';
import {minute, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants, type Marks} from './invariants.ts';
import {planOf, smallWorld} from './small-world.ts';

/** What version 4 had: test calls among the others, no late connects, one status fewer. */
const asVersion4 = (world: World): void => {
	Object.assign(world.carrier, {patience: 20 * second, dropAfter: 5 * second});
	for (const campaign of world.campaigns) {
		const {stages, testStages, counters} = campaign;
		campaign.stages = stages.map((count, at) => count + (testStages[at] ?? 0));
		counters.called += testStages[stage.ringing] ?? 0;
		campaign.statuses = campaign.statuses.slice(0, -1);
		delete (counters as Partial<typeof counters>).lateConnects;
		delete (campaign as Partial<typeof campaign>).testStages;
	}
	for (const call of world.calls) {
		if (call) {
			Object.assign(call, {givesUp: call.number % 2 === 0});
			delete (call as Partial<typeof call>).givesUpAt;
			delete (call as Partial<typeof call>).dropped;
		}
	}
};

test('calls that wait and test calls that ring are taken over', () => {
	const plan = [planOf({agents: 2, settings: {method: 'RATIO', level: 8}})];
	const world = smallWorld(plan, {carrier: {patience: 1e9, dropAfter: 1e9}});
	advance(world, world.now + 10 * minute);
	placeTestCall(world, '1001', '2125550123');
	placeTestCall(world, '1001', '2125550124');
	asVersion4(world);
	const [campaign] = world.campaigns;
	expect(campaign?.queue.size).toBeGreaterThan(3);
	upgradeTo5(world);
	expect(campaign?.testStages).toEqual([2, 0, 0, 0, 0]);
	let marks: Marks | undefined = checkInvariants(world);
	advance(world, world.now + 30 * minute, () => {
		marks = checkInvariants(world, marks);
		return false;
	});
	expect(campaign?.testStages).toEqual([0, 0, 0, 0, 0]);
	expect(campaign?.counters.drops).toBeGreaterThan(10);
	expect(campaign?.statuses.at(-1)).toBeGreaterThan(0);
});
