/** Several services on one screen: a command goes to the one that its question named. */
import {runBundled} from '../bundled.ts';
import type {Row} from '../row.ts';

export const row: Row = {
	name: 'floors',
	promise: 'with several services on one screen, a command goes to the one that its question named',
	never:
		'a write at a service without a question that began with its name, a typed confirmation without it, a question for another service than that of the selected row, a write at a read-only one',
	least: {
		'sequences over two services': {full: 8000, quick: 1200},
		'writes at two services': {full: 1000, quick: 150},
		'questions for the selected row': {full: 500, quick: 80},
		'plants that the judge must find': {full: 8, quick: 8},
		'lies that the judge must find': {full: 150, quick: 150},
	},
	async run(trials) {
		await runBundled('rows/floors/in-process.ts', 'floors', trials);
	},
};
