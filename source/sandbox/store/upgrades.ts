/** Upgrades of stored worlds: each turns the world of a version into the next one's, in place, before the replay. */
import {textSettings} from '../world/campaigns.ts';
import type {World} from '../world/state.ts';

/** From version 4 to version 5. */
export const upgradeTo5 = (world: World): void => {
	world.retired = new Set();
	for (const campaign of world.campaigns) {
		// Nobody has answered the texts before.
		campaign.texts = [textSettings(campaign.settings, world.now)];
	}
};
