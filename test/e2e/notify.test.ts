/** Notifications as a terminal gets them: the bytes of the test and of an alert, alone and within tmux. */
import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/audit.ts';
import {openMonitor, openSandbox} from '../helpers/monitor.ts';
import {runProgram} from '../helpers/run-program.ts';

const bell = '\u0007';

/** Of the terminals, none but what a test names. */
const unnamed = {
	TERM: 'xterm-256color',
	TMUX: '',
	STY: '',
	KITTY_WINDOW_ID: '',
	VTE_VERSION: '',
	LC_TERMINAL: '',
	TERM_PROGRAM: '',
};

describe.concurrent('dialtop notify test', () => {
	test('sends one of each level, each with the bell', async ({expect}) => {
		await using terminal = openMonitor({args: ['notify', 'test'], env: {...unnamed, KITTY_WINDOW_ID: '1'}});
		expect(await terminal.waitForExit()).toBe(0);
		const sent = (urgency: number, level: string): string =>
			`\u001b]99;i=dialtop:d=0:u=${urgency};dialtop${bell}\u001b]99;i=dialtop:d=1:p=body;${level}: this is a test of dialtop notify, and no alert${bell}${bell}`;
		expect(terminal.raw).toContain(sent(1, 'WARNING') + sent(2, 'CRITICAL'));
		await terminal.waitFor('alerts are announced by OSC 99 and the bell');
		await terminal.waitFor('where they did not come:');
	});

	test('within tmux wraps what tmux passes on, with the bell for tmux itself, and says what to set', async ({
		expect,
	}) => {
		const folder = temporaryFolder();
		writeFileSync(join(folder, 'tmux'), '#!/bin/sh\necho off\n');
		chmodSync(join(folder, 'tmux'), 0o700);
		await using terminal = openMonitor({
			args: ['notify', 'test'],
			env: {...unnamed, TMUX: '/tmp/nobody,1,0', LC_TERMINAL: 'iTerm2', PATH: `${folder}:${process.env.PATH}`},
		});
		expect(await terminal.waitForExit()).toBe(0);
		expect(terminal.raw).toContain(
			`\u001bPtmux;\u001b\u001b]9;dialtop: WARNING: this is a test of dialtop notify, and no alert${bell}\u001b\\${bell}`,
		);
		await terminal.waitFor('tmux set -g allow-passthrough on');
		await terminal.waitFor('tmux set -g monitor-bell on');
	});

	test('rings the bell alone where the terminal is not known to show any', async ({expect}) => {
		await using terminal = openMonitor({args: ['notify', 'test'], env: unnamed});
		expect(await terminal.waitForExit()).toBe(0);
		expect(terminal.raw).toContain(bell + bell);
		expect(terminal.raw).not.toMatch(/\u001b\](?:9|99|777);/);
		await terminal.waitFor('notify: osc9, osc777 or osc99');
	});

	test('says that nothing is announced, and where there is no terminal', async ({expect}) => {
		const off = await runProgram(['notify', 'test', '--notify', 'off'], {env: unnamed, isDetached: true});
		expect([off.code, off.stdout]).toEqual([3, expect.stringContaining('notify: off announces nothing')]);
		const alone = await runProgram(['notify', 'test'], {env: unnamed, isDetached: true});
		expect([alone.code, alone.stderr]).toEqual([3, expect.stringContaining('there is no terminal to notify')]);
	});
});

test('an alert arrives as a notification beside its bell, with the name of a campaign inert', async () => {
	await using sandbox = await openSandbox(
		'--campaigns',
		'1',
		'--agents',
		'20',
		'--leads',
		'20000',
		'--pacing',
		'classic',
		'--without',
		'all',
	);
	const config = new URL('drop-alerts.yml', import.meta.url).pathname;
	await using monitor = openMonitor({
		args: ['--config', config],
		env: {...unnamed, TERM_PROGRAM: 'iTerm.app', ...sandbox.env},
	});
	await monitor.waitFor(/\d alerts?/);
	await monitor.waitFor(() =>
		/\u0007\u001b\]9;dialtop: "[^\u0007\u001b;]+": (?:drop rate|DROP RATE) [^\u0007\u001b;]+\u0007/.test(monitor.raw),
	);
	expect(monitor.raw).not.toContain('\u001bPtmux');
});
