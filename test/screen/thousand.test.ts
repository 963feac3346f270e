/** A thousand campaigns on the board, of which only some have been polled lately: each row says how old it is. */
import {describe, expect, test} from 'vitest';
import {fill, type Listed, makeScreen, moment} from './make.ts';

const thousand: readonly Listed[] = Array.from({length: 1000}, (_, index) => ({
	id: String(1001 + index),
	name: `Campaign ${String(index + 1).padStart(4, '0')}`,
	status: 'PLAY',
}));

/** Listed all, polled only the first twenty, and four minutes later the first five again. */
const screenAt = (columns: number, rows: number) => {
	const screen = makeScreen(columns, rows);
	screen.ui.dispatch({type: 'sort', sort: undefined});
	fill(screen.store, thousand.slice(0, 20));
	const poll = (at: number, count: number): void => {
		const span = {sentAt: moment(at), receivedAt: moment(at + 10)};
		const none = {extra: {}, unreadable: []};
		screen.store.dispatch({
			type: 'campaigns-polled',
			span,
			records: thousand.map(campaign => ({...campaign, dialMethod: 'RATIO', ...none})),
		});
		for (const {id} of thousand.slice(0, count)) {
			const dashboard = screen.store.get().dashboards.get(id)?.value;
			if (dashboard) {
				screen.store.dispatch({type: 'dashboard-polled', campaignId: id, span, dashboard});
			}
		}
	};
	poll(241_000, 5);
	screen.store.dispatch({type: 'tick', now: moment(241_020)});
	screen.settle();
	return screen;
};

/** The line of a campaign on the board; the panes name it too. */
const lineOf = (text: string, number: number): string => {
	const name = `Campaign ${String(number).padStart(4, '0')}`;
	return text.split('\n').find(line => line.includes('PLAY') && line.includes(name)) ?? '';
};

describe.each([
	[80, 24],
	[120, 40],
	[200, 60],
])('a board of a thousand at %dx%d', (columns, rows) => {
	test('says the age of every row that is old, and none of those that are fresh', () => {
		const text = screenAt(columns, rows).text();
		for (const fresh of [1, 5]) {
			expect(lineOf(text, fresh)).not.toMatch(/\b4m\b/);
		}
		expect(lineOf(text, 6)).toMatch(/\b4m\b/);
		expect(lineOf(text, 7)).toMatch(/\b4m\b/);
	});

	test('has no figures, rather than noughts, where none came yet, and counts those in its total', () => {
		const screen = screenAt(columns, rows);
		screen.press('G');
		const text = screen.text();
		expect(lineOf(text, 1000)).toContain('—');
		expect(lineOf(text, 1000)).not.toMatch(/\s0\s/);
		expect(text).toContain('20 of 1000 read');
		expect(text).toMatch(/of 1,?000/);
	});

	test('shows on screen what it asks the poller for', () => {
		const screen = screenAt(columns, rows);
		screen.press('G');
		const {visible} = screen.frame();
		expect(visible.at(-1)).toBe('2000');
		expect(visible.length).toBeLessThan(rows);
	});
});
