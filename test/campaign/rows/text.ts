/** Text cannot act: whatever a service writes is drawn, printed, logged, copied and completed as text. */

import {sheetsBlindTo} from '../../helpers/spreadsheet.ts';
import type {Row} from '../row.ts';
import {crashTexts, followTexts} from './text/asides.ts';
import {blindTo} from './text/bytes.ts';
import {printTexts} from './text/commands.ts';
import {drawTexts} from './text/frames.ts';
import {printHuge} from './text/huge.ts';
import {watchTexts} from './text/monitors.ts';
import {handTexts} from './text/own-commands.ts';
import {pictureTexts} from './text/pictures.ts';
import {openRuns} from './text/runs.ts';
import {tablesBlindTo} from './text/tables.ts';

export const row: Row = {
	name: 'text',
	promise: 'text cannot act',
	never:
		'control characters other than our own in the bytes; a width off by one; CSV cells that a spreadsheet runs; JSON that reads back as something else; a completion that runs a command; a name that becomes an option or two arguments of a program; a picture that is not well-formed',
	least: {
		'texts on screen': {full: 50_000, quick: 15_000},
		'texts read back from JSON': {full: 50_000, quick: 15_000},
		'texts in a pseudo-terminal': {full: 2000, quick: 500},
		'notifications and crashes': {full: 5000, quick: 1000},
		'texts in last words': {full: 2000, quick: 500},
		'texts followed': {full: 100, quick: 20},
		'texts of a foreign audit': {full: 500, quick: 100},
		'alerts handed to a command': {full: 100, quick: 20},
		'notifications in a pseudo-terminal': {full: 10, quick: 1},
		'texts in pictures': {full: 40_000, quick: 8000},
		'names handed to programs': {full: 4000, quick: 800},
		'clipboards in a pseudo-terminal': {full: 100, quick: 10},
		'texts in exported files': {full: 1000, quick: 150},
		'names of 3.9 MB printed': {full: 90, quick: 5},
		'names of 3.9 MB on screen': {full: 15, quick: 2},
		'names of 5 MB printed': {full: 90, quick: 5},
		'answers over 4 MB refused': {full: 120, quick: 8},
		'rows of tables': {full: 3500, quick: 1000},
		'words offered to bash': {full: 200, quick: 100},
		'answers that are none': {full: 22, quick: 11},
	},
	async run(trials) {
		const {isQuick, failed} = trials;
		for (const planted of [...blindTo(), ...sheetsBlindTo(), ...tablesBlindTo()]) {
			failed(`the row itself does not see ${planted}`, 'self-check');
		}
		await using runs = await openRuns(trials);
		await followTexts(trials, runs);
		await crashTexts(trials, runs);
		await printHuge(trials, runs);
		await printTexts(trials, runs, isQuick ? 15_000 : 50_000);
		await watchTexts(trials, isQuick ? 500 : 2000);
		pictureTexts(trials, isQuick ? 8000 : 40_000);
		await handTexts(trials, isQuick ? 800 : 4000);
		await drawTexts(trials, isQuick ? 15_000 : 50_000);
	},
};
