/** Where the configuration is. */
import {resolve} from 'node:path';

/** A file, and who named it. */
export type ConfigPlace = {
	/** Absolute. */
	path: string;
	/** Undefined if nobody named it: then it need not exist. */
	namedBy: '--config' | 'DIALTOP_CONFIG' | undefined;
};

/** The file in the user's configuration folder; nothing for a user without a home. */
const ownFile = async (): Promise<string | undefined> => {
	try {
		// Merely loading it asks for the home.
		const {default: envPaths} = await import('env-paths');
		return resolve(envPaths('dialtop', {suffix: ''}).config, 'config.yml');
	} catch {
		return undefined;
	}
};

/** Where the configuration is: by flag, by the environment, else in the user's configuration folder; nothing if nowhere. */
export const placeOf = async (flag: string | undefined, env: NodeJS.ProcessEnv): Promise<ConfigPlace | undefined> => {
	if (flag !== undefined) {
		return {path: resolve(flag), namedBy: '--config'};
	}
	if (env.DIALTOP_CONFIG) {
		return {path: resolve(env.DIALTOP_CONFIG), namedBy: 'DIALTOP_CONFIG'};
	}
	const path = await ownFile();
	return path === undefined ? undefined : {path, namedBy: undefined};
};
