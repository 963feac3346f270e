/** The columns of the board, chosen on screen. */
import {expect, test, vi} from 'vitest';
import {fill, makeScreen} from './make.ts';

const board = (over: Parameters<typeof makeScreen>[2] = {}) => {
	const screen = makeScreen(120, 40, over);
	fill(screen.store);
	screen.settle();
	screen.frame();
	return screen;
};

type Screen = ReturnType<typeof board>;

const press = (screen: Screen, ...keys: readonly string[]): void => {
	for (const key of keys) {
		screen.press(key);
		screen.frame();
	}
};

const lineWith = (screen: Screen, text: string): string =>
	screen
		.text()
		.split('\n')
		.find(line => line.includes(text)) ?? '';

const titles = (screen: Screen): string => lineWith(screen, ' campaign ');

const find = (screen: Screen, name: string): void => press(screen, ...name);

test('Space hides a column and shows it again, and the board follows', () => {
	const screen = board();
	press(screen, '|');
	expect(screen.text()).toContain('The columns of the board');
	expect(lineWith(screen, '>state')).toContain('always shown');
	press(screen, 'space');
	expect(screen.ui.get().boardColumns?.slice(0, 3)).toEqual(['state', 'name', 'ready']);
	find(screen, 'waiting');
	expect(lineWith(screen, '>waiting')).toContain('shown');
	press(screen, 'space');
	expect(lineWith(screen, '>waiting')).toContain('hidden');
	press(screen, 'enter');
	expect(titles(screen)).toMatch(/id ready on call drop %\/limit/);
	press(screen, '|');
	find(screen, 'waiting');
	press(screen, 'space', 'enter');
	expect(titles(screen)).toMatch(/id ready on call waiting drop %\/limit/);
});

test('< and > move a column among those that are shown, but not before what says which row is which', () => {
	const screen = board({boardColumns: ['state', 'name', 'ready', 'drop', 'trouble']});
	press(screen, '|', 'down', 'down', 'down');
	// Hidden columns stand where they would stand among all.
	find(screen, 'drop %/');
	press(screen, '<');
	expect(screen.ui.get().boardColumns).toEqual(['state', 'name', 'drop', 'ready']);
	press(screen, '<', '<');
	expect(screen.ui.get().boardColumns).toEqual(['state', 'name', 'drop', 'ready']);
	press(screen, '>', 'escape');
	expect(titles(screen)).toMatch(/state +campaign +id +ready drop %\/limit /);
});

test('rows are sorted by trouble again where the column that they were sorted by is hidden', () => {
	const screen = board();
	screen.ui.dispatch({type: 'sort', sort: {column: 'ready', reversed: true}});
	press(screen, '|', 'down', 'down', 'space', 'enter');
	expect(screen.ui.get().sorts.campaigns).toEqual({column: 'trouble', reversed: false});
	expect(titles(screen)).not.toMatch(/ready/);
});

test('at 60 columns too the keys are named that show, move and keep', () => {
	const screen = makeScreen(60, 16, {storeColumns: {file: 'config.yml', write: async () => undefined}});
	fill(screen.store);
	screen.settle();
	press(screen, '|');
	expect(lineWith(screen, 'Esc close')).toMatch(/Space show\/hide +< > move it +Ctrl-S keep them/);
});

test('the columns stay for another service, and are written only if asked', async () => {
	const write = vi.fn(async (_columns: readonly string[]): Promise<string | undefined> => undefined);
	const screen = board({storeColumns: {file: '/home/ann/config.yml', write}});
	press(screen, '|', 'down', 'down', 'space');
	expect(screen.text()).toContain('Ctrl-S keep them');
	press(screen, 'ctrl-s');
	expect(screen.text()).toContain('Write them into /home/ann/config.yml');
	expect(screen.text()).toMatch(/ > no, for this run only +\n/);
	// What was on screen for too short a time is not answered: Enter leaves it as it is.
	press(screen, 'enter');
	expect(write).not.toHaveBeenCalled();
	press(screen, 'ctrl-s', 'down', 'enter');
	expect(write).toHaveBeenCalledOnce();
	expect(write.mock.calls[0]?.[0].slice(0, 3)).toEqual(['state', 'name', 'onCall']);
	await vi.waitFor(() => expect(screen.text()).toContain('The columns are in /home/ann/config.yml'));
	screen.ui.dispatch({type: 'service-changed'});
	expect(screen.ui.get().boardColumns?.slice(0, 3)).toEqual(['state', 'name', 'onCall']);
});

test('without a folder for a configuration nothing is promised, and a problem is said', async () => {
	const screen = board();
	press(screen, '|', 'ctrl-s');
	expect(screen.text()).toContain('for this run only');
	expect(screen.text()).not.toContain('Ctrl-S');
	const failing = board({storeColumns: {file: 'c.yml', write: async () => 'c.yml:3:1: a mistake'}});
	press(failing, '|', 'ctrl-s', 'down', 'enter');
	await vi.waitFor(() => expect(failing.text()).toContain('The columns were not stored: c.yml:3:1: a mistake'));
});
