/**
 * Keeps the world in the database: a snapshot from time to time, and every command since. The world is deterministic, so
 * replaying the commands on the snapshot restores it.
 */
import {deserialize, serialize} from 'node:v8';
import {type CommandArguments, type CommandName, commands} from '../world/commands.ts';
import {Refusal} from '../world/refusal.ts';
import {type World, worldVersion} from '../world/state.ts';
import {advance} from '../world/world.ts';
import {type Database, DatabaseError} from './database.ts';
import {canUpgrade, upgradeWorld} from './upgrades.ts';

export const journalTables = `
	create table world (
		id integer primary key check (id = 1),
		version integer not null,
		picture blob not null
	) strict;
	create table progress (
		id integer primary key check (id = 1),
		now integer not null,
		told integer not null
	) strict;
	create table commands (
		id integer primary key,
		time integer not null,
		name text not null,
		arguments blob not null
	) strict;
`;

type Saved = {version: number; picture: Uint8Array; now: number; told: number};
type Command = {time: number; name: string; arguments: Uint8Array};

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const replay = (world: World, {time, name, arguments: given}: Command): void => {
	if (!isCommand(name)) {
		throw new DatabaseError(`the stored command ${name} is unknown; choose another file`);
	}
	advance(world, time);
	(commands[name] as (world: World, ...given: unknown[]) => unknown)(world, ...deserialize(given));
};

/** Replays on a world of an earlier version, whose rules may have accepted what today's refuse. */
const replayOld = (world: World, command: Command): void => {
	try {
		replay(world, command);
	} catch (error) {
		if (!(error instanceof Refusal)) {
			throw error;
		}
	}
};

const worldOf = ({version, picture}: Saved): World => {
	if (version > worldVersion) {
		throw new DatabaseError('the stored world is of a later version of dialtop; update, or choose another file');
	}
	if (!canUpgrade(version)) {
		throw new DatabaseError('the stored world is of a version of dialtop that is too old; choose another file');
	}
	try {
		return deserialize(picture);
	} catch {
		throw new DatabaseError('the stored world cannot be read; choose another file');
	}
};

export const createJournal = (database: Database) => ({
	/** Undefined if the database holds no world yet. @throws DatabaseError if it is of a version that cannot be read */
	restore(): World | undefined {
		const saved = database.one<Saved>('select version, picture, now, told from world join progress using (id)');
		if (!saved) {
			return undefined;
		}
		const world = worldOf(saved);
		upgradeWorld(world, saved.version, database);
		const apply = saved.version === worldVersion ? replay : replayOld;
		for (const command of database.all<Command>('select time, name, arguments from commands order by id')) {
			apply(world, command);
		}
		advance(world, saved.now);
		// The replay has produced them again, in the same order.
		world.happenings.splice(0, saved.told);
		return world;
	},
	/** Whether the snapshot is of a world of today's version. */
	isOfToday: (): boolean => database.one<Saved>('select version from world')?.version === worldVersion,
	/** Records a command. Call it in the transaction that gives the command to the world, at the world's `now`. */
	append<N extends CommandName>(time: number, name: N, given: CommandArguments<N>): void {
		// JSON would turn an omitted argument into null.
		database.insert('commands', {time, name, arguments: serialize(given)});
	},
	/** Takes a snapshot, which replaces the commands before it, in a transaction of its own. */
	save(world: World): void {
		database.transaction(() => {
			database.run(
				'insert or replace into world (id, version, picture) values (1, ?, ?)',
				worldVersion,
				serialize(world),
			);
			database.run('insert or replace into progress (id, now, told) values (1, ?, 0)', world.now);
			database.run('delete from commands');
		});
	},
	/** Records the world's time: it is never restored to an earlier one. */
	writeTime(now: number): void {
		// In a table of its own: an update rewrites the whole row, and a snapshot is large.
		database.run('update progress set now = ? where now < ?', now, now);
	},
	/** Records that the service has responded to so many more happenings, so that it will not do so again. */
	addAnswered(count: number): void {
		database.run('update progress set told = told + ?', count);
	},
});
