/** Opens a recording on the screen, without its service. */

import {initialState} from '../../alerts/reducer.ts';
import {loadConfig} from '../../cli/configuration.ts';
import {whole} from '../../cli/configuration-words.ts';
import {safeLines} from '../../cli/text.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import type {Zone} from '../../model/calling-hours.ts';
import {serviceZone} from '../../model/service-clock.ts';
import type {Source} from '../../model/state.ts';
import {createStore} from '../../model/store.ts';
import {hour} from '../../model/time.ts';
import {updateWithoutAlerts} from '../../model/update.ts';
import {clockIn} from '../../present/format.ts';
import {readPastTime} from '../../present/time-expression.ts';
import {createReader} from '../../recording/reader.ts';
import type {Recording} from '../../recording/recording.ts';
import {updateUi} from '../../screen/state/reducer.ts';
import {initialUi} from '../../screen/state/state.ts';
import {tickEvery} from '../../screen/store/redraw.ts';
import {createPast} from '../../service/past.ts';
import {systemClock} from '../../system/clock.ts';
import {openTerminal} from '../../terminal/terminal.ts';
import {sourceOf} from '../connect/chosen.ts';
import {recordingAt, recordingFolder} from '../connect/record-service.ts';
import type {Flags} from './flags.ts';
import {type MonitorSettings, resolveSettings} from './monitor-settings.ts';
import {needTerminal} from './need-terminal.ts';
import {showingOf} from './opened.ts';

/** What is to be shown, and from when on. */
export type ReplayFlags = Partial<Flags> & {
	file?: string | undefined;
	at?: string | undefined;
	speed?: number | undefined;
};

/** The moment to begin with. @throws UsageError if it is not within the recording */
const beginning = (recording: Recording, at: string | undefined, {timeZone: zone}: Source, where: string): number => {
	const span = recording.span();
	if (!span) {
		throw new UsageError(`nothing is recorded in ${where}`);
	}
	if (at === undefined) {
		return Math.max(span.from, span.to - hour);
	}
	const moment = readPastTime(at, {now: Date.now(), zone});
	if (typeof moment !== 'number') {
		throw new UsageError(`--at ${moment.problem}`);
	}
	if (moment < span.from || moment > span.to) {
		const [from, to] = [span.from, span.to].map(
			wall => `${new Date(wall).toISOString().slice(0, 10)} ${clockIn(zone, wall)}`,
		);
		throw new UsageError(`--at ${at} is outside of the recording, which is from ${from} to ${to}`);
	}
	return moment;
};

/** The recording that is chosen, and what to call it. @throws UsageError if there is none */
const recordingOf = async (
	file: string | undefined,
	isMonth: boolean | undefined,
	{service, history}: MonitorSettings,
): Promise<{recording: Recording; where: string}> => {
	if (file === undefined && isMonth) {
		const {sandboxMonth} = await import('../connect/sandbox-month.ts');
		return {recording: sandboxMonth(Date.now(), service.timeZone), where: 'the month of the embedded sandbox'};
	}
	const path = file ?? recordingFolder(service, history, process.env).path;
	if (path === undefined) {
		throw new UsageError(
			'of which service? Give --profile NAME or --url ADDRESS, name a FILE, or give --sandbox to try it',
		);
	}
	return {recording: createReader(recordingAt(path), service.timeZone), where: path};
};

/** Opens a recording until the operator quits; returns the exit code. @throws UsageError */
export const openReplay = async ({file, at, speed, ...flags}: ReplayFlags): Promise<number> => {
	const {given} = await loadConfig(flags.config, process.env);
	const config = whole(given);
	const settings = resolveSettings(flags, process.env, config);
	const {service} = settings;
	const known = sourceOf(service);
	const source: Source = {
		...known,
		isRecording: true,
		readOnly: true,
		// A file does not name its service.
		...(file !== undefined && {profile: '', environment: 'RECORDING', host: file, flags: ''}),
	};
	const {recording, where} = await recordingOf(file, flags.sandbox, settings);
	const begin = beginning(recording, at, source, where);
	needTerminal(flags);

	const store = createStore(updateWithoutAlerts, initialState(source, systemClock.now(), settings.alerts));
	const past = createPast(recording, store.get);
	const terminal = openTerminal({colour: settings.colourless ? 'none' : '256', safe: safeLines});
	const {screen} = terminal;
	const ui = createStore(updateUi, {...initialUi(screen.columns, screen.rows), ...settings.start});
	const ended = Promise.withResolvers<void>();
	const noService = (): void =>
		ui.dispatch({type: 'say', text: 'A recording has no other service', tone: 'error', at: performance.now()});
	let zone: Zone = service.timeZone;
	const tickNow = (): void => {
		// A recording shows by its graphs in which zone its service is.
		zone = serviceZone(ui.get().past?.state ?? store.get(), zone);
		store.dispatch({type: 'tick', now: systemClock.now()});
	};
	const showing = showingOf(settings, {});
	store.dispatch({type: 'looking-at', at: begin});
	ui.dispatch({type: 'look-back', past: {at: begin, state: past.stateAt(begin), speed, alertChanges: 0}});
	tickNow();
	const tick = setInterval(tickNow, tickEvery);
	const {showApp} = await import('../../screen/app.tsx');
	const app = showApp({
		terminal,
		floors: [{store, monitor: () => undefined, past: () => past, zone: () => zone, showing: () => showing}],
		ui,
		switchTo: noService,
		restart: noService,
		quit: ended.resolve,
	});
	await ended.promise;
	clearInterval(tick);
	terminal.close();
	app.unmount();
	recording.close();
	return exits.done;
};
