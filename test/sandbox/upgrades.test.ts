/** A stored world of version 4 goes on in version 5. */
import {expect, test} from 'vitest';
import {inMemory, openDatabase} from '../../source/sandbox/store/database.ts';
import {migrations} from '../../source/sandbox/store/store.ts';
import {upgradeTo5} from '../../source/sandbox/store/upgrades.ts';
import {barNumber, unbarNumber} from '../../source/sandbox/world/commands.ts';
import {listFiguresOf} from '../../source/sandbox/world/figures.ts';
import {phase} from '../../source/sandbox/world/lead-table.ts';
import {phoneOfSeeded} from '../../source/sandbox/world/people.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {minute} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants} from './invariants.ts';
import {planOf, smallWorld} from './small-world.ts';

/** Takes away what version 5 has added. */
const makeOld = (world: World): void => {
	for (const list of world.lists) {
		const passedOver = list.phases.pop() ?? 0;
		list.phases[phase.finished] = (list.phases[phase.finished] ?? 0) + passedOver;
	}
	world.leads.phase.forEach((at, lead) => {
		world.leads.phase[lead] = at === phase.passedOver ? phase.finished : at;
	});
	for (const campaign of world.campaigns) {
		campaign.statuses = campaign.statuses.slice(0, 21);
	}
	for (const call of [...world.calls, ...world.callsOver]) {
		for (const name of ['ivr', 'repeats', 'queue']) {
			Reflect.deleteProperty(call ?? {}, name);
		}
	}
	Reflect.deleteProperty(world, 'switchboard');
};

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
	makeOld(world);
	const database = openDatabase(inMemory, migrations);
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
