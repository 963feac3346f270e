/** The screen waits for the first figures, though not for long. */
import {expect, test, vi} from 'vitest';
import {update} from '../../../source/alerts/reducer.ts';
import {firstFigures} from '../../../source/commands/monitor/first-figures.ts';
import {createStore} from '../../../source/model/store.ts';
import {after, campaignsPolled, dashboardPolled, fresh, tick} from '../../model/make.ts';

const listed = after(fresh(), campaignsPolled(1, ['1', '2']));

test('it ends with the first figures, and at once where there are some', async () => {
	const store = createStore(update, listed);
	let isOver = false;
	const waiting = firstFigures(store, 60_000).then(() => {
		isOver = true;
	});
	store.dispatch(tick(2));
	await Promise.resolve();
	expect(isOver).toBe(false);
	store.dispatch(dashboardPolled(2, '1'));
	await waiting;
	await firstFigures(store, 60_000);
});

test('it ends without them when its time is up', async () => {
	vi.useFakeTimers();
	try {
		const waiting = firstFigures(createStore(update, listed), 50);
		await vi.advanceTimersByTimeAsync(50);
		await waiting;
	} finally {
		vi.useRealTimers();
	}
});
