/** The screen as it is in this moment, with people masked, for a picture of it. */

import {painter} from '../present/theme.ts';
import {dark} from '../present/themes.ts';
import {type Floor, type ScreenParts, screenStoreOf} from './running.ts';
import type {UiState} from './state/state.ts';
import type {ScreenStore} from './store/store.ts';

const ignore = (): void => undefined;
const unheard = () => ignore;

/** A service that is drawn once: in dark colours, as the picture's paper is. */
const stillFloor = (floor: Floor): Floor => ({
	...floor,
	store: {...floor.store, subscribe: unheard},
	showing() {
		const {look, options} = floor.showing();
		return {look: {...look, theme: dark, paint: painter(dark)}, options};
	},
});

/** What is on screen without what is open for a moment: a notice may hold what it was asked about, in full. */
const stillUi = (ui: UiState): UiState => ({...ui, masked: true, prompt: undefined, notice: undefined});

/**
 * The store of such a screen.
 *
 * @param tops the first row of each table that is on screen
 */
export const maskedStore = (parts: ScreenParts, tops: ScreenStore['tops'] = {}): ScreenStore => {
	const [first, ...others] = parts.floors;
	const ui = stillUi(parts.ui.get());
	const store = screenStoreOf({
		...parts,
		floors: [stillFloor(first), ...others.map(stillFloor)],
		ui: {get: () => ui, dispatch: ignore, subscribe: unheard},
	});
	return {...store, tops: {...tops}};
};
