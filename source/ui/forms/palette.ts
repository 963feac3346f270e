/** The palette's state and keys. */
import {topFor} from '../../look/grid.ts';
import type {Key} from '../../terminal/decode.ts';
import {editText} from '../parts/text-edit.ts';
import type {Palette} from './sheet.ts';

/** An entry, by what it is told apart. */
type Entry = {id: string};

/** A palette in which nothing was typed. */
export const openPalette: Palette = {query: {value: '', cursor: 0}, selected: undefined, top: 0};

/** The entry that Enter would choose. */
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

/** What a key makes of the palette: itself changed, `back` to leave it, or `choose` for the selected entry. */
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
	// Other letters mean other entries: the best of them is the one.
	return query.value === palette.query.value ? {...palette, query} : {query, selected: undefined, top: 0};
};
