/** What agents are like: their level, what they sell, and how quickly they work (ours). */
import {logNormal, purpose, uniform} from './draw.ts';
import type {World} from './state.ts';

/** The level of an agent's skill, 1 to 9. */
export const levelOf = ({seed}: Pick<World, 'seed'>, agent: number): number =>
	1 + Math.floor(9 * uniform(seed, agent, 0, purpose.agentLevel));

/** How much more of their talks sell than the mean: from 0.6 at level 1 to 1.4 at level 9. */
export const salesSkill = (world: World, agent: number): number =>
	world.habits.skill && agent >= 0 ? 0.5 + levelOf(world, agent) / 10 : 1;

const speedScale = 1000;

/** How much longer than the mean an agent talks and wraps up: an eighth, one way or the other. */
export const slowness = ({seed, habits}: World, agent: number): number =>
	habits.skill && agent >= 0 ? logNormal(speedScale, 0.12, uniform(seed, agent, 0, purpose.slowness)) / speedScale : 1;
