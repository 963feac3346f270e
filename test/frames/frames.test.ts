/** Whole frames: what holds for each is checked at every size that people have, and some are held as snapshots. */
import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {type View, viewNames} from '../../source/present/actions.ts';
import {width} from '../../source/present/format.ts';
import {type Look, painter} from '../../source/present/theme.ts';
import {themes} from '../../source/present/themes.ts';
import {sizes} from '../helpers/sizes.ts';
import {fillAll} from '../screen/fill.ts';
import {colourLook, plainLook} from '../screen/make.ts';
import {makeSeveral} from '../screen/several.ts';
import {
	otherScenes,
	outcomeScenes,
	type Scene,
	screenOf,
	severalScenes,
	sheetScenes,
	show,
	states,
	viewScenes,
	zoomScenes,
} from './scenes.ts';
import {album, fileOf, shotOf, visible} from './shot.ts';
import {checkTitles, wholeFrame} from './whole.ts';

const asciiLook: Look = {...plainLook, ascii: true};

const unheldScenes = {...zoomScenes, ...outcomeScenes};

/** A small screen shows one pane, which a large one may show under another view. */
const paneTitles = ['Pace', 'Leads', 'Calls', 'Agents'];

/** The largest screen has room for every title. */
const fromLargest = sizes.toReversed();

/** The widths at which frames are held. */
const heldWidths = new Map<Look, readonly number[]>([[plainLook, [80, 120, 200]]]);

/** Opens a scene at every size, checks each frame, and returns an album of it for each look. */
const albumsOf = async (name: string, open: Scene, looks: readonly Look[]) => {
	const shots = looks.map((): [heading: string, shot: string][] => []);
	let whole: ReadonlySet<string> | undefined;
	for (const [columns, height] of fromLargest) {
		const screen = screenOf(columns, height);
		await open(screen);
		const {rows, titles} = wholeFrame(screen);
		whole ??= new Set(titles);
		checkTitles(titles, new Set([...whole, ...paneTitles]));
		for (const [index, look] of looks.entries()) {
			if ((heldWidths.get(look) ?? [80, 200]).includes(columns)) {
				const shot = shotOf(look === plainLook ? rows : screen.frame(look).rows);
				// The frame of a table is dim in every look.
				const held = look === colourLook ? shot : stripVTControlCharacters(shot);
				shots[index]?.unshift([`${name}, ${columns}x${height}`, held]);
			}
		}
	}
	return shots.map(album);
};

test.for(Object.entries(unheldScenes))('%s is whole at every size', async ([name, open]) => {
	await albumsOf(name, open, []);
});

test.for(Object.entries(otherScenes))('%s', async ([name, open]) => {
	const [plain] = await albumsOf(name, open, [plainLook]);
	await expect(plain).toMatchFileSnapshot(fileOf(name));
});

test.for(Object.entries({...viewScenes, ...sheetScenes}))('%s, also in ASCII and in colour', async ([name, open]) => {
	const [plain, ascii, coloured = ''] = await albumsOf(name, open, [plainLook, asciiLook, colourLook]);
	await expect(plain).toMatchFileSnapshot(fileOf(name));
	expect(ascii).toMatch(/^[\x20-\x7e\n]*$/);
	await expect(ascii).toMatchFileSnapshot(fileOf(`ascii ${name}`));
	await expect(visible(coloured)).toMatchFileSnapshot(fileOf(`dark ${name}`));
});

test.for(Object.entries(themes))('the board in %s', async ([name, theme]) => {
	const look = {theme, paint: painter(theme), ascii: false, charts: 'braille' as const};
	await expect(visible(shotOf(screenOf(80, 24).frame(look).rows))).toMatchFileSnapshot(fileOf(`theme ${name}`));
});

test.for(viewNames)('%s in every state', async view => {
	const shots = Map.groupBy(Object.entries(states), ([, fill]) => {
		const [shot = ''] = sizes
			// The words are those of any other size; the board and its panes are laid out anew.
			.filter(([columns]) => columns === 80 || columns === 200 || view === 'campaigns')
			.map(([columns, rows]) => {
				const screen = screenOf(columns, rows, fill);
				show(screen, view);
				return shotOf(wholeFrame(screen).rows);
			});
		return shot;
	});
	const held = [...shots].map(([shot, alike]): [heading: string, shot: string] => [
		`${view}, 80x24: ${alike.map(([name]) => name).join(', ')}`,
		shot,
	]);
	await expect(album(held)).toMatchFileSnapshot(fileOf(`states of ${view}`));
});

test.for(Object.entries(severalScenes))('%s', async ([name, open]) => {
	const shots = ([plainLook, colourLook] as const).map(look =>
		sizes
			.filter(([columns]) => columns === 80 || columns === 120)
			.map(([columns, height]): [heading: string, shot: string] => {
				const several = makeSeveral([{name: 'east'}, {name: 'west'}], columns, height);
				open(several);
				const rows = several.frame(look);
				expect(rows.map(row => width(stripVTControlCharacters(row)))).toEqual(rows.map(() => columns));
				expect(rows).toHaveLength(height);
				return [`${name}, ${columns}x${height}`, shotOf(rows)];
			}),
	);
	const [plain = [], coloured = []] = shots;
	await expect(album(plain)).toMatchFileSnapshot(fileOf(name));
	await expect(visible(album(coloured))).toMatchFileSnapshot(fileOf(`dark ${name}`));
});

/** The selected row alone is painted: in reverse. */
const theme = {...plainLook.theme, selected: '7'};
const selecting: Look = {...plainLook, theme, paint: painter(theme)};
const reverse = /\u001b\[(?:\d+;)*7[;m]/;

const tables: readonly View[] = ['campaigns', 'lists', 'search', 'settings', 'accounts', 'alerts', 'log'];

test.for(tables)('the selected row of %s is in sight, the first and the last', view => {
	for (const [columns, rows] of sizes) {
		const screen = screenOf(columns, rows, fillAll);
		show(screen, view);
		for (const key of ['home', 'end']) {
			screen.press(key);
			screen.settle();
			expect(
				screen.frame(selecting).rows.filter(row => reverse.test(row)),
				`${columns}x${rows}, ${key}`,
			).toHaveLength(1);
		}
	}
});
