/** The sandbox as a program: killed in the middle of writes, ended in good order, on a disk that is full. */
import {type ChildProcess, execFileSync, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {DatabaseSync} from 'node:sqlite';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createService} from '../../source/sandbox/engine/service.ts';
import {program} from '../helpers/monitor.ts';
import {hasProc} from '../helpers/watched-process.ts';
import {type Call, createWriters, type Writer} from '../helpers/writers.ts';
import {post} from '../sandbox/http.ts';

const small = ['--campaigns', '2', '--agents', '4', '--leads', '200'];
const password = 'correct horse';
const known = {DIALTOP_SANDBOX_PASSWORD: password};

let folder: string;
let file: string;
const children: ChildProcess[] = [];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-sandbox-'));
	file = join(folder, 'x.db');
});

afterEach(() => {
	for (const child of children.splice(0)) {
		child.kill('SIGKILL');
	}
	rmSync(folder, {recursive: true});
});

/** Starts a sandbox on the file, after commands of a shell where there are any. */
const start = (args: readonly string[], {shell = '', env = {}}: {shell?: string; env?: NodeJS.ProcessEnv} = {}) => {
	const command = [process.execPath, program, 'sandbox', '--json', '--database', file, ...args];
	const child = spawn('sh', ['-c', `${shell} exec "$@"`, 'sh', ...command], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {PATH: process.env.PATH, ...env},
	});
	children.push(child);
	let errors = '';
	child.stderr.on('data', chunk => {
		errors += chunk;
	});
	const exited = once(child, 'exit').then(([code, signal]): unknown => signal ?? code);
	const url = Promise.race([
		once(createInterface(child.stdout), 'line').then(([line]): string => JSON.parse(line).url),
		exited.then(how => {
			throw new Error(`it ended (${how}): ${errors}`);
		}),
	]);
	// Whoever kills it while it starts does not wait for its address.
	url.catch(() => undefined);
	return {child, url, exited, errors: () => errors};
};

const signIn = async (url: string): Promise<string> =>
	String((await post(url, {type: 'login_user', user: 'ops', pass: password})).token);

/** A connection of its own, kept between requests. */
const callOver =
	(url: string, token: string): Call =>
	async (type, params = {}) => {
		const body = JSON.stringify({type, token, ...params});
		const reply = await fetch(`${url}/api/`, {method: 'POST', headers: {'content-type': 'application/json'}, body});
		return ((await reply.json()) as {response: Record<string, unknown>}).response;
	};

/** What acknowledged writes a database has lost; a copy of it is looked at, as a crash has left it. */
const lostIn = async (copy: string, token: string, writers: readonly Writer[]): Promise<string[]> => {
	const connection = new DatabaseSync(copy);
	expect(connection.prepare('pragma integrity_check').all()).toEqual([{integrity_check: 'ok'}]);
	expect(connection.prepare('pragma foreign_key_check').all()).toEqual([]);
	connection.close();
	const service = await createService({database: copy});
	const call: Call = async (type, params) => (await service.handle({type, token, ...params})).response;
	const lost: string[] = [];
	for (const writer of writers) {
		lost.push(...(await writer.lost(call)));
	}
	service.close();
	return lost;
};

const copyOf = (at: number): string => {
	const copy = join(folder, `copy-${at}.db`);
	for (const part of ['', '-wal']) {
		if (existsSync(`${file}${part}`)) {
			copyFileSync(`${file}${part}`, `${copy}${part}`);
		}
	}
	return copy;
};

/** Stops a process wherever it is: its files are what a kill at that moment would leave. */
const freeze = (child: ChildProcess): void => {
	child.kill('SIGSTOP');
	const isFrozen = (): boolean =>
		hasProc
			? readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') T ')
			: execFileSync('ps', ['-o', 'state=', '-p', String(child.pid)], {encoding: 'utf8'}).startsWith('T');
	while (!isFrozen()) {
		// It takes a moment to arrive; the files are still written until then.
	}
};

test('killed in the middle of writes, 20 times: every acknowledged write is there', async () => {
	// A start takes longer than all else: each life is looked at as if it were killed four times, and then killed.
	const [lives, perLife] = [4, 5];
	const writers = createWriters();
	const lost: string[] = [];
	let copies = 0;
	let running = start(small, {env: known});
	const token = await signIn(await running.url);
	const lookAt = async (copy: string): Promise<void> => {
		lost.push(...(await lostIn(copy, token, writers)));
	};
	/** Kills what runs; the next one starts while the copy is looked at. */
	const killAndStart = async (writing?: Promise<unknown>): Promise<void> => {
		running.child.kill('SIGKILL');
		await writing;
		expect(await running.exited).toBe('SIGKILL');
		const copy = copyOf(++copies);
		running = start([]);
		await lookAt(copy);
	};
	for (let life = 0; life < lives; life++) {
		const {child} = running;
		const call = callOver(await running.url, token);
		let answers = 0;
		const counting: Call = async (type, params) => {
			const answer = await call(type, params);
			answers++;
			return answer;
		};
		const writing = Promise.all(writers.map(async ({write}) => write(counting).catch(() => undefined)));
		for (let part = 1; part <= perLife; part++) {
			const at = life * perLife + part;
			const until = answers + 10 + ((at * 37) % 47);
			await expect.poll(() => answers, {interval: 1}).toBeGreaterThanOrEqual(until);
			// Somewhere in what the other connections are about to write.
			await sleep((at * 13) % 6);
			if (part < perLife) {
				freeze(child);
				await lookAt(copyOf(++copies));
				child.kill('SIGCONT');
			} else {
				await killAndStart(writing);
			}
		}
		if (life % 2 === 1) {
			// While it starts.
			await sleep(30 + ((life * 53) % 250));
			await killAndStart();
		}
	}
	await running.url;
	running.child.kill('SIGTERM');
	expect(await running.exited).toBe(0);
	expect(await lostIn(file, token, writers)).toEqual([]);
	const counts = writers.map(writer => `${writer.acknowledged()} ${writer.name}`);
	process.stdout.write(`${copies} copies, acknowledged: ${counts.join(', ')}; lost: ${lost.length}\n`);
	expect(lost).toEqual([]);
	for (const {name, acknowledged} of writers) {
		expect([name, acknowledged()]).toEqual([name, expect.toSatisfy(count => count >= lives * perLife)]);
	}
}, 120_000);

test('ended by a signal: the request under way is answered, the world saved; nothing was said that is no error', async () => {
	const {child, url, exited, errors} = start(['--fault', 'slow:get_campaigns', ...small], {env: known});
	const call = callOver(await url, await signIn(await url));
	const asked = call('get_campaigns');
	await call('pause_campaign', {campaign_id: 1002});
	child.kill('SIGTERM');
	expect(await asked).toMatchObject({success: 1});
	expect(await exited).toBe(0);
	expect(errors()).toBe('');
	expect(existsSync(`${file}-wal`)).toBe(false);

	const again = start([], {env: known});
	const campaigns = callOver(await again.url, await signIn(await again.url))('get_campaigns');
	expect((await campaigns).campaigns).toMatchObject([{display_status: 'PAUSE'}, {display_status: 'PLAY'}]);
	again.child.kill('SIGINT');
	expect(await again.exited).toBe(0);
});

test('a second signal ends it at once', async () => {
	const {child, url, exited} = start(small, {env: known});
	const address = await url;
	// Its end waits for the rest of this request.
	const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
	socket.write('POST /api/ HTTP/1.1\r\nHost: localhost\r\n');
	await once(socket, 'connect');
	expect(await post(address, {type: 'x'})).toMatchObject({success: 0});
	child.kill('SIGTERM');
	await expect.poll(async () => post(address, {type: 'x'}).catch(error => error.code)).toBe('ECONNREFUSED');
	child.kill('SIGTERM');
	expect(await exited).toBe(143);
});

test('whoever reads its first line may go', async () => {
	const {child, url, exited, errors} = start(['--log', '-', ...small], {env: known});
	const address = await url;
	child.stdout?.destroy();
	child.stderr?.destroy();
	for (let count = 0; count < 10; count++) {
		expect(await post(address, {type: 'x'})).toMatchObject({success: 0});
	}
	child.kill('SIGTERM');
	expect(await exited).toBe(0);
	expect(errors()).toBe('');
});

test('a disk that takes no more: writes are refused, reads go on, and what was acknowledged is there', async () => {
	// Three megabytes (blocks are 512 bytes to sh): room for the first snapshot of the world, and for some writes.
	const {child, url, exited, errors} = start(small, {env: known, shell: 'ulimit -f 6000;'});
	const address = await url;
	const token = await signIn(address);
	const call = callOver(address, token);
	const writers = createWriters();
	let failed = 0;
	const untilFull: Call = async (type, params) => {
		const answer = await call(type, {...params, ...(type === 'send_text_message' && {message: 'x'.repeat(1500)})});
		if (String(answer.tech_msg).startsWith('disk-') && ++failed > 20) {
			throw new Error('full');
		}
		return answer;
	};
	await Promise.all(writers.map(async ({write}) => write(untilFull).catch(() => undefined)));
	expect(await call('get_campaigns')).toMatchObject({success: 1});
	expect(errors()).toMatch(
		/disk error: the disk (?:fails, or a quota or a limit on the size of files is reached|is full) /,
	);
	child.kill('SIGTERM');
	expect([0, 70]).toContain(await exited);
	expect(
		await lostIn(
			file,
			token,
			writers.filter(({name}) => name !== 'send_text_message'),
		),
	).toEqual([]);
});

/** In a mount namespace of our own, where the system allows one. */
const mounting = (mount: string): string => `exec unshare -rm sh -c '${mount} && exec "$@"' sh "$@";`;
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0;

test.skipIf(!canMount)('a disk that fills up: each refusal says so, and questions are answered', async () => {
	const {child, url, exited, errors} = start(small, {
		env: known,
		shell: mounting(`mount -t tmpfs -o size=4m tmpfs ${folder}`),
	});
	const address = await url;
	const call = callOver(address, await signIn(address));
	const message = {to: '2125550101', message: 'x'.repeat(1500)};
	await expect
		.poll(async () => call('send_text_message', message), {timeout: 20_000, interval: 1})
		.toMatchObject({success: 0, error: 'The disk is full', tech_msg: 'disk-full'});
	const {total} = await call('retrieve_sent_messages');
	expect(Number(total)).toBeGreaterThan(50);
	expect(errors()).toMatch(/^dialtop sandbox: disk error: the disk is full \(.*x\.db: database or disk is full\)$/m);
	child.kill('SIGTERM');
	expect([0, 70]).toContain(await exited);
	expect(errors()).not.toMatch(/^ {4}at /m);
});

test.skipIf(!canMount)('a disk that is read-only: the start says so, whether or not there is a file', async () => {
	const remount = mounting(`mount --bind ${folder} ${folder} && mount -o remount,ro,bind ${folder}`);
	const without = start(small, {env: known, shell: remount});
	expect(await without.exited).toBe(70);
	expect(without.errors()).toMatch(/cannot use .*x\.db: the file system is read-only/);
	const first = start(small, {env: known});
	await first.url;
	first.child.kill('SIGTERM');
	expect(await first.exited).toBe(0);
	const again = start(small, {env: known, shell: remount});
	expect(await again.exited).toBe(70);
	expect(again.errors()).toMatch(/cannot use .*x\.db: the disk is read-only, or the file may not be written/);
});

/** What a Node before 24.7 has not. */
const withoutArgon2 = '--import=data:text/javascript,import%20crypto%20from%20%22crypto%22;crypto.argon2=undefined';

test('a password that was set under one Node opens the database under another', async () => {
	const under = async (env: NodeJS.ProcessEnv, work: (url: string) => Promise<void>): Promise<void> => {
		const {child, url, exited} = start(small, {env});
		await work(await url);
		child.kill('SIGTERM');
		expect(await exited).toBe(0);
	};
	await under(known, async () => undefined);
	await under({NODE_OPTIONS: withoutArgon2}, async url => {
		const token = await signIn(url);
		const added = {type: 'add_user', token, user: 'ann', pass: password, full_name: 'Ann', level: 'agent'};
		expect(await post(url, added)).toMatchObject({success: 1});
		expect(await post(url, {type: 'login_user', user: 'ann', pass: password})).toMatchObject({success: 1});
	});
	await under({}, async url => {
		expect(await post(url, {type: 'login_user', user: 'ann', pass: password})).toMatchObject({success: 1});
		expect(await post(url, {type: 'login_user', user: 'ops', pass: password})).toMatchObject({success: 1});
	});
});
