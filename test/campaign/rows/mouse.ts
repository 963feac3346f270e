/** The mouse answers nothing and sends nothing. */
import {runBundled} from '../bundled.ts';
import type {Row} from '../row.ts';

export const row: Row = {
	name: 'mouse',
	promise: 'the mouse answers nothing and sends nothing',
	never: 'a write with the mouse on that keys did not confirm alone; an open question that the mouse closes or answers',
	least: {
		'sequences of keys, words and the mouse': {full: 3000, quick: 400},
		'writes that keys confirmed meanwhile': {full: 400, quick: 40},
		'reports of the mouse': {full: 10_000, quick: 1000},
		'questions that only the mouse met': {full: 400, quick: 80},
		'plants that the judge must find': {full: 5, quick: 5},
	},
	run: trials => runBundled('rows/mouse/in-process.ts', 'mouse', trials),
};
