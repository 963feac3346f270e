/** Filters in views of people while people are masked: what was typed may be a name or a number. */
import {describe, expect, test} from 'vitest';
import {fillAll} from './fill.ts';
import {makeScreen} from './make.ts';

const filtered = (opens: readonly string[], filter: string) => {
	const screen = makeScreen(160, 50);
	fillAll(screen);
	for (const key of [...opens, '/', ...filter, 'enter']) {
		screen.press(key);
	}
	return screen;
};

// 9 asks for whom first.
const views = {search: ['4'], accounts: ['6'], log: ['8'], 'complaint sheet': ['9', 'escape']};

describe.each(Object.entries(views))('%s', (_, keys) => {
	test('hides the filter in the border and where nothing matches', () => {
		const screen = filtered(keys, 'Quigley');
		expect(screen.text()).toContain('filter: Quigley');
		expect(screen.text()).toContain('matches "Quigley"');
		screen.press('m');
		expect(screen.text()).not.toContain('Quigley');
		expect(screen.text()).toContain('filter: Q•••');
		expect(screen.text()).toContain('matches "Q•••"');
	});

	test('hides what is wrong with it', () => {
		const screen = filtered(keys, 'Quigley>3');
		expect(screen.text()).toContain('filter not applied: no column is called "Quigley"');
		screen.press('m');
		expect(screen.text()).not.toContain('Quigley');
		expect(screen.text()).toContain('filter not applied: Q•••');
	});
});

test('hides a number but for its last two digits', () => {
	const screen = filtered(views.accounts, '4155550131');
	screen.press('m');
	expect(screen.text()).toContain('filter: ••••31');
});

test('shows a filter of campaigns, which are not people', () => {
	const screen = filtered(['1'], 'Quigley');
	screen.press('m');
	expect(screen.text()).toContain('filter: Quigley');
});

test('a mask hides no row that a comparison of its name lets through', () => {
	const screen = filtered(views.accounts, 'name:a');
	const {rows} = screen.context().tables.accounts;
	expect(rows.length).toBeGreaterThan(0);
	screen.press('m');
	expect(screen.context().tables.accounts.rows).toEqual(rows);
});
