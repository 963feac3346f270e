/** Text cannot act: whatever a service writes is drawn, printed, logged, copied and completed as text. */
import type {Row} from '../row.ts';
import {blindTo} from './text/bytes.ts';
import {printTexts} from './text/commands.ts';
import {drawTexts} from './text/frames.ts';
import {watchTexts} from './text/monitors.ts';

export const row: Row = {
	name: 'text',
	promise: 'text cannot act',
	never:
		'control characters other than our own in the bytes; a width off by one; CSV cells that a spreadsheet runs; JSON that reads back as something else; a completion that runs a command',
	least: {
		'texts on screen': {full: 60_000, quick: 15_000},
		'texts read back from JSON': {full: 60_000, quick: 15_000},
		'texts in a pseudo-terminal': {full: 2000, quick: 500},
		'notifications and crashes': {full: 5000, quick: 1000},
		'words offered to bash': {full: 200, quick: 100},
		'answers that are none': {full: 40, quick: 11},
	},
	async run(trials) {
		const {isQuick, failed, tried} = trials;
		for (const sequence of blindTo()) {
			failed(`the row itself does not see ${sequence}`, 'self-check');
		}
		tried('sequences planted, and found', 1);
		await printTexts(trials, isQuick ? 15_000 : 60_000);
		await watchTexts(trials, isQuick ? 500 : 2000);
		await drawTexts(trials, isQuick ? 15_000 : 60_000);
	},
};
