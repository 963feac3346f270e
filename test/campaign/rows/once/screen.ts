/** Gives a write on the screen, as an operator does: palette, form, question, answer. */
import {keyBytes, type Pty, poll} from '../../../helpers/terminal.ts';
import {keysFor} from './form-keys.ts';
import type {Write} from './writes.ts';

const question = /QA: [^?]*\?[\s\S]*(?:\[y\/N\]|Type )/;
const palette = '╭─ What to do';

/** Goes back to the palette, or opens it: whatever stands over it is left. */
const openPalette = async (monitor: Pty): Promise<void> => {
	for (let step = 0; step < 30; step++) {
		// An answer may open over it, and a key that comes right behind Esc would be taken for Alt with it.
		if (!(await poll(() => !monitor.text().includes(palette), 120))) {
			monitor.press('ctrl-u');
			if (await poll(() => monitor.text().includes('│ : what to do'), 1000)) {
				return;
			}
		}
		// On the board Esc has nothing to leave; there is a sheet while its footer offers that.
		monitor.press(/Esc [a-z]/.test(monitor.text()) ? 'escape' : ':');
		await poll(() => monitor.text().includes(palette), 250);
	}
	throw new Error(`no way to the palette from:\n${monitor.text()}`);
};

/** Opens the form of a write, fills it in, sends it, and confirms it once its question could be read. */
export const giveOnScreen = async (monitor: Pty, write: Write): Promise<void> => {
	await openPalette(monitor);
	monitor.write(write.type);
	await monitor.waitFor(`│ : ${write.type} `);
	monitor.press('enter');
	await monitor.waitFor(`╭─ ${write.type}: `);
	monitor.write(`${keyBytes('pageup').repeat(8)}${keysFor(write)}${keyBytes('ctrl-s')}`);
	await monitor.waitFor(question);
	if (write.typed === undefined) {
		await monitor.answer('y');
	} else {
		monitor.write(write.typed);
		await monitor.answer('enter');
	}
	await monitor.waitFor(() => !question.test(monitor.text()));
};

/** Opens the log of the screen. */
export const openLog = async (monitor: Pty): Promise<void> => {
	await openPalette(monitor);
	monitor.write('log');
	await monitor.waitFor('│ : log ');
	monitor.press('enter');
	await monitor.waitFor(/│asked +outcome +/);
};
