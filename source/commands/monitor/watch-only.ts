/** Runs the screen on the metrics of a service: nothing is asked of the service, sent to it or recorded of it. */
import {existsSync} from 'node:fs';
import {userText, whoIsHere} from '../../audit/who.ts';
import type {EngineConfig} from '../../config/engine.ts';
import type {Message} from '../../model/state.ts';
import type {Engine} from '../../prometheus/client.ts';
import {openEngine} from '../../prometheus/open.ts';
import type {Recording} from '../../recording/recording.ts';
import {acknowledging} from '../../service/acknowledgements.ts';
import {checkParameters, parametersOf} from '../../service/forms.ts';
import type {Monitor} from '../../service/monitor.ts';
import {reasonOf} from '../../service/session.ts';
import {saveNew} from '../../service/uploads.ts';
import {whyWatchOnly} from '../../steering/offer.ts';
import {systemClock} from '../../system/clock.ts';
import {messageOf} from '../../wire/causes.ts';
import {WireError} from '../../wire/errors.ts';
import {operations} from '../../wire/operations/index.ts';
import {recordingAt, recordingFolder} from '../connect/record-service.ts';
import {createEngineWatch} from './from-metrics/watch.ts';
import type {MonitorSettings} from './monitor-settings.ts';
import {notifyOnScreen} from './notify.ts';
import {type OpenPast, openPast} from './past.ts';
import type {Running, Stage} from './stage.ts';

/** What the screen asks of a monitor that asks nothing of a service. The actions say why not before they come here. */
const monitorWithoutService = (
	why: () => string,
	acknowledge: Monitor['acknowledge'],
	refresh: () => void,
	close: Monitor['close'],
): Monitor => {
	const notSent = async () => ({kind: 'not-sent' as const, cause: new WireError('read-only', why())});
	return {
		effectOf: operation => operations[operation].effect,
		parametersOf,
		check: checkParameters,
		watch: () => undefined,
		refresh,
		signIn: async () => ({kind: 'refused', reason: why()}),
		search: async () => undefined,
		complaints: {ask: async () => undefined, choose: async () => undefined, leave: () => undefined},
		readAccounts: async () => ({reason: why()}),
		read: notSent,
		ask: notSent,
		readSettings: async () => why(),
		save: saveNew,
		reasonOf,
		control: async () => ({kind: 'not-sent', reason: why()}),
		acknowledge,
		setAside: () => undefined,
		recalled: 0,
		close,
	};
};

/** What an earlier run of dialtop recorded of the service, if it did; it is only read. */
const recordedBefore = async ({service, history}: MonitorSettings): Promise<Recording | undefined> => {
	const {path} = recordingFolder(service, history, process.env);
	if (path === undefined || !existsSync(path)) {
		return undefined;
	}
	const {createReader} = await import('../../recording/reader.ts');
	return createReader(recordingAt(path), service.timeZone);
};

/** An engine that is open, and what it calls the service. */
export type OpenEngine = {engine: Engine; profile: string};

/** Opens an engine without asking anything of it yet. @throws UsageError */
export const openWatched = (config: EngineConfig): OpenEngine => ({
	engine: openEngine(config, {env: process.env, clock: systemClock, isSilent: true}),
	profile: config.profile,
});

/** Milliseconds from the start until the past is opened. */
const pastAfter = 1000;

/** Runs the screen on an open engine. */
export const runWatchOnly = async (
	{engine, profile}: OpenEngine,
	settings: MonitorSettings,
	stage: Stage,
): Promise<Running> => {
	const {store, say} = stage;
	let isOver = false;
	const dispatch = (message: Message): void => {
		if (!isOver) {
			store.dispatch(message);
		}
	};
	const watch = createEngineWatch({
		engine,
		profile,
		clock: systemClock,
		interval: settings.options.interval,
		dispatch,
		say,
	});
	// Without the address of the service the audit could not name it: an acknowledgement holds for this run.
	const acknowledge: Monitor['acknowledge'] = async (alerts, how) => {
		const by = userText(whoIsHere(process.env));
		for (const alert of alerts) {
			dispatch(acknowledging(alert, {...how, at: systemClock.now(), by}));
		}
		return undefined;
	};
	const monitor = monitorWithoutService(() => whyWatchOnly(store.get()) ?? '', acknowledge, watch.refresh, watch.stop);
	watch.start();
	const unnotify = notifyOnScreen({...store, dispatch}, stage);
	let recorded: Recording | undefined;
	let ofPast: OpenPast | undefined;
	const closePast = async (): Promise<void> => {
		await ofPast?.close();
		recorded?.close();
	};
	// The board comes first.
	const starting = setTimeout(async () => {
		try {
			recorded = await recordedBefore(settings);
		} catch (error) {
			say(`The recording cannot be read: ${messageOf(error)}`, 'error');
		}
		ofPast = await openPast(settings, stage, recorded);
		if (isOver) {
			await closePast();
		}
	}, pastAfter).unref();
	return {
		monitor,
		past: () => ofPast?.past,
		judgeForecasts: () => undefined,
		foresight: () => undefined,
		async close() {
			isOver = true;
			clearTimeout(starting);
			await Promise.all([unnotify(), monitor.close(), closePast()]);
		},
	};
};
