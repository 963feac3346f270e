/** The sandbox with a thousand campaigns while another process is busy. */
import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import type {Figure} from './figures.ts';

/** Milliseconds of a simulated second: a thousand times real time. */
const aim = 1;

/** Lets an hour of the world pass, in a process of its own. */
export const measureBusy = async (): Promise<Figure[]> => {
	const {stdout} = await promisify(execFile)(process.execPath, [new URL('busy-run.ts', import.meta.url).pathname]);
	const {speed}: {speed: number} = JSON.parse(stdout);
	return [
		{
			name: 'sandbox, 1,000 campaigns beside a busy process: a simulated second',
			unit: 'ms',
			samples: [1000 / speed],
			aim,
			note: `${Math.round(speed)} x real time`,
		},
	];
};
