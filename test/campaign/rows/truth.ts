/** The screen never lies. */
import {runBundled} from '../bundled.ts';
import type {Row} from '../row.ts';

export const row: Row = {
	name: 'truth',
	promise: 'the screen never lies',
	never:
		'a figure that no answer brought, or without its age when it is older than three intervals; 0 for unknown; `live` while the newest answer is older than two intervals; an alert, a DONE or an OBSERVED that nothing supports',
	least: {
		histories: {full: 5000, quick: 1000},
		'frames judged': {full: 200_000, quick: 40_000},
		'figures judged': {full: 3_000_000, quick: 600_000},
		'planted lies found': {full: 300, quick: 300},
	},
	async run(trials) {
		await runBundled('rows/truth/in-process.ts', 'truth', trials);
	},
};
