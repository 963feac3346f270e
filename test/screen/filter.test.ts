/** Filters that compare: on the board, while they are typed, and where they mean nothing. */
import {expect, test} from 'vitest';
import {fillAll} from './fill.ts';
import {fill, makeScreen} from './make.ts';

const board = (over: Parameters<typeof makeScreen>[2] = {}) => {
	const screen = makeScreen(100, 30, over);
	fill(screen.store);
	screen.settle();
	return screen;
};

const type = (screen: ReturnType<typeof makeScreen>, text: string): void => {
	for (const key of ['/', ...text]) {
		screen.press(key === ' ' ? 'space' : key);
	}
};

test('a comparison and a text, as they are typed', () => {
	const screen = board();
	type(screen, 'drop>=1 n');
	const text = screen.text();
	expect(text).toMatch(/│PAUSE +Autumn Renewals .*1\.00%/);
	expect(text).toMatch(/│STOP +Winter Offers/);
	expect(text).not.toMatch(/│PLAY/);
	screen.press('enter');
	expect(screen.text()).toContain('filter: drop>=1 n');
	screen.press('c');
	type(screen, 'state:pause');
	expect(screen.text()).toMatch(/│PAUSE +Autumn Renewals/);
	expect(screen.text()).not.toMatch(/│PLAY/);
});

test('a comparison that means nothing is said, and hides nothing', () => {
	const screen = board();
	type(screen, 'drp>3');
	expect(screen.text()).toContain('filter not applied: no column is called "drp"');
	expect(screen.text()).toMatch(/│STOP +Winter Offers/);
	screen.press('enter');
	expect(screen.text()).toContain('A part of the filter is not applied: no column is called "drp"');
});

test('columns that the configuration leaves out are compared too', () => {
	const screen = board({boardColumns: ['state', 'name']});
	type(screen, 'drop<1');
	expect(screen.text()).toMatch(/│PLAY.* +Spring Collections/);
	expect(screen.text()).not.toContain('Winter Offers');
});

test('other tables compare their own columns', () => {
	const screen = makeScreen(120, 40);
	fillAll(screen);
	screen.press('3');
	type(screen, 'state:n remaining<1,000');
	const text = screen.text();
	expect(text).toMatch(/│N off/);
	expect(text).not.toMatch(/│Y on/);
});
