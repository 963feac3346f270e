/** Frames with their colours, the codes made visible: the board in each theme, the views in the default one. */
import {expect, test} from 'vitest';
import {painter} from '../../source/present/theme.ts';
import {themes} from '../../source/present/themes/index.ts';
import {colourLook} from '../screen/make.ts';
import {screenOf, sheetScenes, viewScenes} from './scenes.ts';
import {album, fileOf, shotOf, sizes} from './shot.ts';

const visible = (shot: string): string => `${shot.replaceAll('\u001b', '␛')}\n`;

test.for(Object.entries(themes))('the board in %s', async ([name, theme]) => {
	const look = {theme, paint: painter(theme), ascii: false, charts: 'braille' as const};
	await expect(visible(shotOf(screenOf(80, 24), look))).toMatchFileSnapshot(fileOf(`theme ${name}`));
});

test.for(Object.entries({...viewScenes, ...sheetScenes}))('%s in colour', async ([name, open]) => {
	const shots: [heading: string, shot: string][] = [];
	for (const [columns, rows] of sizes) {
		const screen = screenOf(columns, rows);
		await open(screen);
		shots.push([`${columns}x${rows}`, shotOf(screen, colourLook)]);
	}
	await expect(visible(album(shots))).toMatchFileSnapshot(fileOf(`dark ${name}`));
});
