/** Getting in, and being told what is wrong. */
import {spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';
import {expect, test} from 'vitest';
import {openMonitor, openSandbox, program} from '../helpers/monitor.ts';
import {startOtherService} from '../helpers/other-service.ts';
import {openPty} from '../helpers/terminal.ts';

test('asks for user and password on screen, and never shows the password', async () => {
	const service = await startOtherService();
	await using monitor = openMonitor({args: ['--url', service.url]});
	await monitor.waitFor('Press i to sign in');
	await monitor.waitFor('User at');
	monitor.press('ops', 'enter');
	await monitor.waitFor('Password of ops');
	monitor.press('wrong-one', 'enter');
	await monitor.waitFor('Not signed in');
	expect(service.requests.filter(({type}) => type === 'login_user')).toHaveLength(1);
	monitor.press('i');
	await monitor.waitFor('User at');
	monitor.press('ops', 'enter');
	await monitor.waitFor('Password of ops');
	monitor.press('secret');
	await monitor.waitFor('••••••');
	monitor.press('enter');
	await monitor.waitFor('Spring Renewals');
	expect(monitor.raw).not.toContain('secret');
	expect(monitor.raw).not.toContain('wrong-one');
	expect(monitor.text()).toContain('PRODUCTION (assumed)');
	await service.close();
});

test('takes a token from standard input, and keys from the terminal all the same', async () => {
	const service = await startOtherService({token: 'a-token-of-the-test'});
	const line = `printf a-token-of-the-test | "${process.execPath}" "${program}" --url ${service.url} --token-stdin`;
	await using monitor = openPty({
		command: '/bin/sh',
		args: ['-c', line],
		env: {PATH: process.env.PATH, LANG: 'C.UTF-8'},
		columns: 120,
		rows: 40,
	});
	await monitor.waitFor('Spring Renewals');
	expect(service.requests.some(({type}) => type === 'login_user')).toBe(false);
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
	await service.close();
});

test('read-only: no key writes, and the lock does not come off', async () => {
	await using sandbox = await openSandbox();
	await using monitor = openMonitor({args: ['--read-only'], env: sandbox.env});
	await monitor.waitFor('Spring Collections');
	expect(monitor.text()).toContain('READ-ONLY');
	monitor.press('!');
	await monitor.waitFor('this session is read-only');
	monitor.press('P');
	await monitor.waitFor(/play or pause .*not now, this session is read-only/);
});

test.for<[what: string, args: string[], env: Record<string, string>, says: RegExp]>([
	['without a terminal', [], {}, /needs a terminal/],
	['an unknown flag', ['--nonsense'], {}, /nonsense/],
	['an unknown command', ['pausse'], {}, /no command "pausse"/],
	['a bad address', ['--url', 'not an address'], {}, /--url is not an address/],
	['another protocol', ['--url', 'ftp://example.com'], {}, /--url must begin with https/],
	['a bad address in the environment', [], {DIALTOP_URL: 'http://'}, /DIALTOP_URL is not an address/],
	['a password in the address', ['--url', 'https://a:b@example.com'], {}, /must not hold a user or a password/],
	['too quick', ['--interval', '0.4'], {}, /--interval must be a number from 0\.5 to 60/],
	['too slow', ['--interval', '61'], {}, /--interval must be a number from 0\.5 to 60/],
	['no number', ['--interval', 'often'], {}, /--interval must be a number from 0\.5 to 60/],
	[
		'an unknown environment',
		['--url', 'http://127.0.0.1:1', '--environment', 'staging'],
		{},
		/must be one of production, qa, sandbox, not "staging"/,
	],
	['an unknown scenario', ['--scenario', 'quiet'], {}, /--scenario must be one of calm, drop-storm/],
	['a scenario elsewhere', ['--scenario', 'calm', '--url', 'http://127.0.0.1:1'], {}, /exclude each other/],
])('%s: exit code 2 and one line', ([, args, env, says]) => {
	const {status, stderr, stdout} = spawnSync(process.execPath, [program, ...args], {
		env: {PATH: process.env.PATH, LANG: 'C.UTF-8', ...env},
		encoding: 'utf8',
		input: '',
	});
	expect(status).toBe(2);
	expect(stderr).toMatch(says);
	expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
	expect(stdout).toBe('');
});

test('TERM=dumb is refused in one line', async () => {
	await using monitor = openMonitor({env: {TERM: 'dumb'}});
	expect(await monitor.waitForExit()).toBe(2);
	expect(monitor.text()).toContain('TERM is dumb');
});

test('CI does not keep the screen empty', async () => {
	await using monitor = openMonitor({env: {CI: 'true'}});
	await monitor.waitFor('Spring Collections');
});

test('an unreachable service: opens, says why and when it tries again, and recovers by itself', async () => {
	const placeholder = createServer().listen(0, '127.0.0.1');
	await once(placeholder, 'listening');
	const address = placeholder.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	placeholder.close();
	await once(placeholder, 'close');
	const env = {DIALTOP_URL: `http://127.0.0.1:${port}`, DIALTOP_USER: 'ops', DIALTOP_PASSWORD: 'sesame'};
	await using monitor = openMonitor({env});
	await monitor.waitFor(`127.0.0.1:${port} refused the connection`);
	await monitor.waitFor(/Next attempt at \d\d:\d\d:\d\d/);
	await monitor.waitFor('retrying');
	const child = openPty({
		command: process.execPath,
		args: [program, 'sandbox', '--ephemeral', '--port', String(port)],
		env: {PATH: process.env.PATH, DIALTOP_SANDBOX_PASSWORD: 'sesame'},
	});
	await monitor.waitFor(/Spring Collections +\d+ +\d+ +\d+ +[~!]?\d/, {timeout: 40_000});
	await child[Symbol.asyncDispose]();
	await monitor.waitFor(/\d+s old/, {timeout: 30_000});
	expect(monitor.text()).toContain('Spring Collections');
});

test('--scenario opens the embedded sandbox on its story', async () => {
	await using monitor = openMonitor({args: ['--scenario', 'list-exhausted']});
	await monitor.waitFor('Telecom Final Notices');
	await monitor.waitFor('2 campaigns');
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
});
