/** Days of the monitor under a clock that runs fast: what grows, what gets stuck, and whether its day is right. */
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {startCalibration} from '../../helpers/calibration.ts';
import type {Row} from '../row.ts';
import {plantFaults} from './weeks/planted.ts';
import {passStretch, type Stretch} from './weeks/stretch.ts';

/** Stretches that run at the same time, each list one after another: a clock that runs so fast takes most of a core. */
const stretches: readonly (readonly Stretch[])[] = [
	[
		{
			name: 'the night in autumn',
			begins: '2026-10-31 20:30:00',
			isSummer: true,
			hasChange: true,
			hours: 72,
			isBare: false,
		},
	],
	[
		{
			name: 'the night in spring',
			begins: '2026-03-07 20:30:00',
			isSummer: false,
			hasChange: true,
			hours: 24,
			isBare: false,
		},
		{
			name: 'the end of a year',
			begins: '2026-12-31 20:30:00',
			isSummer: false,
			hasChange: false,
			hours: 24,
			isBare: true,
		},
	],
];

export const row: Row = {
	name: 'weeks',
	promise: 'it runs for weeks',
	never: 'memory, descriptors or files that grow; a stuck timer; a wrong day',
	least: {
		hours: {full: 120, quick: 24},
		midnights: {full: 5, quick: 3},
		commands: {full: 100, quick: 30},
		reconnects: {full: 60, quick: 15},
		'rows of the log with their day': {full: 100, quick: 60},
		'nights in which clocks change': {full: 2, quick: 2},
		'planted faults': {full: 21, quick: 21},
	},
	isAlone: true,
	missing() {
		if (!existsSync('/proc/self/status')) {
			return 'needs /proc';
		}
		return spawnSync('faketime', ['--version']).status === 0 ? undefined : 'needs faketime, which is not installed';
	},
	async run(trials) {
		plantFaults(trials);
		using calibration = startCalibration();
		await Promise.all(
			stretches.map(async list => {
				for (const stretch of list) {
					await passStretch(trials, calibration, stretch);
				}
			}),
		);
		trials.noted(calibration.told());
	},
};
