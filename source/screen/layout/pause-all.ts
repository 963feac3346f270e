/** The lines on a pause of everything: what was paused, what was not, and the calls that are still in progress. */

import type {State} from '../../model/state.ts';
import {keyFor} from '../../present/keymap.ts';
import {progressOf} from '../../steering/pause-progress.ts';
import type {UiState} from '../state/state.ts';
import type {Shown} from '../store/shown.ts';

/** Lines that they must leave for everything else. */
const around = 12;

type Progress = ReturnType<typeof progressOf>;

const none: Progress = [];

/** The lines of each state: they are asked for more than once in a frame. */
const made = new WeakMap<State, {ui: UiState; lines: Progress}>();

/** The lines; none where nothing was paused in this way, or the operator closed them. */
export const pauseAllLines = ({state, ui, options: {keymap}}: Shown): Progress => {
	const {pausedAll, rows} = ui;
	if (!pausedAll) {
		return none;
	}
	const known = made.get(state);
	if (known?.ui === ui) {
		return known.lines;
	}
	const keys = {again: keyFor(keymap, 'pauseAll'), log: keyFor(keymap, 'log'), close: keyFor(keymap, 'back')};
	const lines = progressOf(state, pausedAll, keys).slice(0, Math.max(0, rows - around));
	made.set(state, {ui, lines});
	return lines;
};
