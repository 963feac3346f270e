/** Whether the heap grows over hours of polls and frames, which pass in minutes on a clock of their own. */
import {execFile} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {rolldown} from 'rolldown';
import {bundling} from '../../.config/bundling.ts';
import type {Figure} from './figures.ts';
import {fit} from './fit.ts';

/** How many simulated hours, and frames a simulated second. */
export type HeapOptions = {hours: number; frames: number};

/** Simulated hours until what has an upper limit is full: twelve hours of each campaign, its alerts, the caches. */
const warmUp = 24;

type Run = {samples: [hour: number, bytes: number][]; polls: number; frames: number};

/** Bundles the run as the program is bundled, patches of Ink and all, and runs it. */
const runOf = async ({hours, frames}: HeapOptions): Promise<Run> => {
	const root = new URL('../..', import.meta.url).pathname;
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-heap-'));
	try {
		const file = join(folder, 'heap-run.mjs');
		const bundle = await rolldown({
			...bundling,
			input: {'heap-run': join(root, 'test/bench/heap-run.tsx')},
		});
		await bundle.write({dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs'});
		const args = ['--expose-gc', file, hours + warmUp, frames].map(String);
		const {stdout} = await promisify(execFile)(process.execPath, args, {maxBuffer: 1e8});
		return JSON.parse(stdout) as Run;
	} finally {
		await rm(folder, {recursive: true});
	}
};

/** Measures the slope of the heap. */
export const measureHeap = async (options: HeapOptions): Promise<Figure[]> => {
	const {samples, polls, frames} = await runOf(options);
	const points = samples.filter(([hour]) => hour >= warmUp).map(([hour, bytes]) => [hour, bytes / 1000] as const);
	const {slope, error} = fit(points);
	const [many, drawn] = [polls, frames].map(count => count.toLocaleString('en'));
	return [
		{
			name: 'heap after a garbage collection, 50 campaigns',
			unit: 'MB',
			samples: points.map(([, kilobytes]) => kilobytes / 1000),
			note: `${many} polls and ${drawn} frames in ${options.hours + warmUp} simulated hours`,
		},
		{
			name: '  its slope an hour, beyond twice the error of the fit',
			unit: 'kB',
			value: Math.max(0, Math.abs(slope) - 2 * error),
			samples: [slope],
			aim: 0,
			note: `${slope.toFixed(1)} ± ${error.toFixed(1)} kB`,
		},
	];
};
