/** What a service on screen runs on, and what runs on it. */
import type {Message, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';
import type {UiMessage, UiState} from '../../screen/state/state.ts';
import type {ForecastJudge} from '../../service/forecast-judge.ts';
import type {Foresight} from '../../service/foresight.ts';
import type {Monitor} from '../../service/monitor.ts';
import type {Past} from '../../service/past.ts';
import type {Screen} from '../../terminal/screen.ts';
import type {MonitorSettings} from './monitor-settings.ts';
import type {openTrace} from './trace.ts';

/** The screen and the stores that outlive a service. */
export type Stage = {
	store: Store<State, Message>;
	ui: Store<UiState, UiMessage>;
	screen: Screen;
	/** Shows a notice, which names the service if several are on screen. */
	say(text: string, tone: 'info' | 'error'): void;
	/** The settings in force: a running monitor may get others. */
	settings(): MonitorSettings;
	/** Of `--log`. */
	log: string | undefined;
	trace: ReturnType<typeof openTrace> | undefined;
	/** Has an error printed when the monitor ends. */
	report(error: Error): void;
};

/** A monitor that runs on a service. */
export type Running = {
	monitor: Monitor;
	/** What is recorded of the service, a moment after the start; undefined if nothing is. */
	past(): Past | undefined;
	/** Has the forecasts of a campaign judged by that. */
	judgeForecasts(): ForecastJudge['judge'] | undefined;
	/** What commands are likely to do, by that. */
	foresight(): Foresight | undefined;
	/**
	 * Ends it; messages that still arrive are dropped. After a crash the last second is not recorded: the code that fills the memory goes
	 * on meanwhile.
	 */
	close(isCrash?: boolean): Promise<void>;
};
