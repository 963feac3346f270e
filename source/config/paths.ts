/** The folders and files of dialtop on this machine. */
import {userInfo} from 'node:os';
import {posix, resolve, win32} from 'node:path';

/** Joins folders to a base; undefined unless the base is an absolute path. */
const below =
	(platform: NodeJS.Platform) =>
	(base: string | undefined, ...folders: string[]): string | undefined => {
		const {isAbsolute, join} = platform === 'win32' ? win32 : posix;
		return base !== undefined && isAbsolute(base) ? join(base, ...folders, 'dialtop') : undefined;
	};

/** A folder by the custom of each system: the one the environment names, else in the home; undefined without either. */
const folderOf = (
	platform: NodeJS.Platform,
	{asked, local, home}: Record<'asked' | 'local' | 'home', string | undefined>,
	ofLinux: 'share' | 'state',
): string | undefined => {
	const under = below(platform);
	const given = under(asked);
	if (given !== undefined) {
		return given;
	}
	switch (platform) {
		case 'win32':
			return under(local);
		case 'darwin':
			return under(home, 'Library', 'Application Support');
		default:
			return under(home, '.local', ofLinux);
	}
};

/** The folder for data that outlives a run; undefined if the environment names no home. */
export const dataFolder = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined =>
	folderOf(platform, {asked: env.XDG_DATA_HOME, local: env.LOCALAPPDATA, home: env.HOME}, 'share');

/** The home of this user's account; undefined without an account. */
const accountHome = (): string | undefined => {
	try {
		return userInfo().homedir || undefined;
	} catch {
		return undefined;
	}
};

/** The home folder: HOME, else the account's, since cron and others run programs without HOME. */
export const homeOf = (env: NodeJS.ProcessEnv): string | undefined => env.HOME || accountHome();

/** The folder for tokens and the audit; undefined without a home. */
export const stateFolder = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined =>
	folderOf(platform, {asked: env.XDG_STATE_HOME, local: env.LOCALAPPDATA, home: homeOf(env)}, 'state');

/** The file of the configuration, and who named it. */
export type ConfigFile = {
	/** Absolute. */
	path: string;
	/** Undefined for the file in the user's configuration folder, which need not exist. */
	namedBy: '--config' | 'DIALTOP_CONFIG' | undefined;
};

/**
 * The file that the flag or the environment names, else the one in the user's configuration folder; undefined without a
 * home.
 */
export const configFileOf = async (
	flag: string | undefined,
	env: NodeJS.ProcessEnv,
): Promise<ConfigFile | undefined> => {
	if (flag !== undefined) {
		return {path: resolve(flag), namedBy: '--config'};
	}
	if (env.DIALTOP_CONFIG) {
		return {path: resolve(env.DIALTOP_CONFIG), namedBy: 'DIALTOP_CONFIG'};
	}
	try {
		// Merely loading this package asks for the home, and throws without one.
		const {default: envPaths} = await import('env-paths');
		return {path: resolve(envPaths('dialtop', {suffix: ''}).config, 'config.yml'), namedBy: undefined};
	} catch {
		return undefined;
	}
};
