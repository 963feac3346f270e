/** Worlds of scenarios for tests. */
import type {ScenarioName} from '../../source/sandbox/scenarios/names.ts';
import {type Scenario, scenarios, scriptOf} from '../../source/sandbox/scenarios/scenarios.ts';
import type {Campaign, World} from '../../source/sandbox/world/state.ts';
import {eastern, hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {testDay} from './small-world.ts';

/** When a scenario opens. */
export const openingOf = (name: ScenarioName): number => parseDay(eastern, testDay) + scenarios[name].at;

type Change = {
	/** How long it has run by the opening, in milliseconds; two hours by default. */
	warmUp?: number;
	plan?: Scenario['plan'];
};

/** A scenario's world at its beginning. */
export const scenarioWorld = (name: ScenarioName, seed: number, {warmUp = 2 * hour, plan}: Change = {}): World => {
	const scenario: Scenario = scenarios[name];
	const opening = openingOf(name);
	return createWorld({
		seed,
		origin: opening - warmUp,
		plan: plan ?? scenario.plan,
		carrier: scenario.carrier ?? {},
		without: scenario.without ?? [],
		script: scriptOf(scenario, opening),
	});
};

/** The campaign with this name. */
export const campaignOf = (world: World, name: string): Campaign => {
	const campaign = world.campaigns.find(candidate => candidate.name === name);
	if (!campaign) {
		throw new Error(`no campaign ${name}`);
	}
	return campaign;
};

/** Samples a campaign every minute after the opening. */
export const watched = <T>(
	name: ScenarioName,
	world: World,
	campaignName: string,
	look: (campaign: Campaign, minute: number) => T,
	{from = 0, to = 30, step = 1} = {},
): T[] => {
	const seen: T[] = [];
	for (let at = from; at <= to; at += step) {
		advance(world, openingOf(name) + at * minute);
		seen.push(look(campaignOf(world, campaignName), at));
	}
	return seen;
};
