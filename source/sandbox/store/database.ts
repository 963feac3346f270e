/** SQLite in a file or in memory. A committed transaction survives a crash of the machine. */
import {closeSync, openSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync, SQLInputValue, StatementSync} from 'node:sqlite';
import {DiskError, explainDisk, openSqlite, resultCodeOf, resultCodes} from '../../system/sqlite.ts';
import {codeOf, messageOf, whyUnwritten} from '../../wire/causes.ts';
import {sumsOf} from './sums.ts';

export type Row = Record<string, string | number | bigint | Uint8Array | null>;

type Fields = Readonly<Record<string, SQLInputValue | undefined>>;

/**
 * An open database; every member throws a DiskError if the disk is to blame. Values are bound; what is part of a statement,
 * such as a column, never comes from a request.
 */
export type Database = {
	/** What the file has lost, as a sentence; undefined if nothing. */
	readonly loss: string | undefined;
	/** Returns how many rows the statement changed, and the id of the last one it inserted. */
	run(statement: string, ...values: SQLInputValue[]): {changes: number; id: number};
	/** The first row; undefined if there is none. */
	one<T = Row>(statement: string, ...values: SQLInputValue[]): T | undefined;
	/** The first column of the first row, such as a count; undefined if there is no row. */
	value<T>(statement: string, ...values: SQLInputValue[]): T | undefined;
	all<T = Row>(statement: string, ...values: SQLInputValue[]): T[];
	/**
	 * Inserts a row, given by columns in camelCase, and returns its id.
	 *
	 * @param conflict what to do with a row whose key is taken: an error by default; `ignore` returns 0
	 */
	insert(table: string, row: Fields, conflict?: 'ignore' | 'replace'): number;
	/** Changes the columns given, in camelCase, of the row with this id; those that are undefined stay. */
	update(table: string, id: number, changes: Fields): void;
	/** Commits and fsyncs what `work` does, or rolls it back if it throws. Does not nest. @throws DiskError */
	transaction<T>(work: () => T): T;
	close(): void;
};

/** Statements that create the tables of a file, and the version of their format; not 0. */
export type Format = {version: number; tables: string};

/** The file cannot be used; the message says why and what to do. */
export class DatabaseError extends Error {
	override readonly name = 'DatabaseError';
}

/** Instead of a file: SQLite writes what outgrows its memory to an unnamed file, which is deleted when the program ends. */
export const unnamed = '';

/** `dial` in ASCII. */
const applicationId = 0x6469616c;

/** Milliseconds to wait for a program that is about to close the file. */
const lockTimeout = 1000;
/** Bytes of a page, of the header of the write-ahead log, and of the header of a frame in it, which holds a page. */
const [pageSize, logHeaderSize, frameHeaderSize] = [4096, 32, 24];

/** Creates the file, readable by its owner only, if it does not exist. */
const prepareFile = (file: string): void => {
	const found = statSync(file, {throwIfNoEntry: false});
	if (found && !found.isFile()) {
		throw new DatabaseError(`${file} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}; name a file`);
	}
	if (!found) {
		if (!statSync(dirname(file), {throwIfNoEntry: false})?.isDirectory()) {
			throw new DatabaseError(`there is no folder ${dirname(file)}`);
		}
		closeSync(openSync(file, 'wx', 0o600));
	}
};

/**
 * What SQLite has not read of a write-ahead log of so many bytes, as a sentence; undefined if it has read all of it. From the
 * first frame on whose checksum is wrong it reads nothing, without a word (sqlite.org/fileformat2.html, section 4).
 */
const lossOf = (connection: DatabaseSync, file: string, size: number): string | undefined => {
	const {log} = connection.prepare('pragma wal_checkpoint').get() ?? {};
	const read = Number(log) > 0 ? logHeaderSize + Number(log) * (frameHeaderSize + pageSize) : 0;
	return size > read
		? `${file}-wal is incomplete or damaged: its last ${size - read} bytes are skipped, and the writes in them are lost`
		: undefined;
};

/**
 * Locks the database and checks that it is one of dialtop, of this version and undamaged; a new one gets its tables. Returns
 * what the file has lost.
 */
const prepare = (connection: DatabaseSync, file: string, {version, tables}: Format, logSize: number) => {
	// A second program would write a world of its own into the file.
	connection.exec('pragma locking_mode = exclusive; begin exclusive; commit');
	const isNew = connection.prepare('select 1 from sqlite_schema').get() === undefined;
	const id = Number(connection.prepare('pragma application_id').get()?.application_id);
	if (id !== (isNew ? 0 : applicationId)) {
		throw new DatabaseError(`${file} is a database of another program; choose another file`);
	}
	// Before anything is written, which would count as read.
	const loss = lossOf(connection, file, logSize);
	// The quick check would not see an index that leads elsewhere.
	const health = connection.prepare('pragma integrity_check(1)').get()?.integrity_check;
	if (health !== 'ok') {
		throw new DatabaseError(`${file} is damaged (${health}); choose another file`);
	}
	connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
	// When the log begins again, no old writes may remain after the new ones: `lossOf` would take them for damage.
	connection.exec('pragma journal_size_limit = 0');
	// An unnamed file is not read again.
	const sums = file === unnamed ? undefined : sumsOf(connection);
	if (isNew) {
		connection.exec(`begin immediate; ${tables}`);
		sums?.renew();
		connection.exec(`pragma application_id = ${applicationId}; pragma user_version = ${version}; commit`);
	}
	const found = connection.prepare('pragma user_version').get()?.user_version;
	if (found !== version) {
		throw new DatabaseError(
			`${file} was written by another version of dialtop (its format is ${found}, not ${version}); move it away or choose another file`,
		);
	}
	const wrong = sums?.wrong();
	if (wrong !== undefined) {
		throw new DatabaseError(`${file} is damaged (rows of ${wrong} are not what was written); choose another file`);
	}
	sums?.follow();
	return loss;
};

/** What an error of SQLite says of the file. */
const fileTroubles: Readonly<Record<number, string>> = {
	[resultCodes.busy]: 'is in use by another sandbox',
	[resultCodes.corrupt]: 'is damaged; choose another file',
	[resultCodes.notADatabase]: 'is not a database; choose another file',
};

const explained = (error: unknown, file: string): DatabaseError => {
	if (error instanceof DatabaseError) {
		return error;
	}
	const trouble = fileTroubles[resultCodeOf(error) ?? -1];
	if (trouble !== undefined) {
		return new DatabaseError(`${file} ${trouble}`);
	}
	const cause = explainDisk(error, file);
	const why = cause instanceof DiskError ? cause.reason : (whyUnwritten[codeOf(error) ?? ''] ?? messageOf(error));
	return new DatabaseError(`cannot use ${file}: ${why}`);
};

/** An open connection, and what the file has lost. */
const connect = (file: string, format: Format): {connection: DatabaseSync; loss: string | undefined} => {
	let connection: DatabaseSync | undefined;
	try {
		if (file !== unnamed) {
			prepareFile(file);
		}
		const {size = 0} = statSync(`${file}-wal`, {throwIfNoEntry: false}) ?? {};
		connection = openSqlite(file, {timeout: lockTimeout});
		return {connection, loss: prepare(connection, file, format, size)};
	} catch (error) {
		connection?.close();
		throw explained(error, file);
	}
};

const columnOf = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The columns that have a value, and their values. */
const givenOf = (fields: Fields): {columns: string[]; values: SQLInputValue[]} => {
	const given = Object.entries(fields).filter((field): field is [string, SQLInputValue] => field[1] !== undefined);
	return {columns: given.map(([name]) => columnOf(name)), values: given.map(([, value]) => value)};
};

/**
 * Opens a database, which gets its tables if it is new.
 *
 * @param file an absolute path, or `unnamed`
 * @throws DatabaseError if the file cannot be used
 */
export const openDatabase = (file: string, format: Format): Database => {
	const {connection, loss} = connect(file, format);
	const prepared = new Map<string, StatementSync>();
	const statementOf = (text: string): StatementSync => {
		const statement = prepared.get(text) ?? connection.prepare(text);
		prepared.set(text, statement);
		return statement;
	};
	const attempt = <T>(work: () => T): T => {
		try {
			return work();
		} catch (error) {
			throw explainDisk(error, file);
		}
	};
	const one: Database['one'] = <T>(statement: string, ...values: SQLInputValue[]) =>
		attempt(() => statementOf(statement).get(...values) as T | undefined);
	const run: Database['run'] = (statement, ...values) =>
		attempt(() => {
			const {changes, lastInsertRowid} = statementOf(statement).run(...values);
			return {changes: Number(changes), id: Number(lastInsertRowid)};
		});
	return {
		loss,
		run,
		insert(table, row, conflict) {
			const {columns, values} = givenOf(row);
			const marks = columns.map(() => '?').join(', ');
			const verb = conflict ? `insert or ${conflict}` : 'insert';
			const {changes, id} = run(`${verb} into ${table} (${columns.join(', ')}) values (${marks})`, ...values);
			return changes > 0 ? id : 0;
		},
		update(table, id, changes) {
			const {columns, values} = givenOf(changes);
			if (columns.length > 0) {
				run(`update ${table} set ${columns.map(column => `${column} = ?`).join(', ')} where id = ?`, ...values, id);
			}
		},
		one,
		value: <T>(statement: string, ...values: SQLInputValue[]) =>
			Object.values(one(statement, ...values) ?? {})[0] as T | undefined,
		all: <T>(statement: string, ...values: SQLInputValue[]) =>
			attempt(() => statementOf(statement).all(...values) as T[]),
		transaction: work =>
			attempt(() => {
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
			}),
		close() {
			connection.close();
		},
	};
};
