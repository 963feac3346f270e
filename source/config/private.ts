/** Files that are for their owner alone. */
import {closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync} from 'node:fs';
import {dirname} from 'node:path';

const {O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0} = constants;

/** Says what is wrong with a file or folder of ours, and the command that mends it. @throws Error */
const checkOurs = (path: string, {mode, uid}: {mode: number; uid: number}, wanted: string): void => {
	const me = process.getuid?.();
	if (me === undefined) {
		return;
	}
	if (uid !== me) {
		throw new Error(`${path} belongs to another user: sudo chown ${me} ${path}`);
	}
	if ((mode & 0o077) !== 0) {
		throw new Error(`${path} is open to other users: chmod ${wanted} ${path}`);
	}
};

/**
 * Opens a file for appending, 0600 in a folder of 0700, both made where they are missing.
 *
 * @throws Error where either is a symbolic link, belongs to somebody else or is open to others
 */
export const openPrivateAppend = (path: string): number => {
	const folder = dirname(path);
	mkdirSync(folder, {recursive: true, mode: 0o700});
	for (const [place, wanted] of [
		[folder, '700'],
		[path, '600'],
	] as const) {
		const found = lstatSync(place, {throwIfNoEntry: false});
		if (found?.isSymbolicLink()) {
			throw new Error(`${place} is a symbolic link: rm ${place}`);
		}
		if (found) {
			checkOurs(place, found, wanted);
		}
	}
	const fd = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
	const found = fstatSync(fd);
	if (!found.isFile()) {
		closeSync(fd);
		throw new Error(`${path} is not a file: rm ${path}`);
	}
	return fd;
};
