/** Getting in, and being told what is wrong. */
import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {openMonitor, program} from '../helpers/monitor.ts';
import {startOther} from '../helpers/other-monitor.ts';
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
	await using run = await startOther('documented', {args: ['--read-only']});
	const {monitor} = run;
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
	['a bad address in the environment', [], {DIALTOP_URL: 'http://'}, /DIALTOP_URL is not an address/],
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
	await using _run = await startOther('documented', {env: {CI: 'true'}});
});

test('an unreachable service: opens, says why and when it tries again, and recovers by itself', async () => {
	const service = await startOtherService();
	await service.setFault('refused');
	const env = {DIALTOP_URL: service.url, DIALTOP_USER: 'ops', DIALTOP_PASSWORD: 'secret'};
	await using monitor = openMonitor({env});
	await monitor.waitFor(`127.0.0.1:${service.port} refused the connection`);
	await monitor.waitFor(/Next attempt at \d\d:\d\d:\d\d/);
	await monitor.waitFor('retrying');
	await service.setFault();
	await monitor.waitFor(/Spring Renewals +\d+ +\d+ +\d+ +[~!]?\d/, {timeout: 40_000});
	await service.setFault('refused');
	await monitor.waitFor(/\d+s old/, {timeout: 30_000});
	expect(monitor.text()).toContain('Spring Renewals');
	await service.close();
});

test('--scenario opens the embedded sandbox on its story', async () => {
	await using monitor = openMonitor({args: ['--scenario', 'list-exhausted']});
	await monitor.waitFor('Telecom Final Notices');
	await monitor.waitFor('2 campaigns');
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
});
