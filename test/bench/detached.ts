/** What monitors in tmux take of the processor while a client is attached and while none is, and how soon one that returns sees a whole frame. */
import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import {openPty, type Pty} from '../helpers/terminal.ts';
import type {Figure} from './figures.ts';
import {cpuSeconds} from './load.ts';
import {startOther} from './processor.ts';
import {columns, type Program, rows} from './program.ts';
import {find} from './start-up.ts';

/** Times that a client returns. */
const returns = 5;

/** Milliseconds from a client that returns to a whole frame, at most. */
const returnAim = 1000;

/** A monitor in a tmux of its own, and the only client of that. */
const startInTmux = async (command: string, program: Program, env: Readonly<Record<string, string>>) => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-bench-'));
	const socket = join(folder, 'tmux');
	const tmux = async (...args: readonly string[]): Promise<string> =>
		(await promisify(execFile)(command, ['-S', socket, '-f', '/dev/null', ...args], {env: program.env})).stdout;
	const given = Object.entries({...program.env, ...env}).map(([name, value]) => `${name}=${value}`);
	const size = ['-x', String(columns), '-y', String(rows)];
	await tmux('new-session', '-d', ...size, 'env', ...given, process.execPath, program.cli);
	const pid = Number(await tmux('list-panes', '-F', '#{pane_pid}'));
	let client: Pty | undefined;
	const isAttached = (): boolean => (statSync(socket).mode & 0o100) !== 0;
	return {
		pid,
		/** Attaches the client; gives the milliseconds until what it shows is of now. */
		async attach(): Promise<number> {
			let shownAt: number | undefined;
			client = openPty({command, args: ['-S', socket, 'attach'], env: program.env, columns, rows: rows + 1});
			const wholeAt = new Promise<number>(resolve => {
				client?.whenDrawn(() => {
					const [header = ''] = client?.text().split('\n') ?? [];
					if (header.includes('dialtop')) {
						shownAt ??= performance.now();
						if (!header.includes('NOT DRAWN')) {
							resolve(performance.now());
						}
					}
				});
			});
			return (await wholeAt) - (shownAt ?? Number.NaN);
		},
		async detach(): Promise<void> {
			await client?.[Symbol.asyncDispose]();
			while (isAttached()) {
				await sleep(10);
			}
			// Time for the frame that says so.
			await sleep(500);
		},
		async [Symbol.asyncDispose]() {
			await client?.[Symbol.asyncDispose]();
			await tmux('kill-server');
			rmSync(folder, {recursive: true, maxRetries: 3});
		},
	};
};

/** Measures both in the same stretches, attached and detached by turns. */
export const measureDetached = async (
	program: Program,
	{warmUp, stretches, length}: {warmUp: number; stretches: number; length: number},
): Promise<Figure[]> => {
	const command = find('tmux');
	if (command === undefined) {
		return [{name: 'processor a minute, with no client attached', unit: 's', samples: [], missing: 'no tmux'}];
	}
	await using fifty = await startOther(50);
	await using thousand = await startOther(1000);
	await using one = await startInTmux(command, program, fifty.env);
	await using other = await startInTmux(command, program, thousand.env);
	const watched = [
		{title: '50 campaigns in tmux', monitor: one, attached: [] as number[], detached: [] as number[]},
		{title: '1,000 campaigns in tmux', monitor: other, attached: [] as number[], detached: [] as number[]},
	];
	const stretch = async (kind: 'attached' | 'detached'): Promise<void> => {
		const before = watched.map(({monitor}) => cpuSeconds(monitor.pid));
		const from = performance.now();
		await sleep(length);
		for (const [index, each] of watched.entries()) {
			const seconds = cpuSeconds(each.monitor.pid) - (before[index] ?? Number.NaN);
			each[kind].push((seconds * 60_000) / (performance.now() - from));
		}
	};
	await Promise.all(watched.map(({monitor}) => monitor.attach()));
	await sleep(warmUp);
	const waits: number[] = [];
	for (let round = 0; round < Math.max(stretches, returns); round++) {
		if (round < stretches) {
			await stretch('attached');
		}
		await Promise.all(watched.map(({monitor}) => monitor.detach()));
		if (round < stretches) {
			await stretch('detached');
		}
		for (const {monitor} of watched) {
			waits.push(await monitor.attach());
		}
	}
	return [
		...watched.flatMap(({title, attached, detached}): Figure[] => [
			{name: `processor a minute, ${title}, a client attached`, unit: 's', samples: attached},
			{name: '  with none attached', unit: 's', samples: detached},
		]),
		{name: 'from the return of a client to a whole frame', unit: 'ms', samples: waits, aim: returnAim},
	];
};
