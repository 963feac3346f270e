/** What was confirmed is what is done. */
import {runBundled} from '../bundled.ts';
import type {Row} from '../row.ts';
import {runInTerminals} from './confirmed/pty.ts';

export const row: Row = {
	name: 'confirmed',
	promise: 'what was confirmed is what is done',
	never: 'a write without its own question drawn at least 400 ms before, for that very target and value',
	least: {
		'sequences in process': {full: 20_000, quick: 5000},
		'sequences by pseudo-terminal': {full: 300, quick: 70},
		'sequences with two monitors at once': {full: 100, quick: 30},
		'plants that the judge must find': {full: 7, quick: 7},
	},
	async run(trials) {
		await Promise.all([
			runBundled('rows/confirmed/in-process.ts', 'confirmed', trials),
			runInTerminals(trials, trials.isQuick ? 100 : 400),
		]);
	},
};
