/** Whole frames at the sizes that people have, held as snapshots. */
import {expect, test} from 'vitest';
import {viewNames} from '../../source/present/actions.ts';
import {plainLook} from '../screen/make.ts';
import {otherScenes, screenOf, sheetScenes, show, states, viewScenes} from './scenes.ts';
import {album, fileOf, shotOf, sizes} from './shot.ts';

test.for(Object.entries({...viewScenes, ...sheetScenes, ...otherScenes}))('%s', async ([name, open]) => {
	const shots: [heading: string, shot: string][] = [];
	for (const [columns, rows] of sizes) {
		const screen = screenOf(columns, rows);
		await open(screen);
		shots.push([`${name}, ${columns}x${rows}`, shotOf(screen, plainLook)]);
	}
	await expect(album(shots)).toMatchFileSnapshot(fileOf(name));
});

test.for(Object.entries(states))('%s, in every view', async ([name, fill]) => {
	const shots = viewNames.flatMap(view =>
		sizes
			// The words are those of any other size; the board and its panes are laid out anew.
			.filter(([columns]) => columns === 80 || view === 'campaigns')
			.map(([columns, rows]): [heading: string, shot: string] => {
				const screen = screenOf(columns, rows, fill);
				show(screen, view);
				return [`${name}: ${view}, ${columns}x${rows}`, shotOf(screen, plainLook)];
			}),
	);
	await expect(album(shots)).toMatchFileSnapshot(fileOf(`state ${name}`));
});

test.for(Object.entries({...viewScenes, ...sheetScenes}))('%s in ASCII', async ([name, open]) => {
	const shots: [heading: string, shot: string][] = [];
	for (const [columns, rows] of sizes) {
		const screen = screenOf(columns, rows);
		await open(screen);
		const shot = shotOf(screen, {...plainLook, ascii: true});
		expect(shot).toMatch(/^[\x20-\x7e\n]*$/);
		shots.push([`${name} in ASCII, ${columns}x${rows}`, shot]);
	}
	await expect(album(shots)).toMatchFileSnapshot(fileOf(`ascii ${name}`));
});
