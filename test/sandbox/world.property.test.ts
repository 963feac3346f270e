import fc from 'fast-check';
import {expect, test} from 'vitest';
import {loggedCalls} from '../../source/sandbox/world/call-log.ts';
import {
	addLeads,
	barNumber,
	configureCampaign,
	makeList,
	pauseCampaign,
	placeTestCall,
	playCampaign,
	setListActive,
	stopCampaign,
	unbarNumber,
} from '../../source/sandbox/world/commands.ts';
import {figuresOf} from '../../source/sandbox/world/figures.ts';
import {phoneOfSeeded} from '../../source/sandbox/world/people.ts';
import {Refusal} from '../../source/sandbox/world/refusal.ts';
import type {Settings, World} from '../../source/sandbox/world/state.ts';
import {eastern, hour, minute, parseDay, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants, type Marks} from './invariants.ts';
import {planOf, smallWorld, testDay} from './small-world.ts';

const campaignId = fc.constantFrom('1001', '1002', '1003', '1004', '1005');
const listId = fc.constantFrom('50001', '50002', '50003', '50004', '50005', '50006');

const someSettings: fc.Arbitrary<Partial<Settings>> = fc.record(
	{
		method: fc.constantFrom('PREDICTIVE', 'RATIO', 'MANUAL', 'BROADCAST', 'SMSB'),
		level: fc.double({min: 0, max: 10, noNaN: true}),
		levelLimit: fc.double({min: 0, max: 10, noNaN: true}),
		lines: fc.integer({min: 0, max: 30}),
		dropLimit: fc.double({min: 0, max: 100, noNaN: true}),
		velocity: fc.integer({min: 0, max: 200}),
		machineDetection: fc.boolean(),
		playMessage: fc.boolean(),
		externalQueue: fc.boolean(),
		transferTo: fc.constantFrom('8500', '8510', '8520', '7001', '7002', '101'),
		schedule: fc.constantFrom('9am-9pm', '24hours', '9am-5pm'),
	},
	{requiredKeys: []},
);

type Order = {name: string; run(world: World): unknown};

const order = (name: string, run: (world: World) => unknown): Order => ({name, run});

const orders: fc.Arbitrary<Order> = fc.oneof(
	campaignId.map(id => order(`play ${id}`, world => playCampaign(world, id))),
	campaignId.map(id => order(`pause ${id}`, world => pauseCampaign(world, id))),
	campaignId.map(id => order(`stop ${id}`, world => stopCampaign(world, id))),
	fc.tuple(listId, fc.boolean()).map(([id, on]) => order(`list ${id} ${on}`, world => setListActive(world, id, on))),
	fc
		.tuple(campaignId, someSettings)
		.map(([id, changes]) =>
			order(`configure ${id} ${JSON.stringify(changes)}`, world => configureCampaign(world, id, changes)),
		),
	fc
		.tuple(fc.integer({min: 0, max: 400}), fc.boolean())
		.map(([lead, isBarred]) =>
			order(`${isBarred ? 'bar' : 'unbar'} ${lead}`, world =>
				(isBarred ? barNumber : unbarNumber)(world, phoneOfSeeded(world.seed, lead)),
			),
		),
	campaignId.map(id => order(`test ${id}`, world => placeTestCall(world, id, '2125550123'))),
	fc
		.tuple(campaignId, fc.integer({min: 1000, max: 1020}))
		.map(([id, line]) =>
			order(`add ${id} ${line}`, world =>
				addLeads(world, makeList(world, id).id, [
					{firstName: 'Ann', lastName: 'Lee', phone: `212555${line}`, accountId: 'A'},
				]),
			),
		),
);

/** Orders with the milliseconds before each. */
const timedOrders = fc.array(fc.tuple(fc.integer({min: 0, max: 6 * minute}), orders), {minLength: 1, maxLength: 14});

const newWorld = (seed: number, startHour: number, rule: 'damped' | 'classic'): World =>
	smallWorld(
		[
			planOf({
				name: 'Predictive',
				agents: 6,
				settings: {lines: 30},
				lists: [
					{name: 'a', leads: 120, active: true, worked: 0.3},
					{name: 'b', leads: 60, active: false, worked: 0},
				],
			}),
			planOf({
				name: 'Ratio',
				agents: 4,
				attemptLimit: 2,
				settings: {method: 'RATIO', level: 3},
				lists: [{name: 'c', leads: 90, active: true, worked: 0.5}],
			}),
			planOf({
				name: 'Manual',
				agents: 3,
				settings: {method: 'MANUAL', lines: 3},
				lists: [{name: 'd', leads: 40, active: true, worked: 0}],
			}),
			planOf({
				name: 'Broadcast',
				agents: 0,
				attemptLimit: 2,
				settings: {method: 'BROADCAST', velocity: 40, schedule: '9am-9pm'},
				lists: [{name: 'e', leads: 150, active: true, worked: 0}],
			}),
			planOf({
				name: 'Texts',
				agents: 0,
				state: 'paused',
				settings: {method: 'SMSB', velocity: 60},
				lists: [{name: 'f', leads: 80, active: true, worked: 0}],
			}),
		],
		{seed, origin: parseDay(eastern, testDay) + startHour * hour, rule},
	);

const give = (world: World, {run}: Order): void => {
	try {
		run(world);
	} catch (error) {
		// A refusal is an answer like any other, but must change nothing.
		if (!(error instanceof Refusal)) {
			throw error;
		}
	}
};

const runOf = (world: World, timed: readonly (readonly [number, Order])[], afterEvent?: () => boolean): void => {
	for (const [delay, what] of timed) {
		advance(world, world.now + delay, afterEvent);
		give(world, what);
		afterEvent?.();
	}
	advance(world, world.now + 3 * minute, afterEvent);
};

const bytesOf = (world: World): string =>
	JSON.stringify([
		world.campaigns.map(campaign => [figuresOf(world, campaign), campaign.graph, campaign.level, campaign.hopper]),
		[...world.leads.phase.slice(0, world.leads.count)],
		[...loggedCalls(world.log)],
		world.agents.map(({state, since, calls}) => [state, since, calls]),
		world.lists.map(({id, active, changedAt, lastCalledAt}) => [id, active, changedAt, lastCalledAt]),
	]);

const seeds = fc.integer({min: 0, max: 2 ** 32 - 1});
const rules = fc.constantFrom('damped', 'classic');

test('the invariants hold after every event, whatever is ordered and when', () => {
	fc.assert(
		fc.property(
			seeds,
			fc.constantFrom(8, 12, 16.95, 20.95, 23.95),
			rules,
			timedOrders,
			(seed, startHour, rule, timed) => {
				const world = newWorld(seed, startHour, rule);
				let marks: Marks | undefined = checkInvariants(world);
				runOf(world, timed, () => {
					marks = checkInvariants(world, marks);
					return false;
				});
			},
		),
		{numRuns: 20},
	);
});

test('the same seed and the same timed orders make the same bytes, in one step or in many, asked or not', () => {
	fc.assert(
		fc.property(seeds, rules, timedOrders, fc.integer({min: 1, max: 20}), (seed, rule, timed, pieces) => {
			const once = newWorld(seed, 12, rule);
			runOf(once, timed);
			const again = newWorld(seed, 12, rule);
			for (const [delay, what] of timed) {
				const until = again.now + delay;
				for (let piece = 1; piece <= pieces; piece++) {
					advance(again, Math.floor(until - delay + (delay * piece) / pieces));
					bytesOf(again);
				}
				give(again, what);
			}
			advance(again, again.now + 3 * minute);
			expect(bytesOf(again)).toBe(bytesOf(once));
		}),
		{numRuns: 40},
	);
});

test('a stop loses nobody whom a pause would not: agents stay for the calls in flight', () => {
	const outcome = (seed: number, delay: number, give: typeof stopCampaign) => {
		const world = newWorld(seed, 12, 'damped');
		advance(world, world.now + delay);
		const {counters} = give(world, '1002');
		advance(world, world.now + hour);
		const {human, connected, drops, lateConnects, hangUps} = counters;
		return {human, connected, drops, lateConnects, hangUps};
	};
	fc.assert(
		fc.property(seeds, fc.integer({min: minute, max: 20 * minute}), (seed, delay) => {
			expect(outcome(seed, delay, stopCampaign)).toEqual(outcome(seed, delay, pauseCampaign));
		}),
		{numRuns: 30},
	);
});

test('calls in flight finish after a pause, and nothing new is dialed', () => {
	fc.assert(
		fc.property(seeds, fc.integer({min: second, max: 20 * minute}), (seed, delay) => {
			const world = newWorld(seed, 12, 'damped');
			advance(world, world.now + delay);
			const campaign = pauseCampaign(world, '1001');
			const {called} = campaign.counters;
			advance(world, world.now + 2 * hour);
			expect(campaign.counters.called).toBe(called);
			expect(campaign.stages.every(calls => calls === 0)).toBe(true);
		}),
		{numRuns: 20},
	);
});
