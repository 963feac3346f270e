/** `dialtop notify`: whether notifications of alerts arrive at this terminal. */

import {closeSync, openSync, writeSync} from 'node:fs';
import {command, type FlagRows} from '../cli/command.ts';
import {loadConfig} from '../cli/configuration.ts';
import {whole} from '../cli/configuration-words.ts';
import {say} from '../cli/out.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {endings, exits} from '../config/exits.ts';
import {isInTmux, notifyChoices, wayOf} from '../terminal/notification-way.ts';
import {bell, notification} from '../terminal/osc.ts';
import {adviceLines, howText, rings, tmuxSettings} from './notify/ways.ts';

const flags = {
	notify: {
		type: 'string',
		value: 'WAY',
		about: 'this way instead of the one that the configuration names',
		choices: notifyChoices,
	},
	config: serviceFlags.config,
} as const satisfies FlagRows;

/** One of each level, the milder first. */
const samples = [
	{level: 'warning', text: 'WARNING: this is a test of dialtop notify, and no alert'},
	{level: 'critical', text: 'CRITICAL: this is a test of dialtop notify, and no alert'},
] as const;

/** Writes to the terminal, wherever the output goes; returns whether there is one. */
const toTerminal = (text: string): boolean => {
	try {
		const fd = openSync('/dev/tty', 'w');
		try {
			writeSync(fd, text);
		} finally {
			closeSync(fd);
		}
		return true;
	} catch {
		return false;
	}
};

/** `dialtop notify`. */
export const notifyCommand = command({
	name: 'notify',
	summary: 'test whether notifications of alerts arrive at this terminal',
	details: [
		'dialtop notify test sends a warning and a critical alert to this terminal, as the monitor does, and says what to set where they did not come. No service is asked.',
		'The setting notify under alerts chooses the way: auto by the terminal (kitty, Ghostty, WezTerm, iTerm2, foot, urxvt and those of VTE, also within tmux and over SSH as far as the environment names them), osc9, osc777, osc99, the bell alone, or off. The bell rings beside a notification, so that tmux marks the window; bell: false silences it.',
		'Within tmux it asks tmux for allow-passthrough, monitor-bell and bell-action, and changes nothing. dialtop doctor says the same.',
	],
	argument: {name: 'test', about: 'sends one of each level', least: 1, most: 1, isFixed: true, choices: ['test']},
	flags,
	examples: [
		['dialtop notify test', 'one of each level, as configured'],
		['dialtop notify test --notify osc777', 'by another way, before you write it into the configuration'],
	],
	exits: [
		['0', 'sent; you see whether they arrived'],
		['2', 'wrong usage, or a mistake in the configuration'],
		['3', 'there is no terminal, or the configuration switches notifications off'],
		...endings,
	],
	async run({flags: given, out}) {
		const config = whole((await loadConfig(given.config, process.env)).given);
		const choice = given.notify ?? config.alerts.notify;
		const parts = {choice, bell: config.bell, env: process.env, tmux: await tmuxSettings(process.env)};
		const way = wayOf(choice, process.env);
		const ring = rings(parts) ? bell : '';
		const sent = samples.map(
			({level, text}) => (way ? notification(way, 'dialtop', text, isInTmux(process.env), level) : '') + ring,
		);
		const isSilent = sent.join('') === '';
		if (!isSilent && !toTerminal(sent.join(''))) {
			say('there is no terminal to notify');
			return exits.notSent;
		}
		const lines = adviceLines(parts);
		out.write(`${howText(parts)}\n`);
		out.write(isSilent ? '' : `sent: ${samples.map(({level}) => level).join(', ')}\n`);
		if (lines.length > 0) {
			out.write(`${['where they did not come:', ...lines.map(line => `  ${line}`)].join('\n')}\n`);
		}
		return isSilent ? exits.notSent : exits.done;
	},
});
