/** The service keeps what it acknowledged, says what it lost, and answers everybody. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startCalibration} from '../../helpers/calibration.ts';
import type {Row} from '../row.ts';
import {tryDamage} from './sandbox/damage.ts';
import {tryFullDisk} from './sandbox/full-disk.ts';
import {tryFuzz} from './sandbox/fuzz.ts';
import {tryKills} from './sandbox/kills.ts';
import {trySlowConnections} from './sandbox/slow-connections.ts';

const wanted = {
	kills: {full: 200, quick: 60},
	disks: {full: 50, quick: 15},
	damages: {full: 60, quick: 20},
	seconds: {full: 40, quick: 15},
	requests: {full: 10_000, quick: 4000},
};

export const row: Row = {
	name: 'sandbox',
	promise: "the service's own promises",
	never: 'an acknowledged write lost; damage served without a word; a request that waits over 2 s; a process that dies',
	least: {
		'kills during writes': wanted.kills,
		'full disks': wanted.disks,
		// A damage that changes nothing does not count.
		'damages to the database': {full: 50, quick: 14},
		'damages to the snapshot': {full: 50, quick: 14},
		'damages to the write-ahead log': {full: 50, quick: 14},
		'slow connections': {full: 1000, quick: 1000},
		'requests of the fuzzer': wanted.requests,
	},
	async run(trials) {
		const of = ({full, quick}: {full: number; quick: number}): number => (trials.isQuick ? quick : full);
		using calibration = startCalibration();
		const folder = mkdtempSync(join(tmpdir(), 'dialtop-campaign-sandbox-'));
		try {
			await trySlowConnections(trials, calibration, of(wanted.seconds));
			await tryFuzz(trials, calibration, of(wanted.requests));
			trials.noted(calibration.told());
			await tryDamage(trials, folder, of(wanted.damages));
			await tryFullDisk(trials, folder, of(wanted.disks));
			// A kill that comes before a request was under way does not count.
			await tryKills(trials, folder, Math.ceil(of(wanted.kills) * 1.05));
		} finally {
			rmSync(folder, {recursive: true, force: true});
		}
	},
};
