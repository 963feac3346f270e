/** Changes a stored world of version 5 into one of version 6, in place. */
import {habitsWithout} from '../world/habits.ts';
import type {World} from '../world/state.ts';

/** From version 5 to 6: people have their habits from now on. */
export const upgradeTo6 = (world: World): void => {
	world.habits = habitsWithout();
};
