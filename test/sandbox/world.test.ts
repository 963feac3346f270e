import {expect, test} from 'vitest';
import {loggedCalls} from '../../source/sandbox/world/call-log.ts';
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
import {zoneOf} from '../../source/sandbox/world/leads.ts';
import type {Campaign, World} from '../../source/sandbox/world/state.ts';
import {hour, minute, parseDay, second} from '../../source/sandbox/world/time.ts';
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
	const world = smallWorld([planOf({agents: 200, lists: [{name: 'a', leads: 60_000, active: true, worked: 0}]})]);
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
	});
	const campaign = run(world, hour);
	const {averageTalk, averageWrap} = figuresOf(world, campaign);
	expect(averageTalk).toBeCloseTo(60, 0);
	expect(averageWrap).toBeCloseTo(10, 0);
	expect(campaign.counters.drops).toBeGreaterThan(0);
});

test('a call is dropped after five seconds in the queue', () => {
	const world = smallWorld([planOf({agents: 1, settings: {method: 'RATIO', level: 10}})], {
		carrier: {human: 1, machine: 0, busy: 0, badNumber: 0, patience: 1e12},
	});
	run(world, 30 * minute);
	const drops = [...loggedCalls(world.log)].filter(({status}) => status === 'DROP');
	expect(drops.length).toBeGreaterThan(10);
	for (const {length} of drops) {
		// Detection comes first, and its time counts as connected.
		expect(length).toBe(1800 + 5000);
	}
});

test('callers who do not want to wait hang up by themselves', () => {
	const world = smallWorld([planOf({agents: 1, settings: {method: 'RATIO', level: 10}})], {
		carrier: {patience: second},
	});
	const {counters} = run(world, hour);
	expect(counters.hangUps).toBeGreaterThan(counters.drops * 10);
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

test('the damped rule keeps agents busier than the classic one, which falls to one line an agent', () => {
	const busy = (['damped', 'classic'] as const).map(rule => {
		const world = smallWorld(
			[planOf({agents: 40, settings: {lines: 200}, lists: [{name: 'a', leads: 50_000, active: true, worked: 0}]})],
			{rule},
		);
		const {averageTalk, averageWrap, averageInterval, dropRate} = figuresOf(world, run(world, 3 * hour));
		const work = averageTalk + averageWrap;
		return {occupancy: work / (work + averageInterval), dropRate};
	});
	expect(busy[0]?.occupancy).toBeGreaterThan(0.78);
	expect(busy[0]?.dropRate).toBeLessThan(3.5);
	expect(busy[1]?.occupancy).toBeLessThan(0.7);
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
	expect([...only(world).stages]).toEqual([0, 0, 0, 0, 0]);
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
		origin: parseDay(testDay) + 9 * hour,
	});
	run(world, 12 * hour);
	const seen = new Set<number>();
	for (const {lead, startedAt} of loggedCalls(world.log)) {
		const zone = zoneOf(world, lead);
		seen.add(zone);
		expect(withinHours('9am-9pm', startedAt, zone)).toBe(true);
	}
	expect(seen.size).toBeGreaterThanOrEqual(4);
	expect(zones[0]?.name).toBe('Eastern');
});

test('no lead is called more often than it may be, and the campaign runs out', () => {
	const world = smallWorld([planOf({attemptLimit: 2, lists: [{name: 'a', leads: 60, active: true, worked: 0}]})]);
	const campaign = run(world, 5 * hour);
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

test('the day rolls at midnight: counts begin anew, the month goes on, agents come back', () => {
	const world = smallWorld([planOf({lists: [{name: 'a', leads: 30_000, active: true, worked: 0}]})], {
		origin: parseDay('2026-03-30') + 12 * hour,
	});
	advance(world, parseDay('2026-03-31') - 1);
	const evening = figuresOf(world, only(world));
	expect(evening.agents).toBe(0);
	advance(world, parseDay('2026-03-31'));
	expect(figuresOf(world, only(world))).toMatchObject({
		calledToday: 0,
		minutesToday: 0,
		minutesMonth: evening.minutesMonth,
	});
	advance(world, parseDay('2026-03-31') + 10 * hour);
	expect(figuresOf(world, only(world)).calledToday).toBeGreaterThan(0);
	advance(world, parseDay('2026-04-01'));
	expect(figuresOf(world, only(world)).minutesMonth).toBe(0);
});

test('a pause does not change what a lead meets', () => {
	const unanswered = new Set(['MACHINE', 'NOANSWER', 'BUSY', 'BADNUMBER']);
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
