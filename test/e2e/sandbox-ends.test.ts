/**
 * A bug inside the simulation: the embedded sandbox ends, and the monitor lives, says so, and starts a new one; a command
 * and `dialtop sandbox` end with an error.
 */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {openMonitor} from '../helpers/monitor.ts';
import {startProgram} from '../helpers/run-program.ts';
import {post} from '../sandbox/http.ts';

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-ends-'));
	file = join(folder, 'break');
});

afterEach(() => rmSync(folder, {recursive: true}));

/** The environment of a program whose simulation breaks once the file is there. */
const breakable = () => ({
	NODE_OPTIONS: `--import=${new URL('../helpers/broken-world.ts', import.meta.url)}`,
	DIALTOP_TEST_BREAK: file,
});

/** The monitor on its embedded sandbox, which can be broken: a small world, for it begins anew in each test. */
const openBreakable = (env: Readonly<Record<string, string>> = {}) =>
	openMonitor({args: ['--scenario', 'list-exhausted'], env: {...breakable(), ...env}});

test('a bug inside the simulation does not end the monitor, and n starts a new sandbox', async () => {
	await using monitor = openBreakable();
	await monitor.waitFor('Telecom Final Notices');
	await monitor.waitFor(/live/);
	monitor.press('ctrl-n');
	await monitor.waitFor(/not now, no sandbox has ended/);

	for (const way of [['ctrl-n'], [':', 'new sandbox', 'enter']]) {
		writeFileSync(file, '');
		await monitor.waitFor(/ENDED/);
		await monitor.waitFor('the embedded sandbox has ended, and its world is lost: a bug inside');
		await monitor.waitFor('The sandbox has ended, and its world is lost; Ctrl-N starts a new one');
		monitor.press('P');
		await monitor.waitFor(/not now, the sandbox has ended/);
		monitor.press('2');
		await monitor.waitFor('Telecom Final Notices');
		monitor.press('1');
		await monitor.waitFor('Ctrl-N new sandbox');
		monitor.press(...way);
		await monitor.waitFor('A new sandbox, with a world of its own: SANDBOX at embedded');
		await monitor.waitFor(/live/);
		await monitor.waitFor('Telecom Final Notices');
	}
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
	await monitor.waitFor(
		/dialtop: the embedded sandbox has ended, and its world is lost: a bug inside the simulation \(at [\w.-]+:\d+:\d+\)/,
	);
	expect(monitor.text().match(/a bug inside the simulation/g)).toHaveLength(1);
});

test('the report of a sandbox that has ended is printed also where a signal ends the monitor, with its stack if that is asked for', async () => {
	await using monitor = openBreakable({DIALTOP_DEBUG: '1'});
	await monitor.waitFor(/live/);
	writeFileSync(file, '');
	await monitor.waitFor(/ENDED/);
	monitor.kill('SIGTERM');
	expect(await monitor.waitForExit()).toBe(143);
	await monitor.waitFor(/the embedded sandbox has ended, and its world is lost: a bug inside the simulation/);
	await monitor.waitFor(/Error: a bug inside the simulation\n +at /);
});

test('a command on its embedded sandbox ends with an error', async () => {
	await using watch = startProgram(['watch', '--sandbox'], {env: breakable()});
	await watch.lines(1);
	writeFileSync(file, '');
	const {code, stderr} = await watch.ended;
	expect(code).toBe(70);
	expect(stderr).toContain('the embedded sandbox has ended, and its world is lost: a bug inside the simulation');
});

test('dialtop sandbox ends with an error and not in the middle of a step: what it acknowledged is there', async () => {
	const args = [
		'sandbox',
		'--json',
		'--database',
		join(folder, 'x.db'),
		'--campaigns',
		'2',
		'--agents',
		'4',
		'--leads',
		'200',
	];
	const env = {...breakable(), DIALTOP_SANDBOX_PASSWORD: 'correct horse'};
	const signedIn = async (line = ''): Promise<(fields: Record<string, string>) => Promise<Record<string, unknown>>> => {
		const {url} = JSON.parse(line);
		const {token} = await post(url, {type: 'login_user', user: 'ops', pass: 'correct horse'});
		return fields => post(url, {token: String(token), ...fields});
	};
	await using broken = startProgram(args, {env});
	const ask = await signedIn((await broken.lines(1))[0]);
	expect(await ask({type: 'pause_campaign', campaign_id: '1001'})).toMatchObject({success: 1});
	writeFileSync(file, '');
	const answers: unknown[] = [];
	while (broken.child.exitCode === null) {
		const answer = await ask({type: 'pause_campaign', campaign_id: '1002'}).catch(() => undefined);
		answers.push(answer?.success);
		if (answer?.success === 1) {
			await ask({type: 'play_campaign', campaign_id: '1002'}).catch(() => undefined);
		}
	}
	expect(answers.at(-1)).not.toBe(1);
	expect(await broken.ended).toMatchObject({
		code: 70,
		stderr: expect.stringMatching(/^dialtop: a bug inside the simulation$/m),
	});

	await using again = startProgram(args, {env});
	const askAgain = await signedIn((await again.lines(1))[0]);
	expect((await askAgain({type: 'get_campaigns'})).campaigns).toMatchObject([{}, {display_status: 'PAUSE'}]);
});

test('a simulation that is caught in a loop does not keep the operator from leaving', async () => {
	await using monitor = openBreakable();
	await monitor.waitFor('Telecom Final Notices');
	await monitor.waitFor(/live/);
	writeFileSync(file, 'loop');
	await monitor.waitFor(/waiting|stale|retrying/);
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
});
