/** `dialtop replay`: a recording on screen, without its service. */
import {command} from '../cli/command.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {localExitWords} from '../config/exits.ts';
import {timeForms} from '../present/time-expression.ts';
import {monitorFlags} from './monitor/flags.ts';

const {profile, url, config, sandbox} = serviceFlags;
const {theme, ascii} = monitorFlags;

/** The command. */
export const replayCommand = command({
	name: 'replay',
	summary: 'look at a recording, without its service',
	details: [
		'Shows the recording of the service on this machine, or FILE: a folder or a file copied from another machine. The keys are those for looking back.',
	],
	argument: {name: 'FILE', about: 'a recording copied from another machine', least: 0, most: 1},
	flags: {
		at: {
			type: 'string',
			value: 'TIME',
			about: `the moment to begin with: ${timeForms}; an hour before the end by default`,
		},
		speed: {type: 'number', value: 'N', about: 'play it N times as quickly', least: 1, most: 3600, whole: true},
		theme,
		ascii,
		profile,
		url,
		sandbox: {...sandbox, about: 'the made-up month that the embedded sandbox begins with, to try it'},
		config,
	},
	exits: localExitWords,
	examples: [
		['dialtop replay -p prod --at "yesterday 14:10"', 'what was on screen then'],
		['dialtop replay storm.dialtop --speed 60', 'a file that somebody has shared, a minute in a second'],
		['dialtop replay --sandbox', 'without a service, to try it'],
	],
	run: async ({flags, input: [file]}) => (await import('./monitor/replay.ts')).openReplay({...flags, file}),
});
