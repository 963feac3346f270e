/** Forecasts of a service while it is watched: those that are asked for, and those of the background. */

import type {State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';
import {createBackgroundForecasts} from '../../service/background-forecasts.ts';
import {createForecastRecords} from '../../service/forecast-records.ts';
import {createForesight, type Foresight} from '../../service/foresight.ts';
import {createForesightThread} from '../../service/foresight-thread.ts';
import {systemClock} from '../../system/clock.ts';
import type {Recorded} from './record-service.ts';

/** Milliseconds after a key until the operator is taken to be at rest. */
const atRest = 3000;

export type ForecastingParts = {
	/** Undefined if nothing is recorded. */
	recorded: Recorded | undefined;
	store: Pick<Store<State, never>, 'get' | 'subscribe'>;
	/** Milliseconds since a key was pressed; infinite without a screen. */
	sinceKey(): number;
};

/** Begins. In the background only what can be recorded is forecast, so that no other program does the same again. */
export const startForecasts = ({recorded, store, sinceKey}: ForecastingParts): Foresight => {
	const thread = createForesightThread();
	const records = recorded && createForecastRecords(recorded.own, recorded.append);
	const foresight = createForesight({recording: recorded?.reader, own: recorded?.own, thread, records});
	const background =
		recorded?.append &&
		records &&
		createBackgroundForecasts({
			recording: recorded.own,
			store,
			clock: systemClock,
			thread,
			records,
			isTyping: () => sinceKey() < atRest,
		});
	const unsubscribe = store.subscribe(() => foresight.see(store.get()));
	return {
		...foresight,
		async close() {
			unsubscribe();
			background?.stop();
			await foresight.close();
		},
	};
};
