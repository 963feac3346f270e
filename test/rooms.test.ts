/** The picture of the rooms: arrows follow the imports, and those that others imply are left out. */
import {expect, test} from 'vitest';
import {type Arrows, arrowsOf, importsOf, reduced, roomsPicture} from '../.config/pages/rooms.ts';

const listOf = (arrows: Arrows): string[] =>
	[...arrows].flatMap(([room, others]) => [...others].map(([other, kind]) => `${room} ${kind} ${other}`)).sort();

test('an import of any kind makes an arrow, but none inside a room or out of the source', () => {
	const text = [
		`import type {Theme} from '../look/theme.ts';`,
		`import {\n\ttype Key,\n\tdecode,\n} from '../terminal/decode.ts';`,
		`export type {State} from '../model/state.ts';`,
		`import '../config/paths.ts';`,
		`import {help} from './help.ts';`,
		`import pkg from '../../package.json';`,
		`import {readFile} from 'node:fs';`,
		`const {open} = await import('../sandbox/open.ts');`,
	].join('\n');
	expect(listOf(arrowsOf(importsOf('ui/app.tsx', text)))).toEqual([
		'ui/ type look/',
		'ui/ type model/',
		'ui/ value config/',
		'ui/ value sandbox/',
		'ui/ value terminal/',
	]);
});

test('one value among types makes an arrow of values', () => {
	const texts = [`import type {A} from '../model/a.ts';`, `import {b} from '../model/b.ts';`];
	for (const text of [texts, texts.toReversed()]) {
		expect(listOf(arrowsOf(importsOf('ui/app.tsx', text.join('\n'))))).toEqual(['ui/ value model/']);
	}
});

const made = (...lines: string[]): Arrows => {
	const arrows = new Map<string, Map<string, 'value' | 'type'>>();
	for (const [room = '', kind, other = ''] of lines.map(line => line.split(' '))) {
		const others = arrows.get(room) ?? new Map<string, 'value' | 'type'>();
		arrows.set(room, others.set(other, kind === 'type' ? 'type' : 'value'));
	}
	return arrows;
};

test('an arrow that a longer way implies is left out, unless that way takes types alone', () => {
	expect(listOf(reduced(made('a value b', 'b value c', 'a value c', 'a type d', 'c value d')))).toEqual([
		'a value b',
		'b value c',
		'c value d',
	]);
	expect(listOf(reduced(made('a type b', 'b value c', 'a value c')))).toEqual(['a type b', 'a value c', 'b value c']);
});

test('rooms in a circle are drawn as a circle', () => {
	const circle = ['a value b', 'b value c', 'c value a'];
	expect(listOf(reduced(made(...circle)))).toEqual(circle);
});

test('the picture has every folder of the source', () => {
	expect(roomsPicture()).toMatch(/^```mermaid\nflowchart TD\n\t\w+\["\w+\/"\]/);
	expect(roomsPicture()).toContain('\tcli_ts --> ');
});
