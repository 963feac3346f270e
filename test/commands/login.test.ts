/** Who is signed in where: `dialtop login` with what the environment holds, `dialtop profiles`, `dialtop logout`. */
import {chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, expect, test, vi} from 'vitest';
import * as z from 'zod';
import {type Sandbox, startSandbox} from '../../source/sandbox/sandbox.ts';
import {type Called, calledAs} from './called.ts';

let home: string;
let kept: string;
let sandbox: Sandbox;

beforeAll(async () => {
	home = mkdtempSync(join(tmpdir(), 'dialtop-login-'));
	kept = join(home, 'dialtop', 'tokens');
	sandbox = await startSandbox({campaigns: 1, agents: 4, leads: 200});
	writeFileSync(
		join(home, 'config.yml'),
		[
			'profile: qa',
			'profiles:',
			`  qa: {url: "${sandbox.url}", environment: qa, user: ${sandbox.user}, read_only: true}`,
			`  by-command: {url: "${sandbox.url}", user: ${sandbox.user}, password_command: "echo not-it"}`,
			`  broken: {url: "${sandbox.url}", user: ${sandbox.user}, password_command: "echo not-to-be-shown; exit 3"}`,
			'  nowhere: {url: "http://127.0.0.1:9", user: ann}',
		].join('\n'),
		{mode: 0o600},
	);
});

afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(kept, {recursive: true, force: true});
});

afterAll(async () => {
	await sandbox.close();
	rmSync(home, {recursive: true});
});

const run = async (words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Called> => {
	vi.unstubAllEnvs();
	return calledAs(words, {XDG_STATE_HOME: home, DIALTOP_CONFIG: join(home, 'config.yml'), ...env});
};

/** The only token that is stored. */
const tokenFile = (): string => join(kept, readdirSync(kept)[0] ?? '');

const tokenOf = (): string => JSON.parse(readFileSync(tokenFile(), 'utf8')).token;

test.for<[string, string[], Record<string, string>, number, RegExp]>([
	['a command that fails', ['-p', 'broken'], {}, 2, /password_command failed with exit code 3/],
	[
		'nobody there',
		['-p', 'nowhere'],
		{DIALTOP_PASSWORD: 'not-it', DIALTOP_PROFILE: 'nowhere'},
		3,
		/refused the connection/,
	],
	[
		'another host takes nothing along',
		['-p', 'by-command', '--url', 'http://127.0.0.1:9'],
		{},
		2,
		/no terminal to ask on: give the user/,
	],
	[
		'another profile than the environment',
		['-p', 'qa'],
		{DIALTOP_PROFILE: 'nowhere', DIALTOP_PASSWORD: 'not-it'},
		2,
		/DIALTOP_PASSWORD belongs to the profile nowhere, which DIALTOP_PROFILE names: .* DIALTOP_PROFILE=qa beside it/,
	],
])('%s', async ([, args, env, code, says]) => {
	const ended = await run(['login', ...args], env);
	expect(ended.stderr).toMatch(says);
	expect([ended.code, ended.stdout]).toEqual([code, '']);
	expect(ended.stderr).not.toMatch(/not-it|not-to-be-shown/);
});

const profile = z.strictObject({
	current: z.boolean(),
	name: z.string(),
	environment: z.string(),
	url: z.url(),
	user: z.string().nullable(),
	read_only: z.boolean(),
	token: z.boolean(),
	token_since: z.iso.datetime().nullable(),
});

test('profiles tells what there is, and logout forgets', async () => {
	expect(
		(await run(['login', '-p', 'qa'], {DIALTOP_PASSWORD: sandbox.password ?? '', DIALTOP_PROFILE: 'qa'})).code,
	).toBe(0);
	const token = tokenOf();
	const table = await run(['profiles', '-p', 'nowhere']);
	expect(table.stdout).toMatch(/^ +name +environment +url +user +read-only +token since\n/);
	expect(table.stdout).toMatch(/^ +qa +QA +http\S+ +\S+ +yes +\d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
	expect(table.stdout).toMatch(/^\* +nowhere +PRODUCTION \(assumed\) +http\S+ +ann +no +none$/m);
	const {stdout, stderr, code} = await run(['profiles', '--json']);
	expect([stderr, code]).toEqual(['', 0]);
	const rows = z.array(profile).parse(JSON.parse(stdout));
	expect(rows.map(({name, current, token: has}) => [name, current, has])).toEqual([
		['qa', true, true],
		['by-command', false, true],
		['broken', false, true],
		['nowhere', false, false],
	]);
	expect((await run(['profiles', '--csv'])).stdout.split(/\r?\n/)[0]).toBe(
		'current,name,environment,url,user,read_only,token,token_since',
	);
	expect((await run(['profiles', '--names'])).stdout).toBe('qa\nby-command\nbroken\nnowhere\n');
	for (const text of [table.stdout, stdout]) {
		expect(text).not.toContain(token);
	}

	chmodSync(tokenFile(), 0o644);
	expect(await run(['logout'])).toMatchObject({
		code: 2,
		stdout: '',
		stderr: expect.stringMatching(/: chmod 600 \S+tokens\/\S+\.json\n$/),
	});
	chmodSync(tokenFile(), 0o600);
	const whose = `${sandbox.user} at ${new URL(sandbox.url).host}`;
	// A token of the current profile is refused for another one, but does not hinder what needs none.
	const alone = {DIALTOP_TOKEN: token};
	expect(await run(['campaigns'], alone)).toMatchObject({code: 0, stderr: ''});
	expect(await run(['campaigns', '-p', 'nowhere'], alone)).toMatchObject({
		code: 2,
		stdout: '',
		stderr:
			'dialtop: DIALTOP_TOKEN belongs to the profile qa, which the configuration names: unset it, or set DIALTOP_PROFILE=nowhere beside it to use it here\n',
	});
	expect(await run(['logout', '-p', 'nowhere'], alone)).toMatchObject({
		code: 0,
		stderr:
			'dialtop: no token was stored for ann at 127.0.0.1:9\ndialtop: DIALTOP_TOKEN is set all the same: unset it\n',
	});
	expect((await run(['login', '-p', 'by-command'], alone)).stderr).toContain('not signed in');
	expect(await run(['logout'])).toMatchObject({code: 0, stdout: '', stderr: `dialtop: forgot 1 token for ${whose}\n`});
	expect(await run(['logout'])).toMatchObject({code: 0, stderr: `dialtop: no token was stored for ${whose}\n`});
	expect(readdirSync(kept)).toEqual([]);
	expect((await run(['logout', '--all'])).stderr).toBe('dialtop: no token was stored\n');
});
