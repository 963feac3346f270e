/** The state and the keys of the palette. */
import {topFor} from '../../look/grid.ts';
import type {Key} from '../../terminal/decode.ts';
import {editText} from '../parts/text-edit.ts';
import type {Palette} from './sheet.ts';

type Entry = {id: string};

/** The palette as it opens. */
export const openPalette: Palette = {offers: 'everything', query: {value: '', cursor: 0}, selected: undefined, top: 0};

/** The index of the entry that Enter would choose. */
export const selectedEntry = ({selected}: Palette, entries: readonly Entry[]): number =>
	Math.max(
		0,
		entries.findIndex(({id}) => id === selected),
	);

const steps: Readonly<Record<string, (page: number) => number>> = {
	up: () => -1,
	'shift-tab': () => -1,
	down: () => 1,
	tab: () => 1,
	pageup: page => -page,
	pagedown: page => page,
};

/** The palette after a key; `back` to leave it; `choose` to run the selected entry. */
export const pressPalette = (
	palette: Palette,
	key: Key,
	entries: readonly Entry[],
	page: number,
): Palette | 'back' | 'choose' => {
	if (key.name === 'escape') {
		return 'back';
	}
	if (key.name === 'enter') {
		return 'choose';
	}
	const step = Object.hasOwn(steps, key.name) ? steps[key.name] : undefined;
	if (step) {
		const at = selectedEntry(palette, entries) + step(Math.max(1, page));
		const index = Math.max(0, Math.min(entries.length - 1, at));
		return {...palette, selected: entries[index]?.id, top: topFor(palette.top, index, page, entries.length)};
	}
	const query = editText(palette.query, key);
	// Other letters list other entries: select the best of them.
	return query.value === palette.query.value ? {...palette, query} : {...palette, query, selected: undefined, top: 0};
};
