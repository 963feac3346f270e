/** Commands and the monitor wait for a state, though not for ever. */
import {expect, test, vi} from 'vitest';
import {update} from '../../../source/alerts/reducer.ts';
import {createUntil} from '../../../source/commands/connect/until.ts';
import type {State} from '../../../source/model/state.ts';
import {createStore} from '../../../source/model/store.ts';
import {after, campaignsPolled, dashboardPolled, fresh, tick} from '../../model/make.ts';

const listed = after(fresh(), campaignsPolled(1, ['1', '2']));

const hasFigures = ({dashboards}: State): boolean => dashboards.size > 0;

test('it ends once the state is so, and at once where it is', async () => {
	const store = createStore(update, listed);
	const until = createUntil(store);
	let isOver = false;
	const waiting = until(hasFigures, 60_000).then(was => {
		isOver = true;
		return was;
	});
	store.dispatch(tick(2));
	await Promise.resolve();
	expect(isOver).toBe(false);
	store.dispatch(dashboardPolled(2, '1'));
	expect(await waiting).toBe(true);
	expect(await until(hasFigures, 60_000)).toBe(true);
});

test('it ends without it when its time is up or it is called off', async () => {
	vi.useFakeTimers();
	try {
		const until = createUntil(createStore(update, listed));
		const waiting = until(hasFigures, 50);
		await vi.advanceTimersByTimeAsync(50);
		expect(await waiting).toBe(false);
		expect(await until(hasFigures, 50, AbortSignal.abort())).toBe(false);
	} finally {
		vi.useRealTimers();
	}
});
