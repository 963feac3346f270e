/** A world of version 5 goes on as one of version 6. */
import {expect, test} from 'vitest';
import {packPeople} from '../../source/sandbox/store/pack-people.ts';
import {upgradeTo6} from '../../source/sandbox/store/upgrade-to-6.ts';
import {addedPeople} from '../../source/sandbox/world/added-leads.ts';
import {statusCode} from '../../source/sandbox/world/call-log.ts';
import {addLeads, makeList, renameHolders} from '../../source/sandbox/world/commands.ts';
import {leadsOfAccount, leadsOfPhone, personOf} from '../../source/sandbox/world/leads.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants} from './invariants.ts';
import {planOf, smallWorld} from './small-world.ts';

/** Statuses of version 5. */
const statuses5 = 24;

/** People were objects, by lead; those whose names had been changed were among them. */
const withPeople5 = ({leads}: World): void => {
	const people = new Map([...leads.changed, ...addedPeople(leads.added)]);
	const byPhone = Map.groupBy(people.keys(), lead => people.get(lead)?.phone);
	Object.assign(leads, {added: people, byPhone});
	Reflect.deleteProperty(leads, 'changed');
};

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
	withPeople5(world);
};

test('calls that are under way count with the others, and new statuses are counted too', () => {
	const plan = [planOf({agents: 40, lists: [{name: 'A', leads: 9000, active: true, worked: 0}]})];
	const world = smallWorld(plan, {without: ['barring'], carrier: {talk: 30_000}});
	advance(world, world.now + 20 * minute);
	asVersion5(world);
	packPeople(world);
	upgradeTo6(world);
	const marks = checkInvariants(world);
	advance(world, world.now + 2 * hour);
	checkInvariants(world, marks);
	expect(world.campaigns[0]?.statuses[statusCode('DONOTCALL')]).toBeGreaterThan(0);
});

test('the people of added leads and of changed ones are who they were, and are found', () => {
	const world = smallWorld([planOf({supplies: [{name: 'Daily', leads: 10, days: [0, 1, 2, 3, 4, 5, 6]}]})]);
	const [{id = '', index = 0} = {}] = world.campaigns;
	addLeads(world, makeList(world, id).id, [
		{firstName: 'Ann', lastName: 'Lee', phone: '2125550101', accountId: 'A-1', zone: 0},
		{firstName: 'Ann', lastName: 'Lee', phone: '3125550102', accountId: 'A-1', zone: 1},
	]);
	advance(world, world.now + 24 * hour);
	const later = world.leads.count - 1;
	addLeads(world, makeList(world, id).id, [{firstName: '', lastName: 'Bo', phone: '2125550101', accountId: 'A-2'}]);
	const derived = [7, later].map(lead => personOf(world, lead).accountId);
	renameHolders(
		world,
		[...derived, 'A-1'].map(account => [account, {firstName: 'Zo\u00eb', lastName: `of ${account}`}]),
	);
	const before = world.leads.runs.flatMap(first => [0, 1, 7].map(offset => personOf(world, first + offset)));
	const found = (): unknown => [
		leadsOfPhone(world, '2125550101'),
		['A-1', 'A-2', ...derived].map(account => leadsOfAccount(world, account)),
		[7, later, later + 1, later + 2].map(lead => personOf(world, lead)),
	];
	const expected = found();
	expect(expected).toMatchObject([
		[2000, later + 1],
		[[2000, 2001], [later + 1], [7], [later]],
		[{lastName: 'of 2026-0000008'}, {}, {lastName: 'Bo'}, {}],
	]);
	asVersion5(world);
	packPeople(world);
	upgradeTo6(world);
	expect(found()).toEqual(expected);
	expect(world.leads.runs.flatMap(first => [0, 1, 7].map(offset => personOf(world, first + offset)))).toEqual(before);
	expect(world.campaigns[index]?.state).toBe('dialing');
});
