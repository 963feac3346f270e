import {expect, test} from 'vitest';
import {keymap} from '../../source/look/keymap.ts';
import type {UiOptions} from '../../source/ui/state/options.ts';
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
