/** Profiles on screen: which one is shown, and what stays behind when another one is. */
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {isAlive} from '../../source/system/process.ts';
import {openMonitor} from '../helpers/monitor.ts';
import {startOtherService} from '../helpers/other-service.ts';

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-profiles-'));
});

afterAll(() => rmSync(folder, {recursive: true}));

test('another profile is another service: its words, its user, and nothing of the first one', async () => {
	const [first, second] = await Promise.all([
		startOtherService({pass: 'pass-of-the-first'}),
		startOtherService({pass: 'pass-of-the-second'}),
	]);
	// So that the tokens that they issue next differ.
	const body = new URLSearchParams({type: 'login_user', user: 'ops', pass: 'pass-of-the-first'});
	await fetch(`${first.url}/api/`, {method: 'POST', body});
	const config = join(folder, 'config.yml');
	writeFileSync(
		config,
		[
			'profile: floor',
			'profiles:',
			`  floor: {url: "${first.url}", environment: production, user: ops, password_command: "echo pass-of-the-first"}`,
			`  rehearsal: {url: "${second.url}", environment: qa, user: ops, password_command: "echo pass-of-the-second"}`,
			'  broken: {url: "http://127.0.0.1:1", ca: /nowhere/ca.pem}',
		].join('\n'),
	);
	const monitor = openMonitor({args: ['--config', config]});
	await monitor.waitFor('Spring Renewals');
	expect(monitor.line(0)).toMatch(/dialtop {3}PRODUCTION {3}127\.0\.0\.1:\d+ {2}profile floor/);

	monitor.press(':', 'profile broken', 'enter');
	await monitor.waitFor(/Not on broken: .*\/nowhere\/ca\.pem/);
	expect(monitor.line(0)).toContain('profile floor');
	monitor.press(':', 'profile floor', 'enter');
	await monitor.waitFor('profile floor: not now, it is on screen');
	monitor.press('escape');
	await monitor.waitFor('─ Campaigns ─');
	monitor.press('space', '/', 'Spring', 'enter');
	await monitor.waitFor('1 marked, filter: Spring');

	monitor.press(':', 'profile rehearsal');
	await monitor.waitFor('leave PRODUCTION for QA at');
	monitor.press('enter');
	await monitor.waitFor(`Now on the profile rehearsal: QA at 127.0.0.1:${new URL(second.url).port}`);
	await monitor.waitFor(/dialtop {3}QA {3}127\.0\.0\.1:\d+ {2}profile rehearsal .* live/);
	// What was marked and filtered on the first one is nothing to the second.
	await monitor.waitFor(`${second.state.campaigns.length} campaigns`);
	expect(monitor.text()).not.toMatch(/\bmarked\b|filter:/);

	const before = first.requests.length;
	monitor.press('P');
	await monitor.waitFor(/QA: \w+ \S+\? .*\[y\/N\]/);
	await monitor.answer('y');
	await monitor.waitFor(/pausing|starting|✓/);
	await expect.poll(() => second.commands.total).toBe(1);
	expect(first.requests.length).toBe(before);
	expect(first.commands.total).toBe(0);

	const journal = second.requests.map(request => request.body).join('\n');
	expect(journal).toContain('token-1-');
	expect(journal).not.toMatch(/token-2-|pass-of-the-first/);
	await monitor[Symbol.asyncDispose]();
	await Promise.all([first.close(), second.close()]);
});

test('leaving ends a password_command that is under way', async () => {
	const [config, pid] = [join(folder, 'slow.yml'), join(folder, 'pid')];
	writeFileSync(
		config,
		`profile: slow\nprofiles: {slow: {url: "http://127.0.0.1:1", user: a, password_command: "echo $$ > ${pid}; sleep 600; true"}}\n`,
	);
	await using monitor = openMonitor({args: ['--config', config]});
	await monitor.waitFor('connecting');
	await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8'), {timeout: 10_000}).toMatch(/\d\n/);
	monitor.press('q');
	expect(await monitor.waitForExit({timeout: 5000})).toBe(0);
	await expect.poll(() => isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false);
});
