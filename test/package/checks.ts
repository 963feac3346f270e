/** What a copy of dialtop must do wherever it is started from, in an environment that holds next to nothing. */
import assert from 'node:assert/strict';
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import {openPty, poll} from '../helpers/terminal.ts';

/** A copy: what to run, and what goes before dialtop's own arguments. */
export type Copy = {command: string; args: readonly string[]; version: string};

/** A word that must not leave the environment. */
const canary = 'canary-5f2c81';

const checkAnswers = ({command, args, version}: Copy, home: string): void => {
	const run = (...own: string[]) => spawnSync(command, [...args, ...own], {env: {HOME: home}, encoding: 'utf8'});
	assert.partialDeepStrictEqual(run('--version'), {stdout: `${version}\n`, stderr: '', status: 0});
	const config = run('config');
	assert.partialDeepStrictEqual(config, {stderr: '', status: 0});
	assert.match(config.stdout, /config\.yml/);
};

const canSignIn = async (url: string, user: string, pass: string): Promise<void> => {
	const reply = await fetch(`${url}/api/`, {
		method: 'POST',
		body: new URLSearchParams({type: 'login_user', user, pass}),
	});
	assert.equal(reply.status, 200);
	assert.match(await reply.text(), /"token"/);
};

/** With its database, which is another part of Node; and with the signals by which Node itself can be asked things. */
const checkSandbox = async ({command, args}: Copy, home: string): Promise<void> => {
	const child = spawn(command, [...args, 'sandbox', '--json', '--database', join(home, 'world.db'), '--port', '0'], {
		env: {
			HOME: home,
			SECRET: canary,
			NODE_OPTIONS: `--report-on-signal --report-signal=SIGUSR2 --report-directory=${home}`,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = once(child, 'exit');
	const said = text(child.stderr);
	try {
		const [line] = (await Promise.race([
			once(createInterface(child.stdout), 'line'),
			ended.then(async ([code]) => assert.fail(`the sandbox ended with ${code}: ${await said}`)),
		])) as [string];
		const {url, user, password} = JSON.parse(line) as Record<'url' | 'user' | 'password', string>;
		child.kill('SIGUSR1');
		child.kill('SIGUSR2');
		let reports: string[] = [];
		for (const until = Date.now() + 10_000; reports.length === 0 && Date.now() < until; ) {
			reports = (await readdir(home)).filter(file => file.startsWith('report.'));
		}
		await canSignIn(url, user, password);
		child.kill('SIGTERM');
		const [code] = await ended;
		assert.equal(code, 0);
		const [report = ''] = reports;
		const told = await readFile(join(home, report), 'utf8');
		assert.match(told, /"javascriptHeap"/);
		assert.ok(!told.includes(canary), 'the report holds the environment');
		// Where SIGUSR1 opens a debugger's port, Node says so.
		const others = (await said).split('\n').filter(row => row !== '' && !/Node\.js report/.test(row));
		assert.deepEqual(others, []);
	} finally {
		child.kill('SIGKILL');
		await ended;
	}
};

/** With its embedded sandbox, which is a worker. TERM is all that it is told. */
const checkMonitor = async ({command, args}: Copy, home: string): Promise<void> => {
	await using monitor = openPty({command, args, env: {TERM: 'xterm', HOME: home}, columns: 120, rows: 40});
	await monitor.waitFor('Spring Collections');
	monitor.kill('SIGUSR1');
	assert.ok(await poll(() => /PLAY +Spring Collections +\d+ [A-Z]+ +\d/.test(monitor.text()), 15_000), monitor.text());
	monitor.press('q');
	assert.equal(await monitor.waitForExit(), 0);
	assert.doesNotMatch(monitor.raw, /Warning|Debugger/);
};

/** Goes through all of it. @throws AssertionError that says what was not so */
export const checkCopy = async (copy: Copy): Promise<void> => {
	const home = await mkdtemp(join(tmpdir(), 'dialtop-copy-'));
	try {
		checkAnswers(copy, home);
		await checkSandbox(copy, home);
		await checkMonitor(copy, home);
	} finally {
		await rm(home, {recursive: true, force: true, maxRetries: 3});
	}
};
