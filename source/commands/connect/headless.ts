/** The monitor without a screen, for commands that steer campaigns and lists or that watch for a while. */

import {initialState, update} from '../../alerts/reducer.ts';
import {say} from '../../cli/out.ts';
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import type {Service} from '../../config/service.ts';
import type {AlertSettings} from '../../model/alert.ts';
import type {Message, State} from '../../model/state.ts';
import {createStore, type Store} from '../../model/store.ts';
import {updateWithoutAlerts} from '../../model/update.ts';
import type {Monitor} from '../../service/monitor.ts';
import {systemClock} from '../../system/clock.ts';
import {configuredAlerts} from '../configuration/alerts.ts';
import {hostOf, sourceOf, themeOf} from './chosen.ts';
import {keepNamesOf} from './keep-campaigns.ts';
import {openChosen, recalledText} from './open-service.ts';

/** A running monitor without a screen. */
export type Headless = {
	service: Service;
	host: string;
	/** The theme of what is printed; undefined for the default. */
	theme: string | undefined;
	store: Store<State, Message>;
	monitor: Monitor;
	/** Resolves with true once the state is so, with false after so many milliseconds or when the signal is aborted. */
	until(isSo: (state: State) => boolean, milliseconds: number, signal?: AbortSignal): Promise<boolean>;
};

export type HeadlessOptions = {
	/** Milliseconds between polls. */
	interval: number;
	/** The rules of the alerts, made from the configured ones; without it no alerts are evaluated. */
	rules?(configured: AlertSettings): AlertSettings;
};

/** Milliseconds between ticks of the model's clock. */
const tickEvery = 500;

const createUntil =
	(store: Store<State, Message>): Headless['until'] =>
	async (isSo, milliseconds, signal) => {
		const {promise, resolve} = Promise.withResolvers<boolean>();
		const look = (): void => {
			if (isSo(store.get())) {
				resolve(true);
			}
		};
		const stop = (): void => resolve(false);
		const unsubscribe = store.subscribe(look);
		const timer = setTimeout(stop, milliseconds);
		signal?.addEventListener('abort', stop);
		look();
		if (signal?.aborted) {
			stop();
		}
		const was = await promise;
		unsubscribe();
		clearTimeout(timer);
		signal?.removeEventListener('abort', stop);
		return was;
	};

/**
 * Runs a monitor on the service that the flags choose, for as long as `use` takes.
 *
 * @throws UsageError
 */
export const withMonitor = async <T>(
	flags: ServiceFlagsGiven,
	{interval, rules}: HeadlessOptions,
	use: (headless: Headless) => Promise<T>,
): Promise<T> => {
	const {service, given, opened} = await openChosen(flags);
	const host = hostOf(service);
	const alerts = rules?.(await configuredAlerts(given));
	const store = createStore(
		alerts ? update : updateWithoutAlerts,
		initialState(sourceOf(service), systemClock.now(), alerts),
	);
	const keepNames = keepNamesOf(store, service);
	const {startMonitor} = await import('../../service/monitor.ts');
	const monitor = startMonitor({...opened, interval, store});
	if (monitor.recalled > 0) {
		say(recalledText(monitor.recalled, 'dialtop log --outcome unknown'));
	}
	const tick = setInterval(() => store.dispatch({type: 'tick', now: systemClock.now()}), tickEvery);
	try {
		const theme = themeOf(service, given);
		return await use({service, host, theme, store, monitor, until: createUntil(store)});
	} finally {
		clearInterval(tick);
		keepNames();
		await monitor.close();
		await opened.close();
	}
};
