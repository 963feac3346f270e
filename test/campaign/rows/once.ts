/** A command is sent once: every write of the catalogue under every fault, on the command line and on screen. */
import type {Row} from '../row.ts';
import {type Fault, faults} from './once/faults.ts';
import {unnoticed} from './once/judge.ts';
import {onCommandLine} from './once/line.ts';
import {onScreen} from './once/on-screen.ts';
import {writesWith, writingTypes} from './once/writes.ts';

const kinds = {line: 'trials on the command line', screen: 'trials on screen'};

export const row: Row = {
	name: 'once',
	promise: 'a command is sent once',
	never:
		'sent or carried out twice; DONE or REFUSED that the journal contradicts; NOT SENT that arrived; no line in the audit for what arrived; an exit code that disagrees',
	least: {
		[kinds.line]: {full: writingTypes.length * 24, quick: writingTypes.length * 8},
		[kinds.screen]: {full: writingTypes.length * 24, quick: writingTypes.length * 8},
	},
	async run(trials) {
		for (const blind of unnoticed()) {
			trials.failed(`the judge does not notice ${blind}`, 'self-check');
		}
		const tried = new Set(writesWith('').map(({type}) => type));
		for (const type of writingTypes.filter(one => !tried.has(one))) {
			trials.failed('the catalogue has a write that is not tried', type);
		}
		trials.noted(`${writingTypes.length} writes under ${faults.length} faults.`);
		const isAlone = ({process}: Fault): boolean => process === 'hang-up';
		await Promise.all([
			onCommandLine(trials, kinds.line),
			onScreen(
				trials,
				kinds.screen,
				faults.filter(fault => !isAlone(fault)),
			),
		]);
		// A command that is started beside a monitor inherits its terminal, which is not lost until that command has ended.
		await onScreen(trials, kinds.screen, faults.filter(isAlone));
	},
};
