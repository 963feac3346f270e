/** The configuration file, in the real program. */
import {spawnSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
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

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
	spawnSync(process.execPath, [program, ...args], {
		env: {PATH: process.env.PATH, LANG: 'C.UTF-8', XDG_CONFIG_HOME: home, ...env},
		encoding: 'utf8',
		input: '',
	});

test('theme, columns, order, mask and keys are those of the file', async () => {
	writeFileSync(
		file,
		[
			'theme: mono',
			'mask: true',
			'columns: [state, name, drop, ready]',
			'sort: {column: name}',
			'keys:',
			'  wall: [f5, l]',
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
	monitor.press('l');
	await monitor.waitFor('f5 leave the wall');
	monitor.press('l');
	await monitor.waitFor('─ Pace ─');
	await monitor.answer('F');
	await monitor.waitFor(/\? .*\[y\/N\]/);
	monitor.press('n');
	await monitor.waitFor('Cancelled');
	monitor.press('\u001bOP', '/', 'wall');
	await monitor.waitFor(/f5 l +the board alone/);
});

test('a mistake: exit code 2 and one message with file, line and column', () => {
	writeFileSync(file, 'interval: 2\ntheme: mnoo\n');
	const {status, stdout, stderr} = run([]);
	expect(stderr).toBe(
		`dialtop: ${file}:2:8: theme: must be dark, light, high-contrast or mono, not "mnoo"; did you mean "mono"?\n`,
	);
	expect([status, stdout]).toEqual([2, '']);
	expect(run(['config', '--check'])).toMatchObject({status: 2, stdout: '', stderr});
	expect(run(['--config', join(home, 'none.yml')])).toMatchObject({
		status: 2,
		stderr: `dialtop: ${join(home, 'none.yml')}: there is no such file (named by --config)\n`,
	});
});

test('one with commands that others can change is refused, by --check too, until the command that is said mends it', () => {
	const ran = join(home, 'ran');
	writeFileSync(
		file,
		`alerts: {command: "touch ${ran}"}\nprofile: qa\nprofiles: {qa: {url: "http://127.0.0.1:9", user: a, password_command: "touch ${ran}"}}\n`,
	);
	chmodSync(file, 0o666);
	for (const args of [[], ['campaigns'], ['config'], ['config', '--check'], ['login'], ['profiles', '--names']]) {
		expect([args, run(args)]).toMatchObject([
			args,
			{
				status: 2,
				stdout: '',
				stderr: `dialtop: ${file} can be changed by others (mode 0666), and with it what is run and where secrets go. Close it: chmod go-w ${file}\n`,
			},
		]);
	}
	expect(existsSync(ran)).toBe(false);
	chmodSync(file, 0o644);
	expect(run(['config', '--check'])).toMatchObject({status: 0, stderr: ''});
});

test('says what is in force and from where, a line each', () => {
	writeFileSync(file, 'theme: light\nalerts:\n  rules:\n    idle:\n      on: false\nkeys:\n  zoom: f5\n');
	const {status, stdout, stderr} = run(['config', '--interval', '5'], {DIALTOP_THEME: 'mono'});
	expect([status, stderr]).toEqual([0, '']);
	expect(stdout).toMatch(new RegExp(`^file +${file} +read\n`));
	expect(stdout).toMatch(/^theme +mono +DIALTOP_THEME$/m);
	expect(stdout).toMatch(/^interval +5 +--interval$/m);
	expect(stdout).toMatch(/^bell +true +default$/m);
	expect(stdout).toMatch(/^alerts\.rules\.idle\.on +false +file$/m);
	expect(stdout).toMatch(/^alerts\.rules\.idle\.polls +3 +default$/m);
	expect(stdout).toMatch(/^keys\.zoom +f5 +file$/m);
	expect(run(['config', '--check'])).toMatchObject({status: 0, stdout: `${file}: OK\n`, stderr: ''});
});

test('says which profile is in force, who named it, and what it decides', () => {
	writeFileSync(
		file,
		'profile: qa\nprofiles:\n  qa: {url: "https://qa.example"}\n  prod: {url: "https://prod.example", theme: mono}\n',
	);
	const {stdout} = run(['config', '-p', 'prod']);
	expect(stdout).toMatch(/^profile +prod +--profile$/m);
	expect(stdout).toMatch(/^theme +mono +the profile prod$/m);
	expect(stdout).toMatch(/^profiles\.qa\.url +https:\/\/qa\.example +file$/m);
	expect(run(['config'], {DIALTOP_URL: 'https://a.example'}).stdout).toMatch(/^profile +none +DIALTOP_URL$/m);
	expect(run(['config', '-p', 'pord'])).toMatchObject({
		status: 2,
		stderr: expect.stringContaining('did you mean "prod"?'),
	});
});

test('the example is a configuration', () => {
	const {status, stdout} = run(['config', '--example']);
	expect(status).toBe(0);
	writeFileSync(file, stdout);
	expect(run(['config', '--check'])).toMatchObject({status: 0, stderr: ''});
});

test.each([
	['now', 'dialtop config takes flags only, not "now"'],
	['--nonsense', '--nonsense'],
])('%s is called wrongly', (arg, says) => {
	const {status, stdout, stderr} = run(['config', arg]);
	expect([status, stdout]).toEqual([2, '']);
	expect(stderr).toContain(says);
});
