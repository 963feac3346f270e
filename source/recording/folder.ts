/** Where a recording is stored: in a folder of the disk, or in memory. */
import {
	chmodSync,
	closeSync,
	existsSync,
	fstatSync,
	openSync,
	readdirSync,
	readSync,
	realpathSync,
	rmSync,
	statSync,
} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {join} from 'node:path';
import {makeFolders} from '../system/folders.ts';
import {networkFileSystem} from '../system/mounts.ts';
import {ensureFolder} from '../system/private.ts';
import {codeOf, messageOf} from '../wire/causes.ts';
import {
	type ChunkDatabase,
	type DatabaseOptions,
	isDamage,
	modeOf,
	NothingYet,
	OtherVersion,
	openToRead,
	openToWrite,
	setAside,
	wholeTier,
} from './database.ts';
import {tiers} from './recording.ts';

/** Appends to the file of an hour. */
export type Appender = {
	/** Resolves once the system has it. @throws Error of the system */
	write(bytes: Buffer): Promise<void>;
	close(): Promise<void>;
};

export type Folder = {
	/** Undefined in memory. */
	readonly path: string | undefined;
	/** Makes it unless it exists. @throws PrivateFileError if others may write to it, or Error of the system */
	prepare(): void;
	/** The kind of file system that it lies on, if that is another machine's: `nfs4`. */
	network(): string | undefined;
	/** The names of its files, in order. */
	names(): readonly string[];
	size(name: string): number;
	/** The bytes of an open hour, from an offset on. */
	bytes(name: string, from: number): Buffer;
	/** Opens the file of an hour to append to it, cut off at `size`. */
	append(name: string, size: number): Promise<Appender>;
	/** A file of chunks to read; undefined if there is none. @throws OtherVersion, NothingYet, or an error of SQLite */
	toRead(name: string): ChunkDatabase | undefined;
	/** A file of chunks to write, which is made if it is missing. One that cannot be used is renamed, and a new one begun. */
	toWrite(name: string): ChunkDatabase;
	/** Closes what {@link toRead} or {@link toWrite} gave. */
	release(database: ChunkDatabase): void;
	remove(name: string): void;
	/** Puts a file of an hour out of the way that cannot be read. */
	setAside(name: string, why: 'corrupt' | 'other-version'): void;
	/** What was done with damaged files: a sentence each. */
	readonly news: string[];
};

/**
 * What `read` finds in a file of chunks; undefined if there is no such file, or nothing in it yet.
 *
 * @throws OtherVersion, an error of SQLite, or what `read` throws
 */
export const readIn = <T>(folder: Folder, name: string, read: (database: ChunkDatabase) => T): T | undefined => {
	let database: ChunkDatabase | undefined;
	try {
		database = folder.toRead(name);
		return database && read(database);
	} catch (error) {
		if (error instanceof NothingYet) {
			return undefined;
		}
		throw error;
	} finally {
		if (database) {
			folder.release(database);
		}
	}
};

/** A folder of the disk. */
export const diskFolder = (path: string, options: DatabaseOptions & {now?: () => number} = {}): Folder => {
	const {now = Date.now} = options;
	const news: string[] = [];
	const aside = (name: string, why: 'corrupt' | 'other-version'): void => {
		const renamed = setAside(path, name, why, now());
		news.push(
			`${join(path, name)} ${why === 'corrupt' ? 'is damaged' : 'is of another version'}: it is ${renamed} now`,
		);
	};
	return {
		path,
		prepare() {
			if (options.isShared) {
				makeFolders(path);
				chmodSync(path, 0o750);
			} else {
				ensureFolder(path);
			}
		},
		network: () => networkFileSystem(realpathSync(path), options.mountinfo),
		names: () => (existsSync(path) ? readdirSync(path).toSorted() : []),
		size: name => statSync(join(path, name)).size,
		bytes(name, from) {
			const descriptor = openSync(join(path, name), 'r');
			try {
				// What is read is held for an hour: in Node's pool each part would hold the eight kilobytes that it lies in.
				const bytes = Buffer.allocUnsafeSlow(Math.max(0, fstatSync(descriptor).size - from));
				return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from));
			} finally {
				closeSync(descriptor);
			}
		},
		async append(name, size) {
			const file: FileHandle = await open(join(path, name), 'a', modeOf(options.isShared ?? false));
			try {
				await file.chmod(modeOf(options.isShared ?? false));
				await file.truncate(size);
			} catch (error) {
				await file.close();
				throw error;
			}
			let whole = size;
			return {
				async write(bytes) {
					try {
						await file.appendFile(bytes);
						whole += bytes.length;
					} catch (error) {
						// What was written of the batch goes, so that the next one does not lie behind a torn one.
						await file.truncate(whole).catch(() => undefined);
						throw error;
					}
				},
				close: () => file.close(),
			};
		},
		toRead(name) {
			return statSync(join(path, name), {throwIfNoEntry: false}) && openToRead(join(path, name));
		},
		toWrite(name) {
			const file = join(path, name);
			const isOld = statSync(file, {throwIfNoEntry: false}) !== undefined;
			try {
				const database = openToWrite(file, options);
				if (!isOld || database.problem() === undefined) {
					return database;
				}
				database.close();
				aside(name, 'corrupt');
			} catch (error) {
				if (!(isDamage(error) || error instanceof OtherVersion)) {
					throw Object.assign(new Error(`${file}: ${messageOf(error)}`, {cause: error}), {code: codeOf(error)});
				}
				aside(name, error instanceof OtherVersion ? 'other-version' : 'corrupt');
			}
			return openToWrite(file, options);
		},
		release: database => database.close(),
		remove(name) {
			for (const part of ['', '-wal', '-shm', '-journal']) {
				rmSync(join(path, `${name}${part}`), {force: true});
			}
		},
		setAside: aside,
		news,
	};
};

/** Memory, for as long as the program runs. */
export const memoryFolder = (): Folder => {
	const databases = new Map<string, ChunkDatabase>();
	const hours = new Map<string, Buffer[]>();
	/** The bytes of an hour from an offset on; those of one part are not copied. */
	const bytesOf = (name: string, from = 0): Buffer => {
		const parts: Buffer[] = [];
		let at = 0;
		for (const part of hours.get(name) ?? []) {
			if (at + part.length > from) {
				parts.push(part.subarray(Math.max(0, from - at)));
			}
			at += part.length;
		}
		return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
	};
	return {
		path: undefined,
		prepare: () => undefined,
		network: () => undefined,
		names: () => [...databases.keys(), ...hours.keys()].toSorted(),
		size: name => (hours.get(name) ?? []).reduce((sum, {length}) => sum + length, 0),
		bytes: bytesOf,
		async append(name, size) {
			const parts = size > 0 ? [bytesOf(name).subarray(0, size)] : [];
			hours.set(name, parts);
			return {
				async write(bytes) {
					parts.push(bytes);
				},
				close: async () => undefined,
			};
		},
		toRead: name => databases.get(name),
		toWrite(name) {
			const database = databases.get(name) ?? openToWrite(':memory:', {});
			databases.set(name, database);
			return database;
		},
		release: () => undefined,
		remove(name) {
			databases.get(name)?.close();
			databases.delete(name);
			hours.delete(name);
		},
		setAside: name => hours.delete(name),
		news: [],
	};
};

/** A single file that was cut of a recording; it is only read. Each of its tiers looks like a file of its own. */
const cutFile = (path: string): Folder => {
	const database = openToRead(path);
	const parts = new Map(tiers.map((tier): [string, ChunkDatabase] => [wholeTier(tier), database.of(tier)]));
	const never = (): never => {
		throw new Error(`${path} is only read`);
	};
	return {
		path,
		prepare: never,
		network: never,
		names: () => [...parts.keys()],
		size: () => statSync(path).size,
		bytes: never,
		append: never,
		toRead: name => parts.get(name),
		toWrite: never,
		release: () => undefined,
		remove: never,
		setAside: never,
		news: [],
	};
};

/** The recording at a path: a folder, or a file that was cut of one. @throws Error if it is neither */
export const folderAt = (path: string): Folder => (statSync(path).isDirectory() ? diskFolder(path) : cutFile(path));
