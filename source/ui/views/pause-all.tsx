/** The lines on a pause of everything: what was paused, what was not, and the calls that are still in progress. */
import {isDeepStrictEqual} from 'node:util';
import {memo} from 'react';
import {standingOf} from '../../control/paused-all.ts';
import {fit} from '../../look/format.ts';
import {keyFor} from '../../look/keymap.ts';
import type {State} from '../../model/state.ts';
import {Lines} from '../parts/line.tsx';
import type {Shown} from '../screen/shown.ts';
import {useStore} from '../screen/store.ts';
import type {UiState} from '../state/state.ts';

/** Lines that they must leave for everything else. */
const around = 12;

type Standing = ReturnType<typeof standingOf>;

const none: Standing = [];

/** The lines of each state, since both the layout and the lines ask for them. */
const made = new WeakMap<State, {ui: UiState; lines: Standing}>();

const standing = ({state, ui, options: {keymap}}: Shown): Standing => {
	const {pausedAll, rows} = ui;
	if (!pausedAll) {
		return none;
	}
	const known = made.get(state);
	if (known?.ui === ui) {
		return known.lines;
	}
	const keys = {again: keyFor(keymap, 'pauseAll'), log: keyFor(keymap, 'log'), close: keyFor(keymap, 'back')};
	const lines = standingOf(state, pausedAll, keys).slice(0, Math.max(0, rows - around));
	made.set(state, {ui, lines});
	return lines;
};

/** Lines that they take. */
export const pauseAllLines = (shown: Shown): number => standing(shown).length;

/** The lines. */
export const PauseAllLines = memo(() => {
	const lines = useStore(standing, isDeepStrictEqual);
	const width = useStore(({ui}) => ui.columns);
	return lines.length === 0 ? null : (
		<Lines lines={lines.map(({role, text}) => [[role, fit(text, width)]])} width={width} height={lines.length} />
	);
});
