/**
 * The SQLite files that hold the chunks. Each is of one tier and one period, and is unlinked as a whole once it is too old, so
 * that no file is ever vacuumed. One that is damaged, or of another version, is renamed and never written again.
 */
import {chmodSync, closeSync, openSync, realpathSync, renameSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {DatabaseSync, StatementSync} from 'node:sqlite';
import {pathToFileURL} from 'node:url';
import {networkFileSystem} from '../system/mounts.ts';
import {openSqlite, resultCodeOf, resultCodes} from '../system/sqlite.ts';
import {messageOf} from '../wire/causes.ts';
import {type Tier, tiers} from './recording.ts';

/** `dtrc` in ASCII. */
const applicationId = 0x64747263;
export const formatVersion = 2;

/** Milliseconds to wait for a reader, or for the writer. */
const patience = 2000;

const tables = `
	create table chunks (
		stream text not null,
		-- The sequence number of its first row, or the period that it gathers rows of.
		key integer not null,
		from_at integer not null,
		to_at integer not null,
		last_seq integer not null,
		rows integer not null,
		bytes blob not null,
		primary key (stream, key)
	);
	create index chunks_by_time on chunks (stream, from_at, to_at);
	pragma application_id = ${applicationId};
	pragma user_version = ${formatVersion};`;

/** A chunk is some kilobytes: in pages of the usual size a third of the file would be padding. */
const pageSize = 32_768;

/**
 * Pages of the write-ahead log after which it is written back, and bytes that it keeps then: while a screen reads the file it is
 * never removed, and of pages as large as these SQLite's own thousand are 33 MB.
 */
const logPages = 32;
const logBytes = logPages * pageSize;

/** Kilobytes of pages in memory of each file that is read: a look at many days opens a dozen, and reads a chunk once. */
const readCache = 512;

/** A chunk as stored. */
export type StoredChunk = {
	stream: string;
	key: number;
	from: number;
	to: number;
	lastSeq: number;
	rows: number;
	bytes: Uint8Array;
};

/** Whether SQLite's error means that a file is not a database, or is damaged. */
export const isDamage = (error: unknown): boolean => {
	const code = resultCodeOf(error);
	return code === resultCodes.corrupt || code === resultCodes.notADatabase;
};

/** A file that was written by another version of dialtop, or by another program. */
export class OtherVersion extends Error {
	override readonly name = 'OtherVersion';
}

/** A file that a writer has made and not yet filled: there is nothing in it. */
export class NothingYet extends Error {
	override readonly name = 'NothingYet';
}

const isEmpty = (connection: DatabaseSync): boolean =>
	connection.prepare('select 1 from sqlite_schema').get() === undefined;

const chunkOf = (row: Record<string, unknown>): StoredChunk => ({
	stream: String(row.stream),
	key: Number(row.key),
	from: Number(row.from_at),
	to: Number(row.to_at),
	lastSeq: Number(row.last_seq),
	rows: Number(row.rows),
	bytes: row.bytes as Uint8Array,
});

/** An open file of chunks. Its members throw errors of SQLite. */
export class ChunkDatabase {
	readonly #connection: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();
	readonly #prefix: string;

	/** @param prefix what the names of streams begin with in a file that holds several tiers */
	constructor(connection: DatabaseSync, prefix = '') {
		this.#connection = connection;
		this.#prefix = prefix;
	}

	/** The same file, as far as it is of one tier. */
	of(tier: Tier): ChunkDatabase {
		return new ChunkDatabase(this.#connection, `${tier} `);
	}

	#chunkOf(row: Record<string, unknown>): StoredChunk {
		return {...chunkOf(row), stream: String(row.stream).slice(this.#prefix.length)};
	}

	#prepared(text: string): StatementSync {
		const statement = this.#statements.get(text) ?? this.#connection.prepare(text);
		this.#statements.set(text, statement);
		return statement;
	}

	/** Adds chunks, or replaces those of the same stream and key: all of them or none. */
	put(chunks: readonly StoredChunk[]): void {
		const insert = this.#prepared('insert or replace into chunks values (?, ?, ?, ?, ?, ?, ?)');
		this.#connection.exec('begin immediate');
		try {
			for (const {stream, key, from, to, lastSeq, rows, bytes} of chunks) {
				insert.run(this.#prefix + stream, key, from, to, lastSeq, rows, bytes);
			}
			this.#connection.exec('commit');
		} catch (error) {
			if (this.#connection.isTransaction) {
				this.#connection.exec('rollback');
			}
			throw error;
		}
	}

	one(stream: string, key: number): StoredChunk | undefined {
		const row = this.#prepared('select * from chunks where stream = ? and key = ?').get(this.#prefix + stream, key);
		return row && this.#chunkOf(row);
	}

	/** The chunks of a stream with rows between two moments, oldest first. */
	between(stream: string, from: number, to: number): StoredChunk[] {
		return this.#prepared('select * from chunks where stream = ? and from_at <= ? and to_at >= ? order by from_at, key')
			.all(this.#prefix + stream, to, from)
			.map(row => this.#chunkOf(row));
	}

	/** The newest chunk of a stream that begins at a moment or before it. */
	before(stream: string, at: number): StoredChunk | undefined {
		const row = this.#prepared(
			'select * from chunks where stream = ? and from_at <= ? order by from_at desc, key desc limit 1',
		).get(this.#prefix + stream, at);
		return row && this.#chunkOf(row);
	}

	/** The chunk of a stream with its newest row, whatever the clock showed. */
	newest(stream: string): StoredChunk | undefined {
		const row = this.#prepared('select * from chunks where stream = ? order by last_seq desc limit 1').get(
			this.#prefix + stream,
		);
		return row && this.#chunkOf(row);
	}

	/** Every stream, with the moments of its first and last row; none that holds damaged chunks. */
	streams(): {stream: string; from: number; to: number}[] {
		return this.#prepared('select stream, min(from_at) as first, max(to_at) as last from chunks group by stream')
			.all()
			.map(({stream, first, last}) => ({name: String(stream), from: Number(first), to: Number(last)}))
			.filter(({name}) => name.startsWith(this.#prefix))
			.map(({name, from, to}) => ({stream: name.slice(this.#prefix.length), from, to}))
			.filter(({stream}) => !isAside(stream));
	}

	/** Every chunk, one at a time. */
	*all(): Generator<StoredChunk> {
		for (const row of this.#connection.prepare('select * from chunks order by stream, from_at, key').iterate()) {
			if (String(row.stream).startsWith(this.#prefix)) {
				yield this.#chunkOf(row);
			}
		}
	}

	/** The moments of the first and the last row; undefined if it is empty. */
	extent(): {from: number; to: number} | undefined {
		const found = this.#prepared('select min(from_at) as first, max(to_at) as last from chunks').get();
		return found?.first == null ? undefined : {from: Number(found.first), to: Number(found.last)};
	}

	/** When its newest row was written, whatever the clock showed, and its sequence number; undefined if it is empty. */
	newestRow(): {at: number; seq: number} | undefined {
		const found = this.#prepared('select to_at, max(last_seq) as seq from chunks').get();
		return found?.seq == null ? undefined : {at: Number(found.to_at), seq: Number(found.seq)};
	}

	/** What is wrong with the file; undefined if nothing is. */
	problem(): string | undefined {
		try {
			const found = String(this.#connection.prepare('pragma integrity_check(1)').get()?.integrity_check);
			return found === 'ok' ? undefined : found;
		} catch (error) {
			if (isDamage(error)) {
				return messageOf(error);
			}
			throw error;
		}
	}

	close(): void {
		this.#statements.clear();
		this.#connection.close();
	}
}

/** Whether a file has lost its end, which SQLite reads as zeros. With a log beside it, the end may be there. */
const isCut = (connection: DatabaseSync, path: string): boolean => {
	const pages = Number(connection.prepare('pragma page_count').get()?.page_count);
	const log = statSync(`${path}-wal`, {throwIfNoEntry: false})?.size ?? 0;
	return log === 0 && statSync(path).size < pages * pageSize;
};

/** @throws OtherVersion */
const checkFormat = (connection: DatabaseSync, name: string): void => {
	const id = connection.prepare('pragma application_id').get()?.application_id;
	const version = connection.prepare('pragma user_version').get()?.user_version;
	if (id !== applicationId || version !== formatVersion) {
		throw new OtherVersion(
			id === applicationId
				? `${name} has the format ${version} of another version of dialtop, not ${formatVersion}`
				: `${name} is a database of another program`,
		);
	}
};

/** Processes cannot share memory through another machine's disk, so there is no write-ahead log there. */
const journalMode = (path: string, mountinfo: string | undefined): 'wal' | 'delete' =>
	networkFileSystem(realpathSync(path), mountinfo) === undefined ? 'wal' : 'delete';

/** Bits of a file that a group may read, and of one that only its owner may. */
export const modeOf = (isShared: boolean): number => (isShared ? 0o640 : 0o600);

export type DatabaseOptions = {
	/** Whether the group may read it. */
	isShared?: boolean | undefined;
	/** Whether it must not exist yet, and is written once. */
	isNew?: boolean;
	/** For tests. */
	mountinfo?: string | undefined;
};

/**
 * Opens a file to write, which gets its tables if it is new.
 *
 * @throws OtherVersion, or an error of SQLite: see {@link isDamage}
 */
export const openToWrite = (
	path: string,
	{isShared = false, isNew = false, mountinfo}: DatabaseOptions,
): ChunkDatabase => {
	if (isNew) {
		closeSync(openSync(path, 'wx', 0o600));
	}
	const connection = openSqlite(path, {timeout: patience});
	try {
		if (path !== ':memory:') {
			// SQLite gives its log the mode of the file.
			chmodSync(path, modeOf(isShared));
			connection.exec(
				`pragma page_size = ${pageSize}; pragma journal_mode = ${isNew ? 'delete' : journalMode(path, mountinfo)}; pragma synchronous = normal; pragma wal_autocheckpoint = ${logPages}; pragma journal_size_limit = ${logBytes}`,
			);
		}
		if (isEmpty(connection)) {
			connection.exec(`begin immediate; ${tables} commit`);
		}
		checkFormat(connection, path);
		return new ChunkDatabase(connection);
	} catch (error) {
		connection.close();
		throw error;
	}
};

/**
 * Opens a file to read. Where this user may not write beside it, SQLite cannot make the files that it needs to read a log; there is none
 * then, and the file is read as it is.
 *
 * @throws OtherVersion, NothingYet, or an error of SQLite
 */
export const openToRead = (path: string): ChunkDatabase => {
	const open = (address: string | URL): ChunkDatabase => {
		const connection = openSqlite(address, {readOnly: true, timeout: patience});
		try {
			if (isEmpty(connection)) {
				throw new NothingYet(`${path} is empty`);
			}
			if (isCut(connection, path)) {
				throw new Error('its end is missing');
			}
			checkFormat(connection, path);
			connection.exec(`pragma cache_size = -${readCache}`);
			return new ChunkDatabase(connection);
		} catch (error) {
			connection.close();
			throw error;
		}
	};
	try {
		return open(path);
	} catch (error) {
		const code = resultCodeOf(error);
		if (code !== resultCodes.cannotOpen && code !== resultCodes.readOnly) {
			throw error;
		}
		const address = pathToFileURL(path);
		address.searchParams.set('immutable', '1');
		return open(address);
	}
};

/** What became of something damaged, and when: for names. */
const asideMark = (why: 'corrupt' | 'other-version', now: number): string =>
	`${why}-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** The stream of a damaged chunk that another one takes the place of. */
export const asideStream = (stream: string, now: number): string => `${asideMark('corrupt', now)} ${stream}`;

/** Whether a stream holds a damaged chunk. */
export const isAside = (stream: string): boolean => stream.startsWith('corrupt-');

/** Puts a file out of the way, with its log, under a name that is not taken; returns that name. */
export const setAside = (folder: string, name: string, why: 'corrupt' | 'other-version', now: number): string => {
	const first = `${name}.${asideMark(why, now)}`;
	let aside = first;
	for (let copy = 2; statSync(join(folder, aside), {throwIfNoEntry: false}); copy++) {
		aside = `${first}-${copy}`;
	}
	for (const part of ['-wal', '-shm', '-journal', '']) {
		if (statSync(join(folder, `${name}${part}`), {throwIfNoEntry: false})) {
			renameSync(join(folder, `${name}${part}`), join(folder, `${aside}${part}`));
		}
	}
	return aside;
};

/** The name of the file of a tier that holds a moment. */
export const fileOf = (tier: Tier, at: number): string => {
	const day = new Date(at).toISOString().slice(0, 10);
	const period = {polled: day, minute: day, hour: day.slice(0, 7), day: day.slice(0, 4)}[tier];
	return `${tier}-${period}.db`;
};

/** The name of all of a tier, in a file that holds several. */
export const wholeTier = (tier: Tier): string => `${tier}-all.db`;

const filePattern = /^(polled|minute|hour|day)-(\d{4})(?:-(\d\d))?(?:-(\d\d))?\.db$/;

/** Tier and period of a file by its name; undefined if it is no file of chunks. The period ends with its last millisecond. */
export const fileNamed = (name: string): {name: string; tier: Tier; from: number; to: number} | undefined => {
	const whole = tiers.find(tier => name === wholeTier(tier));
	if (whole) {
		return {name, tier: whole, from: 0, to: Number.MAX_SAFE_INTEGER};
	}
	const [, tier, year, month, day] = filePattern.exec(name) ?? [];
	if (tier === undefined || year === undefined) {
		return undefined;
	}
	const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
	const next = day !== undefined ? [y, m, d + 1] : month !== undefined ? [y, m + 1, 1] : [y + 1, 0, 1];
	const [ny = y, nm = m, nd = d] = next;
	return {name, tier: tier as Tier, from: Date.UTC(y, m, d), to: Date.UTC(ny, nm, nd) - 1};
};
