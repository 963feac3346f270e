/** What was confirmed is what is done. */
import {runBundled} from '../bundled.ts';
import type {Row} from '../row.ts';
import {runAssistant} from './confirmed/assistant.ts';
import {runInTerminals} from './confirmed/pty.ts';

export const row: Row = {
	name: 'confirmed',
	promise: 'what was confirmed is what is done',
	never:
		'a write without its own question drawn at least 400 ms before (2 s if it was asked anew), for that very target and value',
	least: {
		'sequences in process': {full: 20_000, quick: 4000},
		'sequences in process with two monitors at once': {full: 2000, quick: 400},
		'writes in process': {full: 5000, quick: 1000},
		'sequences by pseudo-terminal': {full: 400, quick: 80},
		'sequences by pseudo-terminal with two monitors at once': {full: 100, quick: 20},
		'writes by pseudo-terminal': {full: 80, quick: 10},
		'calls of an assistant': {full: 2000, quick: 400},
		'plants that the judge must find': {full: 8, quick: 8},
		'lies that the judge must find': {full: 100, quick: 100},
	},
	async run(trials) {
		await Promise.all([
			runBundled('rows/confirmed/in-process.ts', 'confirmed', trials),
			runInTerminals(trials, trials.isQuick ? 80 : 400),
			runAssistant(trials, trials.isQuick ? 400 : 2000),
		]);
	},
};
