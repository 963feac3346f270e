/** The tokens that commands and the monitor share. */
import {UsageError} from '../config/errors.ts';
import {stateFolder} from '../config/paths.ts';
import {openTokens, type Tokens} from '../config/tokens.ts';

/** Opens the operator's own tokens. @throws UsageError where there is no place for them */
export const keptTokens = (env: NodeJS.ProcessEnv): Tokens => {
	const folder = stateFolder(env, process.platform);
	if (folder === undefined) {
		throw new UsageError('there is no home folder to keep a token in: set HOME or XDG_STATE_HOME');
	}
	return openTokens(folder);
};
