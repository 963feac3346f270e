/** Left and Right on tables whose columns do not all fit. */
import {expect, test} from 'vitest';
import {keymap} from '../../source/present/keymap.ts';
import {pauseOf} from '../model/make.ts';
import {fillAll} from './fill.ts';
import {colourLook, fill, fillSettings, makeScreen, moment} from './make.ts';

const board = (columns: number, rows: number) => {
	const screen = makeScreen(columns, rows);
	fill(screen.store);
	screen.settle();
	screen.frame();
	return screen;
};

type Screen = ReturnType<typeof makeScreen>;

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

test('Right scrolls to the columns that do not fit while state and name stay, and Left scrolls back', () => {
	const screen = board(80, 24);
	expect(titles(screen)).toMatch(/state +campaign +id ready on call waiting drop %\/limit time left/);
	expect(lineWith(screen, 'more ─╯')).toMatch(/─ → 17 more ─╯$/);
	press(screen, 'right', 'right', 'right');
	expect(titles(screen)).toMatch(/state +campaign +id drop %\/limit time left leads left level/);
	expect(lineWith(screen, 'more ─╯')).toMatch(/─ ← 3 more {2}→ 1\d more ─╯$/);
	expect(lineWith(screen, 'PLAY')).toContain('Spring Collections');
	press(screen, 'left', 'left', 'left', 'left');
	expect(titles(screen)).toMatch(/campaign +id ready on call/);
});

test('Right ends where the last column is shown, and a Left after many counts at once', () => {
	const screen = board(80, 24);
	press(screen, ...Array.from({length: 40}, () => 'right'));
	expect(titles(screen)).toMatch(/waits\* +lines\*│$/);
	const before = titles(screen);
	press(screen, 'left');
	expect(titles(screen)).not.toBe(before);
	expect(lineWith(screen, 'more ─╯')).toMatch(/→ 1 more ─╯$/);
});

test('a terminal that became wider shows all that it can, and Left still counts at once', () => {
	const screen = board(80, 24);
	press(screen, ...Array.from({length: 40}, () => 'right'));
	screen.ui.dispatch({type: 'resized', columns: 200, rows: 60});
	expect(titles(screen)).toMatch(/waits\* +lines\*/);
	const {left} = /← (?<left>\d+) more/.exec(screen.text())?.groups ?? {};
	press(screen, 'left');
	expect(screen.text()).toContain(`← ${Number(left) - 1} more`);
});

test('where all columns fit there is nothing to scroll to, and no hint', () => {
	const screen = makeScreen(120, 40, {boardColumns: ['state', 'name', 'ready', 'drop']});
	fill(screen.store);
	screen.settle();
	screen.frame();
	press(screen, 'right');
	expect(screen.ui.get().scrolledPast).toEqual({});
	expect(screen.text()).not.toMatch(/\d more/);
	expect(screen.text()).toContain('not now, all columns are shown');
});

test('the columns of the configuration keep their order', () => {
	const screen = makeScreen(80, 24, {
		boardColumns: ['state', 'name', 'lines', 'paused', 'ready', 'done', 'drop', 'id'],
	});
	fill(screen.store);
	expect(titles(screen)).toMatch(/state +campaign +id +lines\* paused ready done % drop %\/limit│/);
});

test('a row that is old says so beside its name until its age is scrolled to', () => {
	const screen = board(80, 24);
	screen.store.dispatch({type: 'tick', now: moment(241_020)});
	expect(lineWith(screen, 'Spring Collections')).toMatch(/Spring Collections +4m /);
	press(screen, ...Array.from({length: 19}, () => 'right'));
	expect(titles(screen)).toMatch(/campaign +id connect %\* +age/);
	expect(lineWith(screen, 'Spring Collections')).toMatch(/PLAY +Spring Collections +1003 .*% +4m /);
	press(screen, ...Array.from({length: 8}, () => 'left'));
	expect(lineWith(screen, 'Spring Collections')).toMatch(/Spring Collections +4m /);
});

test('a row that is old says so beside a command or a staged level on it too', () => {
	const screen = board(80, 24);
	press(screen, '+');
	const command = pauseOf('1002', 'Autumn Renewals', {id: 1});
	screen.store.dispatch({type: 'command-asked', command, now: moment(1050)});
	const ending = {kind: 'unknown', reason: 'no answer'} as const;
	screen.store.dispatch({type: 'command-ended', id: 1, ending, now: moment(1100)});
	expect(lineWith(screen, 'pause UNKNOWN')).toMatch(/pause UNKNOWN Autumn … 1002 +4 /);
	screen.store.dispatch({type: 'tick', now: moment(12_020)});
	expect(lineWith(screen, '→ 1.60')).toMatch(/1\.50 → 1\.60 Spring.* 1003 11s +4 /);
	expect(lineWith(screen, 'pause UNKNOWN')).toMatch(/pause UNKNOWN .*1002 11s +4 /);
});

test('each view is scrolled by itself', () => {
	const screen = makeScreen(80, 24);
	fillAll(screen);
	screen.settle();
	screen.frame();
	press(screen, 'right', '3', 'right', 'right');
	expect(screen.text()).toContain('← 2 more');
	press(screen, '1');
	expect(screen.text()).toContain('← 1 more');
	press(screen, '2', 'right');
	expect(screen.ui.get().scrolledPast).toEqual({campaigns: 1, lists: 2});
});

test('the hint names the keys in force', () => {
	const screen = makeScreen(80, 24, {
		keymap: keymap.map(row => (row.action === 'columnsRight' ? {...row, keys: ['f3']} : row)),
	});
	fill(screen.store);
	expect(screen.text()).toContain('f3 17 more ─╯');
});

test('the selected row keeps the colours of trouble, and is one bar beside them', () => {
	const screen = makeScreen(80, 24);
	fill(
		screen.store,
		['a', 'b', 'c', 'd'].map((name, index) => ({id: String(1001 + index), name, status: 'PLAY'})),
	);
	screen.ui.dispatch({type: 'select', id: '1004'});
	const row = screen.frame(colourLook).rows.find(line => line.includes('!3.00%')) ?? '';
	// Its state is that of its alert.
	expect(row).toMatch(/\u001b\[1;7;91mPLAY ▲ *\u001b\[0m\u001b\[7m *d /);
	expect(row).toMatch(/\u001b\[1;7;91m *!3\.00%/);
	screen.ui.dispatch({type: 'select', id: '1001'});
	expect(screen.frame(colourLook).rows.find(line => line.includes('!3.00%'))).toMatch(/\u001b\[1;91m *!3\.00%/);
});

test('lines tell how many there may be once the settings were read', () => {
	const screen = makeScreen(80, 24, {boardColumns: ['state', 'name', 'lines']});
	fill(screen.store);
	expect(lineWith(screen, 'Spring Collections')).toMatch(/ 63\/—/);
	fillSettings(screen.store, {number_of_lines: '60'});
	expect(lineWith(screen, 'Spring Collections')).toMatch(/ 63\/60/);
});

test('the help first explains the columns that are sorted by and were scrolled to, or the focused pane', () => {
	const screen = board(120, 40);
	const first = (): string => {
		press(screen, '?');
		const text = screen.text().split('\n').slice(2, 8).join('\n');
		press(screen, '?');
		return text;
	};
	expect(first()).toMatch(/ Control /);
	screen.ui.dispatch({type: 'sort', sort: {column: 'level', reversed: false}});
	expect(first()).toMatch(/The selected columns .*\n.*level: lines dialed per available agent/);
	press(screen, 'right', 'right');
	expect(first()).toMatch(/waiting: answered calls that have no agent yet/);
	press(screen, 'tab', 'tab');
	expect(first()).toMatch(/The pane Leads .*\n[\s\S]*total, active: of leads/);
	press(screen, '2');
	expect(first()).toMatch(/The fields /);
});
