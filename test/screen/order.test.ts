/** The order of the board: by trouble, held still under the operator's hand; the keys that change it, and their list. */
import {describe, expect, test} from 'vitest';
import type {Message} from '../../source/model/state.ts';
import {campaign, campaignsPolled, dashboard} from '../model/make.ts';
import {fill, type Listed, makeScreen, moment} from './make.ts';

const listed: readonly Listed[] = Array.from({length: 12}, (_, index) => ({
	id: String(1012 - index),
	name: `Campaign ${index + 1}`,
	status: 'PLAY',
}));

const calm = {status: 'PLAY', dropRate: 1, dropLimit: 3, humanAnswered: 1000, ready: 3, ringing: 5, calledToday: 2000};

const polled = (at: number, campaignId: string, over: Parameters<typeof dashboard>[0]): Message => ({
	type: 'dashboard-polled',
	campaignId,
	span: {sentAt: moment(at), receivedAt: moment(at + 100)},
	dashboard: dashboard({...calm, ...over}),
});

/** Twelve calm campaigns on a screen. */
const opened = (columns = 80, rows = 24) => {
	const screen = makeScreen(columns, rows);
	fill(screen.store, listed);
	for (const {id} of listed) {
		screen.store.dispatch(polled(2000, id, {}));
	}
	screen.store.dispatch({type: 'tick', now: moment(700_000)});
	screen.settle();
	screen.settle();
	return {
		...screen,
		/** The ids of the rows from the top of the table. */
		order: (): string[] => screen.context().tables.campaigns.rows.map(({campaign: {id}}) => id),
		selected: (): string | undefined => {
			const {rows: all, selectedIndex} = screen.context().tables.campaigns;
			return all[selectedIndex]?.campaign.id;
		},
		/** Has a campaign pass its limit, or come back. */
		trouble(id: string, at: number, dropRate = 4): void {
			screen.store.dispatch(polled(at, id, {dropRate}));
			screen.store.dispatch({type: 'tick', now: moment(at + 200)});
			screen.settle();
			screen.settle();
		},
		tick(at: number): void {
			screen.store.dispatch({type: 'tick', now: moment(at)});
			screen.settle();
			screen.settle();
		},
	};
};

const ids = listed.map(({id}) => id);
const without = (id: string): string[] => ids.filter(one => one !== id);

/** Later than any key of a test has been pressed. */
const later = 800_000;

describe('trouble first', () => {
	test('a campaign that gets into trouble comes to the top, and is selected where nobody has touched the keys', () => {
		const screen = opened();
		expect(screen.order()).toEqual(ids);
		expect(screen.selected()).toBe('1012');
		screen.trouble('1003', later);
		expect(screen.order()).toEqual(['1003', ...without('1003')]);
		expect(screen.selected()).toBe('1003');
		expect(screen.text()).toMatch(/trouble first, 1-7 of 12/);
	});

	test('figures that move within a class move no row', () => {
		const screen = opened();
		for (let step = 0; step < 20; step++) {
			const over = {dropRate: 1 + (step % 7) / 10, waiting: step % 3, ready: step % 2, ringing: (step * 3) % 5};
			screen.store.dispatch(polled(later + step * 500, listed[step % 12]?.id ?? '', over));
			screen.tick(later + step * 500 + 200);
			expect(screen.order()).toEqual(ids);
		}
	});

	test('the selection stays on its campaign, which stays on screen; what is in trouble above it is counted', () => {
		const screen = opened();
		screen.press('G');
		expect(screen.selected()).toBe('1001');
		screen.text();
		screen.trouble('1005', later);
		screen.trouble('1003', later + 1000);
		expect(screen.order().slice(0, 2)).toEqual(['1005', '1003']);
		expect(screen.selected()).toBe('1001');
		expect(screen.text()).toMatch(/│PLAY +Campaign 12 /);
		expect(screen.text()).toMatch(/trouble first, 2 in trouble above, 6-12 of 12/);
	});

	test('within five seconds of a key no row moves, though the row says its trouble at once', () => {
		const screen = opened();
		screen.press('j');
		const pressedAt = 10_600;
		screen.store.dispatch({type: 'tick', now: moment(pressedAt)});
		screen.trouble('1009', pressedAt + 1000);
		expect(screen.order()).toEqual(ids);
		expect(screen.text()).toMatch(/│PLAY ▲ +Campaign 4 /);
		screen.tick(pressedAt + 4900);
		expect(screen.order()).toEqual(ids);
		screen.tick(pressedAt + 5000);
		expect(screen.order()).toEqual(['1009', ...without('1009')]);
		expect(screen.selected()).toBe('1011');
	});

	test('a campaign that is listed within them takes its place once, and the others keep theirs', () => {
		const screen = opened();
		screen.press('j');
		screen.store.dispatch({type: 'tick', now: moment(10_700)});
		screen.trouble('1009', 10_800);
		screen.store.dispatch(
			campaignsPolled(
				11,
				['1013', ...ids].map(id => campaign(id)),
			),
		);
		screen.tick(11_500);
		expect(screen.order()).toEqual(['1013', ...ids]);
		screen.trouble('1013', 11_600);
		expect(screen.order()).toEqual(['1013', ...ids]);
	});

	test('nothing moves under a question or on a frozen screen', () => {
		for (const key of ['P', 'p']) {
			const screen = opened();
			screen.press(key);
			screen.trouble('1003', later);
			expect(screen.order()).toEqual(ids);
			screen.press('escape');
			screen.tick(later + 10_000);
			expect(screen.order()[0]).toBe('1003');
		}
	});

	test('what is over goes back; r reverses the order', () => {
		const screen = opened();
		screen.trouble('1003', later);
		screen.trouble('1003', later + 2000, 1);
		screen.tick(later + 700_000);
		screen.trouble('1003', later + 702_000, 1);
		expect(screen.order()).toEqual(ids);
		screen.trouble('1005', later + 710_000);
		screen.press('r');
		expect(screen.order().at(-1)).toBe('1005');
		expect(screen.text()).toContain('trouble last');
	});
});

describe('the keys of the order', () => {
	test('> and < walk the columns on screen and come back to trouble; the mark is on screen in each', () => {
		const screen = opened();
		const shown = screen.frame().columns;
		expect(shown.length).toBeLessThan(12);
		const seen: (string | undefined)[] = [];
		for (let step = 0; step < shown.length + 2; step++) {
			screen.press('>');
			seen.push(screen.ui.get().sorts.campaigns?.column);
			expect(/[a-z…][▼▲]/.test(screen.text())).toBe(seen.at(-1) !== undefined && seen.at(-1) !== 'trouble');
		}
		expect(seen).toEqual([...shown, undefined, 'trouble']);
		screen.press('<');
		screen.press('<');
		expect(screen.ui.get().sorts.campaigns?.column).toBe(shown.at(-1));
	});

	test('a count puts the most first', () => {
		const screen = opened();
		screen.store.dispatch(polled(later, '1004', {ready: 9}));
		while (screen.ui.get().sorts.campaigns?.column !== 'ready') {
			screen.press('>');
			screen.text();
		}
		expect(screen.order()[0]).toBe('1004');
	});

	test('t goes back to trouble at once, whatever was pressed before', () => {
		const screen = opened();
		screen.press('>');
		screen.trouble('1003', 11_300);
		screen.press('t');
		expect(screen.order()[0]).toBe('1003');
	});
});

describe('the list of orders', () => {
	/** The lines of the list, the selected one with its mark. */
	const lines = (text: string): string[] => text.split('\n').flatMap(line => /^│([ >]\S.*?) *│$/.exec(line)?.[1] ?? []);

	test('v opens it at the order in force, Enter takes another, which sends nothing', () => {
		const screen = opened(120, 40);
		screen.press('v');
		expect(screen.text()).toContain('The order of the rows');
		expect(lines(screen.text()).find(line => line.startsWith('>'))).toMatch(/^>trouble .* now ▼$/);
		for (const letter of 'waiting') {
			screen.press(letter);
		}
		expect(lines(screen.text()).find(line => line.startsWith('>'))).toMatch(/^>waiting +most first/);
		screen.press('enter');
		expect(screen.ui.get()).toMatchObject({sheet: undefined, sorts: {campaigns: {column: 'waiting', reversed: true}}});
		screen.press('v');
		expect(lines(screen.text()).find(line => line.startsWith('>'))).toMatch(/^>waiting .* now ▲$/);
		screen.press('enter');
		expect(screen.ui.get().sorts.campaigns).toEqual({column: 'waiting', reversed: true});
		expect([screen.sent, screen.asked]).toEqual([[], []]);
	});

	test('a column without room on screen is offered as such, and the border names it once it is chosen', () => {
		const screen = opened();
		screen.text();
		screen.press('v');
		for (const letter of 'age') {
			screen.press(letter);
		}
		expect(screen.text()).toMatch(/>age +least first, off screen/);
		screen.press('enter');
		expect(screen.text()).toMatch(/by age ▼, 1-7 of 12/);
		screen.press('>');
		expect(screen.ui.get().sorts.campaigns).toBeUndefined();
	});

	test('arrows move, Esc leaves everything as it was', () => {
		const screen = opened();
		screen.press('v');
		screen.press('down');
		screen.press('escape');
		expect(screen.ui.get()).toMatchObject({sheet: undefined, sorts: {campaigns: {column: 'trouble'}}});
		screen.press('v');
		screen.press('down');
		screen.press('enter');
		expect(screen.ui.get().sorts.campaigns?.column).toBe('state');
	});

	test('the other tables have their own columns, and no trouble', () => {
		const screen = opened(120, 40);
		screen.press('3');
		screen.press('v');
		expect(screen.text()).toMatch(/>as listed +the service's own order/);
		expect(lines(screen.text()).some(line => line.trim().startsWith('trouble'))).toBe(false);
		screen.press('up');
		screen.press('down');
		screen.press('enter');
		expect(screen.ui.get().sorts.lists).toBeUndefined();
		screen.press('2');
		screen.press('v');
		expect(screen.ui.get().sheet).toBeUndefined();
	});

	test('the palette and the help find it', () => {
		const screen = opened(120, 40);
		screen.press(':');
		for (const letter of 'sort by trouble') {
			screen.press(letter === ' ' ? 'space' : letter, {alone: false});
		}
		expect(/│>(.*?) {2}/.exec(screen.text())?.[1]).toBe('sort by trouble');
		screen.press('escape');
		screen.press('?');
		screen.press('/');
		for (const letter of 'by trouble') {
			screen.press(letter === ' ' ? 'space' : letter, {alone: false});
		}
		expect(screen.text()).toContain('sort by trouble: what needs attention first');
	});
});
