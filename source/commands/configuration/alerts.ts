/** The alert rules as they are configured. */

import {alertDefaults} from '../../alerts/rules.ts';
import type {Given} from '../../config/schema.ts';
import type {AlertSettings} from '../../model/alert.ts';

/** The settings of the alerts; the words of the configuration are loaded only if it says something of alerts. */
export const configuredAlerts = async (given: Given): Promise<AlertSettings> => {
	if (!given.alerts) {
		return alertDefaults;
	}
	const {alertSettingsOf, whole} = await import('./words.ts');
	return alertSettingsOf(whole(given));
};
