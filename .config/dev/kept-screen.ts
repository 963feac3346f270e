/**
 * Loaded into the monitor of a development run: writes what is on screen into a file when the monitor ends, and puts the next
 * one back to it. What is asked or typed, and what the service answered, is not kept.
 */
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {isMainThread} from 'node:worker_threads';
import type {UiMessage, UiState} from '../../source/screen/state/state.ts';

/** What JSON can hold of the view, and of how it is looked at. */
const keptFields = [
	'view',
	'selected',
	'filters',
	'sorts',
	'focus',
	'pane',
	'zoom',
	'wall',
	'masked',
	'muted',
	'scrolls',
	'boardColumns',
	'scrolledPast',
	'listsOfAll',
	'listsFilter',
	'companyId',
	'companies',
	'complaintFrom',
	'help',
	'helpTop',
	'helpFilter',
	'lines',
] as const satisfies (keyof UiState)[];

type Reducer = (ui: UiState, message: UiMessage) => UiState;

/** The exit code of a fault of dialtop's own. */
const crashed = 70;

const file = process.env.DEV_SCREEN ?? '';

const read = (): Partial<UiState> | undefined => {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
};

const kept = isMainThread ? read() : undefined;
// What the new code cannot draw is not tried twice.
rmSync(file, {force: true});
let isPutBack = kept === undefined;
let last: UiState | undefined;

/** Reduces a message; the first one finds the screen put back. */
const keepScreen = (reduce: Reducer, ui: UiState, message: UiMessage): UiState => {
	const from = isPutBack ? ui : {...ui, ...kept};
	isPutBack = true;
	// A selection that was made in an earlier run was made by a key.
	last = reduce(from, kept && message.type === 'rank' ? {...message, isUntouched: false} : message);
	return last;
};

Object.assign(globalThis, {keepScreen});
process.on('exit', code => {
	// A screen that ended in a crash may be why.
	if (last && code !== crashed) {
		writeFileSync(file, JSON.stringify(Object.fromEntries(keptFields.map(field => [field, last?.[field]]))));
	}
});
