/** Where the configuration is. */
import {join, resolve} from 'node:path';
import envPaths from 'env-paths';

/** A file, and who named it. */
export type ConfigPlace = {
	/** Absolute. */
	path: string;
	/** Nothing where nobody named it: then it need not exist. */
	namedBy: '--config' | 'DIALTOP_CONFIG' | undefined;
};

/** Where the configuration is: by flag, by the environment, else in the user's configuration folder. */
export const placeOf = (flag: string | undefined, env: NodeJS.ProcessEnv): ConfigPlace => {
	if (flag !== undefined) {
		return {path: resolve(flag), namedBy: '--config'};
	}
	if (env.DIALTOP_CONFIG) {
		return {path: resolve(env.DIALTOP_CONFIG), namedBy: 'DIALTOP_CONFIG'};
	}
	return {path: resolve(join(envPaths('dialtop', {suffix: ''}).config, 'config.yml')), namedBy: undefined};
};
