/** The rooms: no folders import each other in a circle; in the picture, arrows follow the imports. */
import {expect, test} from 'vitest';
import {
	type Arrows,
	arrowsOf,
	importsOf,
	importsOfSource,
	inCircles,
	reduced,
	roomsPicture,
} from '../.config/pages/rooms.ts';

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

const circles = (imports: ReturnType<typeof importsOf>): string[] =>
	inCircles(imports).map(({from, to}) => `${from} imports ${to}`);

test('no folders of the source import each other in a circle', () => {
	const imports = importsOfSource();
	expect(imports.length).toBeGreaterThan(1000);
	expect(circles(imports)).toEqual([]);
});

test('a circle of folders is found, however long it is, with the imports that make it', () => {
	const twoWays = [
		...importsOf('screen/store/context.ts', `import type {Tables} from '../views/tables.ts';`),
		...importsOf('screen/views/view.ts', `import {useStore} from '../store/store.ts';`),
		...importsOf('screen/views/view.ts', `import {Line} from '../parts/line.tsx';`),
	];
	expect(circles(twoWays)).toEqual([
		'screen/store/context.ts imports screen/views/tables.ts',
		'screen/views/view.ts imports screen/store/store.ts',
	]);
	const intoItsOwnFolder = [
		...importsOf('sheets/press.ts', `import {form} from './form/form.ts';`),
		...importsOf('sheets/form/form.ts', `import {ask} from '../../keys/ask.ts';`),
		...importsOf('keys/router.ts', `const {press} = await import('../sheets/press.ts');`),
	];
	expect(circles(intoItsOwnFolder)).toHaveLength(3);
	expect(circles(intoItsOwnFolder.slice(0, 2))).toEqual([]);
	expect(
		circles([...importsOfSource(), ...importsOf('model/list.ts', `export {x} from '../screen/app.tsx';`)]),
	).toContain('model/list.ts imports screen/app.tsx');
});
