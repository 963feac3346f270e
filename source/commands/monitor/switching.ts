/** The settings for a switch to another profile while the monitor runs. */

import {loadConfig} from '../configuration/load.ts';
import {whole} from '../configuration/words.ts';
import type {Flags} from './flags.ts';
import {type MonitorSettings, resolveSettings} from './monitor-settings.ts';

/** Variables about a service; they were set for the first one. */
const ofService = [
	'DIALTOP_PROFILE',
	'DIALTOP_URL',
	'DIALTOP_USER',
	'DIALTOP_PASSWORD',
	'DIALTOP_TOKEN',
	'DIALTOP_ENVIRONMENT',
	'DIALTOP_PROXY',
];

/**
 * The settings for another profile, by the configuration as it is now. Of the flags only those about the screen and the
 * read-only lock still apply.
 *
 * @throws UsageError
 */
export const settingsFor = async (profile: string, flags: Partial<Flags>): Promise<MonitorSettings> => {
	const {given} = await loadConfig(flags.config, process.env);
	const {theme, ascii = false, interval, readOnly = false} = flags;
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofService.includes(name)));
	return resolveSettings({profile, theme, ascii, interval, readOnly}, env, whole(given));
};
