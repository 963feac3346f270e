/** The flags of the monitor. */
import type {FlagRows, FlagsOf} from '../../cli/command.ts';
import {severalServicesFlags} from '../../cli/service-flags.ts';
import {scenarioNames} from '../../sandbox/scenarios/names.ts';

export const monitorFlags = {
	interval: {
		type: 'number',
		value: 'SECONDS',
		about: 'time between polls of the selected campaign, 0.5 to 60 (2)',
		least: 0.5,
		most: 60,
	},
	scenario: {
		type: 'string',
		value: 'NAME',
		about: 'use the embedded sandbox with this scenario',
		choices: scenarioNames,
	},
	theme: {
		type: 'string',
		value: 'NAME',
		about: 'dark, light (for a light background), high-contrast or mono (dark)',
	},
	view: {
		type: 'string',
		value: 'NAME',
		about: 'begin with this saved view of the board (:view save NAME)',
		completes: 'view',
	},
	ascii: {type: 'boolean', about: 'borders and charts in ASCII (also where the locale is not UTF-8)'},
	linear: {
		type: 'boolean',
		about: 'sentences and typed commands instead of a screen, for screen readers (also with ACCESSIBLE=1)',
	},
	watchOnly: {
		type: 'boolean',
		about: "show what the profile's metrics engine has (history.prometheus), and ask nothing of the service",
	},
	...severalServicesFlags,
} as const satisfies FlagRows;

/** The given flags. */
export type Flags = FlagsOf<typeof monitorFlags>;
