/** What the mouse does on the screen: it scrolls, selects, sorts and opens views, by what was drawn. */
import {expect, test} from 'vitest';
import {width} from '../../source/present/format.ts';
import {type Tab, tabsIn} from '../../source/screen/layout/tabs.tsx';
import {campaigns, fill, type Listed, makeScreen} from './make.ts';
import {expectWhole} from './whole.ts';

type Screen = ReturnType<typeof makeScreen>;

const many: readonly Listed[] = Array.from({length: 60}, (_, index) => ({
	id: `${2000 + index}`,
	name: `Campaign ${String(index).padStart(2, '0')}`,
	status: 'PLAY',
}));

const open = (columns = 120, rows = 40, listed: readonly Listed[] = campaigns): Screen => {
	const screen = makeScreen(columns, rows);
	fill(screen.store, listed);
	screen.ui.dispatch({type: 'mouse', on: true});
	screen.settle();
	return screen;
};

/** Clicks on a text of the frame as it is drawn now. */
const clickOn = (screen: Screen, text: string | RegExp): void => {
	const {rows} = screen.frame();
	const row = rows.findIndex(line => line.search(text) >= 0);
	expect(row, `${text} in\n${rows.join('\n')}`).not.toBe(-1);
	const line = rows[row] ?? '';
	screen.mouse('click', width(line.slice(0, line.search(text))), row);
};

const selected = (screen: Screen): string | undefined => {
	const {ui, tables} = screen.context();
	const {rows, selectedIndex, idOf} = tables[ui.view];
	const row = rows[selectedIndex];
	return row === undefined ? undefined : (idOf as (row: unknown) => string)(row);
};

test.each([
	[80, 24],
	[120, 40],
	[200, 60],
	[60, 16],
])('at %dx%d a click selects the row below the pointer, in every part of it', (columns, rows) => {
	const screen = open(columns, rows);
	const listed = rows === 16 ? campaigns.slice(0, 2) : campaigns;
	for (const {id, name} of [...listed, ...listed.toReversed()]) {
		clickOn(screen, name.slice(0, 8));
		expect(selected(screen)).toBe(id);
		const frame = screen.frame().rows;
		const row = frame.findIndex(line => line.includes(name.slice(0, 8)));
		screen.press('g');
		screen.mouse('click', columns - 3, row);
		expect(selected(screen)).toBe(id);
		expectWhole(frame, screen.ui.get());
	}
	// The totals, the border and what is beyond it are no rows.
	const before = selected(screen);
	clickOn(screen, /total|3 camp/);
	screen.mouse('click', 0, 5);
	screen.mouse('click', columns * 2, rows * 2);
	screen.mouse('click', -1, -1);
	expect(selected(screen)).toBe(before);
});

test('a click means the row that was drawn there, whatever rows are there by now', () => {
	const screen = open();
	const {rows} = screen.frame();
	const row = rows.findIndex(line => line.includes('Autumn'));
	fill(screen.store, [{id: '999', name: 'Added above', status: 'PLAY'}, ...campaigns.toReversed()], 3000);
	screen.mouse('click', 10, row);
	expect(selected(screen)).toBe('1002');
});

test('a row that is gone by now is not selected, and says so', () => {
	const screen = open();
	screen.press('j');
	const row = screen.frame().rows.findIndex(line => line.includes('Winter'));
	const before = selected(screen);
	fill(
		screen.store,
		campaigns.filter(({id}) => id !== '1001'),
		3000,
	);
	screen.mouse('click', 10, row);
	expect(selected(screen)).toBe(before);
	expect(screen.text()).toContain('Not selected: that row is no longer there');
});

test('a scrolled table gives the row that is on screen; the wheel moves by three', () => {
	const screen = open(80, 24, many);
	screen.ui.dispatch({type: 'sort', sort: {column: 'name', reversed: false}});
	screen.press('g');
	screen.frame();
	for (let notch = 0; notch < 7; notch++) {
		screen.mouse('wheel-down', 5, 5);
	}
	expect(selected(screen)).toBe('2021');
	const first = /Campaign \d\d/.exec(screen.frame().rows.find(line => line.includes('Campaign 1')) ?? '')?.[0] ?? '';
	clickOn(screen, first);
	expect(selected(screen)).toBe(`20${first.slice(-2)}`);
	screen.mouse('wheel-up');
	expect(selected(screen)).toBe(`20${Number(first.slice(-2)) - 3}`);
	for (let notch = 0; notch < 90; notch++) {
		screen.mouse('wheel-down');
	}
	expect(selected(screen)).toBe('2059');
});

test('a click on the title of a column sorts by it, the next one reverses that', () => {
	const screen = open();
	clickOn(screen, / drop %/);
	clickOn(screen, /drop %/);
	expect(screen.ui.get().sorts.campaigns).toEqual({column: 'drop', reversed: true});
	clickOn(screen, /drop %/);
	expect(screen.ui.get().sorts.campaigns).toEqual({column: 'drop', reversed: false});
	clickOn(screen, /campaign +id/);
	expect(screen.ui.get().sorts.campaigns).toEqual({column: 'name', reversed: false});
	screen.press('3');
	clickOn(screen, /list +id/);
	expect(screen.ui.get().sorts.lists).toBeDefined();
	expect(screen.ui.get().sorts.campaigns).toEqual({column: 'name', reversed: false});
});

test('a click on a view opens it, on a pane focuses it, on a row goes back to the board', () => {
	const screen = open();
	for (const [text, view] of [
		['3 lists', 'lists'],
		['2 campaign ', 'campaign'],
		['8 log', 'log'],
		['4 search', 'search'],
		['1 campaigns', 'campaigns'],
	] as const) {
		clickOn(screen, text);
		expect(screen.ui.get().view).toBe(view);
	}
	screen.press('?');
	clickOn(screen, '7 alerts');
	expect(screen.ui.get()).toMatchObject({view: 'alerts', help: false});
	clickOn(screen, '1 campaigns');
	clickOn(screen, '─ Agents');
	expect(screen.ui.get().focus).toBe('agents');
	clickOn(screen, 'Autumn');
	expect(screen.ui.get().focus).toBe('board');
	expect(selected(screen)).toBe('1002');
	// What asks for a text asks for it here too; the mouse then does nothing.
	clickOn(screen, '9 complaint');
	expect(screen.ui.get()).toMatchObject({view: 'complaint', prompt: {kind: 'ask'}});
	clickOn(screen, '1 campaigns');
	screen.mouse('wheel-down');
	expect(screen.ui.get()).toMatchObject({view: 'complaint', prompt: {kind: 'ask'}});
});

test('help, details, text and sheets scroll by the wheel; a click on a sheet does nothing', () => {
	const screen = open(80, 24);
	screen.press('?');
	screen.frame();
	screen.mouse('wheel-down');
	screen.mouse('wheel-down');
	expect(screen.ui.get().helpTop).toBe(6);
	screen.mouse('wheel-up');
	expect(screen.ui.get().helpTop).toBe(3);
	screen.press('?');
	screen.press('2');
	screen.frame();
	screen.mouse('wheel-down');
	expect(screen.ui.get().scrolls.campaign).toBe(3);
	screen.press('1');
	screen.press(':');
	screen.frame();
	screen.mouse('wheel-down');
	const {sheet, selected: before} = screen.ui.get();
	expect(sheet?.palette?.selected).toBeDefined();
	for (let row = 0; row < 24; row++) {
		screen.mouse('click', 12, row);
	}
	expect(screen.ui.get()).toMatchObject({sheet, view: 'campaigns', selected: before});
});

test.each([
	['P', /\[y\/N\]/],
	['S', /Type/],
	['/', /Filter/],
])('while %s asks, no click and no turn does anything, and no write is asked for soon after', (key, asked) => {
	const screen = open();
	screen.press(key);
	expect(screen.text()).toMatch(asked);
	screen.drawn();
	const before = screen.ui.get();
	for (let row = 0; row < 40; row++) {
		for (let column = 0; column < 120; column += 7) {
			screen.mouse('click', column, row, 1);
		}
		screen.mouse('wheel-down', 5, row, 1);
		screen.mouse('wheel-up', 5, row, 1);
	}
	expect(screen.ui.get()).toBe(before);
	screen.mouse('click', 5, 5);
	screen.press('escape');
	expect(screen.sent).toEqual([]);
	screen.press('/');
	screen.press('escape');
	screen.press('P', {after: 600});
	screen.press('escape');
	screen.press('/');
	screen.mouse('click', 5, 5);
	screen.ui.dispatch({type: 'close-prompt'});
	screen.press('P', {after: 200});
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(screen.text()).toContain('within half a second of a key that did nothing');
});

test('rows that a message or a small screen covers are not clicked through', () => {
	const screen = open(80, 24, many);
	screen.press('w');
	screen.press('g');
	screen.context().say(`A long message, ${'that goes on, '.repeat(10)}and ends.`, 'error');
	const wall = screen.frame().rows;
	const message = wall.findIndex(line => line.includes('A long message'));
	const before = selected(screen);
	expect(wall[message - 1]).toContain('Campaign');
	screen.mouse('click', 5, message);
	screen.mouse('click', 5, message + 1);
	expect(selected(screen)).toBe(before);
	screen.mouse('click', 5, message - 1);
	expect(selected(screen)).not.toBe(before);
	screen.ui.dispatch({type: 'select', id: before});
	screen.ui.dispatch({type: 'resized', columns: 40, rows: 10});
	screen.frame();
	screen.mouse('click', 5, 3);
	screen.mouse('wheel-down', 5, 3);
	expect(selected(screen)).toBe(before);
});

test('the views are named in every width, and each name can be clicked', () => {
	for (let columns = 60; columns <= 200; columns++) {
		const tabs = tabsIn(columns);
		const {from, text} = tabs.at(-1) as Tab;
		expect(tabs.length).toBe(9);
		expect(from + text.length).toBeLessThanOrEqual(columns);
		expect(tabs.every(tab => /^\d ?[a-z]{3}/.test(tab.text))).toBe(true);
	}
	expect(
		tabsIn(79)
			.map(({text}) => text)
			.join(' '),
	).toBe('1campaigns 2campaign 3lists 4search 5settings 6accounts 7alerts 8log 9complaint');
});

test('the key turns the mouse on and off, and says what it does', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	expect(screen.text()).not.toContain('3 lists');
	screen.press('&');
	expect(screen.text()).toContain('3 lists');
	expect(screen.text()).toContain('the mouse is on: it answers and sends nothing; Shift selects text');
	screen.press('&');
	expect(screen.text()).not.toContain('3 lists');
	expect(screen.text()).toContain('the mouse is off');
});
