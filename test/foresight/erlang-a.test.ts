/**
 * The world that forecasts are run in, beside Erlang-A: exponential talks and patience, and no drop timer. What a dialer places depends on
 * who is free, which the theory does not know: so the calls arrive by chance here, as of a Poisson process, and nothing else is dialed.
 */
import {expect, test} from 'vitest';
import {carrierOf} from '../../source/foresight/simulate.ts';
import {dialLead} from '../../source/sandbox/world/calls.ts';
import {exponential, purpose, uniform} from '../../source/sandbox/world/draw.ts';
import {habitNames} from '../../source/sandbox/world/habits.ts';
import {fillHopper, takeLead} from '../../source/sandbox/world/hopper.ts';
import {hour} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {planOf} from '../sandbox/small-world.ts';

/** Agents, and milliseconds of a talk, of patience, and between two calls, on average: more call than can be served. */
const [agents, talk, patience, gap] = [10, 400, 800, 28];

const calls = 150_000;

/** The share of calls that hang up, the share that have to wait, and the agents who are busy, by the theory. */
const erlangA = () => {
	const [arrive, serve, leave] = [1 / gap, 1 / talk, 1 / patience];
	const chances = [1];
	for (let there = 1; there < 500; there++) {
		const goes = Math.min(there, agents) * serve + Math.max(0, there - agents) * leave;
		chances.push(((chances.at(-1) ?? 0) * arrive) / goes);
	}
	const all = chances.reduce((sum, one) => sum + one, 0);
	const mean = (of: (there: number) => number): number =>
		chances.reduce((sum, chance, there) => sum + chance * of(there), 0) / all;
	return {
		hangUps: (leave * mean(there => Math.max(0, there - agents))) / arrive,
		waits: mean(there => (there >= agents ? 1 : 0)),
		busy: mean(there => Math.min(there, agents)),
	};
};

/** The same of the world. */
const measured = (seed: number) => {
	const [human, machine, ring, wrap, pause, drops, leads, callbacks] = [0.9, 0, 0, 0, 0, 1, 1, 0];
	const parameters = {human, machine, ring, talk: talk / 1000, wrap, pause, drops, leads, callbacks};
	const origin = Date.UTC(2026, 2, 31, 14);
	const world = createWorld({
		seed,
		timeZone: 'UTC',
		origin,
		plan: [
			planOf({
				agents,
				attemptLimit: 1,
				// Nothing is dialed but what arrives.
				settings: {method: 'RATIO', level: 0, lines: 100_000, machineDetection: false},
				lists: [{name: 'all', leads: calls * 1.1, active: true, worked: 0}],
				shifts: [{days: [0, 1, 2, 3, 4, 5, 6], from: 12 * hour, length: 12 * hour, share: 1, breaks: []}],
			}),
		],
		carrier: {
			...carrierOf(parameters, true),
			// Everybody answers at once, and bears so long a silence as is drawn below.
			human: 1000,
			busy: 0,
			badNumber: 0,
			ringMedian: 0,
			ringSigma: 0,
			greeting: 0,
			patienceSigma: 0,
			dropAfter: 1e9,
		},
		without: habitNames,
	});
	const [campaign] = world.campaigns;
	if (!campaign) {
		throw new Error('the world has no campaign');
	}
	let at = origin + hour;
	/** @returns whether the call has to wait */
	const arrive = (turn: number): boolean => {
		at -= gap * Math.log(uniform(seed, turn, 0, purpose.arrival));
		advance(world, Math.round(at));
		if (campaign.hopper.length === 0) {
			fillHopper(world, campaign);
		}
		const taken = takeLead(world, campaign);
		if (!taken) {
			throw new Error('the leads ran out');
		}
		const waits = campaign.ready.size === 0;
		world.carrier.patience = exponential(patience, uniform(seed, turn, 0, purpose.hold));
		dialLead(world, campaign, taken);
		advance(world, world.now);
		return waits;
	};
	// The first calls find everybody free.
	for (let turn = 0; turn < 2000; turn++) {
		arrive(turn);
	}
	const [before, from] = [{...campaign.counters}, world.now];
	let waits = 0;
	for (let turn = 2000; turn < calls; turn++) {
		waits += arrive(turn) ? 1 : 0;
	}
	const {human: answered, hangUps, talkTime} = campaign.counters;
	return {
		present: campaign.agents.length,
		dropped: campaign.counters.drops,
		hangUps: (hangUps - before.hangUps) / (answered - before.human),
		waits: waits / (calls - 2000),
		busy: (talkTime - before.talkTime) / (world.now - from),
	};
};

test('with exponential talks and patience and no drop timer the floor is Erlang-A within one percent', () => {
	const [theory, world] = [erlangA(), measured(5)];
	expect(world).toMatchObject({present: agents, dropped: 0});
	expect(Math.abs(world.hangUps / theory.hangUps - 1)).toBeLessThan(0.01);
	expect(Math.abs(world.busy / theory.busy - 1)).toBeLessThan(0.01);
	expect(Math.abs(world.waits / theory.waits - 1)).toBeLessThan(0.01);
});
