/** When the components look at the screen again. */
import {expect, test} from 'vitest';
import {keymap} from '../../source/look/keymap.ts';
import {update} from '../../source/model/update.ts';
import {createStore} from '../../source/monitor/store.ts';
import {screenStoreOf} from '../../source/ui/screen/running.ts';
import {initialUi, updateUi} from '../../source/ui/state/state.ts';
import {poll} from '../helpers/terminal.ts';
import {campaign, campaignsPolled, dashboardPolled, fresh, tick} from '../model/make.ts';
import {plainLook} from './make.ts';

const ids = Array.from({length: 40}, (_, index) => `${index + 1}`);

const open = () => {
	const store = createStore(update, fresh());
	const ui = createStore(updateUi, initialUi(120, 40));
	const ignore = (): void => undefined;
	const screen = screenStoreOf({
		store,
		ui,
		monitor: () => undefined,
		showing: () => ({look: plainLook, options: {interval: 2000, keymap, boardColumns: undefined, callLimit: 7}}),
		copy: () => '',
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

test('figures that come in for the first time share a frame, and the last of them are not left out', async () => {
	const {store, seen} = open();
	const from = seen.length;
	for (const id of ids) {
		store.dispatch(dashboardPolled(2, id));
	}
	expect(await poll(() => seen.at(-1) === ids.length, 4000)).toBe(true);
	expect(seen.length - from).toBeLessThanOrEqual(2);
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
