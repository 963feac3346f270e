/** Where dialtop keeps things on this machine. */
import {posix, win32} from 'node:path';

/** The folder for data that outlives a run, as each system has it; nothing where the environment names no home. */
export const dataFolder = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined => {
	const {isAbsolute, join} = platform === 'win32' ? win32 : posix;
	const under = (base: string | undefined, ...folders: string[]): string | undefined =>
		base !== undefined && isAbsolute(base) ? join(base, ...folders, 'dialtop') : undefined;
	const asked = under(env.XDG_DATA_HOME);
	if (asked !== undefined) {
		return asked;
	}
	switch (platform) {
		case 'win32':
			return under(env.LOCALAPPDATA);
		case 'darwin':
			return under(env.HOME, 'Library', 'Application Support');
		default:
			return under(env.HOME, '.local', 'share');
	}
};
