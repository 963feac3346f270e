/** What a copy of dialtop must do wherever it is started from, in an environment that holds next to nothing. */
import assert from 'node:assert/strict';
import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
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

const canSignIn = async ({url, user, password}: Started): Promise<void> => {
	const reply = await fetch(`${url}/api/`, {
		method: 'POST',
		body: new URLSearchParams({type: 'login_user', user, pass: password}),
	});
	assert.equal(reply.status, 200);
	assert.match(await reply.text(), /"token"/);
};

/** What a sandbox says when it starts; the password only if this run has set it. */
type Started = {url: string; user: string; password: string};

/** Runs a sandbox with a database, lets `work` happen, ends it. Answers what it wrote to standard error. */
const withSandbox = async (
	{command, args}: Copy,
	{database, env, world = []}: {database: string; env: Readonly<Record<string, string>>; world?: readonly string[]},
	work: (started: Started, child: ChildProcess) => Promise<void>,
): Promise<string> => {
	const child = spawn(command, [...args, 'sandbox', '--json', '--database', database, '--port', '0', ...world], {
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = once(child, 'exit');
	const said = text(child.stderr);
	try {
		const [line] = (await Promise.race([
			once(createInterface(child.stdout), 'line'),
			ended.then(async ([code]) => assert.fail(`the sandbox ended with ${code}: ${await said}`)),
		])) as [string];
		await work(JSON.parse(line) as Started, child);
		child.kill('SIGTERM');
		const [code] = await ended;
		assert.equal(code, 0);
		return await said;
	} finally {
		child.kill('SIGKILL');
		await ended;
	}
};

/** With its database, which is another part of Node; and with the signals by which Node itself can be asked things. */
const checkSandbox = async (copy: Copy, home: string): Promise<void> => {
	const env = {
		HOME: home,
		SECRET: canary,
		NODE_OPTIONS: `--report-on-signal --report-signal=SIGUSR2 --report-directory=${home}`,
	};
	let reports: string[] = [];
	const world = ['--campaigns', '1', '--agents', '4', '--leads', '200'];
	const said = await withSandbox(copy, {database: join(home, 'world.db'), env, world}, async (started, child) => {
		child.kill('SIGUSR1');
		child.kill('SIGUSR2');
		for (const until = Date.now() + 10_000; reports.length === 0 && Date.now() < until; ) {
			reports = (await readdir(home)).filter(file => file.startsWith('report.'));
		}
		await canSignIn(started);
	});
	const [report = ''] = reports;
	const told = await readFile(join(home, report), 'utf8');
	assert.match(told, /"javascriptHeap"/);
	assert.ok(!told.includes(canary), 'the report holds the environment');
	// When SIGUSR1 opens a debugger's port, Node says so.
	const others = said.split('\n').filter(row => row !== '' && !/Node\.js report/.test(row));
	assert.deepEqual(others, []);
};

/** Each copy writes a database, and all others sign in to it. @throws AssertionError if one cannot */
export const checkPasswords = async (copies: readonly Copy[]): Promise<void> => {
	const home = await mkdtemp(join(tmpdir(), 'dialtop-copies-'));
	const password = 'correct horse';
	try {
		for (const [index, writer] of copies.entries()) {
			const database = join(home, `${index}.db`);
			const env = {HOME: home};
			await withSandbox(writer, {database, env: {...env, DIALTOP_SANDBOX_PASSWORD: password}}, async started =>
				canSignIn(started),
			);
			for (const reader of copies) {
				await withSandbox(reader, {database, env}, async started => canSignIn({...started, password}));
			}
		}
	} finally {
		await rm(home, {recursive: true, force: true, maxRetries: 3});
	}
};

/** With its embedded sandbox, which is a worker. TERM is all that it is told. */
const checkMonitor = async ({command, args}: Copy, home: string): Promise<void> => {
	await using monitor = openPty({command, args, env: {TERM: 'xterm', HOME: home}, columns: 120, rows: 60});
	await monitor.waitFor('Spring Collections');
	monitor.kill('SIGUSR1');
	assert.ok(await poll(() => /PLAY.{2,5}Spring Collections +\d+ +\d/.test(monitor.text()), 15_000), monitor.text());
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
