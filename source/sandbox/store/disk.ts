/** Says in plain words why the disk does not take what is written. */
import {accessSync, constants, statfsSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname} from 'node:path';
import {codeOf, messageOf} from '../../api/causes.ts';
import {hasCode} from './sqlite.ts';

/** What is wrong with a disk, in words. */
const troubles = {
	'disk-full': 'the disk is full',
	'disk-read-only': 'the disk is read-only, or the file may not be written',
	'disk-error': 'the disk fails, or a quota or a limit on the size of files is reached',
} as const;

export type DiskTrouble = keyof typeof troubles;

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

/** Result codes of SQLite (sqlite.org/rescode.html). */
const [readOnly, inputOutput, full, cannotOpen] = [8, 10, 13, 14];

/** What is behind an error that only says that the disk has failed. */
const troubleBehind = (file: string): DiskTrouble => {
	const folder = file === '' ? tmpdir() : dirname(file);
	try {
		accessSync(file || folder, constants.W_OK);
		return statfsSync(folder).bavail === 0 ? 'disk-full' : 'disk-error';
	} catch (error) {
		return ['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '') ? 'disk-read-only' : 'disk-error';
	}
};

const troubleOf = (error: unknown, file: string): DiskTrouble | undefined => {
	if (hasCode(error, full)) {
		return 'disk-full';
	}
	if (hasCode(error, readOnly)) {
		return 'disk-read-only';
	}
	return hasCode(error, inputOutput) || hasCode(error, cannotOpen) ? troubleBehind(file) : undefined;
};

/**
 * An error of SQLite as a DiskError if the disk is behind it; any other as it is.
 *
 * @param file the database; empty if it has no name
 */
export const explainDisk = (error: unknown, file: string): unknown => {
	const trouble = troubleOf(error, file);
	return trouble === undefined ? error : new DiskError(trouble, file, error);
};
