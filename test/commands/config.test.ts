/** `dialtop config`: what holds and from where, and files that are not used. */
import {chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, expect, test, vi} from 'vitest';
import {type Called, calledAs} from './called.ts';

let home: string;
let file: string;

beforeAll(() => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-home-'));
	mkdirSync(join(home, 'dialtop'));
	file = join(home, 'dialtop', 'config.yml');
});

afterEach(() => {
	vi.unstubAllEnvs();
});

afterAll(() => rmSync(home, {recursive: true}));

const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Called> =>
	calledAs(words, {XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, ...env});

test('a mistake is told by --check, and so is a file that is not there', async () => {
	writeFileSync(file, 'interval: 2\ntheme: mnoo\n');
	expect(await run(['config', '--check'])).toMatchObject({
		code: 2,
		stdout: '',
		stderr: expect.stringContaining(`${file}:2:8: theme: must be dark, light, high-contrast or mono, not "mnoo"`),
	});
	expect(await run(['config', '--config', join(home, 'none.yml')])).toMatchObject({
		code: 2,
		stderr: `dialtop: ${join(home, 'none.yml')}: there is no such file (named by --config)\n`,
	});
});

test('one with commands that others can change is refused, by --check too, until the command that is said mends it', async () => {
	const ran = join(home, 'ran');
	writeFileSync(
		file,
		`alerts: {command: "touch ${ran}"}\nprofile: qa\nprofiles: {qa: {url: "http://127.0.0.1:9", user: a, password_command: "touch ${ran}"}}\n`,
	);
	chmodSync(file, 0o666);
	for (const args of [['campaigns'], ['config'], ['config', '--check'], ['login'], ['profiles', '--names']]) {
		expect([args, await run(args)]).toMatchObject([
			args,
			{
				code: 2,
				stdout: '',
				stderr: `dialtop: ${file} can be changed by others (mode 0666), and with it what is run and where secrets go. Close it: chmod go-w ${file}\n`,
			},
		]);
	}
	expect(existsSync(ran)).toBe(false);
	chmodSync(file, 0o644);
	expect(await run(['config', '--check'])).toMatchObject({code: 0, stderr: ''});
});

test('says what is in force and from where, a line each', async () => {
	writeFileSync(file, 'theme: light\nalerts:\n  rules:\n    idle:\n      on: false\nkeys:\n  zoom: f5\n');
	const {code, stdout, stderr} = await run(['config', '--interval', '5'], {DIALTOP_THEME: 'mono'});
	expect([code, stderr]).toEqual([0, '']);
	expect(stdout).toMatch(new RegExp(`^file +${file} +read\n`));
	expect(stdout).toMatch(/^theme +mono +DIALTOP_THEME$/m);
	expect(stdout).toMatch(/^interval +5 +--interval$/m);
	expect(stdout).toMatch(/^bell +true +default$/m);
	expect(stdout).toMatch(/^alerts\.rules\.idle\.on +false +file$/m);
	expect(stdout).toMatch(/^alerts\.rules\.idle\.polls +3 +default$/m);
	expect(stdout).toMatch(/^keys\.zoom +f5 +file$/m);
	expect(await run(['config', '--check'])).toMatchObject({code: 0, stdout: `${file}: OK\n`, stderr: ''});
});

test('says which profile is in force, who named it, and what it decides', async () => {
	writeFileSync(
		file,
		'profile: qa\nprofiles:\n  qa: {url: "https://qa.example"}\n  prod: {url: "https://prod.example", theme: mono}\n',
	);
	const {stdout} = await run(['config', '-p', 'prod']);
	expect(stdout).toMatch(/^profile +prod +--profile$/m);
	expect(stdout).toMatch(/^theme +mono +the profile prod$/m);
	expect(stdout).toMatch(/^profiles\.qa\.url +https:\/\/qa\.example +file$/m);
	expect((await run(['config'], {DIALTOP_URL: 'https://a.example'})).stdout).toMatch(/^profile +none +DIALTOP_URL$/m);
	expect(await run(['config', '-p', 'pord'])).toMatchObject({
		code: 2,
		stderr: expect.stringContaining('did you mean "prod"?'),
	});
});

test('the example is a configuration', async () => {
	const {code, stdout} = await run(['config', '--example']);
	expect(code).toBe(0);
	writeFileSync(file, stdout);
	expect(await run(['config', '--check'])).toMatchObject({code: 0, stderr: ''});
});

test.each([
	['now', 'dialtop config takes flags only, not "now"'],
	['--nonsense', '--nonsense'],
])('%s is called wrongly', async (arg, says) => {
	const {code, stdout, stderr} = await run(['config', arg]);
	expect([code, stdout]).toEqual([2, '']);
	expect(stderr).toContain(says);
});
