/** Brings the stored world of an earlier dialtop to today's version, one version at a time. */
import {type World, worldVersion} from '../world/state.ts';
import type {Database} from './database.ts';
import {packPeople} from './pack-people.ts';
import {upgradeTo5} from './upgrade-to-5.ts';
import {upgradeTo6} from './upgrade-to-6.ts';

/**
 * Changes a stored world in place. It has the type of today's world, but lacks what came with this upgrade or a later one;
 * the tables of the database are those of today.
 */
type WorldUpgrade = (world: World, database: Pick<Database, 'all'>) => void;

/** By the version that each starts from. Never change a released one: add another. */
const worldUpgrades: Readonly<Record<number, WorldUpgrade>> = {4: upgradeTo5, 5: upgradeTo6};

/** The first version whose people are columns. */
const packedVersion = 6;

/** Whether a world of this version can be brought to today's. */
export const canUpgrade = (version: number): boolean =>
	version === worldVersion || (Object.hasOwn(worldUpgrades, version) && canUpgrade(version + 1));

/** Brings a world of an earlier version, which `canUpgrade`, to today's. */
export const upgradeWorld = (world: World, version: number, database: Pick<Database, 'all'>): void => {
	if (version < packedVersion) {
		// First: the upgrades ask for people as today's world has them.
		packPeople(world);
	}
	for (let from = version; from < worldVersion; from++) {
		worldUpgrades[from]?.(world, database);
	}
};
