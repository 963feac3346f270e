/** `dialtop` alone: the monitor. */

import {command, type FlagRows, type FlagsOf} from '../cli/command.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {exitWords} from '../config/exits.ts';
import {scenarioNames} from '../sandbox/scenarios/names.ts';

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
	ascii: {type: 'boolean', about: 'borders and charts in ASCII (also where the locale is not UTF-8)'},
	...serviceFlags,
} as const satisfies FlagRows;

/** The given flags. */
export type Flags = FlagsOf<typeof monitorFlags>;

/** The monitor. */
export const monitorCommand = command({
	name: '',
	summary: 'top for an outbound dialer: watch and steer live campaigns.',
	details: [
		'Without a service it opens on its embedded sandbox. Press ? on screen for the keys, : for everything that can be done.',
	],
	flags: monitorFlags,
	environment: [
		'DIALTOP_THEME',
		'DIALTOP_TRACE: a file that keys, messages and requests are added to, without secrets',
	],
	exits: exitWords,
	examples: [
		['dialtop', 'the monitor on its embedded sandbox, or on the default profile'],
		['dialtop -p qa', 'on the profile qa'],
		['dialtop --url https://dialer.example.com', 'on a service; asks for user and password'],
		['dialtop --scenario drop-storm', 'on a sandbox in which something goes wrong'],
	],
	run: async ({flags}) => (await import('./monitor/open.ts')).openMonitor(flags),
});
