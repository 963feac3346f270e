/** Node's own SQLite, and what its errors mean for the disk. */
import {accessSync, constants, statfsSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname} from 'node:path';
import type {DatabaseSync, DatabaseSyncOptions} from 'node:sqlite';
import {codeOf, messageOf} from '../wire/causes.ts';
import {once} from '../wire/once.ts';

const loadedQuietly = once((): typeof import('node:sqlite') => {
	const {emitWarning} = process;
	// Node 22 warns while the module loads, so it cannot be imported: nothing else may run while warnings are filtered.
	process.emitWarning = (warning: string | Error, ...options: unknown[]) => {
		if (!String(warning).startsWith('SQLite is an experimental feature')) {
			(emitWarning as (...given: unknown[]) => void)(warning, ...options);
		}
	};
	try {
		return process.getBuiltinModule('node:sqlite');
	} finally {
		process.emitWarning = emitWarning;
	}
});

/** Opens a database; SQLite is loaded by the first. @throws an error of SQLite: see {@link resultCodeOf} */
export const openSqlite = (path: string | URL, options: DatabaseSyncOptions): DatabaseSync =>
	new (loadedQuietly().DatabaseSync)(path, options);

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
export const resultCodes = {
	busy: 5,
	readOnly: 8,
	inputOutput: 10,
	corrupt: 11,
	full: 13,
	cannotOpen: 14,
	notADatabase: 26,
} as const;

/** The primary result code of an error of SQLite, whatever its extended code; undefined for other errors. */
export const resultCodeOf = (error: unknown): number | undefined =>
	error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;

/** What is wrong with a disk, in words. */
const troubles = {
	'disk-full': 'the disk is full',
	'disk-read-only': 'the disk is read-only, or the file may not be written',
	'disk-error': 'the disk fails, or a quota or a limit on the size of files is reached',
} as const;

type DiskTrouble = keyof typeof troubles;

/** The disk did not take a write, which is undone, or did not give what was to be read. The message says why. */
export class DiskError extends Error {
	override readonly name = 'DiskError';
	/** For programs. */
	readonly code: DiskTrouble;
	/** In words, without the file. */
	readonly reason: string;
	/** Set if the request has changed something before, which stays. */
	isPartial = false;

	constructor(code: DiskTrouble, file: string, cause: unknown) {
		super(`${troubles[code]} (${file || tmpdir()}: ${messageOf(cause)})`, {cause});
		this.code = code;
		this.reason = troubles[code];
	}
}

/** The cause behind an error that only says that the disk has failed. */
const troubleBehind = (file: string): DiskTrouble => {
	const folder = file === '' ? tmpdir() : dirname(file);
	try {
		accessSync(file || folder, constants.W_OK);
		return statfsSync(folder).bavail === 0 ? 'disk-full' : 'disk-error';
	} catch (error) {
		return ['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '') ? 'disk-read-only' : 'disk-error';
	}
};

/**
 * An error of SQLite as a DiskError if the disk caused it; any other as it is.
 *
 * @param file the database; empty if it has no name
 */
export const explainDisk = (error: unknown, file: string): unknown => {
	switch (resultCodeOf(error)) {
		case resultCodes.full:
			return new DiskError('disk-full', file, error);
		case resultCodes.readOnly:
			return new DiskError('disk-read-only', file, error);
		case resultCodes.inputOutput:
		case resultCodes.cannotOpen:
			return new DiskError(troubleBehind(file), file, error);
		default:
			return error;
	}
};
