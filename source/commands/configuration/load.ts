/** Loads the configuration for a command; the modules that read it are loaded only if there is a file. */
import {existsSync} from 'node:fs';
import {UsageError} from '../../config/errors.ts';
import {type ConfigFile, configFileOf} from '../../config/paths.ts';
import type {Given} from '../../config/schema.ts';

/** What the configuration says, and its file; undefined without a home folder. */
export type Loaded = {file: ConfigFile | undefined; exists: boolean; given: Given};

/** Reads the configuration. @throws UsageError with a line for each mistake */
export const loadConfig = async (flag: string | undefined, env: NodeJS.ProcessEnv): Promise<Loaded> => {
	if (flag === '') {
		throw new UsageError('--config needs a file');
	}
	const file = await configFileOf(flag, env);
	if (!file || (file.namedBy === undefined && !existsSync(file.path))) {
		return {file, exists: false, given: {}};
	}
	const [{readConfig}, {words}] = await Promise.all([import('../../config/file.ts'), import('./words.ts')]);
	const read = await readConfig(file, words);
	if (read.kind === 'wrong') {
		const [first = '', ...others] = read.problems;
		throw new UsageError(first, others);
	}
	return read.kind === 'read' ? {file, exists: true, given: read.given} : {file, exists: false, given: {}};
};
