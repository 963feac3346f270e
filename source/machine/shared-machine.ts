/**
 * What every run does first, since others use the machine too. A Node that is too old loads this file as well, before it
 * is told so: nothing is imported by a name that Node 18 does not have.
 */
import {statSync} from 'node:fs';
import module from 'node:module';
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {makeFolders} from './folders.ts';

/** Whether a folder is this account's; with a mask, only where none of those others can write there. */
const isOurs = (folder: string, others = 0): boolean => {
	const {uid, mode} = statSync(folder);
	return process.geteuid === undefined || (uid === process.geteuid() && (mode & others) === 0);
};

/**
 * Where compiled code is kept between runs; undefined if there is no safe place. What lies there is run, so it must not
 * be a folder that somebody else could have made, as in /tmp. Under sudo the home may be somebody else's: nothing is
 * made there.
 */
const cacheFolder = (): string | undefined => {
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

/** Keeps compiled code from run to run; NODE_COMPILE_CACHE, where it is set, has done so already. */
export const keepCompiledCode = (): void => {
	const folder = cacheFolder();
	if (folder !== undefined) {
		module.enableCompileCache(folder);
	}
};

/** What the program makes is for others what the umask says, and always of use to its owner. */
export const keepOwnFilesUsable = (): void => {
	const given = process.umask(0o077);
	process.umask(given & 0o077);
};

/**
 * Opens no debugger's port on SIGUSR1, leaves the environment, where secrets may be, out of diagnostic reports, and
 * certificates are verified whatever the environment says.
 */
export const closeSideDoors = (): void => {
	// Node would open the port. Listening takes the signal away from it.
	process.on('SIGUSR1', () => undefined);
	process.report.excludeEnv = true;
	// No connection of ours heeds it, but Node would say that they did, onto the monitor's screen too.
	delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
};
