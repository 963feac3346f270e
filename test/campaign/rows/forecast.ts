/** A forecast above a question changes nothing of the question, whatever strikes meanwhile. */
import {runBundled} from '../bundled.ts';
import type {Row} from '../row.ts';

export const row: Row = {
	name: 'forecast',
	promise: 'a question stays right and usable while its forecast is made, comes or fails',
	never:
		'a write that no question had asked for; an answer that does other than without a forecast; a question that Esc does not close; a figure without its band, of another campaign or change, or of a clock that was set; a thread that is left running',
	least: {
		'questions beside the same without a forecast': {full: 800, quick: 60},
		'forecasts above a question': {full: 250, quick: 12},
		'reasons why there is none': {full: 60, quick: 3},
		'what-ifs': {full: 200, quick: 15},
		'faults that struck': {full: 700, quick: 45},
		'threads that were ended or threw': {full: 60, quick: 4},
		'writes that were confirmed': {full: 150, quick: 12},
		'plants that the row must find': {full: 11, quick: 11},
	},
	run: trials => runBundled('rows/forecast/in-process.ts', 'forecast', trials),
};
