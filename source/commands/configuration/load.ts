/** The configuration as a command needs it. What reads it is loaded where there is a file only: most have none. */
import {existsSync} from 'node:fs';
import {type ConfigPlace, placeOf} from '../../config/config-file.ts';
import {UsageError} from '../../config/errors.ts';
import type {Given} from '../../config/schema.ts';

/** The configuration's file, where there is a place for one, and what it says. */
export type Loaded = {place: ConfigPlace | undefined; exists: boolean; given: Given};

/** Reads the configuration. @throws UsageError with a line for each mistake */
export const loadConfig = async (flag: string | undefined, env: NodeJS.ProcessEnv): Promise<Loaded> => {
	if (flag === '') {
		throw new UsageError('--config needs a file');
	}
	const place = await placeOf(flag, env);
	if (!place || (place.namedBy === undefined && !existsSync(place.path))) {
		return {place, exists: false, given: {}};
	}
	const [{readConfig}, {words}] = await Promise.all([import('../../config/file.ts'), import('./words.ts')]);
	const read = await readConfig(place, words);
	if (read.kind === 'wrong') {
		const [first = '', ...others] = read.problems;
		throw new UsageError(first, others);
	}
	return read.kind === 'read' ? {place, exists: true, given: read.given} : {place, exists: false, given: {}};
};
