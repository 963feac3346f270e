/** Runs the monitor on one service, until it is closed or another profile replaces it. */

import {type NotifierSettings, startNotifier} from '../../alerts/notifier.ts';
import type {Message, Source, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';
import {keysOf} from '../../present/advice.ts';
import {groupSentence} from '../../present/alert-text.ts';
import {type Binding, keyFor} from '../../present/keymap.ts';
import type {UiMessage, UiState} from '../../screen/state/state.ts';
import type {ForecastJudge} from '../../service/forecast-judge.ts';
import type {Foresight} from '../../service/foresight.ts';
import type {Monitor} from '../../service/monitor.ts';
import type {Past} from '../../service/past.ts';
import {systemClock} from '../../system/clock.ts';
import {bell, notification} from '../../terminal/osc.ts';
import type {Screen} from '../../terminal/screen.ts';
import {cacheCampaignsOf, cacheCompanyOf} from '../connect/cache-names.ts';
import type {Secrets} from '../connect/chosen.ts';
import {type OpenService, openService, recalledText} from '../connect/open-service.ts';
import type {Recorded} from '../connect/record-service.ts';
import type {MonitorSettings} from './monitor-settings.ts';
import {type OpenPast, openPast} from './past.ts';
import type {openTrace} from './trace.ts';
import type {OpenEngine} from './watch-only.ts';

/** The screen and the stores that outlive a service. */
export type Stage = {
	store: Store<State, Message>;
	ui: Store<UiState, UiMessage>;
	screen: Screen;
	/** Shows a notice, which names the service if several are on screen. */
	say(text: string, tone: 'info' | 'error'): void;
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

/** Milliseconds from the start until recording begins. */
const recordAfter = 1000;

/** Opens the service of the settings, or the engine that has its metrics, without asking anything of it yet. @throws UsageError */
export const openFor = async (
	{service, scenario}: MonitorSettings,
	{say, log}: Pick<Stage, 'say' | 'log'>,
	secrets: Secrets,
): Promise<OpenService | OpenEngine> => {
	if (service.watchOnly && service.engine) {
		const {openWatched} = await import('./watch-only.ts');
		return openWatched(service.engine);
	}
	return openService(service, {
		...secrets,
		env: process.env,
		log,
		scenario,
		complain: text => say(text, 'error'),
		onScreen: true,
	});
};

/** Runs the monitor on an open service or engine. */
export const run = async (
	opened: OpenService | OpenEngine,
	settings: MonitorSettings,
	stage: Stage,
): Promise<Running> => {
	if ('engine' in opened) {
		const {runWatchOnly} = await import('./watch-only.ts');
		return runWatchOnly(opened, settings, stage, notifyOperator);
	}
	const {store, ui, screen, say, trace} = stage;
	let isOver = false;
	const own: Store<State, Message> = {
		...store,
		dispatch: message => {
			if (!isOver) {
				store.dispatch(message);
			}
		},
	};
	const stopCampaigns = cacheCampaignsOf(own, settings.service);
	const stopCompany = cacheCompanyOf(own, settings.service);
	const {startMonitor} = await import('../../service/monitor.ts');
	const log: typeof opened.log = {
		write(host, exchange) {
			trace?.add('request', {host, ...exchange});
			opened.log?.write(host, exchange);
		},
	};
	let recorded: Recorded | undefined;
	const earlier = Promise.withResolvers<Recorded['earlier'] | undefined>();
	const days = Promise.withResolvers<OpenPast['days']>();
	const monitor = startMonitor({
		...opened,
		log,
		interval: settings.options.interval,
		store: own,
		earlier: earlier.promise,
		recordedDays: (...asked) => (settings.history.record ? recorded?.days(...asked) : []),
		engineDays: settings.service.engine && (async (...asked) => (await days.promise)?.(...asked) ?? new Map()),
	});
	const sayError = (text: string): void => say(text, 'error');
	void opened.ended?.then(error => {
		stage.report(error);
		const key = keyFor(settings.options.keymap, 'newSandbox');
		sayError(`The sandbox has ended, and its world is lost${key ? `; ${key} starts a new one` : ''}`);
	});
	const problem = opened.audit.problem();
	const message = problem
		? `Nothing can be sent: ${problem.message}. ${problem.advice}`.trim()
		: monitor.recalled > 0
			? recalledText(monitor.recalled, keysOf(settings.options.keymap)('log'))
			: undefined;
	if (message !== undefined) {
		sayError(message);
	}
	const unnotify = await notifyOperator({
		store: own,
		ui,
		screen,
		say,
		settings: settings.notifier,
		keymap: settings.options.keymap,
	});
	let ofPast: OpenPast | undefined;
	let forecasts: ForecastJudge | undefined;
	let foresight: Foresight | undefined;
	// At the start, what the operator waits for comes first.
	const starting = setTimeout(async () => {
		const [{recordService}, {createForecastJudge}, {createForesight}] = await Promise.all([
			import('../connect/record-service.ts'),
			import('../../service/forecast-judge.ts'),
			import('../../service/foresight.ts'),
		]);
		if (!isOver) {
			recorded = recordService({
				service: settings.service,
				history: settings.history,
				scenario: settings.scenario,
				env: process.env,
				store: own,
				say,
			});
			forecasts = recorded && createForecastJudge({own: recorded.own, whole: recorded.reader}, own, systemClock);
			foresight = recorded && createForesight(recorded.reader);
		}
		earlier.resolve(recorded?.earlier);
		if (!isOver) {
			ofPast = await openPast(settings, stage, recorded?.reader);
			days.resolve(ofPast.days);
		}
		if (isOver) {
			await ofPast?.close();
		}
	}, recordAfter).unref();
	return {
		monitor,
		past: () => ofPast?.past,
		judgeForecasts: () => forecasts?.judge,
		foresight: () => foresight,
		async close(isCrash = false) {
			isOver = true;
			clearTimeout(starting);
			forecasts?.stop();
			void foresight?.close();
			stopCampaigns();
			stopCompany();
			await Promise.all([unnotify(), monitor.close(), opened.close(), ofPast?.close(), isCrash || recorded?.close()]);
		},
	};
};

/** The title of a notification, with the service if several are on screen. */
const titleOf = ({floor}: Source): string => (floor === undefined ? 'dialtop' : `dialtop ${floor}`);

export type NotifyParts = {
	store: Store<State, Message>;
	ui: Store<UiState, UiMessage>;
	screen: Screen;
	say: Stage['say'];
	settings: NotifierSettings;
	/** The keys in force. */
	keymap: readonly Binding[];
};

/** Notifies the operator of alerts; returns how to stop. */
export const notifyOperator = async ({
	store,
	ui,
	screen,
	say,
	settings,
	keymap,
}: NotifyParts): Promise<() => Promise<void>> => {
	const keys = keysOf(keymap);
	const inTmux = (process.env.TMUX ?? '') !== '';
	const {command: shellCommand, notification: way} = settings;
	// Loaded only if a command is configured.
	const command =
		shellCommand === undefined
			? undefined
			: (await import('../../alerts/command.ts')).createAlertCommand({
					command: shellCommand,
					complain: text => say(text, 'error'),
				});
	const stop = startNotifier({
		store,
		clock: systemClock,
		every: settings.every,
		ring() {
			if (settings.bell && !ui.get().muted) {
				screen.aside(bell);
			}
		},
		notify(text) {
			if (way) {
				screen.aside(notification(way, titleOf(store.get().source), text, inTmux));
			}
		},
		sentenceOf: group => groupSentence(group, keys),
		writtenOf: group => groupSentence(group, store.get().source),
		command,
	});
	return async () => {
		stop();
		await command?.close();
	};
};
