import {expect, test} from 'vitest';
import {keymap} from '../../source/present/keymap.ts';
import type {UiOptions} from '../../source/screen/state/options.ts';
import {fill, makeScreen} from './make.ts';

const type = (screen: ReturnType<typeof makeScreen>, text: string): void => {
	for (const letter of text) {
		screen.press(letter === ' ' ? 'space' : letter);
	}
};

const help = (options: Partial<UiOptions> = {}) => {
	const screen = makeScreen(120, 40, options);
	fill(screen.store);
	screen.press('?');
	return screen;
};

test('/ in the help finds its lines by what they say, by their keys and by formula', () => {
	const screen = help();
	screen.press('/');
	type(screen, 'play or pause');
	expect(screen.text()).toContain('find: play or pause');
	expect(screen.text()).toMatch(/P +play or pause the selected campaign/);
	expect(screen.text()).not.toContain('stop the selected campaign');
	screen.press('enter');
	expect(screen.text()).not.toContain('stop the selected campaign');
	screen.press('c');
	expect(screen.text()).toContain('stop the selected campaign');
	screen.press('/');
	type(screen, 'occupancy');
	expect(screen.text()).toContain('occupancy* = (oncalls + wrappingup + dead)');
	expect(screen.ui.get().filters).toEqual({});
});

test('Esc drops what was searched for, then closes the help; a new help is whole', () => {
	const screen = help();
	screen.press('/');
	type(screen, 'zzz');
	expect(screen.text()).toContain('No line matches "zzz".');
	screen.press('enter');
	screen.press('escape');
	expect(screen.ui.get()).toMatchObject({help: true, helpFilter: ''});
	screen.press('escape');
	expect(screen.ui.get().help).toBe(false);
	screen.press('/');
	expect(screen.ui.get().prompt?.kind).toBe('filter');
});

test('it says why something cannot be done now', () => {
	const screen = help();
	screen.press('/');
	type(screen, 'not now');
	expect(screen.text()).toContain('(not now:');
});

test('it says the keys that are in force', () => {
	const screen = help({keymap: keymap.map(row => (row.action === 'freeze' ? {...row, keys: ['ctrl-f']} : row))});
	screen.press('/');
	type(screen, 'freeze');
	expect(screen.text()).toMatch(/Ctrl-F +freeze the screen/);
});

test('it says of the view below it what can be done there, not of itself', () => {
	const screen = makeScreen(80, 24);
	fill(screen.store);
	expect(screen.frame().columnsEnd).toBeGreaterThan(3);
	screen.press('?');
	screen.press('/');
	type(screen, 'columns that do not fit');
	expect(screen.text()).toMatch(/→ +scroll to the columns that do not fit/);
	expect(screen.text()).not.toContain('all columns are shown');
	screen.press('ctrl-u');
	type(screen, 'export what');
	expect(screen.text()).not.toContain('not now');
	screen.press('ctrl-u');
	type(screen, 'copy what');
	expect(screen.text()).not.toContain('not now');
	screen.press('enter');
	screen.press('e');
	expect(screen.text()).toContain('not now, the help is open');
});

test('the palette says of the view below it what can be done there', () => {
	const screen = makeScreen(80, 24);
	fill(screen.store);
	screen.text();
	screen.press(':');
	for (const word of ['columns right', 'export', 'copy']) {
		screen.press('ctrl-u');
		type(screen, word);
		expect(screen.text()).toContain(`>${word}`);
		expect(screen.text()).not.toContain('not now');
	}
});

test('with all columns on screen it says so', () => {
	const screen = makeScreen(400, 60);
	fill(screen.store);
	screen.press('w');
	screen.text();
	screen.press('?');
	screen.press('/');
	type(screen, 'columns that do not fit');
	expect(screen.text()).toContain('all columns are shown');
});

test('of the total of drop % it says what the line of totals shows: the worst, and whose it is', () => {
	const screen = help();
	screen.press('/');
	type(screen, 'total drop');
	expect(screen.text()).toContain('worst');
	expect(screen.text()).not.toContain('weighted');
});
