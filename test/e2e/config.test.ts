/** The configuration file, in the real program. */
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {program} from '../helpers/monitor.ts';
import {startOther} from '../helpers/other-monitor.ts';

let home: string;
let file: string;

beforeAll(() => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-home-'));
	mkdirSync(join(home, 'dialtop'));
	file = join(home, 'dialtop', 'config.yml');
});

afterAll(() => rmSync(home, {recursive: true}));

test('theme, columns, order, mask and keys are those of the file', async () => {
	writeFileSync(
		file,
		[
			'theme: mono',
			'mask: true',
			'columns: [state, name, drop, ready]',
			'sort: {column: name}',
			'keys:',
			'  wall: [f5, ";"]',
			'  play-or-pause: F',
			'  help: [f1]',
		].join('\n'),
	);
	await using run = await startOther('documented', {env: {XDG_CONFIG_HOME: home}});
	const {monitor} = run;
	await monitor.waitFor('Autumn Collections');
	const head = monitor
		.text()
		.split('\n')
		.find(line => line.includes('drop %/limit'));
	expect(head).toMatch(/state +campaign.* drop %\/limit +ready/);
	expect(head).not.toContain('on call');
	const names = [...monitor.text().matchAll(/^│(?:PLAY|PAUSE|STOP)[ ▲△]+([A-Z].*?) {2}/gm)].map(([, name]) => name);
	expect(names).toEqual(names.toSorted());
	await monitor.waitFor(/ live /);
	expect(
		new Set(
			monitor
				.cells()
				.flat()
				.map(({fg}) => fg),
		),
	).toEqual(new Set([-1]));
	await monitor.waitFor('masked');

	await monitor.waitFor('F play/pause');
	await monitor.waitFor('f1 help');
	monitor.press('P', 'w');
	monitor.press(';');
	await monitor.waitFor('f5 leave the wall');
	monitor.press(';');
	await monitor.waitFor('─ Pace ─');
	await monitor.answer('F');
	await monitor.waitFor(/\? .*\[y\/N\]/);
	monitor.press('n');
	await monitor.waitFor('Cancelled');
	monitor.press('\u001bOP', '/', 'wall');
	await monitor.waitFor(/f5 ; +the board alone/);
});

test('a mistake: exit code 2 and one message with file, line and column', () => {
	writeFileSync(file, 'interval: 2\ntheme: mnoo\n');
	const {status, stdout, stderr} = spawnSync(process.execPath, [program], {
		env: {PATH: process.env.PATH, LANG: 'C.UTF-8', XDG_CONFIG_HOME: home},
		encoding: 'utf8',
		input: '',
	});
	expect(stderr).toBe(
		`dialtop: ${file}:2:8: theme: must be dark, light, high-contrast or mono, not "mnoo"; did you mean "mono"?\n`,
	);
	expect([status, stdout]).toEqual([2, '']);
});
