/** The recording of a service survives kills, full and damaged disks, and wrong clocks. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startCalibration} from '../../helpers/calibration.ts';
import type {Row} from '../row.ts';
import {tryClocks} from './recording/clocks.ts';
import {tryDamage} from './recording/damage.ts';
import {tryFullDisk} from './recording/full-disk.ts';
import {tryKills, tryTwoWriters} from './recording/kills.ts';
import {tryMounts} from './recording/mounts.ts';
import {tryPeople} from './recording/people.ts';
import {tryYear} from './recording/year.ts';

const wanted = {
	kills: {full: 200, quick: 24},
	pairs: {full: 24, quick: 3},
	disks: {full: 50, quick: 50},
	damages: {full: 500, quick: 30},
	days: {full: 365, quick: 21},
	histories: {full: 200, quick: 10},
};

export const row: Row = {
	name: 'recording',
	promise: 'what was seen is stored',
	never:
		'more than the last second lost by a kill; a row read that was not written, or twice; a count that is not exact; a damaged file overwritten; a file removed by a clock that is wrong for a moment; a person or a secret in it; a write-ahead log on the disk of another machine',
	least: {
		'kills of a writer': wanted.kills,
		'pairs of writers': wanted.pairs,
		'full disks': wanted.disks,
		'damages to a recording': wanted.damages,
		'clocks set back': {full: 500, quick: 25},
		'days counted': {full: 700, quick: 40},
		'people and secrets looked for': {full: 16, quick: 16},
		'file systems of other machines': {full: 14, quick: 14},
	},
	async run(trials) {
		const of = ({full, quick}: {full: number; quick: number}): number => (trials.isQuick ? quick : full);
		using calibration = startCalibration();
		const folder = mkdtempSync(join(tmpdir(), 'dialtop-campaign-recording-'));
		const parts: Record<string, () => Promise<void>> = {
			kills: () => tryKills(trials, calibration, folder, of(wanted.kills)),
			two: () => tryTwoWriters(trials, folder, of(wanted.pairs)),
			disks: () => tryFullDisk(trials, folder, of(wanted.disks)),
			damage: () => tryDamage(trials, folder, Math.ceil(of(wanted.damages) * 1.3)),
			clocks: () => tryClocks(trials, folder, of(wanted.histories)),
			people: () => tryPeople(trials),
			year: () => tryYear(trials, folder, of(wanted.days)),
			mounts: () => tryMounts(trials, folder),
		};
		try {
			for (const [name, part] of Object.entries(parts)) {
				await part();
				trials.progress(`${name}: done`);
			}
		} finally {
			rmSync(folder, {recursive: true, force: true});
		}
	},
};
