/**
 * What monitors take of the processor beside htop, all of them at once, so that whatever slows the machine meets them all: on a
 * service that is not our sandbox, and with a sandbox inside.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Figure} from './figures.ts';
import {cpuSeconds} from './load.ts';
import {type Program, type Running, start, startMonitor} from './program.ts';
import {startSandbox} from './sandbox.ts';
import {find} from './start-up.ts';

/** Aims: 50 campaigns against htop, a thousand against fifty, the embedded sandbox and its monitor against the monitor alone. */
const [htopAim, thousandAim, embeddedAim] = [3.5, 1.4, 1.5];

/** A configuration whose profiles are these services, for as long as it is in use. */
const configurationOf = (profiles: ReadonlyMap<string, string>) => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-bench-'));
	const file = join(folder, 'config.yml');
	const lines = [...profiles].map(
		([name, url]) => `  ${name}: {url: "${url}", environment: qa, user: ops, password_command: echo secret}\n`,
	);
	writeFileSync(file, `profiles:\n${lines.join('')}`);
	return {file, remove: () => rmSync(folder, {recursive: true, force: true})};
};

/** Starts services elsewhere, of so many campaigns each; gives what a monitor is to be given in its environment. */
export const startOther = async (campaigns: number, count = 1) => {
	const run = new URL('other-run.ts', import.meta.url).pathname;
	const child = spawn(process.execPath, [run, String(campaigns), String(count)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const urls: string[] = [];
	for await (const url of createInterface(child.stdout)) {
		urls.push(url);
		if (urls.length === count) {
			break;
		}
	}
	const names = urls.map((_url, index) => `floor-${index + 1}`);
	const {file, remove} = configurationOf(new Map(names.map((name, index) => [name, urls[index] ?? ''])));
	return {
		env: {DIALTOP_URL: urls[0] ?? '', DIALTOP_TOKEN: 'a token of the benchmark', DIALTOP_ENVIRONMENT: 'qa'},
		/** Of a monitor that is given some of them by the names of their profiles. */
		configured: {DIALTOP_CONFIG: file},
		names,
		async [Symbol.asyncDispose]() {
			child.kill('SIGTERM');
			await once(child, 'exit');
			remove();
		},
	};
};

/** How long to look. */
type Times = {warmUp: number; stretches: number; length: number};

/** Measures them in the same stretches. */
export const measureProcessor = async (program: Program, {warmUp, stretches, length}: Times): Promise<Figure[]> => {
	await using fifty = await startOther(50);
	await using thousand = await startOther(1000);
	await using sandbox = await startSandbox(program);
	const running = new AsyncDisposableStack();
	await using _all = running;
	const htop = find('htop');
	const watched = new Map<string, Running>([
		...(htop ? [['htop', start(htop, [], program.env)] as const] : []),
		['fifty', startMonitor(program, fifty.env)],
		['thousand', startMonitor(program, thousand.env)],
		['alone', startMonitor(program, sandbox.env)],
		['embedded', startMonitor(program)],
	]);
	for (const one of watched.values()) {
		one.hear(() => undefined);
		running.use(one);
	}
	await sleep(warmUp);
	const used = new Map<string, number[]>([...watched.keys()].map(name => [name, []]));
	for (let stretch = 0; stretch < stretches; stretch++) {
		const before = new Map([...watched].map(([name, {pid}]) => [name, cpuSeconds(pid)]));
		const from = performance.now();
		await sleep(length);
		for (const [name, {pid}] of watched) {
			const seconds = cpuSeconds(pid) - (before.get(name) ?? 0);
			used.get(name)?.push((seconds * 60_000) / (performance.now() - from));
		}
	}
	const mean = (samples: readonly number[]): number => samples.reduce((sum, one) => sum + one, 0) / samples.length;
	const rowsOf = (title: string, name: string, against?: {name: string; title: string; aim: number}): Figure[] => {
		const samples = used.get(name) ?? [];
		const others = against ? (used.get(against.name) ?? []) : [];
		return [
			{name: `processor a minute, ${title}`, unit: 's', value: mean(samples), samples},
			...(against && others.length > 0
				? [
						{
							name: `  against ${against.title}`,
							unit: '×',
							value: mean(samples) / mean(others),
							samples: samples.map((one, at) => one / (others[at] ?? Number.NaN)),
							aim: against.aim,
						},
					]
				: []),
		];
	};
	return [
		...(htop ? rowsOf('htop', 'htop') : []),
		...rowsOf('50 campaigns of another service', 'fifty', {name: 'htop', title: 'htop', aim: htopAim}),
		...rowsOf('1,000 campaigns of another service', 'thousand', {name: 'fifty', title: 'fifty', aim: thousandAim}),
		...rowsOf('a sandbox elsewhere', 'alone'),
		...rowsOf('a sandbox inside', 'embedded', {name: 'alone', title: 'one elsewhere', aim: embeddedAim}),
	];
};
