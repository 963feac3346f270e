/** Private files: made readable by their owner alone, and refused if others can read them. */
import {
	closeSync,
	constants,
	fchmodSync,
	fstatSync,
	fsyncSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	type Stats,
	statSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {codeOf} from '../wire/causes.ts';
import {makeFolders, nearestFolder} from './folders.ts';
import {isAlive} from './process.ts';

/** A file or its folder is not private; the message ends with the command that fixes it. */
export class PrivateFileError extends Error {
	override readonly name = 'PrivateFileError';
}

const {O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_RDWR, O_WRONLY} = constants;

const privateMode = 0o600;
const privateFolderMode = 0o700;

/** The most bytes of a file. */
const mostBytes = 4 * 1024 * 1024;

/** A word quoted for a shell. */
export const quoted = (word: string): string =>
	/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const linkError = (path: string): PrivateFileError =>
	new PrivateFileError(
		`${path} is a symbolic link, and could lead to what others read. Take it away: rm ${quoted(path)}`,
	);

/** The message about another user's file, with the command that fixes it. */
export const foreignText = (path: string, owner: number, uid: number, chown = 'chown'): string => {
	const instead = uid === 0 ? `run dialtop as that user, or make it root's` : 'make it yours';
	return `${path} belongs to another user (${owner}, and this is ${uid}): ${instead}: ${uid === 0 ? '' : 'sudo '}${chown} ${uid} ${quoted(path)}`;
};

/** The mode of a file as chmod takes it. */
export const shownMode = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

/** Checks owner and mode; a system without user ids has neither. @throws PrivateFileError */
const checkStats = (path: string, found: Stats, mode: number): void => {
	const uid = process.getuid?.();
	if (uid === undefined) {
		return;
	}
	if (found.uid !== uid) {
		throw new PrivateFileError(foreignText(path, found.uid, uid));
	}
	if ((found.mode & 0o077) !== 0) {
		throw new PrivateFileError(
			`${path} is open to others (mode ${shownMode(found.mode)}). Close it: chmod ${mode.toString(8)} ${quoted(path)}`,
		);
	}
};

/** The error for a folder that the system denies; it keeps the system's code for callers with messages of their own. */
const notAllowed = (folder: string, what: string, error: unknown): Error => {
	const code = codeOf(error);
	return code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR'
		? Object.assign(
				new PrivateFileError(
					`${folder} cannot be ${what} (${code}). Name a folder of your own: export XDG_STATE_HOME=FOLDER`,
				),
				{code},
			)
		: (error as Error);
};

/** Checks a folder; returns whether it exists. @throws PrivateFileError */
export const checkFolder = (folder: string): boolean => {
	let found: Stats;
	try {
		found = lstatSync(folder);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') {
			return false;
		}
		throw notAllowed(folder, 'looked into', error);
	}
	if (found.isSymbolicLink()) {
		throw linkError(folder);
	}
	if (!found.isDirectory()) {
		throw new PrivateFileError(
			`${folder} is not a folder. Move it away: mv ${quoted(folder)} ${quoted(`${folder}.old`)}`,
		);
	}
	checkStats(folder, found, privateFolderMode);
	return true;
};

/** Keeps root from making files in another user's home, who could not use them. @throws PrivateFileError */
const checkNearest = (folder: string): void => {
	const nearest = nearestFolder(folder);
	const {uid} = statSync(nearest);
	if (process.getuid?.() === 0 && uid !== 0) {
		throw new PrivateFileError(
			`${nearest} belongs to another user (${uid}), and this is root, whose ${folder} would shut that user out. Be that user, or take root's home along: sudo -H dialtop`,
		);
	}
};

/** Makes a folder unless it exists, 0700 whatever the umask. @throws PrivateFileError if it is not private */
export const ensureFolder = (folder: string): void => {
	if (checkFolder(folder)) {
		return;
	}
	checkNearest(folder);
	try {
		makeFolders(folder);
	} catch (error) {
		throw notAllowed(folder, 'made', error);
	}
	checkFolder(folder);
};

/** Opens an existing file and checks it; undefined if there is none. Does not block on a pipe. */
const openChecked = (path: string, flags: number): number | undefined => {
	let descriptor: number;
	try {
		descriptor = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK);
	} catch (error) {
		switch (codeOf(error)) {
			case 'ENOENT':
				return undefined;
			case 'ELOOP':
			case 'EMLINK':
				throw linkError(path);
			case 'ENXIO':
			case 'EISDIR':
				throw noFile(path);
			case 'EACCES':
				// If it is another user's, saying so helps more than the missing permission.
				checkStats(path, lstatSync(path), privateMode);
				throw new PrivateFileError(
					`${path} cannot be opened. Allow it: chmod ${privateMode.toString(8)} ${quoted(path)}`,
				);
		}
		throw error;
	}
	try {
		const found = fstatSync(descriptor);
		if (!found.isFile()) {
			throw noFile(path);
		}
		checkStats(path, found, privateMode);
		return descriptor;
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
};

const noFile = (path: string): PrivateFileError =>
	new PrivateFileError(`${path} is not a file. Move it away: mv ${quoted(path)} ${quoted(`${path}.old`)}`);

/** Makes a new file, 0600 whatever the umask. */
const create = (path: string, flags: number): number => {
	const descriptor = openSync(path, flags | O_CREAT | O_EXCL | O_NOFOLLOW, privateMode);
	fchmodSync(descriptor, privateMode);
	return descriptor;
};

/** Syncs a folder, so that its new names survive a crash; not needed on Windows. */
const syncFolder = (folder: string): void => {
	if (process.platform === 'win32') {
		return;
	}
	const descriptor = openSync(folder, O_RDONLY);
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
};

/** Removes the temporary files of writers that ended before they renamed them. */
const sweep = (folder: string, name: string): void => {
	for (const entry of readdirSync(folder)) {
		const [, pid] = entry.startsWith(`.${name}.`) ? (/\.(\d+)\.[\da-f]+\.new$/.exec(entry) ?? []) : [];
		if (pid !== undefined && !isAlive(Number(pid))) {
			unlinkSync(join(folder, entry));
		}
	}
};

/** Replaces a file by a text, by means of a temporary file beside it: a reader finds the old text or the new one. */
const replaceAtomically = (path: string, text: string, mode = privateMode): void => {
	const [folder, name] = [dirname(path), basename(path)];
	sweep(folder, name);
	const once = process.hrtime.bigint().toString(16);
	const beside = join(folder, `.${name}.${process.pid}.${once}.new`);
	const descriptor = create(beside, O_WRONLY);
	try {
		try {
			fchmodSync(descriptor, mode);
			writeFileSync(descriptor, text);
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
		renameSync(beside, path);
	} catch (error) {
		unlinkSync(beside);
		throw error;
	}
	syncFolder(folder);
};

/**
 * Replaces a file of this user's that others may read, atomically, and keeps its mode; a new one is private.
 *
 * @throws PrivateFileError if it is another user's, Error of the system
 */
export const replaceFile = (path: string, text: string): void => {
	const found = statSync(path, {throwIfNoEntry: false});
	const uid = process.getuid?.();
	if (found && uid !== undefined && found.uid !== uid) {
		throw new PrivateFileError(foreignText(path, found.uid, uid));
	}
	makeFolders(dirname(path));
	replaceAtomically(path, text, found && found.mode & 0o777);
};

/** Reads a private file; undefined if there is none. @throws PrivateFileError if it or its folder is not private */
export const readPrivate = (path: string): string | undefined => {
	if (!checkFolder(dirname(path))) {
		return undefined;
	}
	const descriptor = openChecked(path, O_RDONLY);
	if (descriptor === undefined) {
		return undefined;
	}
	try {
		if (fstatSync(descriptor).size > mostBytes) {
			throw new PrivateFileError(`${path} is too large. Move it away: mv ${quoted(path)} ${quoted(`${path}.old`)}`);
		}
		return readFileSync(descriptor, 'utf8');
	} finally {
		closeSync(descriptor);
	}
};

/**
 * Writes a private file atomically: a reader finds the old text or the new one.
 *
 * @throws PrivateFileError if the one that is there, or its folder, is not private
 */
export const writePrivate = (path: string, text: string): void => {
	const folder = dirname(path);
	ensureFolder(folder);
	const present = openChecked(path, O_RDONLY);
	if (present !== undefined) {
		closeSync(present);
	}
	replaceAtomically(path, text);
};

/**
 * Opens a private file to append to; makes it if there is none.
 *
 * @returns its descriptor, for reading and appending
 * @throws PrivateFileError if it or its folder is not private
 */
export const openPrivateAppend = (path: string): number => {
	ensureFolder(dirname(path));
	for (;;) {
		const present = openChecked(path, O_RDWR | O_APPEND);
		if (present !== undefined) {
			return present;
		}
		try {
			const made = create(path, O_RDWR | O_APPEND);
			syncFolder(dirname(path));
			return made;
		} catch (error) {
			// Another process has made it in the meantime.
			if (codeOf(error) !== 'EEXIST') {
				throw error;
			}
		}
	}
};
