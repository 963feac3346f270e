/** What a world has been told to do at which moments: scenarios are such scripts. Plain data, kept with the world. */

import {configureCampaign, pauseCampaign, playCampaign, setListActive} from './commands.ts';
import {eventKind, schedule} from './events.ts';
import {signOut} from './floor.ts';
import {Refusal} from './refusal.ts';
import type {Agent, Campaign, Share, Step, World} from './state.ts';
import {day, hour, midnightOf, second} from './time.ts';

const named = <T extends {name: string}>(things: readonly T[], name: string): T => {
	const found = things.find(thing => thing.name === name);
	if (!found) {
		throw new Error(`the script speaks of "${name}", which is not there`);
	}
	return found;
};

const agentsOf = (world: World, {agents}: Campaign, {from, to}: Share): Agent[] =>
	agents
		.slice(Math.round(from * agents.length), Math.round(to * agents.length))
		.flatMap(index => world.agents[index] ?? []);

const leave = (world: World, agents: readonly Agent[]): void => {
	for (const agent of agents) {
		signOut(world, agent.index, agent.shift);
	}
};

const longestStay = 8 * hour;

const come = (world: World, agents: readonly Agent[], within: number): void => {
	const midnight = midnightOf(world.now);
	const shift = Math.floor(midnight / day);
	agents.forEach((agent, place) => {
		if (!agent.onShift) {
			const at = world.now + Math.round((within * place) / agents.length);
			agent.shift = shift;
			schedule(world.events, at, eventKind.login, agent.index, shift);
			const end = Math.min(at + longestStay, midnight + day - second);
			schedule(world.events, end, eventKind.logout, agent.index, shift);
		}
	});
};

const carryOut = (world: World, step: Step): void => {
	if (step.do === 'carrier') {
		world.carrier = {...world.carrier, ...step.carrier};
		return;
	}
	if (step.do === 'list') {
		setListActive(world, named(world.lists, step.list).id, step.active);
		return;
	}
	const campaign = named(world.campaigns, step.campaign);
	switch (step.do) {
		case 'play':
			playCampaign(world, campaign.id);
			break;
		case 'pause':
			pauseCampaign(world, campaign.id);
			break;
		case 'configure':
			configureCampaign(world, campaign.id, step.settings);
			break;
		case 'leave':
			leave(world, agentsOf(world, campaign, step));
			break;
		case 'come':
			come(world, agentsOf(world, campaign, step), step.within);
			break;
	}
};

/** Makes every step of the world's script due; what lies before its beginning is so at once. */
export const scheduleScript = (world: World): void => {
	for (const [index, {time}] of world.script.entries()) {
		schedule(world.events, Math.max(time, world.now), eventKind.script, index, 0);
	}
};

/** A step is due. */
export const runStep = (world: World, index: number): void => {
	const step = world.script[index];
	try {
		if (step) {
			carryOut(world, step);
		}
	} catch (error) {
		// An operator was there first, and what the step wanted cannot be any more: the story goes on.
		if (!(error instanceof Refusal)) {
			throw error;
		}
	}
};
