/** A week of the embedded sandbox: its memory before and after, apart from the monitor's. */
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import type {Figure} from './figures.ts';
import type {Program} from './program.ts';

/** Megabytes that seven days may add. */
const growthAim = 5;

/** What the process of week-run.ts prints: resident memory in MB. */
type Told = {atStart: number; afterWeek: number};

/** Lets seven simulated days pass in the sandbox's thread, in a process of its own. */
export const measureWeek = async (program: Program): Promise<Figure[]> => {
	const name = 'sandbox alone: memory that seven simulated days add';
	if (!existsSync('/proc/self/stat')) {
		return [{name, unit: 'MB', samples: [], aim: growthAim, missing: 'needs /proc'}];
	}
	const run = new URL('week-run.ts', import.meta.url).pathname;
	const {stdout} = await promisify(execFile)(process.execPath, [run, join(dirname(program.cli), 'sandbox-worker.js')]);
	const {atStart, afterWeek}: Told = JSON.parse(stdout);
	return [
		{
			name,
			unit: 'MB',
			samples: [afterWeek - atStart],
			aim: growthAim,
			note: `${atStart.toFixed(0)} MB at the start, ${afterWeek.toFixed(0)} after`,
		},
	];
};
