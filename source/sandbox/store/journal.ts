/**
 * The world in the database: a picture of it from time to time, and every command since. The world moves by itself the
 * same way each time, so that the two bring back the world as it was.
 */
import {deserialize, serialize} from 'node:v8';
import {type CommandArguments, type CommandName, commands} from '../world/commands.ts';
import {type World, worldVersion} from '../world/state.ts';
import {advance} from '../world/world.ts';
import {type Database, DatabaseError} from './database.ts';

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

/** The world's place in the database. */
export type Journal = {
	/** The world as it was left; undefined if there is none yet. @throws DatabaseError for another version's */
	restore(): World | undefined;
	/** Writes a command down; it is to be given to the world in the same transaction, at the world's `now`. */
	append<N extends CommandName>(time: number, name: N, given: CommandArguments<N>): void;
	/** Takes a picture, which makes the commands before it superfluous; in a transaction of its own. */
	save(world: World): void;
	/** Notes how far the world has come; it is never brought back to an earlier time. */
	mark(now: number): void;
	/** Notes that so many more happenings were answered, which are not to be answered again. */
	tell(count: number): void;
};

type Saved = {version: number; picture: Uint8Array; now: number; told: number};
type Command = {time: number; name: string; arguments: Uint8Array};

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const giveAgain = (world: World, {time, name, arguments: given}: Command): void => {
	if (!isCommand(name)) {
		throw new DatabaseError(`the stored command ${name} is not known`);
	}
	advance(world, time);
	(commands[name] as (world: World, ...given: unknown[]) => unknown)(world, ...deserialize(given));
};

const worldOf = ({version, picture}: Saved): World => {
	if (version !== worldVersion) {
		throw new DatabaseError('the stored world is of another version of dialtop; choose another file');
	}
	try {
		return deserialize(picture);
	} catch {
		throw new DatabaseError('the stored world cannot be read; choose another file');
	}
};

/** The journal of a database. */
export const createJournal = (database: Database): Journal => ({
	restore() {
		const saved = database.one<Saved>('select version, picture, now, told from world join progress using (id)');
		if (!saved) {
			return undefined;
		}
		const world = worldOf(saved);
		for (const command of database.all<Command>('select time, name, arguments from commands order by id')) {
			giveAgain(world, command);
		}
		advance(world, saved.now);
		// They come in the same order every time.
		world.happenings.splice(0, saved.told);
		return world;
	},
	append(time, name, given) {
		// Not as JSON, which would bring an argument that was left out back as null.
		database.run('insert into commands (time, name, arguments) values (?, ?, ?)', time, name, serialize(given));
	},
	save(world) {
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
	mark(now) {
		// Apart from the picture, which would be written anew with it.
		database.run('update progress set now = ? where now < ?', now, now);
	},
	tell(count) {
		database.run('update progress set told = told + ?', count);
	},
});
