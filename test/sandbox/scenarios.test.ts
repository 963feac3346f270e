/** Each scenario shows what it is meant to show, whatever the seed. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {deserialize, serialize} from 'node:v8';
import {describe, expect, test} from 'vitest';
import {parse} from '../../source/cli/parse.ts';
import {callOf} from '../../source/commands/sandbox/flags.ts';
import {sandboxCommand} from '../../source/commands/sandbox.ts';
import {createService} from '../../source/sandbox/engine/service.ts';
import {isScenarioName, type ScenarioName, scenarioNames} from '../../source/sandbox/scenarios/names.ts';
import {type Scenario, scenarios} from '../../source/sandbox/scenarios/scenarios.ts';
import {stopCampaign} from '../../source/sandbox/world/commands.ts';
import {figuresOf} from '../../source/sandbox/world/figures.ts';
import type {Campaign, World} from '../../source/sandbox/world/state.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {campaignOf, openingOf, scenarioWorld, watched} from './scenario-world.ts';
import {testDay} from './small-world.ts';

const seeds = [1, 2];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const shareOf = <T>(values: readonly T[], is: (value: T) => boolean): number =>
	values.filter(is).length / values.length;

/** What users are notified of. */
const toldOf = ({happenings}: World) =>
	happenings.filter(({kind}) => kind === 'drop-limit' || kind === 'list-exhausted');

/** Samples the figures of a campaign every so many minutes. */
const figures = (
	name: ScenarioName,
	world: World,
	campaign: string,
	span: {from?: number; to?: number; step?: number},
) => watched(name, world, campaign, found => ({...figuresOf(world, found), level: found.level}), span);

test('there are seven, each with a line that says what there is to see', () => {
	expect(scenarioNames).toEqual([
		'calm',
		'drop-storm',
		'list-exhausted',
		'short-staffed',
		'carrier-outage',
		'shift-change',
		'spam-label',
	]);
	expect(isScenarioName('toString')).toBe(false);
	for (const name of scenarioNames) {
		expect(scenarios[name].summary).toMatch(/^[a-z].*[^.]$/);
	}
});

test('the command knows them by name, a scenario brings its own size, and the drop threshold is in seconds', () => {
	const read = (...argv: string[]) => callOf(parse(sandboxCommand, argv).flags as never);
	expect(read('--ephemeral', '--scenario', 'drop-storm').options().scenario).toBe('drop-storm');
	expect(read('--ephemeral', '--drop-after', '2.5').options().carrier).toEqual({dropAfter: 2500});
	expect(() => read('--scenario', 'storm')).toThrow(
		`--scenario must be one of ${scenarioNames.join(', ')}, not "storm"`,
	);
	expect(() => read('--scenario', 'calm', '--agents', '4', '--at', '12:00')).toThrow(
		'--scenario and --agents exclude each other',
	);
});

test('each begins within five minutes of the opening, and is over within thirty', () => {
	for (const name of scenarioNames) {
		const {script}: Scenario = scenarios[name];
		const after = script.map(({at}) => at).filter(at => at >= 0);
		const first = script.map(({at}) => Math.abs(at)).toSorted((a, b) => a - b)[0] ?? 0;
		expect(first).toBeLessThanOrEqual(5 * minute);
		expect(Math.max(0, ...after)).toBeLessThanOrEqual(30 * minute);
	}
});

describe.each(seeds)('with seed %i', seed => {
	test('calm: every campaign stays near the drop rate it aims for, and nothing is told', () => {
		const world = scenarioWorld('calm', seed);
		advance(world, openingOf('calm'));
		world.happenings.length = 0;
		for (const {name} of scenarios.calm.plan) {
			const before = campaignOf(world, name).counters.called;
			expect(before).toBeGreaterThan(200);
		}
		const seen = figures('calm', world, 'Utilities Past Due', {});
		expect(Math.min(...seen.map(({dropRate}) => dropRate))).toBeGreaterThan(1);
		expect(Math.max(...seen.map(({dropRate}) => dropRate))).toBeLessThan(3);
		expect(mean(seen.map(({onCall, agents}) => onCall / agents))).toBeGreaterThan(0.55);
		for (const campaign of world.campaigns) {
			expect(figuresOf(world, campaign).dropRate).toBeLessThan(3);
		}
		expect(toldOf(world)).toEqual([]);
	});

	test('drop-storm: drops pass the limit, that is told, and they come back below it', () => {
		const world = scenarioWorld('drop-storm', seed);
		advance(world, openingOf('drop-storm'));
		const rates = world.campaigns.map(campaign => figuresOf(world, campaign).dropRate);
		expect(Math.max(...rates)).toBeLessThan(3);
		expect(toldOf(world)).toEqual([]);
		const seen = figures('drop-storm', world, 'Spring Collections', {});
		const over = seen.findIndex(({dropRate}) => dropRate > 3);
		expect(over).toBeGreaterThanOrEqual(2);
		expect(over).toBeLessThanOrEqual(8);
		expect(Math.max(...seen.map(({dropRate}) => dropRate))).toBeGreaterThan(3.3);
		expect(seen.at(-1)?.dropRate).toBeLessThan(3);
		expect(seen.at(-1)?.dropRate).toBeGreaterThan(0);
		expect(world.happenings.filter(({kind, campaign}) => kind === 'drop-limit' && campaign === 0)).toHaveLength(1);
		expect(campaignOf(world, 'Spring Collections').overLimit).toBe(false);
		const wraps = seen.map(({averageWrap}) => averageWrap);
		expect(Math.max(...wraps)).toBeGreaterThan(1.2 * (wraps[0] ?? 0));
	});

	test('list-exhausted: leads run out, the campaign stays in PLAY, and nobody is called any more', () => {
		const name = 'list-exhausted';
		const world = scenarioWorld(name, seed);
		const campaign = 'Telecom Final Notices';
		const seen = watched(name, world, campaign, found => ({...figuresOf(world, found), state: found.state}));
		expect(seen.every(({state}) => state === 'dialing')).toBe(true);
		expect(seen[0]?.activeLeads).toBe(4000);
		expect(seen[0]?.remainingLeads).toBeGreaterThan(40);
		expect(seen[0]?.remainingLeads).toBeLessThan(140);
		const lastCall = seen.findIndex(({calledToday}) => calledToday === seen.at(-1)?.calledToday);
		expect(lastCall).toBeGreaterThanOrEqual(2);
		expect(lastCall).toBeLessThanOrEqual(10);
		expect(seen.at(-1)).toMatchObject({remainingLeads: 0, activeCalls: 0, onCall: 0, percentComplete: 100});
		expect(seen.at(-1)?.ready).toBeGreaterThan(8);
		expect(world.happenings).toContainEqual(expect.objectContaining({kind: 'list-exhausted', campaign: 1}));
		const other = campaignOf(world, 'Utilities Past Due').counters.called;
		advance(world, world.now + 5 * minute);
		expect(campaignOf(world, 'Utilities Past Due').counters.called).toBeGreaterThan(other);
	});

	test('short-staffed: half are away, calls wait with nobody ready, and it ends when they are back', () => {
		const name = 'short-staffed';
		const world = scenarioWorld(name, seed);
		const [before] = figures(name, world, 'Medical Receivables', {to: 0});
		const seen = figures(name, world, 'Medical Receivables', {from: 7, to: 18, step: 1 / 6});
		const [after] = figures(name, world, 'Medical Receivables', {from: 30});
		expect(before?.agents).toBeGreaterThan(16);
		expect(mean(seen.map(({agents}) => agents))).toBeLessThan(0.65 * (before?.agents ?? 0));
		expect(shareOf(seen, ({waiting, ready}) => waiting > 0 && ready === 0)).toBeGreaterThan(0.5);
		expect(seen.at(-1)?.dropRate).toBeGreaterThan(2 * (before?.dropRate ?? 0));
		expect(after?.agents).toBeGreaterThan(0.85 * (before?.agents ?? 0));
		const late = figures(name, world, 'Medical Receivables', {from: 30, to: 40, step: 1 / 6});
		expect(shareOf(late, ({waiting}) => waiting > 0)).toBeLessThan(0.25);
	});

	test('carrier-outage: dials fail, agents are ready, nothing rings; then it goes on as before', () => {
		const name = 'carrier-outage';
		const world = scenarioWorld(name, seed);
		const campaign = 'Auto Loans 30-60';
		const [before] = watched(name, world, campaign, ({counters}) => ({...counters}), {from: 4, to: 4});
		const seen = figures(name, world, campaign, {from: 7, to: 12, step: 1 / 6});
		expect(shareOf(seen, ({ready, agents}) => ready > agents / 2)).toBeGreaterThan(0.8);
		expect(shareOf(seen, ({ringing}) => ringing === 0)).toBeGreaterThan(0.5);
		const [outage] = watched(name, world, campaign, ({counters}) => ({...counters}), {from: 12, to: 12});
		const failed = (outage?.failed ?? 0) - (before?.failed ?? 0);
		expect(failed / ((outage?.called ?? 0) - (before?.called ?? 0))).toBeGreaterThan(0.9);
		const [after] = watched(name, world, campaign, ({counters}) => ({...counters}), {from: 30});
		const failedAfter = (after?.failed ?? 0) - (outage?.failed ?? 0);
		expect(failedAfter / ((after?.called ?? 0) - (outage?.called ?? 0))).toBeLessThan(0.1);
		expect((after?.human ?? 0) - (outage?.human ?? 0)).toBeGreaterThan(50);
	});

	test('spam-label: fewer people answer one campaign, and as many as before once it shows another number', () => {
		const name = 'spam-label';
		const world = scenarioWorld(name, seed);
		const seen = [4, 5, 16, 17, 30].map(at => {
			advance(world, openingOf(name) + at * minute);
			return scenarios[name].plan.map(({name}) => ({...campaignOf(world, name).counters}));
		});
		/** The share of a campaign's calls between two looks that people and machines answered. */
		const answered = (campaign: number, what: 'human' | 'machine', from: number, to: number): number => {
			const [first, last] = [seen[from]?.[campaign], seen[to]?.[campaign]];
			return ((last?.[what] ?? 0) - (first?.[what] ?? 0)) / ((last?.called ?? 0) - (first?.called ?? 0));
		};
		const before = seen[0]?.[0];
		const usual = (before?.human ?? 0) / (before?.called ?? 0);
		expect(answered(0, 'human', 1, 2)).toBeLessThan(0.65 * usual);
		expect(answered(0, 'machine', 1, 2)).toBeGreaterThan(0.25);
		expect(answered(0, 'human', 3, 4)).toBeGreaterThan(0.75 * usual);
		expect(answered(1, 'human', 1, 2)).toBeGreaterThan(0.15);
	});

	test('shift-change: the early shift goes, hardly anybody is there, the late one comes', () => {
		const name = 'shift-change';
		const world = scenarioWorld(name, seed);
		const campaign = 'Spring Collections';
		const present = (minutes: number): number =>
			figures(name, world, campaign, {from: minutes, to: minutes})[0]?.agents ?? 0;
		const early = present(2);
		expect(early).toBeGreaterThan(25);
		const earlyAgents = new Set(campaignOf(world, campaign).agents.filter(index => world.agents[index]?.onShift));
		expect(present(12)).toBeLessThan(early / 3);
		expect(present(25)).toBeGreaterThan(0.75 * early);
		const lateAgents = campaignOf(world, campaign).agents.filter(index => world.agents[index]?.onShift);
		expect(shareOf(lateAgents, index => earlyAgents.has(index))).toBeLessThan(0.4);
		// The late shift goes home as well.
		expect(present(10 * 60)).toBe(0);
	});
});

test.each(scenarioNames)('%s: the same seed makes the same, put away and taken up again on the way or not', name => {
	const once = scenarioWorld(name, 5);
	advance(once, openingOf(name) + 25 * minute);
	let again = scenarioWorld(name, 5);
	for (let at = -30; at <= 25; at += 5) {
		advance(again, openingOf(name) + at * minute);
		again = deserialize(serialize(again));
	}
	expect(again.campaigns).toEqual(once.campaigns);
	expect(again.agents).toEqual(once.agents);
	expect(again.lists).toEqual(once.lists);
	expect(again.carrier).toEqual(once.carrier);
	expect(again.log).toEqual(once.log);
	expect(again.leads.phase).toEqual(once.leads.phase);
});

test('a story goes on after a restart', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-scenario-'));
	const open = async () =>
		createService({
			scenario: 'shift-change',
			database: join(folder, 'sandbox.db'),
			day: testDay,
			password: 'correct horse',
		});
	try {
		const present = (campaigns: readonly Campaign[], world: World): number[] =>
			campaigns.map(campaign => figuresOf(world, campaign).agents);
		const first = await open();
		expect(first.world.now).toBe(openingOf('shift-change'));
		expect(first.world.campaigns.map(({name}) => name)).toEqual(['Spring Collections', 'Utilities Past Due']);
		first.advanceTo(openingOf('shift-change') + 8 * minute);
		const gone = present(first.world.campaigns, first.world);
		first.close();
		const second = await open();
		expect(second.world.now).toBe(openingOf('shift-change') + 8 * minute);
		expect(present(second.world.campaigns, second.world)).toEqual(gone);
		second.advanceTo(openingOf('shift-change') + 25 * minute);
		for (const [place, agents] of present(second.world.campaigns, second.world).entries()) {
			expect(agents).toBeGreaterThan(2 * (gone[place] ?? 0));
		}
		second.close();
	} finally {
		await rm(folder, {recursive: true});
	}
});

test('an operator who was there first does not stop the story', () => {
	const world = scenarioWorld('drop-storm', 1, {warmUp: 8 * minute});
	advance(world, openingOf('drop-storm') - 7 * minute);
	for (const {id} of world.campaigns) {
		stopCampaign(world, id);
	}
	advance(world, openingOf('drop-storm') + 2 * minute);
	expect(world.campaigns.map(({state}) => state)).toEqual(['dialing', 'dialing']);
	expect(world.carrier.wrap).toBe(40_000);
});

test('steps that lie before the beginning are carried out as it begins', () => {
	const world = scenarioWorld('shift-change', 1, {warmUp: 30 * minute});
	advance(world, openingOf('shift-change'));
	const {agents} = figuresOf(world, campaignOf(world, 'Spring Collections'));
	expect(agents).toBeGreaterThan(25);
	expect(agents).toBeLessThan(40);
	expect(world.now - world.origin).toBe(hour / 2);
});
