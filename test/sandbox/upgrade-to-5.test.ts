/** A world of version 4 goes on as one of version 5. */
import {expect, test} from 'vitest';
import {openDatabase, unnamed} from '../../source/sandbox/store/database.ts';
import {migrations} from '../../source/sandbox/store/store.ts';
import {upgradeTo5} from '../../source/sandbox/store/upgrade-to-5.ts';
import {callStatuses, loggedCalls, statusCode} from '../../source/sandbox/world/call-log.ts';
import {barNumber, placeTestCall, unbarNumber} from '../../source/sandbox/world/commands.ts';
import {listFiguresOf} from '../../source/sandbox/world/figures.ts';
import {phase} from '../../source/sandbox/world/lead-table.ts';
import {phoneOfSeeded} from '../../source/sandbox/world/people.ts';
import {stage, type World} from '../../source/sandbox/world/state.ts';
import {hour, minute, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants, type Marks} from './invariants.ts';
import {planOf, smallWorld} from './small-world.ts';

/** A database without IVRs and queues. */
const noSwitchboard = {all: () => []};

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

/** Takes away what version 5 has added. */
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
		const [machine, misdetected] = [statusCode('MACHINE'), statusCode('MISDETECTED')];
		const unknown = campaign.statuses.slice(misdetected).reduce((sum, count) => sum + count, 0);
		campaign.statuses[machine] = (campaign.statuses[machine] ?? 0) + unknown;
		campaign.statuses = campaign.statuses.slice(0, misdetected);
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
	for (const call of [...world.calls, ...world.callsOver]) {
		for (const name of ['ivr', 'repeats', 'queue']) {
			Reflect.deleteProperty(call ?? {}, name);
		}
	}
	for (const list of world.lists) {
		const passedOver = list.phases.pop() ?? 0;
		list.phases[phase.finished] = (list.phases[phase.finished] ?? 0) + passedOver;
	}
	world.leads.phase.forEach((at, lead) => {
		world.leads.phase[lead] = at === phase.passedOver ? phase.finished : at;
	});
	Reflect.deleteProperty(world, 'switchboard');
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
	upgradeTo5(world, noSwitchboard);
	expect(campaign?.testStages[stage.ringing]).toBe(2);
	let marks: Marks | undefined = checkInvariants(world);
	advance(world, world.now + 30 * minute, () => {
		marks = checkInvariants(world, marks);
		return false;
	});
	expect(campaign?.testStages.every(calls => calls === 0)).toBe(true);
	expect(campaign?.counters.drops).toBeGreaterThan(10);
	expect(campaign?.statuses[statusCode('MISDETECTED')]).toBeGreaterThan(0);
});

test.each([100, 50_000])('a log that holds %i calls is taken over', room => {
	// Version 4 did not count who was dropped and connected later: nobody waits so long.
	const carrier = {patience: 1.5 * second, patienceSigma: 0};
	const world = smallWorld([planOf(), planOf({settings: {method: 'MANUAL'}})], {carrier});
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
	upgradeTo5(world, noSwitchboard);
	expect([...loggedCalls(world.log)].filter(({number}) => number >= world.log.first)).toEqual(before);
	expect(world.log).toMatchObject({count, first: Math.max(0, count - room)});
	let marks = checkInvariants(world);
	advance(world, world.now + 10 * minute, () => {
		marks = checkInvariants(world, marks);
		return false;
	});
	expect(world.log.count).toBeGreaterThan(count);
});

test('leads that were passed over may come back, and IVRs and queues come out of the database', () => {
	const lists = [{name: 'A', leads: 300, active: true, worked: 0}];
	const world = smallWorld([
		planOf({agents: 0, lists, settings: {method: 'BROADCAST', velocity: 20}}),
		planOf({name: 'Desk', state: 'paused', lists, settings: {transferTo: '8511'}}),
	]);
	const phone = phoneOfSeeded(world.seed, 30);
	barNumber(world, phone);
	advance(world, world.now + 10 * minute);
	const [list] = world.lists;
	const before = list && listFiguresOf(world, list);
	asVersion4(world);
	const database = openDatabase(unnamed, migrations);
	database.run("insert into queues values (8530, 'Old queue', 'round-robin', 60, '[]')");
	database.run(`insert into ivrs values (7005, 'Old', 'Hello', 5, 2, '[{"key":"1","action":"transfer:8530"}]')`);

	upgradeTo5(world, database);
	checkInvariants(world);
	expect(list && listFiguresOf(world, list)).toEqual(before);
	expect([...world.switchboard.ivrs.keys()]).toEqual(['7001', '7002', '7005']);
	expect(world.switchboard.queues.get('8530')).toMatchObject({name: 'Old queue', strategy: 'round-robin', maxWait: 60});
	expect(world.switchboard.lastQueue).toBe(8530);
	// It transferred to a queue that had been deleted.
	expect(world.campaigns[1]?.settings.transferTo).toBe('8500');
	unbarNumber(world, phone);
	expect(world.leads.phase[30]).toBe(phase.fresh);
	advance(world, world.now + 20 * minute);
	checkInvariants(world);
	expect(world.leads.attempts[30]).toBe(1);
	expect(world.campaigns[0]?.counters.transfers).toBeGreaterThan(0);
	database.close();
});
