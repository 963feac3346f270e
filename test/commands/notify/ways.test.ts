/** What prevents notifications, and what is to be set; tmux is asked within bounds. */
import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {adviceLines, howText, rings, type TmuxSettings, tmuxSettings} from '../../../source/commands/notify/ways.ts';
import type {NotifyChoice} from '../../../source/terminal/notification-way.ts';
import {temporaryFolder} from '../../helpers/audit.ts';

const kitty = {TERM: 'tmux-256color', TMUX: '/tmp/t,1,0', KITTY_WINDOW_ID: '1'};

const tmux = (
	passthrough?: string,
	monitor: string | undefined = 'on',
	action: string | undefined = 'any',
): TmuxSettings => ({
	'allow-passthrough': passthrough,
	'monitor-bell': monitor,
	'bell-action': action,
});

const parts = (choice: NotifyChoice, env: NodeJS.ProcessEnv, of?: TmuxSettings, bell = true) => ({
	choice,
	bell,
	env,
	tmux: of,
});

test.each([
	[parts('auto', kitty, tmux('all')), 'OSC 99 through tmux and the bell (notify: auto, for kitty)', []],
	[parts('auto', kitty, tmux('on')), 'OSC 99 through tmux and the bell', ['set -g allow-passthrough all']],
	[
		parts('auto', kitty, tmux('off')),
		'OSC 99 through tmux',
		['(allow-passthrough is off): tmux set -g allow-passthrough on'],
	],
	[parts('osc9', kitty, tmux(undefined)), 'OSC 9 through tmux', ['(allow-passthrough is not known to it)']],
	[
		parts('bell', kitty, tmux('off', 'off', 'none')),
		'by the bell (notify: bell)',
		['tmux set -g monitor-bell on', 'tmux set -g bell-action any'],
	],
	[
		parts('auto', {TERM: 'xterm'}),
		'by the bell (notify: auto, for a terminal that is not known to show notifications)',
		['notify: osc9, osc777 or osc99'],
	],
	[parts('off', {TERM: 'foot'}), 'by nothing (notify: off)', ['notify: off announces nothing']],
	[parts('auto', {TERM: 'foot'}, undefined, false), 'by OSC 777 (notify', ['bell: false in the configuration']],
])('%j', (given, how, lines) => {
	expect(howText(given)).toContain(how);
	const text = adviceLines(given);
	for (const line of lines) {
		expect(text.join('\n')).toContain(line);
	}
	const desktop = /osc|auto/.test(given.choice) && how.includes('OSC') ? 1 : 0;
	expect(text).toHaveLength(lines.length + desktop);
	expect(rings(given)).toBe(given.bell && given.choice !== 'off');
});

test('tmux is asked, gets no secrets, and what it does not answer with a word in a second is not known', async () => {
	const folder = temporaryFolder();
	const program = join(folder, 'tmux');
	writeFileSync(
		program,
		`#!/bin/sh\ncase "$3" in allow-passthrough) echo "\${DIALTOP_TOKEN:-off}";; monitor-bell) printf '\\033]0;x\\007';; *) sleep 30;; esac\n`,
	);
	chmodSync(program, 0o700);
	vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
	vi.stubEnv('DIALTOP_TOKEN', 'secret');
	try {
		expect(await tmuxSettings({TMUX: '/tmp/t,1,0'})).toEqual({
			'allow-passthrough': 'off',
			'monitor-bell': undefined,
			'bell-action': undefined,
		});
		expect(await tmuxSettings({})).toBeUndefined();
	} finally {
		vi.unstubAllEnvs();
	}
});
