import {describe, expect, test} from 'vitest';
import {type CallStatus, loggedCalls, statusCode} from '../../source/sandbox/world/call-log.ts';
import {liveCalls} from '../../source/sandbox/world/calls.ts';
import type {Carrier} from '../../source/sandbox/world/carrier.ts';
import {
	addLeads,
	configureCampaign,
	makeList,
	pauseCampaign,
	placeTestCall,
	playCampaign,
	setListActive,
	stopCampaign,
} from '../../source/sandbox/world/commands.ts';
import {normalQuantile, purpose, uniform} from '../../source/sandbox/world/draw.ts';
import {figuresOf} from '../../source/sandbox/world/figures.ts';
import {habitNames} from '../../source/sandbox/world/habits.ts';
import {zoneOf} from '../../source/sandbox/world/leads.ts';
import {type Campaign, stage, type World} from '../../source/sandbox/world/state.ts';
import {day, eastern, hour, minute, parseDay, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {withinHours, zones} from '../../source/sandbox/world/zones.ts';
import {planOf, smallWorld, testDay} from './small-world.ts';

const only = (world: World): Campaign => {
	const [campaign] = world.campaigns;
	if (!campaign) {
		throw new Error('no campaign');
	}
	return campaign;
};

const run = (world: World, milliseconds: number): Campaign => {
	advance(world, world.now + milliseconds);
	return only(world);
};

test('draws are even, and quantiles those of the normal', () => {
	const draws = Array.from({length: 50_000}, (_, lead) => uniform(3, lead, 1, purpose.outcome));
	const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
	expect(mean).toBeCloseTo(0.5, 2);
	expect(draws.filter(draw => draw < 0.18).length / draws.length).toBeCloseTo(0.18, 2);
	for (const [p, z] of [
		[0.5, 0],
		[0.975, 1.959964],
		[0.01, -2.326348],
	] as const) {
		expect(normalQuantile(p)).toBeCloseTo(z, 5);
	}
});

test('calls meet what the carrier is made of', () => {
	const lists = [{name: 'a', leads: 60_000, active: true, worked: 0}];
	// Once each: a bad number is not tried again, so that further attempts would meet fewer of them.
	const world = smallWorld([planOf({agents: 200, attemptLimit: 1, lists})], {without: habitNames});
	const {counters} = run(world, 3 * hour);
	const resolved = counters.human + counters.machine + counters.noAnswer + counters.busy + counters.failed;
	const share = (count: number): number => Math.round((100 * count) / resolved);
	// People 18 %, a little fewer in the afternoon, less 4 % taken for machines, and 10 % of the machines.
	expect(share(counters.human)).toBe(20);
	expect(share(counters.machine)).toBe(33);
	expect(share(counters.busy)).toBe(5);
	expect(share(counters.failed)).toBe(3);
});

test('talk, wrap-up and detection take the time they should, however a call got to its agent', () => {
	const carrier = {human: 1, machine: 0, busy: 0, badNumber: 0, humanTakenForMachine: 0, talkSigma: 0, wrapSigma: 0};
	const world = smallWorld([planOf({settings: {method: 'RATIO', level: 3}})], {
		carrier: {...carrier, talk: 60 * second, wrap: 10 * second},
		without: habitNames,
	});
	const campaign = run(world, hour);
	const {averageTalk, averageWrap} = figuresOf(world, campaign);
	expect(averageTalk).toBeCloseTo(60, 0);
	expect(averageWrap).toBeCloseTo(10, 0);
	expect(campaign.counters.drops).toBeGreaterThan(0);
});

describe('an answered call without an agent', () => {
	/** One agent, far too many calls, and people who wait exactly so long after their greeting. */
	const flooded = (patience: number, machineDetection: boolean, carrier: Partial<Carrier> = {}) =>
		smallWorld([planOf({agents: 1, settings: {method: 'RATIO', level: 10, machineDetection}})], {
			carrier: {human: 1, machine: 0, busy: 0, badNumber: 0, patience, patienceSigma: 0, ...carrier},
		});
	const lengths = (world: World, status: string): Set<number> =>
		new Set(
			[...loggedCalls(world.log)]
				.filter(call => call.status === status && !world.calls.some(live => live?.number === call.number))
				.map(({length}) => length),
		);

	test.each([
		[2, true],
		[2, false],
		[15, true],
	])('counts as dropped %i s after the greeting, as is set (machine detection: %s)', (dropAfter, detection) => {
		const world = flooded(10 * minute, detection, {dropAfter: dropAfter * second});
		const campaign = only(world);
		const counted = new Map<number, number>();
		advance(world, world.now + 5 * minute, () => {
			for (const slot of campaign.queue) {
				const call = world.calls[slot];
				if (call?.dropped && !counted.has(call.number)) {
					counted.set(call.number, world.now - call.answeredAt);
				}
			}
			return false;
		});
		expect(counted.size).toBeGreaterThan(5);
		expect(new Set(counted.values())).toEqual(new Set([1800 + dropAfter * second]));
		expect(campaign.counters.drops).toBe(counted.size);
	});

	test.each([true, false])('stays in the queue until the patience ends (machine detection: %s)', detection => {
		const world = flooded(3000, detection);
		const {counters} = run(world, 30 * minute);
		expect(counters.drops).toBeGreaterThan(10);
		expect(counters.hangUps).toBe(0);
		expect(lengths(world, 'DROP')).toEqual(new Set([1800 + 3000]));
	});

	test.each([true, false])('is no drop if the person hangs up by then (machine detection: %s)', detection => {
		const world = flooded(2000, detection);
		const {counters} = run(world, 30 * minute);
		expect(counters).toMatchObject({drops: 0, lateConnects: 0});
		expect(counters.hangUps).toBeGreaterThan(10);
		expect(lengths(world, 'HANGUP')).toEqual(new Set([1800 + 2000]));
	});

	test('counts as dropped and as connected if an agent takes it later', () => {
		const world = flooded(10 * minute, true, {talk: 20 * second, wrap: second});
		const {counters} = run(world, 30 * minute);
		expect(counters.lateConnects).toBeGreaterThan(10);
		const late = [...loggedCalls(world.log)].filter(call => call.late);
		expect(late.length).toBe(counters.lateConnects);
		expect(late.every(({agent}) => agent === 0)).toBe(true);
		expect(late.some(({status}) => status === 'SALE')).toBe(true);
	});
});

test('half of those who meet silence have gone after three seconds', () => {
	const world = smallWorld([planOf({agents: 1, settings: {method: 'RATIO', level: 10}})], {without: habitNames});
	const {counters} = run(world, 3 * hour);
	const silence = [...loggedCalls(world.log)]
		.filter(({status}) => status === 'DROP' || status === 'HANGUP')
		.map(({length}) => length - 1800)
		.toSorted((a, b) => a - b);
	expect(silence.length).toBe(counters.hangUps + counters.drops - counters.lateConnects);
	expect(silence.length).toBeGreaterThan(500);
	const median = (silence[Math.floor(silence.length / 2)] ?? 0) / second;
	expect(median).toBeGreaterThan(2.7);
	expect(median).toBeLessThan(3.3);
});

test.each([false, true])('people taken for machines are told apart from machines (message played: %s)', playMessage => {
	const world = smallWorld([planOf({settings: {playMessage}})], {
		carrier: {humanTakenForMachine: 0.5, machineTakenForHuman: 0},
	});
	const {statuses, counters, stages} = run(world, 30 * minute);
	const count = (status: CallStatus): number => statuses[statusCode(status)] ?? 0;
	expect(count('MISDETECTED')).toBeGreaterThan(10);
	// The service cannot know it: they count as machines.
	expect(count('MISDETECTED') + count('MACHINE') + count('MESSAGE') + (stages[stage.inIvr] ?? 0)).toBe(
		counters.machine,
	);
	expect(count(playMessage ? 'MACHINE' : 'MESSAGE')).toBe(0);
});

test('raising the dial level raises the calls', () => {
	const called = [1, 1.5, 3].map(level => {
		const world = smallWorld([planOf({settings: {method: 'RATIO', level: 1}})]);
		const before = run(world, 10 * minute).counters.called;
		configureCampaign(world, '1001', {level});
		return run(world, 20 * minute).counters.called - before;
	});
	expect(called).toEqual(called.toSorted((a, b) => a - b));
	expect((called[2] ?? 0) / (called[0] ?? 1)).toBeGreaterThan(1.8);
});

test('a level of 0 dials nothing, and no rule raises it', () => {
	const world = smallWorld([planOf({settings: {level: 0}})]);
	const campaign = run(world, hour);
	expect(campaign.counters.called).toBe(0);
	expect(campaign.level).toBe(0);
});

test('drops lower the level of the damped rule by small steps', () => {
	const world = smallWorld([planOf({settings: {level: 6, levelLimit: 10, dropLimit: 1}})]);
	run(world, 3 * minute);
	const levels: number[] = [];
	advance(world, world.now + 10 * minute, () => {
		levels.push(only(world).level);
		return false;
	});
	expect(only(world).counters.drops).toBeGreaterThan(0);
	expect(levels.at(-1)).toBeLessThan((levels[0] ?? 0) * 0.8);
	for (const [place, level] of levels.entries()) {
		const before = levels[place - 1] ?? level;
		expect(level / before).toBeGreaterThanOrEqual(0.92 - 1e-9);
		expect(level / before).toBeLessThanOrEqual(1.02 + 1e-9);
	}
});

test('a pause lets calls finish and dials nothing; play goes on from there', () => {
	const world = smallWorld([planOf()]);
	const before = run(world, 10 * minute);
	const talking = before.stages[4] ?? 0;
	expect(talking).toBeGreaterThan(0);
	pauseCampaign(world, '1001');
	const {called} = before.counters;
	expect(run(world, second).stages[4]).toBeGreaterThan(0);
	expect(run(world, 2 * hour).counters.called).toBe(called);
	expect(liveCalls(only(world))).toBe(0);
	playCampaign(world, '1001');
	expect(run(world, minute).counters.called).toBeGreaterThan(called);
});

test('stop clears the hopper and sends agents home; the campaign can be played again', () => {
	const world = smallWorld([planOf()]);
	expect(run(world, 10 * minute).hopper.length).toBeGreaterThan(0);
	const {remainingLeads} = figuresOf(world, only(world));
	stopCampaign(world, '1001');
	expect(only(world).hopper).toEqual([]);
	expect(figuresOf(world, only(world)).remainingLeads).toBe(remainingLeads);
	expect(figuresOf(world, run(world, hour)).agents).toBe(0);
	const {called} = only(world).counters;
	playCampaign(world, '1001');
	const again = run(world, 10 * minute);
	expect(figuresOf(world, again).agents).toBeGreaterThan(5);
	expect(again.counters.called).toBeGreaterThan(called);
});

test('what cannot be is refused with its reason', () => {
	const world = smallWorld([planOf()]);
	expect(() => playCampaign(world, '1001')).toThrow('Campaign is already running');
	stopCampaign(world, '1001');
	expect(() => stopCampaign(world, '1001')).toThrow('Campaign is already stopped');
	expect(() => pauseCampaign(world, '1001')).toThrow('Campaign is not running');
	expect(() => playCampaign(world, '9')).toThrow('Campaign not found');
	expect(() => setListActive(world, '9', true)).toThrow('List not found');
});

test('a list that is off is not dialed, from that moment on', () => {
	const world = smallWorld([planOf()]);
	const {called} = run(world, 10 * minute).counters;
	setListActive(world, '50001', false);
	expect(only(world).hopper).toEqual([]);
	expect(run(world, 30 * minute).counters.called).toBe(called);
	setListActive(world, '50001', true);
	expect(run(world, 3 * minute).counters.called).toBeGreaterThan(called);
});

test('leads are called in the hours of their own zone', () => {
	const world = smallWorld([planOf({agents: 30, settings: {schedule: '9am-9pm'}})], {
		origin: parseDay(eastern, testDay) + 9 * hour,
	});
	run(world, 12 * hour);
	const seen = new Set<number>();
	for (const {lead, startedAt} of loggedCalls(world.log)) {
		const zone = zoneOf(world, lead);
		seen.add(zone);
		expect(withinHours(world, '9am-9pm', startedAt, zone)).toBe(true);
	}
	expect(seen.size).toBeGreaterThanOrEqual(4);
	expect(zones[0]?.name).toBe('Eastern');
});

test('no lead is called more often than it may be, and the campaign runs out', () => {
	const lists = [{name: 'a', leads: 60, active: true, worked: 0}];
	const world = smallWorld([planOf({attemptLimit: 2, lists})], {without: ['promises']});
	const campaign = run(world, 8 * day);
	expect(Math.max(...world.leads.attempts)).toBe(2);
	expect(figuresOf(world, campaign)).toMatchObject({remainingLeads: 0, percentComplete: 100, activeCalls: 0});
});

test('added leads are dialed, once each', () => {
	const world = smallWorld([planOf({lists: []})]);
	const {id} = makeList(world, '1001');
	const lead = {firstName: 'Ann', lastName: 'Lee', phone: '2125550123', accountId: 'A-1'};
	expect(addLeads(world, id, [lead, {...lead, phone: '3125550123'}])).toEqual({added: 2, duplicates: 0});
	expect(addLeads(world, id, [lead])).toEqual({added: 0, duplicates: 1});
	run(world, 5 * minute);
	expect([...loggedCalls(world.log)].map(({lead}) => lead).toSorted()).toEqual([0, 1]);
});

test('agents of a preview campaign dial one call each, by hand, and drop none', () => {
	const world = smallWorld([planOf({settings: {method: 'MANUAL'}})]);
	let most = 0;
	advance(world, world.now + 2 * hour, () => {
		const {stages} = only(world);
		most = Math.max(
			most,
			stages.reduce((sum, count) => sum + count, 0),
		);
		return false;
	});
	const {counters} = only(world);
	expect(counters.called).toBeGreaterThan(100);
	expect(counters.drops).toBe(0);
	expect(most).toBeLessThanOrEqual(10);
});

test('a broadcast goes at its velocity, needs nobody, and transfers who presses the key', () => {
	const world = smallWorld([
		planOf({agents: 0, settings: {method: 'BROADCAST', velocity: 60}}),
		planOf({name: 'Desk', state: 'paused'}),
	]);
	advance(world, world.now + 30 * minute);
	const {counters} = only(world);
	expect(counters.called).toBeGreaterThan(1700);
	expect(counters.called).toBeLessThanOrEqual(1800);
	expect(counters.transfers).toBeGreaterThan(5);
	expect(counters.connected).toBe(counters.human);
});

test('texts go out at their velocity and hide the agents', () => {
	const world = smallWorld([planOf({settings: {method: 'SMSB', velocity: 30}})]);
	const figures = figuresOf(world, run(world, 10 * minute));
	expect(figures.calledToday).toBeGreaterThan(280);
	expect(figures).toMatchObject({agents: 0, ready: 0, activeAgents: 0, minutesToday: 0});
});

test('a test call is placed in any state, while a line is free', () => {
	const world = smallWorld([planOf({state: 'stopped', settings: {lines: 1}})]);
	placeTestCall(world, '1001', '2125550123');
	expect(figuresOf(world, only(world)).ringing).toBe(1);
	expect(() => placeTestCall(world, '1001', '2125550123')).toThrow('No free line');
	expect(figuresOf(world, run(world, 2 * minute)).activeCalls).toBe(0);
});

test('the day rolls at midnight: counts begin anew, agents come back', () => {
	const world = smallWorld([planOf({lists: [{name: 'a', leads: 30_000, active: true, worked: 0}]})], {
		origin: parseDay(eastern, '2026-03-30') + 12 * hour,
	});
	advance(world, parseDay(eastern, '2026-03-31') - 1);
	const evening = figuresOf(world, only(world));
	expect(evening.agents).toBe(0);
	advance(world, parseDay(eastern, '2026-03-31'));
	expect(figuresOf(world, only(world))).toMatchObject({
		calledToday: 0,
		minutesToday: 0,
	});
	advance(world, parseDay(eastern, '2026-03-31') + 10 * hour);
	expect(figuresOf(world, only(world)).calledToday).toBeGreaterThan(0);
});

test('a pause does not change what a lead meets', () => {
	const unanswered = new Set(['MACHINE', 'MISDETECTED', 'NOANSWER', 'BUSY', 'BADNUMBER']);
	const live = new Set(['RINGING', 'WAITING', 'INCALL']);
	const fates = (pauseAt: number | undefined) => {
		// A machine taken for a person ends as one or as a drop, which depends on the agents.
		const world = smallWorld([planOf({agents: 3})], {carrier: {machineTakenForHuman: 0}});
		if (pauseAt !== undefined) {
			run(world, pauseAt);
			pauseCampaign(world, '1001');
			run(world, 7 * minute);
			playCampaign(world, '1001');
		}
		run(world, 30 * minute);
		const ended = [...loggedCalls(world.log)].filter(({status}) => !live.has(status));
		return new Map(ended.map(({lead, status}) => [lead, unanswered.has(status) ? status : 'ANSWERED']));
	};
	const plain = fates(undefined);
	const paused = fates(4 * minute);
	const both = [...plain.keys()].filter(lead => paused.has(lead));
	expect(both.length).toBeGreaterThan(100);
	expect(both.map(lead => paused.get(lead))).toEqual(both.map(lead => plain.get(lead)));
});
