/** One record whole: in a table where there is room for it, else in lines that wrap and scroll. */
import {expect, test} from 'vitest';
import type {Detail} from '../../source/screen/state/state.ts';
import {makeScreen} from './make.ts';
import {expectWhole} from './whole.ts';

const screenWith = (rows: Detail['rows'], columns = 80, height = 24) => {
	const screen = makeScreen(columns, height);
	screen.ui.dispatch({type: 'detail', detail: {title: 'Call 1', rows, top: 0}});
	return screen;
};

const words = (count: number): string => Array.from({length: count}, (_, index) => `word${index}`).join(' ');

test('few short fields stand in a table', () => {
	const screen = screenWith([
		['status', 'SALE', 'none'],
		['holder', 'Ann Lee', 'none'],
	]);
	expect(screen.text()).toMatch(/│ status │ SALE {4}│/);
	expectWhole(screen.frame().rows, screen.ui.get());
});

test('a value that is wider than the screen wraps, with no part of it left out', () => {
	const screen = screenWith([
		['comments', words(30), 'none'],
		['status', 'SALE', 'none'],
	]);
	const text = screen.text();
	for (const word of words(30).split(' ')) {
		expect(text).toMatch(new RegExp(`\\b${word}\\b`));
	}
	expect(text).toMatch(/│ status +SALE/);
	expect(text).not.toContain('…');
	expect(text).not.toContain('lines 1-');
	expectWhole(screen.frame().rows, screen.ui.get());
});

test('what is longer than the screen says so, and is reached by scrolling', () => {
	const screen = screenWith([
		['comments', words(200), 'none'],
		['status', 'SALE', 'none'],
	]);
	expect(screen.text()).toMatch(/lines 1-20 of \d+, ↑ ↓ scroll/);
	expect(screen.text()).not.toContain('SALE');
	screen.press('down');
	expect(screen.text()).toMatch(/lines 2-21 of/);
	screen.press('G');
	expect(screen.text()).toContain('word199');
	expect(screen.text()).toMatch(/│ status +SALE/);
	expectWhole(screen.frame().rows, screen.ui.get());
});
