import {expect, test} from 'vitest';
import {callsIn} from '../../source/sandbox/world/calls.ts';
import {figuresOf} from '../../source/sandbox/world/figures.ts';
import {type Campaign, stage, type World} from '../../source/sandbox/world/state.ts';
import {day, eastern, hour, minute, parseDay, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants, type Marks} from './invariants.ts';
import {planOf, smallWorld, testDay} from './small-world.ts';

const midnight = parseDay(eastern, testDay) + day;

/** Talks that began before the agents' shifts ended go on past midnight, and callers wait for minutes. */
const patientCarrier = {
	detection: 5 * second,
	talk: 7 * hour,
	talkSigma: 0.2,
	patience: 4 * minute,
	dropAfter: 3 * minute,
};

const lists = [{name: 'a', leads: 4000, active: true, worked: 0}];

const floor = [
	planOf({name: 'Predictive', agents: 8, lists, settings: {level: 4, levelLimit: 4, dropLimit: 100}}),
	planOf({name: 'Ratio', agents: 6, lists, settings: {method: 'RATIO', level: 5, playMessage: true}}),
	planOf({name: 'By hand', agents: 4, lists, settings: {method: 'MANUAL'}}),
	planOf({name: 'Broadcast', agents: 0, lists, settings: {method: 'BROADCAST', velocity: 120}}),
	planOf({
		name: 'Queue',
		agents: 4,
		lists,
		settings: {method: 'RATIO', level: 1, externalQueue: true, transferTo: '8520'},
	}),
	planOf({name: 'Extension', agents: 2, lists, settings: {method: 'RATIO', externalQueue: true, transferTo: '101'}}),
	planOf({name: 'Texts', agents: 0, lists, settings: {method: 'SMSB', velocity: 10}}),
];

const check = (world: World, until: number): void => {
	let marks: Marks = checkInvariants(world);
	advance(world, until, () => {
		marks = checkInvariants(world, marks);
		return false;
	});
};

const callsByStage = (campaign: Campaign | undefined) =>
	campaign && {
		ringing: callsIn(campaign, stage.ringing),
		detecting: callsIn(campaign, stage.detecting),
		waiting: callsIn(campaign, stage.waiting),
		inIvr: callsIn(campaign, stage.inIvr),
		talking: callsIn(campaign, stage.talking),
		transferred: callsIn(campaign, stage.transferred),
	};

test('the invariants hold over midnight while calls ring, are listened to, wait, hear a message and talk', () => {
	const crossed = {ringing: 0, detecting: 0, waiting: 0, inIvr: 0, talking: 0, transferred: 0};
	for (const seed of [4, 5, 6]) {
		const world = smallWorld(floor, {seed, origin: midnight - 6 * hour, carrier: patientCarrier});
		advance(world, midnight - 3 * minute);
		check(world, midnight - 1);
		const before = world.campaigns.map(callsByStage);
		for (const calls of before) {
			for (const name of Object.keys(crossed) as (keyof typeof crossed)[]) {
				crossed[name] += calls?.[name] ?? 0;
			}
		}
		check(world, midnight);
		for (const {counters} of world.campaigns) {
			// A call may have been placed in the last millisecond, though few are.
			expect(counters.called).toBeLessThan(4);
			expect(counters.human).toBe(0);
			expect(counters.connected).toBe(0);
		}
		check(world, midnight + 10 * minute);
		const dialed = world.campaigns.filter(campaign => figuresOf(world, campaign).calledToday > 0);
		// Agents of the queue and of the extension's campaign dial no more: they are lent, or have gone home.
		expect(dialed.length).toBeGreaterThanOrEqual(floor.length - 3);
	}
	expect(Math.min(...Object.values(crossed))).toBeGreaterThan(0);
});

test('a floor of many campaigns rolls its day for all of them at once', () => {
	const plan = Array.from({length: 40}, (_, place) =>
		planOf({name: `Broadcast ${place}`, agents: 0, settings: {method: 'BROADCAST', velocity: 40}}),
	);
	const world = smallWorld(plan, {origin: midnight - 20 * minute});
	advance(world, midnight - 2000);
	let rolled = 0;
	let marks: Marks = checkInvariants(world);
	advance(world, midnight + 2000, () => {
		marks = checkInvariants(world, marks);
		const fresh = world.campaigns.filter(({counters}) => counters.called < 50).length;
		expect([0, plan.length]).toContain(fresh);
		rolled = Math.max(rolled, fresh);
		return false;
	});
	expect(rolled).toBe(plan.length);
	expect(world.campaigns.map(({graph}) => graph.at(-1)?.time)).toEqual(plan.map(() => midnight));
});
