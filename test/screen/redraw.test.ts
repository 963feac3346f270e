/** When the components look at the screen again. */
import {expect, test, vi} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import {createStore} from '../../source/model/store.ts';
import {keymap} from '../../source/present/keymap.ts';
import {screenStoreOf} from '../../source/screen/running.ts';
import {updateUi} from '../../source/screen/state/reducer.ts';
import {initialUi} from '../../source/screen/state/state.ts';
import {poll} from '../helpers/terminal.ts';
import {acknowledge, campaign, campaignsPolled, dashboardPolled, fresh, tick} from '../model/make.ts';
import {plainLook} from './make.ts';

const ids = Array.from({length: 40}, (_, index) => `${index + 1}`);

const open = () => {
	const store = createStore(update, fresh());
	const ui = createStore(updateUi, initialUi(120, 40));
	const ignore = (): void => undefined;
	const screen = screenStoreOf({
		floors: [
			{
				store,
				monitor: () => undefined,
				showing: () => ({look: plainLook, options: {interval: 2000, keymap, boardColumns: undefined, callLimit: 7}}),
			},
		],
		ui,
		copy: () => '',
		hand: use => use(),
		maskedFrame: () => '',
		switchTo: ignore,
		restart: ignore,
		quit: ignore,
	});
	const seen: number[] = [];
	screen.subscribe(() => seen.push(screen.get().state.dashboards.size));
	store.dispatch(
		campaignsPolled(
			1,
			ids.map(id => campaign(id)),
		),
	);
	return {store, ui, screen, seen};
};

test('the first figures of the board share a frame, and the last of them are not left out', async () => {
	const {store, seen} = open();
	const from = seen.length;
	for (const id of ids.slice(0, 20)) {
		store.dispatch(dashboardPolled(2, id));
	}
	expect(await poll(() => seen.at(-1) === 20, 4000)).toBe(true);
	expect(seen.length - from).toBeLessThanOrEqual(2);
});

test('first figures of further rows are drawn together at the next second', () => {
	vi.useFakeTimers();
	try {
		const {store, seen} = open();
		for (const id of ids.slice(0, 20)) {
			store.dispatch(dashboardPolled(2, id));
		}
		vi.advanceTimersByTime(1000);
		const from = seen.length;
		for (const id of ids.slice(20)) {
			store.dispatch(dashboardPolled(3, id));
			vi.advanceTimersByTime(200);
		}
		expect(seen.length).toBe(from);
		store.dispatch(tick(8));
		expect(seen.slice(from)).toEqual([ids.length]);
	} finally {
		vi.useRealTimers();
	}
});

test('the first figures of the selected campaign are drawn at once', () => {
	const {store, ui, seen} = open();
	for (const id of ids.slice(0, 30)) {
		store.dispatch(dashboardPolled(2, id));
	}
	ui.dispatch({type: 'select', id: '35'});
	const from = seen.length;
	store.dispatch(dashboardPolled(3, '34'));
	expect(seen.length).toBe(from);
	store.dispatch(dashboardPolled(3, '35'));
	expect(seen.length).toBe(from + 1);
});

test('a new alert is drawn at once', () => {
	const {store, seen} = open();
	const over = {status: 'PLAY', dropRate: 3.1, dropLimit: 3, humanAnswered: 2000};
	store.dispatch(dashboardPolled(2, '1', {...over, dropRate: 1}));
	const from = seen.length;
	store.dispatch(dashboardPolled(4, '1', over));
	expect(store.get().alerts.active.size).toBe(1);
	expect(seen.length).toBe(from + 1);
});

test('an alert that is acknowledged is drawn at once, and one that is over at the next second', () => {
	const {store, seen} = open();
	const over = {status: 'PLAY', dropRate: 3.1, dropLimit: 3, humanAnswered: 2000};
	store.dispatch(dashboardPolled(2, '1', over));
	const [alert] = store.get().alerts.active.values();
	let from = seen.length;
	store.dispatch(acknowledge(alert));
	expect(seen.length).toBe(from + 1);
	from = seen.length;
	store.dispatch(dashboardPolled(4, '1', {...over, dropRate: 1}));
	expect(store.get().alerts.active.size).toBe(0);
	expect(seen.length).toBe(from);
	store.dispatch(tick(5));
	expect(seen.length).toBe(from + 1);
});

test('neither a key nor a tick waits while the board fills', () => {
	const {store, ui, screen, seen} = open();
	store.dispatch(dashboardPolled(2, '1'));
	store.dispatch(dashboardPolled(2, '2'));
	const from = seen.length;
	ui.dispatch({type: 'view', view: 'log'});
	expect(seen.length).toBe(from + 1);
	expect(screen.get().ui.view).toBe('log');
	store.dispatch(tick(3));
	expect(seen.length).toBe(from + 2);
});

test('figures that were there before wait for the next tick', () => {
	const {store, seen} = open();
	store.dispatch(dashboardPolled(2, '1'));
	const from = seen.length;
	store.dispatch(dashboardPolled(3, '1', {ready: 5}));
	expect(seen.length).toBe(from);
});

test('while nobody is there one frame says so and none follows; the first after that has everything', () => {
	vi.useFakeTimers();
	try {
		const {store, ui, seen} = open();
		ui.dispatch({type: 'unseen', since: 1_800_000_000_000});
		const from = seen.length;
		for (const [index, id] of ids.entries()) {
			store.dispatch(dashboardPolled(2 + index, id));
			store.dispatch(tick(3 + index));
			ui.dispatch({type: 'say', text: id, tone: 'error', at: index});
		}
		vi.advanceTimersByTime(60_000);
		expect(seen.length).toBe(from);
		ui.dispatch({type: 'unseen', since: undefined});
		expect(seen.slice(from)).toEqual([ids.length]);
		store.dispatch(tick(100));
		expect(seen.length).toBe(from + 2);
	} finally {
		vi.useRealTimers();
	}
});
