/** `dialtop` alone: the monitor. */

import {command} from '../cli/command.ts';
import {isAccessible} from '../cli/text.ts';
import {exitWords} from '../config/exits.ts';
import {monitorFlags} from './monitor/flags.ts';

/** The monitor. */
export const monitorCommand = command({
	name: '',
	summary: 'top for an outbound dialer: watch and steer live campaigns.',
	details: [
		'Without a service it opens on its embedded sandbox. Press ? on screen for the keys, : for everything that can be done.',
	],
	flags: monitorFlags,
	environment: [
		'DIALTOP_THEME: the same as --theme',
		'ACCESSIBLE: 1 is the same as --linear',
		'DIALTOP_TRACE: a file to add keys, messages and requests to, without secrets',
	],
	exits: exitWords,
	examples: [
		['dialtop', 'the monitor on its embedded sandbox, or on the default profile'],
		['dialtop -p qa', 'on the profile qa'],
		['dialtop --url https://dialer.example.com', 'on this service; asks for user and password'],
		['dialtop -p prod --watch-only', 'what the metrics engine of a profile has; nothing is asked of the service'],
		['dialtop -p prod --linear', 'in sentences, for a screen reader'],
		['dialtop --scenario drop-storm', 'on a sandbox in which something goes wrong'],
	],
	run: async ({flags}) =>
		flags.linear || isAccessible(process.env)
			? (await import('./linear/open.ts')).openLinear(flags)
			: (await import('./monitor/open.ts')).openMonitor(flags),
});
