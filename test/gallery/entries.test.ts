/** The gallery has every scene, state and pane by a name of its own, and each component draws what it is given room for. */
import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {width} from '../../source/present/format.ts';
import {paneNames} from '../../source/screen/state/layout.ts';
import {otherScenes, states} from '../frames/scenes.ts';
import {plainLook} from '../screen/make.ts';
import {entries, filtered} from './entries.tsx';

const names = entries.map(({name}) => name);

test('each picture has a name of its own', () => {
	expect(new Set(names).size).toBe(names.length);
	expect(names).toEqual(expect.arrayContaining(Object.keys(otherScenes)));
	for (const pane of paneNames) {
		expect(names).toEqual(expect.arrayContaining(Object.keys(states).map(state => `${pane} pane, ${state}`)));
	}
});

test('a filter takes every word, in any case and order', () => {
	expect(filtered('Pane AGENTS error').map(({name}) => name)).toEqual(['agents pane, error']);
	expect(filtered('')).toHaveLength(entries.length);
	expect(filtered('no such thing')).toEqual([]);
});

const components = filtered('').filter(({name}) =>
	/^(?:header|footer|alert |log strip|\w+ pane\b|wall board)/.test(name),
);

test.each(components)('$name is drawn in its room', async ({name, draw}) => {
	for (const [columns, rows] of [
		[80, 24],
		[120, 40],
	] as const) {
		const picture = await draw(columns, rows, plainLook);
		expect(picture).toHaveLength(rows);
		expect(picture.filter(row => width(stripVTControlCharacters(row)) > columns)).toEqual([]);
		// Where nothing is known, there may be no alert.
		if (!name.startsWith('alert line, ')) {
			expect(stripVTControlCharacters(picture.join('')).trim()).not.toBe('');
		}
	}
});
