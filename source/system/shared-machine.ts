/**
 * Protects a run from other users of the machine. A Node that is too old loads this file before it is refused, so
 * nothing is imported by a name that Node 18 does not have.
 */
import {statSync} from 'node:fs';
import module from 'node:module';
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {makeFolders} from './folders.ts';

/** Whether a folder belongs to this user and, given a mask, none of those others can write to it. */
const isOurs = (folder: string, others = 0): boolean => {
	const {uid, mode} = statSync(folder);
	return process.geteuid === undefined || (uid === process.geteuid() && (mode & others) === 0);
};

/**
 * The folder for compiled code and first frames; undefined if there is no safe one. Code in it is executed, so nobody else
 * may have made it, as they could in /tmp. Under sudo the home may be another user's: nothing is made there.
 */
export const cacheFolder = (): string | undefined => {
	const {XDG_CACHE_HOME: given = ''} = process.env;
	try {
		const home = homedir();
		const folder = join(isAbsolute(given) ? given : join(home, '.cache'), 'dialtop');
		if (!isAbsolute(given) && !isOurs(home)) {
			return undefined;
		}
		makeFolders(folder);
		return isOurs(folder, 0o022) ? folder : undefined;
	} catch {
		return undefined;
	}
};

/** Keeps compiled code between runs; if NODE_COMPILE_CACHE is set, Node has switched this on already. */
export const keepCompiledCode = (): void => {
	const folder = cacheFolder();
	if (folder !== undefined) {
		module.enableCompileCache(folder);
	}
};

/** Writes the compiled code of what has run so far; otherwise that happens at the end, and not at all if the program is killed. */
export const writeCompiledCode = (): void => module.flushCompileCache?.();

/** Clears the owner's bits of the umask, so that the program can always use the files it makes. */
export const keepOwnFilesUsable = (): void => {
	const given = process.umask(0o077);
	process.umask(given & 0o077);
};

/**
 * Keeps SIGUSR1 from opening a debugger's port and the environment, which may hold secrets, out of diagnostic reports,
 * and ignores the environment variable that would switch off the verification of certificates.
 */
export const closeSideDoors = (): void => {
	// Node opens the port unless there is a listener.
	process.on('SIGUSR1', () => undefined);
	process.report.excludeEnv = true;
	// Our connections ignore it, but Node would print a warning, even on the monitor's screen.
	delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
};
