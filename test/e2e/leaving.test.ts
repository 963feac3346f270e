/** However the monitor ends, the terminal is as it was. */
import {mkdtempSync, readdirSync, readlinkSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {openMonitor} from '../helpers/monitor.ts';
import {type OtherService, startOtherService} from '../helpers/other-service.ts';
import type {Pty} from '../helpers/terminal.ts';
import {hasProc} from '../helpers/watched-process.ts';

const before = {alternate: false, cursorHidden: false, bracketedPaste: false, wraparound: true};

const token = 'a-token-of-the-test';
let service: OtherService;
/** An embedded sandbox would take most of the time of a start. */
let onService: Record<string, string>;

beforeAll(async () => {
	service = await startOtherService({token});
	onService = {DIALTOP_URL: service.url, DIALTOP_TOKEN: token, DIALTOP_ENVIRONMENT: 'qa'};
});

afterAll(() => service.close());

/** What opens a small one. */
const embedded = ['--scenario', 'list-exhausted'];

const opened = async (options: Parameters<typeof openMonitor>[0] = {}): Promise<Pty> => {
	const monitor = openMonitor({...options, env: {...onService, ...options.env}});
	await monitor.waitFor('Spring Renewals');
	return monitor;
};

test.for<[how: string, leave: (monitor: Pty) => void, code: number]>([
	['q', monitor => monitor.press('q'), 0],
	['Ctrl-C', monitor => monitor.press('ctrl-c'), 0],
	['SIGABRT', monitor => monitor.kill('SIGABRT'), 134],
])('%s', async ([, leave, code]) => {
	await using monitor = await opened();
	leave(monitor);
	expect(await monitor.waitForExit()).toBe(code);
	expect(monitor.modes).toEqual(before);
});

test('SIGTERM ends the embedded sandbox too', async () => {
	await using monitor = openMonitor({args: embedded});
	await monitor.waitFor('Telecom Final Notices');
	monitor.kill('SIGTERM');
	expect(await monitor.waitForExit()).toBe(143);
	expect(monitor.modes).toEqual(before);
});

/** Has the program load some code, in each of its threads. */
const loaded = (code: string): Record<string, string> => ({
	NODE_OPTIONS: `--max-old-space-size=80 --import data:text/javascript,${encodeURIComponent(code)}`,
});

/** Fills the heap at some 150 MB a second. */
const hoarding = '{ const hoard = []; setInterval(() => hoard.push(new Array(100_000).fill({})), 5); }';

test('an error that nothing caught: restored, told in one message, exit code 70', async () => {
	await using monitor = await opened({
		env: loaded("process.on('SIGURG', () => { throw new Error('the test threw this') })"),
	});
	monitor.kill('SIGURG');
	expect(await monitor.waitForExit()).toBe(70);
	expect(monitor.modes).toEqual(before);
	expect(monitor.text()).toContain('the test threw this');
});

test('memory that runs out: restored, told in one message, exit code 70', async () => {
	await using monitor = await opened({env: loaded(`process.on('SIGURG', () => ${hoarding})`)});
	monitor.kill('SIGURG');
	expect(await monitor.waitForExit()).toBe(70);
	expect(monitor.modes).toEqual(before);
	expect(monitor.text().trim()).toMatch(/^dialtop: .* memory is nearly full \(\d+ of 80 MB\); start it again$/);
});

test('memory that runs out while a terminal reads nothing and a command is under way: exit code 70', async () => {
	await using monitor = await opened({env: loaded(`process.on('SIGURG', () => ${hoarding})`)});
	await service.setFault('hang');
	onTestFinished(async () => {
		await service.setFault();
		service.release();
	});
	monitor.press('P');
	await monitor.waitFor('[y/N]');
	const {total} = service.commands;
	await monitor.answer('y');
	await monitor.waitFor(() => service.commands.total > total);
	monitor.pause();
	for (let turn = 0; turn < 40; turn++) {
		monitor.resize(120 + (turn % 2) * 40, 40 + (turn % 2) * 20);
	}
	monitor.kill('SIGURG');
	expect(await monitor.waitForExit()).toBe(70);
});

test("the embedded sandbox's memory runs out: said, and the monitor goes on", async () => {
	await using monitor = openMonitor({
		args: embedded,
		env: loaded(
			`import {isMainThread} from 'node:worker_threads'; setTimeout(() => { if (!isMainThread) ${hoarding} }, 1500)`,
		),
	});
	await monitor.waitFor(
		'the embedded sandbox has ended, and its world is lost: Worker terminated due to reaching memory',
	);
	monitor.press('q');
	expect(await monitor.waitForExit()).toBe(0);
});

test('a limit on the size of files: what cannot be audited is not sent, and the monitor goes on', async () => {
	// Node writes its compiled code while it ends, where that is not there yet.
	const cache = mkdtempSync(join(tmpdir(), 'dialtop-cache-'));
	onTestFinished(() => rmSync(cache, {recursive: true}));
	await using monitor = await opened({
		before: ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'],
		env: {XDG_CACHE_HOME: cache},
	});
	monitor.press('P');
	await monitor.waitFor('[y/N]');
	await monitor.answer('y');
	const said = (): string => monitor.text().replace(/[\s│╰╯─]+/g, ' ');
	await monitor.waitFor(() => said().includes('it has reached a limit on the size of files'));
	monitor.kill('SIGXFSZ');
	monitor.press('q');
	expect([await monitor.waitForExit(), monitor.signal]).toEqual([0, undefined]);
	expect(monitor.modes).toEqual(before);
});

test('a closed terminal: gone', async () => {
	await using monitor = await opened();
	monitor.hangUp();
	await monitor.waitForExit();
});

test.skipIf(!hasProc)('a resize leaves no descriptor open', async () => {
	await using monitor = await opened();
	await monitor.waitFor(/live/);
	const terminals = (): number =>
		readdirSync(`/proc/${monitor.pid}/fd`).filter(name => {
			try {
				return readlinkSync(`/proc/${monitor.pid}/fd/${name}`).startsWith('/dev/pts/');
			} catch {
				return false;
			}
		}).length;
	const before = terminals();
	for (let columns = 100; columns < 104; columns++) {
		monitor.resize(columns, 36);
		await monitor.waitFor(() => monitor.line(2).trimEnd().length === columns);
	}
	expect(terminals()).toBe(before);
});
