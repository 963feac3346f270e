/** Runs the script of a scenario: steps at given times. It is plain data, stored with the world. */
import {setWear} from './caller-ids.ts';
import {configureCampaign, pauseCampaign, playCampaign, setListActive} from './commands.ts';
import {eventKind, schedule} from './events.ts';
import {signOut} from './floor.ts';
import {Refusal} from './refusal.ts';
import type {Agent, Campaign, Share, Step, World} from './state.ts';
import {dayNumber, hour, midnightAfter, second} from './time.ts';

const named = <T extends {name: string}>(items: readonly T[], name: string): T => {
	const found = items.find(item => item.name === name);
	if (!found) {
		throw new Error(`the script names "${name}", which does not exist`);
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
	const shift = dayNumber(world, world.now);
	agents.forEach((agent, index) => {
		if (!agent.onShift) {
			const at = world.now + Math.round((within * index) / agents.length);
			agent.shift = shift;
			schedule(world.events, at, eventKind.login, agent.index, shift);
			const end = Math.min(at + longestStay, midnightAfter(world, world.now) - second);
			schedule(world.events, end, eventKind.logout, agent.index, shift);
		}
	});
};

const carryOut = (world: World, step: Step): void => {
	if (step.do === 'carrier') {
		world.carrier = {...world.carrier, ...step.carrier};
		return;
	}
	if (step.do === 'wear') {
		setWear(world, step.callerId, step.wear);
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

/** Schedules every step; those before the world's beginning are due at once. */
export const scheduleScript = (world: World): void => {
	for (const [index, {time}] of world.script.entries()) {
		schedule(world.events, Math.max(time, world.now), eventKind.script, index, 0);
	}
};

export const runStep = (world: World, index: number): void => {
	const step = world.script[index];
	try {
		if (step) {
			carryOut(world, step);
		}
	} catch (error) {
		// An operator has changed what the step was about; the script goes on without it.
		if (!(error instanceof Refusal)) {
			throw error;
		}
	}
};
