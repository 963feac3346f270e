/**
 * Stores the world in the database: a snapshot from time to time, and every command since. The world is deterministic, so
 * replaying the commands on the snapshot restores it.
 */
import {deserialize, serialize} from 'node:v8';
import {type CommandArguments, type CommandName, commands} from '../world/commands.ts';
import {habitsWithout} from '../world/habits.ts';
import type {World} from '../world/state.ts';
import {advance} from '../world/world.ts';
import {type Database, DatabaseError} from './database.ts';

export const journalTables = `
	create table world (
		id integer primary key check (id = 1),
		snapshot blob not null
	) strict;
	create table progress (
		id integer primary key check (id = 1),
		now integer not null,
		answered integer not null
	) strict;
	create table commands (
		id integer primary key,
		time integer not null,
		name text not null,
		arguments blob not null
	) strict;
`;

type Saved = {snapshot: Uint8Array; now: number; answered: number};
type Command = {time: number; name: CommandName; arguments: Uint8Array};

const worldOf = ({snapshot}: Saved): World => {
	try {
		const world = deserialize(snapshot) as World;
		// A habit that it does not name got its name later: its people had it.
		return {...world, habits: {...habitsWithout(), ...world.habits}};
	} catch {
		throw new DatabaseError('the stored world cannot be read; choose another file');
	}
};

export const createJournal = (database: Database) => ({
	/** Undefined if the database holds no world yet. @throws DatabaseError */
	restore(): World | undefined {
		const saved = database.one<Saved>('select snapshot, now, answered from world join progress using (id)');
		if (!saved) {
			return undefined;
		}
		const world = worldOf(saved);
		for (const command of database.all<Command>('select time, name, arguments from commands order by id')) {
			advance(world, command.time);
			(commands[command.name] as (world: World, ...given: unknown[]) => unknown)(
				world,
				...deserialize(command.arguments),
			);
		}
		advance(world, saved.now);
		// The replay has produced them again, in the same order.
		world.happenings.splice(0, saved.answered);
		return world;
	},
	/** Records a command. Call it in the transaction that gives the command to the world, at the world's `now`. */
	append<N extends CommandName>(time: number, name: N, given: CommandArguments<N>): void {
		// JSON would turn an omitted argument into null.
		database.insert('commands', {time, name, arguments: serialize(given)});
	},
	/** Takes a snapshot, which replaces the commands before it, in a transaction of its own. */
	save(world: World): void {
		database.transaction(() => {
			database.insert('world', {id: 1, snapshot: serialize(world)}, 'replace');
			database.insert('progress', {id: 1, now: world.now, answered: 0}, 'replace');
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
		database.run('update progress set answered = answered + ?', count);
	},
});
