/** Makes folders that only their owner can enter. */
import {chmodSync, mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {codeOf} from '../wire/causes.ts';

const mode = 0o700;

/** Makes one, 0700 whatever the umask; false if its parent is missing. */
const make = (folder: string): boolean => {
	try {
		mkdirSync(folder, {mode});
		chmodSync(folder, mode);
		return true;
	} catch (error) {
		switch (codeOf(error)) {
			case 'EEXIST':
				return true;
			case 'ENOENT':
				return false;
		}
		throw error;
	}
};

/**
 * Makes a folder and its missing parents, 0700. Node's own recursive mkdir never returns if nothing can be made (a home
 * in /proc).
 *
 * @throws Error of the system
 */
export const makeFolders = (folder: string): void => {
	if (make(folder)) {
		return;
	}
	makeFolders(dirname(folder));
	if (!make(folder)) {
		throw Object.assign(new Error(`${folder} cannot be made`), {code: 'ENOENT'});
	}
};

/** The folder, or its nearest parent that exists. */
export const nearestFolder = (folder: string): string =>
	statSync(folder, {throwIfNoEntry: false}) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
