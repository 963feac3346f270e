import {expect, test} from 'vitest';
import {upgradeTo5} from '../../source/sandbox/store/upgrades.ts';
import {callStatuses, loggedCalls} from '../../source/sandbox/world/call-log.ts';
import {placeTestCall} from '../../source/sandbox/world/commands.ts';
import {checkInvariants} from '../../source/sandbox/world/invariants.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {planOf, smallWorld} from './small-world.ts';

/** The log of a world of version 4: rings of the latest calls. */
const logOf4 = ({log}: World, room: number) => {
	const startedAt = new Float64Array(room);
	const records = new Int32Array(4 * room);
	const testNumbers = new Map<number, string>();
	for (const call of [...loggedCalls(log)].slice(0, room)) {
		const at = call.number % room;
		startedAt[at] = call.startedAt;
		const status = callStatuses.indexOf(call.status);
		records.set([call.lead, call.agent, call.length, (call.campaign << 8) | status], 4 * at);
		if (call.testNumber !== undefined) {
			testNumbers.set(call.number, call.testNumber);
		}
	}
	return {room, count: log.count, startedAt, records, testNumbers};
};

test.each([100, 50_000])('a world of version 4 whose log holds %i calls goes on with them', room => {
	const world = smallWorld([planOf(), planOf({settings: {method: 'MANUAL'}})]);
	advance(world, world.now + hour);
	placeTestCall(world, '1001', '2125550123');
	advance(world, world.now + minute / 2);
	const before = [...loggedCalls(world.log)].slice(0, room);
	expect(before.length).toBeGreaterThan(99);
	const {count} = world.log;
	world.log = logOf4(world, room) as unknown as World['log'];
	upgradeTo5(world);
	expect([...loggedCalls(world.log)].filter(({number}) => number >= world.log.first)).toEqual(before);
	expect(world.log).toMatchObject({count, first: Math.max(0, count - room)});
	let marks = checkInvariants(world);
	advance(world, world.now + 10 * minute, () => {
		marks = checkInvariants(world, marks);
		return false;
	});
	expect(world.log.count).toBeGreaterThan(count);
});
