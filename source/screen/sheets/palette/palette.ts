/** The state and the keys of the palette. */
import {topFor} from '../../../present/grid.ts';
import type {Key} from '../../../terminal/decode.ts';
import {editText} from '../../parts/text-edit.ts';
import type {Palette} from '../../state/sheet.ts';

type Entry = {id: string};

/** The palette with this line typed, and nothing chosen yet. */
export const withLine = (palette: Palette, line: string, recalled?: number): Palette => ({
	...palette,
	query: {value: line, cursor: line.length},
	selected: undefined,
	top: 0,
	recalled,
});

/** The most characters of a line, which may hold an account or a message. */
const longestLine = 4096;

/** The palette with the line before or after the one that was brought back; undefined if the key has another meaning. */
const recall = (palette: Palette, key: Key, lines: readonly string[]): Palette | undefined => {
	const {recalled, query, selected} = palette;
	const isAtStart = recalled !== undefined || (query.value === '' && selected === undefined);
	if (key.name === 'up' && isAtStart && lines.length > 0) {
		const at = Math.min((recalled ?? -1) + 1, lines.length - 1);
		return withLine(palette, lines[at] ?? '', at);
	}
	if (key.name === 'down' && recalled !== undefined) {
		return recalled === 0 ? withLine(palette, '') : withLine(palette, lines[recalled - 1] ?? '', recalled - 1);
	}
	return undefined;
};

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
	{page, lines}: {page: number; lines: readonly string[]},
): Palette | 'back' | 'choose' => {
	if (key.name === 'escape') {
		return 'back';
	}
	if (key.name === 'enter') {
		return 'choose';
	}
	const other = palette.offers === 'everything' ? recall(palette, key, lines) : undefined;
	if (other) {
		return other;
	}
	const step = Object.hasOwn(steps, key.name) ? steps[key.name] : undefined;
	if (step) {
		const at = selectedEntry(palette, entries) + step(Math.max(1, page));
		const index = Math.max(0, Math.min(entries.length - 1, at));
		return {...palette, selected: entries[index]?.id, top: topFor(palette.top, index, page, entries.length)};
	}
	const query = editText(palette.query, key, longestLine);
	// Other letters list other entries: select the best of them.
	return query.value === palette.query.value
		? {...palette, query}
		: {...palette, query, selected: undefined, top: 0, recalled: undefined};
};
