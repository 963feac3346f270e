/** Runs the monitor on one service, until it is closed or another profile replaces it. */

import type {Message, State} from '../../model/state.ts';
import type {Store} from '../../model/store.ts';
import {keysOf} from '../../present/advice.ts';
import {keyFor} from '../../present/keymap.ts';
import type {ForecastJudge} from '../../service/forecast-judge.ts';
import type {Foresight} from '../../service/foresight.ts';
import {systemClock} from '../../system/clock.ts';
import {cacheCampaignsOf, cacheCompanyOf} from '../connect/cache-names.ts';
import type {Secrets} from '../connect/chosen.ts';
import {type OpenService, openService, recalledText} from '../connect/open-service.ts';
import type {Recorded} from '../connect/record-service.ts';
import type {MonitorSettings} from './monitor-settings.ts';
import {notifyOnScreen} from './notify.ts';
import {type OpenPast, openPast} from './past.ts';
import type {Running, Stage} from './stage.ts';
import type {OpenEngine} from './watch-only.ts';

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
		return runWatchOnly(opened, settings, stage);
	}
	const {store, screen, say, trace} = stage;
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
		const key = keyFor(stage.settings().options.keymap, 'newSandbox');
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
	const unnotify = notifyOnScreen(own, stage);
	let ofPast: OpenPast | undefined;
	let forecasts: ForecastJudge | undefined;
	let foresight: Foresight | undefined;
	// At the start, what the operator waits for comes first.
	const starting = setTimeout(async () => {
		const [{recordService}, {createForecastJudge}, {startForecasts}] = await Promise.all([
			import('../connect/record-service.ts'),
			import('../../service/forecast-judge.ts'),
			import('../connect/forecasting.ts'),
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
			foresight = startForecasts({recorded, store: own, sinceKey: () => screen.sinceKey});
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
