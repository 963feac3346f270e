/** A world of version 4 goes on as one of version 5. */
import {expect, test} from 'vitest';
import {upgradeTo5} from '../../source/sandbox/store/upgrade-to-5.ts';
import {callStatuses, loggedCalls} from '../../source/sandbox/world/call-log.ts';
import {placeTestCall} from '../../source/sandbox/world/commands.ts';
import {stage, type World} from '../../source/sandbox/world/state.ts';
import {hour, minute, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants, type Marks} from './invariants.ts';
import {planOf, smallWorld} from './small-world.ts';

/** The log of version 4: rings of the latest calls. */
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

/** What version 4 had: rings of calls, test calls among the others, no late connects, one status fewer. */
const asVersion4 = (world: World, room = 50_000): void => {
	world.log = logOf4(world, room) as unknown as World['log'];
	Object.assign(world.carrier, {patience: 20 * second, dropAfter: 5 * second});
	for (const campaign of world.campaigns) {
		const {stages, testStages, counters} = campaign;
		campaign.stages = stages.map((count, at) => count + (testStages[at] ?? 0));
		const answered = testStages[stage.inIvr] ?? 0;
		counters.called += (testStages[stage.ringing] ?? 0) + answered;
		counters.human += answered;
		counters.connected += answered;
		const machine = callStatuses.indexOf('MACHINE');
		campaign.statuses[machine] = (campaign.statuses[machine] ?? 0) + (campaign.statuses.at(-1) ?? 0);
		campaign.statuses = campaign.statuses.slice(0, -1);
		delete (counters as Partial<typeof counters>).lateConnects;
		delete (campaign as Partial<typeof campaign>).testStages;
	}
	for (const call of world.calls) {
		if (call) {
			Object.assign(call, {givesUp: call.number % 2 === 0});
			delete (call as Partial<typeof call>).givesUpAt;
			delete (call as Partial<typeof call>).dropped;
			delete (call as Partial<typeof call>).counters;
			delete (call as Partial<typeof call>).statuses;
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

test.each([100, 50_000])('a log that holds %i calls is taken over', room => {
	const world = smallWorld([planOf(), planOf({settings: {method: 'MANUAL'}})]);
	advance(world, world.now + hour);
	placeTestCall(world, '1001', '2125550123');
	advance(world, world.now + minute / 2);
	const before = [...loggedCalls(world.log)].slice(0, room).map(call => ({
		...call,
		late: false,
		callerId: 0,
		isRecorded: call.agent >= 0 && call.length > 0,
	}));
	expect(before.length).toBeGreaterThan(99);
	const {count} = world.log;
	asVersion4(world, room);
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
