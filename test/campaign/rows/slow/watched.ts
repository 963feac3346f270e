/** A monitor whose event loop, memory and answers to keys are measured while something is slow. */
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type LoopLag, lagModule} from '../../../helpers/loop-lag.ts';
import {type MonitorOptions, openMonitor} from '../../../helpers/monitor.ts';
import {poll} from '../../../helpers/terminal.ts';

/** Milliseconds, and megabytes. */
export type Measured = {lag: number; echo: number; peak: number};

const megabytes = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
	(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;

/** Starts a monitor that can be measured, after code that is run in it before its own. Use with `await using`. */
export const startWatched = ({preload = '', ...options}: MonitorOptions & {preload?: string | undefined}) => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-campaign-slow-'));
	const file = join(folder, 'lag');
	const monitor = openMonitor({
		...options,
		env: {...options.env, NODE_OPTIONS: `--import=${lagModule(file, preload)}`},
	});
	const lag = async (): Promise<number> => {
		rmSync(file, {force: true});
		process.kill(monitor.pid, 'SIGURG');
		if (!(await poll(() => existsSync(file) && readFileSync(file, 'utf8') !== '', 30_000))) {
			throw new Error(`the monitor does not answer a signal: ${monitor.text()}`);
		}
		const [longest] = JSON.parse(readFileSync(file, 'utf8')) as LoopLag;
		return longest;
	};
	return {
		monitor,
		/** Begins to measure: what was before does not count. */
		async reset(): Promise<void> {
			await lag();
			writeFileSync(`/proc/${monitor.pid}/clear_refs`, '5');
		},
		/** Measures for so many milliseconds; where the terminal is read, keys are pressed meanwhile, some of which send commands. */
		async measure(
			milliseconds: number,
			{isRead, isSteered = false}: {isRead: boolean; isSteered?: boolean},
		): Promise<Measured> {
			const until = performance.now() + milliseconds;
			let echo = 0;
			for (let turn = 0; performance.now() < until; turn++) {
				if (isRead) {
					const before = monitor.bytes;
					const from = performance.now();
					monitor.press(turn % 2 === 0 ? 'down' : 'up');
					while (monitor.bytes === before && performance.now() - from < 10_000) {
						await sleep(1);
					}
					echo = Math.max(echo, performance.now() - from);
				}
				// On one campaign, then on the other; each is done by its next turn, also where the disk is slow.
				if (isSteered && turn % 21 === 0) {
					monitor.press('P');
					await monitor.waitFor('[y/N]');
					await monitor.answer('y');
					await monitor.waitFor(() => !monitor.text().includes('[y/N]'));
				}
				// At no beat of the monitor's own.
				await sleep(610 + ((turn * 37) % 200));
			}
			return {lag: await lag(), echo, peak: megabytes(monitor.pid, 'VmHWM')};
		},
		resident: () => megabytes(monitor.pid, 'VmRSS'),
		async [Symbol.asyncDispose]() {
			await monitor[Symbol.asyncDispose]();
			rmSync(folder, {recursive: true, force: true});
		},
	};
};

export type Watched = ReturnType<typeof startWatched>;
