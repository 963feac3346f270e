/** Nobody is attached to the tmux that the monitor is in: it goes on, and draws nothing until somebody is. */
import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {cleanEnvironment, openOn, openSandbox, program, type SandboxProcess} from '../helpers/monitor.ts';
import {openPty} from '../helpers/terminal.ts';

/** A board by id: which campaigns are among the first is chance otherwise. */
const byId = new URL('../helpers/by-id.yml', import.meta.url).pathname;

let folder: string;
let sandbox: SandboxProcess;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-onlookers-'));
	sandbox = await openSandbox();
});

afterAll(async () => {
	await sandbox[Symbol.asyncDispose]();
	rmSync(folder, {recursive: true});
});

/** What tmux's socket is to the monitor: its executable bits say whether a client is attached. */
const socketFor = (name: string) => {
	const path = join(folder, name);
	writeFileSync(path, '');
	const attach = (): void => chmodSync(path, 0o700);
	attach();
	// This process opens the pseudo-terminals, as tmux does for its windows.
	return {attach, detach: () => chmodSync(path, 0o600), env: {TMUX: `${path},${process.pid},0`}};
};

const nobody = /NOT DRAWN SINCE \d\d:\d\d:\d\d/;

const statusOf = async (id: string): Promise<string | undefined> => {
	const outcome = await sandbox.call('get_campaigns', {});
	return outcome.kind === 'done' ? outcome.answer.records.find(record => record.id === id)?.status : undefined;
};

test('while no client is attached nothing is written; the frame is there as soon as one is', {
	timeout: 60_000,
}, async () => {
	const socket = socketFor('quiet');
	await using monitor = await openOn(sandbox, {env: socket.env});
	socket.detach();
	await monitor.waitFor(nobody);
	// A frame is drawn every second at least while somebody may look.
	let [{bytes}, since] = [monitor, performance.now()];
	await monitor.waitFor(() => {
		if (monitor.bytes !== bytes) {
			[{bytes}, since] = [monitor, performance.now()];
		}
		return performance.now() - since > 3000;
	});
	socket.attach();
	await monitor.waitFor(() => !nobody.test(monitor.text()) && / live /.test(monitor.text()));
});

test('a question that was open is drawn anew, and not answered before it could be read', {
	timeout: 60_000,
}, async () => {
	const socket = socketFor('question');
	await using monitor = await openOn(sandbox, {env: socket.env});
	monitor.press('P');
	await monitor.waitFor(/QA: (?:play|pause) \d+\?/);
	const [, id = ''] = /QA: (?:play|pause) (\d+)\?/.exec(monitor.text()) ?? [];
	const before = await statusOf(id);
	socket.detach();
	await monitor.waitFor(nobody);
	// It had been there for longer than anybody needs to read it.
	await monitor.answer('y');
	await monitor.waitFor(() => !nobody.test(monitor.text()));
	await monitor.waitFor(/QA: (?:play|pause) \d+\?/);
	expect(await statusOf(id)).toBe(before);
	await monitor.answer('y');
	await expect.poll(() => statusOf(id), {timeout: 15_000}).not.toBe(before);
});

const hasTmux = spawnSync('tmux', ['-V']).status === 0;

test.runIf(hasTmux)('in tmux itself: detached and attached again', {timeout: 90_000}, async () => {
	const path = join(folder, 'tmux');
	const tmux = (...args: string[]): string =>
		execFileSync('tmux', ['-S', path, '-f', '/dev/null', ...args], {encoding: 'utf8'});
	const given = {...cleanEnvironment, DIALTOP_CONFIG: byId, ...sandbox.env};
	const env = Object.entries(given).map(([name, value]) => `${name}=${value}`);
	tmux('new-session', '-d', '-x', '120', '-y', '40', 'env', ...env, process.execPath, program);
	try {
		const attach = () => openPty({command: 'tmux', args: ['-S', path, 'attach'], columns: 120, rows: 41});
		{
			await using client = attach();
			await client.waitFor('Spring Collections');
			expect(statSync(path).mode & 0o100).toBe(0o100);
			client.press('ctrl-b', 'd');
			await client.waitForExit();
		}
		await expect.poll(() => tmux('capture-pane', '-p'), {timeout: 15_000}).toMatch(nobody);
		// A script that types sees what comes of it.
		tmux('send-keys', '3');
		await expect.poll(() => tmux('capture-pane', '-p'), {timeout: 15_000}).toMatch(/─ Lists/);
		expect(tmux('capture-pane', '-p')).not.toMatch(nobody);
		await using client = attach();
		await client.waitFor(/─ Lists/);
		client.press('1');
		await client.waitFor('Spring Collections');
	} finally {
		tmux('kill-server');
	}
});
