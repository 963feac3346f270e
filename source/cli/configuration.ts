/** Loads the configuration for a command; the modules that read it are loaded only if there is a file. */
import {existsSync} from 'node:fs';
import {alertDefaults} from '../alerts/rules.ts';
import {UsageError} from '../config/errors.ts';
import {type ConfigFile, configFileOf} from '../config/paths.ts';
import type {Given} from '../config/schema.ts';
import type {AlertSettings} from '../model/alert.ts';

/** The configuration, and its file; undefined without a home folder. */
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
	const [{readConfig}, {words}] = await Promise.all([import('../config/file.ts'), import('./configuration-words.ts')]);
	const read = await readConfig(file, words);
	if (read.kind === 'wrong') {
		const [first = '', ...others] = read.problems;
		throw new UsageError(first, others);
	}
	return read.kind === 'read' ? {file, exists: true, given: read.given} : {file, exists: false, given: {}};
};

/** The settings of the alerts; the words of the configuration are loaded only if it has settings of alerts. */
export const configuredAlerts = async (given: Given): Promise<AlertSettings> => {
	if (!given.alerts) {
		return alertDefaults;
	}
	const {alertSettingsOf, whole} = await import('./configuration-words.ts');
	return alertSettingsOf(whole(given));
};
