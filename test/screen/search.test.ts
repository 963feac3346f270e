/** Searches by every filter: asked for by a form, told in words, answered once. */
import {describe, expect, test} from 'vitest';
import type {CallLogEntry, SearchQuestion} from '../../source/model/wire.ts';
import {moment} from './make.ts';
import {opened, settled} from './sheets/open.ts';

type Screen = ReturnType<typeof opened>;

const entry = (over: Partial<CallLogEntry> = {}): CallLogEntry => ({
	uniqueId: '1.2',
	fullName: 'Maria Lopez',
	phoneNumber: '2125550123',
	status: 'DROP',
	extra: {},
	unreadable: [],
	...over,
});

/** Asks the store a question and answers it. */
const found = (screen: Screen, question: SearchQuestion, entries: CallLogEntry[] = [], footer = ''): void => {
	const askedAt = moment(2000);
	screen.store.dispatch({type: 'search-asked', question, now: askedAt});
	screen.store.dispatch({type: 'search-answered', askedAt, result: {entries, footer}, now: moment(2010)});
};

/** The view with its form open. */
const form = async (columns = 120, rows = 40): Promise<Screen> => {
	const screen = opened(columns, rows);
	screen.press('4');
	screen.press('f');
	await settled();
	return screen;
};

describe('the form', () => {
	test('asks the service at once, and the view shows what it answers', async () => {
		const screen = await form();
		screen.fillIn({from: '2026-03-01', to: '2026-03-31', call_type: 'outbound', username: 'jdoe', status: 'DROP'});
		screen.press('ctrl-s');
		await settled();
		expect(screen.searches).toEqual([
			{from: '2026-03-01', to: '2026-03-31', call_type: 'outbound', username: 'jdoe', status: 'DROP'},
		]);
		expect(screen.ui.get()).toMatchObject({view: 'search', sheet: undefined});
		expect(screen.asked).toEqual([]);
	});

	test('has in it what was asked last', async () => {
		const screen = opened();
		found(screen, {query: 'lopez', days: 7, status: 'DROP'});
		screen.press('4');
		screen.press('f');
		await settled();
		expect(screen.form()?.typed).toEqual({query: 'lopez', days: '7', status: 'DROP'});
	});

	test('sends no day that is none, no number that is none and no time that ends before it begins', async () => {
		for (const [typed, says] of [
			[{search_date: '2026-13-01'}, 'must be a date such as 2026-03-31'],
			[{days: '3.5'}, 'must be'],
			[{from: '2026-03-31', to: '2026-03-01'}, 'must not be before from'],
		] as const) {
			const screen = await form();
			screen.fillIn(typed);
			screen.press('ctrl-s');
			await settled();
			expect(screen.text()).toContain(says);
			expect(screen.searches).toEqual([]);
		}
	});

	test('does not ask for everything there is', async () => {
		const screen = await form();
		screen.press('ctrl-s');
		await settled();
		expect(screen.text()).toContain('Not sent: give something to search for');
		expect(screen.searches).toEqual([]);
	});

	test('that was left is as new the next time, and leaves nothing to the palette', async () => {
		const screen = await form();
		screen.fillIn({status: 'DROP'});
		screen.press('escape');
		expect(screen.ui.get().sheet).toBeUndefined();
		expect(screen.ui.get().forms.drafts).toEqual({});
	});
});

describe('the view', () => {
	test('says in words what was asked for, by filters alone as well', () => {
		const screen = opened(160);
		screen.press('4');
		found(screen, {query: 'lopez', from: '2026-03-01', days: 1, name: 'Ann Long'}, [entry()]);
		expect(screen.text()).toContain('Search "lopez", from 2026-03-01, 1 day back, holder Ann Long');
		found(screen, {search_date: '2026-03-31', status: 'DROP', flag: 'X'}, [entry()]);
		expect(screen.text()).toContain('Search calls, on 2026-03-31, status DROP, flag X');
	});

	test('masks who was asked for', () => {
		const screen = opened(160);
		screen.press('4');
		found(screen, {query: 'lopez', name: 'Ann Long', username: 'jdoe'}, [entry()], '1 found for lopez');
		screen.press('m');
		expect(screen.text()).not.toMatch(/lopez|Ann Long|jdoe|Maria|2125550123/i);
	});

	test('says above the calls what is too long for its title', () => {
		const screen = opened(80, 24);
		screen.press('4');
		found(
			screen,
			{query: 'lopez', from: '2026-03-01', to: '2026-03-31', call_type: 'outbound', status: 'DROP', username: 'jdoe'},
			[entry()],
		);
		expect(screen.text()).toMatch(/│ "lopez", from 2026-03-01, to 2026-03-31, outbound, status DROP, agent jdoe +│/);
	});

	test('says which of the calls are on screen', () => {
		const screen = opened(80, 24);
		screen.press('4');
		const calls = Array.from({length: 500}, (_, index) => entry({uniqueId: `1.${index}`}));
		found(screen, {query: 'a'}, calls, 'the newest 500 of 9,000 calls');
		expect(screen.text()).toContain('1-18 of 500');
		expect(screen.frame().page).toBe(18);
		expect(screen.text()).toContain('the newest 500 of 9,000 calls');
		screen.press('G');
		expect(screen.text()).toContain('483-500 of 500');
	});

	test('can be moved through where a call came twice', () => {
		const screen = opened();
		screen.press('4');
		found(screen, {query: 'a'}, [entry(), entry(), entry({uniqueId: undefined}), entry({uniqueId: '1.3'})]);
		for (const id of ['#1', '#2', '1.3']) {
			screen.press('j');
			expect(screen.ui.get().selected.search).toBe(id);
		}
	});

	test("says the service's own words where it refuses", () => {
		const screen = opened();
		screen.press('4');
		const askedAt = moment(2000);
		screen.store.dispatch({type: 'search-asked', question: {query: 'a'}, now: askedAt});
		const failure = {at: moment(2010), reason: 'Not for you. (E4)', refused: true};
		screen.store.dispatch({type: 'search-failed', askedAt, failure});
		expect(screen.text()).toContain('The service refuses the search for "a": Not for you. (E4)');
	});

	test('masks who was asked for in these, too', () => {
		const screen = opened();
		screen.press('4');
		const askedAt = moment(2000);
		screen.store.dispatch({type: 'search-asked', question: {query: 'lopez', name: 'Ann Long'}, now: askedAt});
		const failure = {at: moment(2010), reason: 'No Lopez and no Ann Long here. (E4)', refused: true};
		screen.store.dispatch({type: 'search-failed', askedAt, failure});
		screen.press('m');
		expect(screen.text()).not.toMatch(/lopez|Ann|Long/i);
		expect(screen.text()).toContain('No L••• and no A••• L••• here. (E4)');
	});

	test('says before the first search what it can be asked, and why there is no service', () => {
		const screen = opened();
		screen.press('4');
		expect(screen.text()).toContain('f searches by dates, agent, status and more.');
		screen.store.dispatch({type: 'link', link: {kind: 'signed-out', reason: 'expired'}, now: moment(3000)});
		expect(screen.text()).toContain('Signed out: expired');
	});
});

test('a mask hides the line of the service, which may name people', () => {
	const screen = opened();
	found(screen, {query: 'garcia'}, [entry()], '0 calls; 1 account without a logged call: Elena Quux (2026-0000298)');
	screen.press('4');
	expect(screen.text()).toContain('Elena Quux (2026-0000298)');
	screen.press('m');
	expect(screen.text()).not.toMatch(/Elena|Quux|0000298/);
	expect(screen.text()).toContain('The service adds a line, which is masked; m shows it');
});
