/** A world of version 5 goes on as one of version 6. */
import {expect, test} from 'vitest';
import {upgradeTo6} from '../../source/sandbox/store/upgrade-to-6.ts';
import {statusCode} from '../../source/sandbox/world/call-log.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants} from './invariants.ts';
import {planOf, smallWorld} from './small-world.ts';

/** Statuses of version 5. */
const statuses5 = 24;

/** Takes away what version 6 has added. */
const asVersion5 = (world: World): void => {
	const cut = new Map<Int32Array, Int32Array>();
	const cutOf = (statuses: Int32Array): Int32Array => {
		const short = cut.get(statuses) ?? statuses.slice(0, statuses5);
		cut.set(statuses, short);
		return short;
	};
	for (const campaign of world.campaigns) {
		campaign.statuses = cutOf(campaign.statuses);
	}
	for (const call of [...world.calls, ...world.callsOver]) {
		if (call) {
			call.statuses = cutOf(call.statuses);
		}
	}
};

test('calls that are under way count with the others, and new statuses are counted too', () => {
	const plan = [planOf({agents: 40, lists: [{name: 'A', leads: 9000, active: true, worked: 0}]})];
	const world = smallWorld(plan, {without: ['barring'], carrier: {talk: 30_000}});
	advance(world, world.now + 20 * minute);
	asVersion5(world);
	upgradeTo6(world);
	const marks = checkInvariants(world);
	advance(world, world.now + 2 * hour);
	checkInvariants(world, marks);
	expect(world.campaigns[0]?.statuses[statusCode('DONOTCALL')]).toBeGreaterThan(0);
});
