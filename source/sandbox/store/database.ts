/** The database: SQLite in a file or in memory, in which what was acknowledged outlives a crash. */
import {DatabaseSync, type SQLInputValue, type StatementSync} from 'node:sqlite';

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

/** The file is no database of this program, or of a later version of it. */
export class DatabaseError extends Error {
	override readonly name = 'DatabaseError';
}

const isOfOurs = 0x6469616c;

const prepareFile = (connection: DatabaseSync, file: string, migrations: readonly string[]): void => {
	// Alone with its file: a second program would have a world of its own to write into it.
	connection.exec('pragma locking_mode = exclusive; pragma journal_mode = wal');
	connection.exec('pragma synchronous = full; pragma foreign_keys = on; begin exclusive; commit');
	const owner = Number(connection.prepare('pragma application_id').get()?.application_id);
	const version = Number(connection.prepare('pragma user_version').get()?.user_version);
	if (owner !== isOfOurs && (owner !== 0 || connection.prepare('select 1 from sqlite_schema').get())) {
		throw new DatabaseError(`${file} is a database of another program; choose another file`);
	}
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

/**
 * Opens a database and brings it up to date.
 *
 * @param file `:memory:` keeps everything in memory
 * @param migrations what brings it from each version to the next
 * @throws DatabaseError where the file cannot be used
 */
export const openDatabase = (file: string, migrations: readonly string[]): Database => {
	let connection: DatabaseSync;
	try {
		connection = new DatabaseSync(file, {timeout: 5000});
	} catch (error) {
		throw new DatabaseError(`cannot open ${file}: ${error instanceof Error ? error.message : String(error)}`);
	}
	try {
		prepareFile(connection, file, migrations);
	} catch (error) {
		connection.close();
		throw error instanceof DatabaseError
			? error
			: new DatabaseError(`cannot use ${file}: ${error instanceof Error ? error.message : String(error)}`);
	}
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
