/** Screens of metrics: ten of them on one exporter ask nothing of the service; the engine dies and comes back under one. */

import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {connect, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openMonitor, openOn, openSandbox} from '../helpers/monitor.ts';
import {runProgram, startProgram} from '../helpers/run-program.ts';
import {startLoopbackEngine} from '../helpers/scraped-engine.ts';

const watchers = 10;

/** A way to a service that counts its connections. Use with `await using`. */
const countedWay = async (to: string) => {
	let connections = 0;
	const sockets = new Set<Socket>();
	const {port} = new URL(to);
	const server = createServer(from => {
		connections++;
		const service = connect(Number(port), '127.0.0.1');
		for (const socket of [from, service]) {
			sockets.add(socket.on('error', () => undefined));
		}
		from.pipe(service).pipe(from);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as {port: number}).port}`,
		connections: () => connections,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) {
				socket.destroy();
			}
			server.close();
			await once(server, 'close');
		},
	};
};

/** A floor that is exported, an engine that scrapes that, and the configuration of those who watch. */
const exportedFloor = async (stack: AsyncDisposableStack) => {
	const sandbox = stack.use(await openSandbox('--campaigns', '6', '--agents', '20', '--seed', '1'));
	const way = stack.use(await countedWay(sandbox.url));
	const exporter = stack.use(
		startProgram(['export', '--listen', '127.0.0.1:0', '--interval', '1'], {env: sandbox.env}),
	);
	await expect.poll(exporter.stderr).toMatch(/scraped at/);
	const [, page = ''] = /scraped at (\S+)/.exec(exporter.stderr()) ?? [];
	const engine = stack.use(await startLoopbackEngine(page));
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-watch-only-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const config = join(folder, 'config.yml');
	writeFileSync(
		config,
		JSON.stringify({
			sort: {column: 'id', reversed: true},
			alerts: {rules: {metrics: {threshold: 1}}},
			profiles: {
				prod: {
					url: way.url,
					environment: 'production',
					history: {prometheus: engine.url, profile: new URL(sandbox.url).host},
				},
			},
		}),
		{mode: 0o600},
	);
	const watch = (columns = 120, rows = 40) =>
		openMonitor({args: ['-p', 'prod', '--watch-only'], env: {DIALTOP_CONFIG: config}, columns, rows});
	return {sandbox, way, engine, config, watch};
};

/** The rows of the board: its figures, without the marks of alerts, which also come from graphs. */
const boardOf = (text: string): string[] =>
	text
		.split('\n')
		.filter(line => /^│(?:PLAY|PAUSE|STOP)/.test(line))
		.map(line => line.replace(/[▲△~!]/g, ' ').replaceAll(/\s+/g, ' '));

test('ten of them on one exporter ask nothing of the service, and show what its monitor shows', {
	timeout: 120_000,
}, async () => {
	await using stack = new AsyncDisposableStack();
	const {sandbox, way, watch, config} = await exportedFloor(stack);
	await sandbox.setSpeed(0.01);
	const monitor = stack.use(await openOn(sandbox));
	const screens = Array.from({length: watchers}, () => stack.use(watch()));
	for (const screen of screens) {
		await screen.waitFor(/from metrics, \d+ s old/);
		await screen.waitFor(/PLAY.*Spring Collections/);
	}
	await expect
		.poll(() => boardOf(screens[0]?.text() ?? '').join('\n'), {timeout: 15_000})
		.toBe(boardOf(monitor.text()).join('\n'));
	expect(boardOf(monitor.text())).toHaveLength(6);
	const [one] = screens;
	one?.press('P');
	await one?.waitFor(/not now, this screen shows metrics/);
	one?.press('3');
	await one?.waitFor(/Metrics have no calling lists/);
	for (const screen of screens) {
		screen.press('ctrl-c');
		expect(await screen.waitForExit()).toBe(0);
	}
	expect(way.connections()).toBe(0);
	// The way leads to the service: a monitor goes it.
	const read = await runProgram(['campaigns', '-p', 'prod', '--json'], {
		env: {
			DIALTOP_CONFIG: config,
			DIALTOP_PROFILE: 'prod',
			DIALTOP_USER: sandbox.user,
			DIALTOP_PASSWORD: sandbox.password,
		},
	});
	expect([read.code, read.stderr]).toEqual([0, '']);
	expect(way.connections()).toBeGreaterThan(0);
});

test('an engine that dies under an open screen is asked again until it is back', {timeout: 60_000}, async () => {
	await using stack = new AsyncDisposableStack();
	const {engine, watch, way} = await exportedFloor(stack);
	const screen = stack.use(watch(140));
	await screen.waitFor(/from metrics, \d+ s old/);
	await screen.waitFor(/PLAY.*Spring Collections/);
	await engine.die();
	await screen.waitFor(/metrics \d+ s old, retrying/);
	await screen.waitFor(/no metrics for \d+s/);
	expect(screen.text()).toMatch(/PLAY.*Spring Collections/);
	await engine.revive();
	await screen.waitFor(/from metrics, \d+ s old/);
	await screen.waitFor(() => !screen.text().includes('no metrics for'));
	screen.press('ctrl-c');
	expect(await screen.waitForExit()).toBe(0);
	expect(way.connections()).toBe(0);
});
