/** The database: SQLite in a file or in memory, in which what was acknowledged outlives a crash. */
import {closeSync, openSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync, SQLInputValue, StatementSync} from 'node:sqlite';
import {messageOf} from '../../api/causes.ts';
import {isError, SqliteDatabase} from './sqlite.ts';

/** A row as SQLite answers it. */
export type Row = Record<string, string | number | bigint | Uint8Array | null>;

/** A database that is open. Values are only ever bound, never written into a statement. */
export type Database = {
	/** Runs a statement that answers nothing; returns how many rows it changed and the id of the last one inserted. */
	run(statement: string, ...values: SQLInputValue[]): {changes: number; id: number};
	/** The first row, if there is one. */
	one<T = Row>(statement: string, ...values: SQLInputValue[]): T | undefined;
	/** Every row. */
	all<T = Row>(statement: string, ...values: SQLInputValue[]): T[];
	/** Does everything or, where it throws, nothing. What it returns has been written to the disk. Does not nest. */
	transaction<T>(work: () => T): T;
	close(): void;
};

/** The file cannot be used: its place, its content or its version. */
export class DatabaseError extends Error {
	override readonly name = 'DatabaseError';
}

/** What keeps everything in memory instead of a file. */
export const inMemory = ':memory:';

const isOfOurs = 0x6469616c;

/** How long to wait for a program that is just ending, in milliseconds. */
const lockTimeout = 1000;
/** What the write-ahead log is cut back to once a picture has gone through it, in bytes. */
const logLimit = 4 * 1024 * 1024;

/** SQLite's own codes (sqlite.org/rescode.html). */
const [isBusy, isCorrupt, isNoDatabase] = [5, 11, 26];

/** Sees to a file that is there and that its owner alone may read. */
const prepareFile = (file: string): void => {
	const found = statSync(file, {throwIfNoEntry: false});
	if (found && !found.isFile()) {
		throw new DatabaseError(`${file} is ${found.isDirectory() ? 'a folder' : 'no file'}; name a file`);
	}
	if (!found) {
		if (!statSync(dirname(file), {throwIfNoEntry: false})?.isDirectory()) {
			throw new DatabaseError(`there is no folder ${dirname(file)}`);
		}
		closeSync(openSync(file, 'wx', 0o600));
	}
};

/** Sees to a database that is ours, unharmed and ours alone. */
const prepareConnection = (connection: DatabaseSync, file: string): void => {
	// Alone with its file: a second program would have a world of its own to write into it.
	connection.exec('pragma locking_mode = exclusive; begin exclusive; commit');
	const owner = Number(connection.prepare('pragma application_id').get()?.application_id);
	if (owner !== isOfOurs && (owner !== 0 || connection.prepare('select 1 from sqlite_schema').get())) {
		throw new DatabaseError(`${file} is a database of another program; choose another file`);
	}
	const health = Object.values(connection.prepare('pragma quick_check(1)').get() ?? {})[0];
	if (health !== 'ok') {
		throw new DatabaseError(`${file} is damaged (${health}); choose another file`);
	}
	connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
	connection.exec(`pragma journal_size_limit = ${logLimit}`);
};

const migrate = (connection: DatabaseSync, file: string, migrations: readonly string[]): void => {
	const version = Number(connection.prepare('pragma user_version').get()?.user_version);
	if (version > migrations.length) {
		throw new DatabaseError(`${file} was written by a later version of dialtop; update, or choose another file`);
	}
	for (const [index, migration] of migrations.entries()) {
		if (index >= version) {
			connection.exec(
				`begin immediate; ${migration}; pragma application_id = ${isOfOurs}; pragma user_version = ${index + 1}; commit`,
			);
		}
	}
};

const explained = (error: unknown, file: string): DatabaseError => {
	if (error instanceof DatabaseError) {
		return error;
	}
	if (isError(error, isBusy)) {
		return new DatabaseError(`${file} is in use by another sandbox`);
	}
	if (isError(error, isNoDatabase)) {
		return new DatabaseError(`${file} is not a database; choose another file`);
	}
	if (isError(error, isCorrupt)) {
		return new DatabaseError(`${file} is damaged; choose another file`);
	}
	return new DatabaseError(`cannot use ${file}: ${messageOf(error)}`);
};

const connect = (file: string, migrations: readonly string[]): DatabaseSync => {
	let connection: DatabaseSync | undefined;
	try {
		if (file !== inMemory) {
			prepareFile(file);
		}
		connection = new SqliteDatabase(file, {timeout: lockTimeout});
		prepareConnection(connection, file);
		migrate(connection, file, migrations);
		return connection;
	} catch (error) {
		connection?.close();
		throw explained(error, file);
	}
};

/**
 * Opens a database and brings it up to date.
 *
 * @param file an absolute path, or `inMemory`
 * @param migrations what brings it from each version to the next
 * @throws DatabaseError where the file cannot be used
 */
export const openDatabase = (file: string, migrations: readonly string[]): Database => {
	const connection = connect(file, migrations);
	const prepared = new Map<string, StatementSync>();
	const statementOf = (text: string): StatementSync => {
		const known = prepared.get(text);
		if (known) {
			return known;
		}
		const statement = connection.prepare(text);
		prepared.set(text, statement);
		return statement;
	};
	return {
		run(statement, ...values) {
			const {changes, lastInsertRowid} = statementOf(statement).run(...values);
			return {changes: Number(changes), id: Number(lastInsertRowid)};
		},
		one: <T>(statement: string, ...values: SQLInputValue[]) => statementOf(statement).get(...values) as T | undefined,
		all: <T>(statement: string, ...values: SQLInputValue[]) => statementOf(statement).all(...values) as T[],
		transaction(work) {
			connection.exec('begin immediate');
			try {
				const result = work();
				connection.exec('commit');
				return result;
			} catch (error) {
				if (connection.isTransaction) {
					connection.exec('rollback');
				}
				throw error;
			}
		},
		close() {
			connection.close();
		},
	};
};
