/**
 * The monitor's command: the terminal first, then a frame, and only then the code that talks to the service. Where the first frame was
 * painted from an earlier run, the code that talks to the service comes before the code that draws.
 */
import {openSync} from 'node:fs';
import {ReadStream} from 'node:tty';
import type {Instance} from 'ink';
import {initialState, update} from '../../alerts/reducer.ts';
import {type Loaded, loadConfig} from '../../cli/configuration.ts';
import {whole} from '../../cli/configuration-words.ts';
import {safeLines} from '../../cli/text.ts';
import {exits} from '../../config/exits.ts';
import {configFileOf} from '../../config/paths.ts';
import type {Given} from '../../config/schema.ts';
import {serviceZone} from '../../model/service-clock.ts';
import {createStore} from '../../model/store.ts';
import {initialUiOf, updateUi} from '../../screen/state/reducer.ts';
import {tickEvery} from '../../screen/store/redraw.ts';
import {systemClock} from '../../system/clock.ts';
import {keepCompilersSmall, watchHeap} from '../../system/heap.ts';
import {writeCompiledCode} from '../../system/shared-machine.ts';
import {watchClients} from '../../terminal/clients.ts';
import {openTerminal} from '../../terminal/terminal.ts';
import {messageOf} from '../../wire/causes.ts';
import {onSecret, struckWord} from '../../wire/secrets.ts';
import {hostOf, secretsOf, sourceOf} from '../connect/chosen.ts';
import {createUntil} from '../connect/until.ts';
import type {Flags} from './flags.ts';
import type {Follower, FollowParts} from './follow.ts';
import {type MonitorSettings, overridesOf, resolveAll, settingsFor, storageIn} from './monitor-settings.ts';
import {needTerminal} from './need-terminal.ts';
import {applyAgain, applySettings, type Opened, showingOf, shownAs} from './opened.ts';
import {askedFor, paintedTerminal, storeFrame, turn, type Version, versionOf} from './painted.ts';
import {startingWith, viewNamed} from './saved-views.ts';
import {openTrace} from './trace.ts';

/** Milliseconds after which the caches that make the next start quick are written: by then there is time for it. */
const storeAfter = 2000;

/**
 * Milliseconds that the screen waits for the first figures while a painted frame is shown: drawing it without them first takes
 * longer than a service nearby needs to answer.
 */
const nearby = 50;

/** True for errors in how dialtop was called, which are reported after the screen is closed. */
const isForCaller = (error: unknown): boolean =>
	error instanceof Error && (error.name === 'UsageError' || error.name === 'PrivateFileError');

type Configured = Loaded & {version: Version | undefined};

/** The configuration, its file, and the version of that which is read. @throws UsageError */
const configured = async (flags: Partial<Flags>): Promise<Configured> => {
	const file = await configFileOf(flags.config, process.env);
	const version = file && versionOf(file.path);
	return {...(await loadConfig(flags.config, process.env)), version};
};

/** Opens the monitor until the operator quits; returns the exit code. @throws UsageError */
export const openMonitor = async (flags: Partial<Flags>): Promise<number> => {
	keepCompilersSmall();
	const {given, file, exists, version} = await configured(flags);
	/** The settings by a configuration. Another default profile is for the next start. */
	let settingsBy = (now: Given): readonly [MonitorSettings, ...MonitorSettings[]] =>
		resolveAll(flags, process.env, whole({...now, profile: given.profile ?? null}));
	const all = settingsBy(given);
	const [settings] = all;
	const view = viewNamed(flags.view, settings.options);
	needTerminal(flags);

	const {DIALTOP_TRACE: traceFile} = process.env;
	const trace = traceFile ? openTrace(traceFile, text => say(text, 'error')) : undefined;
	const isPiped = flags.tokenStdin || flags.passwordStdin;
	const ownInput = isPiped ? new ReadStream(openSync('/dev/tty', 'r')) : undefined;
	const isPainted = paintedTerminal() !== undefined;
	const terminal =
		paintedTerminal() ??
		openTerminal({
			colour: settings.colourless ? 'none' : '256',
			safe: safeLines,
			...(ownInput ? {input: ownInput} : {}),
		});
	const {screen} = terminal;
	// The first figures answer the key that started the program.
	screen.hurry();
	const names = all.length > 1 ? all.map(({service}) => service.profile) : [];
	const firstUi = {...initialUiOf(names, screen.columns, screen.rows), ...settings.start};
	const ui = createStore(updateUi, startingWith(firstUi, view), trace?.message('screen'));
	/** Answers a key, or whoever has saved the configuration. */
	const say: FollowParts['say'] = (text, tone, replaces) =>
		ui.dispatch({type: 'say', text, tone, at: performance.now(), replaces});
	/** What the operator did not ask for. */
	const report = (text: string, tone: 'info' | 'error'): void =>
		ui.dispatch({type: 'say', text, tone, at: performance.now(), isUnasked: true});
	let follower: Follower | undefined;
	const storage = storageIn(file, written => follower?.reload({written}));

	/** A service on screen, and what runs on it. */
	const opening = (own: MonitorSettings): Opened => {
		const floor = names.length > 0 ? own.service.profile : undefined;
		const source = {...sourceOf(own.service), ...(floor !== undefined && {floor})};
		const store = createStore(
			update,
			initialState(source, systemClock.now(), own.alerts),
			trace?.message('service', floor),
		);
		const opened: Opened = {
			settings: own,
			showing: showingOf(own, storage),
			running: undefined,
			secrets: secretsOf(own.service, flags),
			zone: undefined,
			stage: {
				store,
				ui,
				screen,
				say: (text, tone) => report(floor === undefined ? text : `${floor}: ${text}`, tone),
				settings: () => opened.settings,
				log: flags.log,
				trace,
				report: terminal.report,
			},
		};
		return opened;
	};
	const first = opening(settings);
	const floors: readonly [Opened, ...Opened[]] = [first, ...all.slice(1).map(opening)];
	const {stage} = first;
	const {store} = stage;
	let isSwitching = false;
	const ended = Promise.withResolvers<void>();

	/** Opens another service before it closes the present one, so that a mistake changes nothing. */
	const leaveFor = async (settingsOf: typeof settingsBy, done: string, failed: string): Promise<void> => {
		if (names.length > 0) {
			say('Not now: several services are on screen. Leave, and open one with -p NAME', 'error');
			return;
		}
		if (isSwitching || !first.running) {
			say('Not now: the last switch is still under way', 'error');
			return;
		}
		isSwitching = true;
		try {
			const {openFor, run} = await import('./running.ts');
			const [next] = settingsOf(follower?.given() ?? given);
			const opened = await openFor(next, stage, secretsOf(next.service, {}));
			const before = first.running;
			first.running = undefined;
			await before.close();
			applySettings(first, next, storage);
			settingsBy = settingsOf;
			first.zone = undefined;
			ui.dispatch({type: 'service-changed'});
			store.dispatch({type: 'service-changed', source: sourceOf(next.service), now: systemClock.now()});
			first.running = await run(opened, next, stage);
			// It may have been read again meanwhile.
			await follower?.reload('saved');
			const {environment} = next.service;
			say(`${done}: ${environment} at ${hostOf(next.service)}`, 'info');
		} catch (error) {
			say(`${failed}: ${messageOf(error)}`, 'error');
		}
		isSwitching = false;
	};
	const switchTo = (profile: string): Promise<void> =>
		leaveFor(now => [settingsFor(profile, flags, whole(now))], `Now on the profile ${profile}`, `Not on ${profile}`);
	const restart = (): Promise<void> => leaveFor(settingsBy, 'A new sandbox, with a world of its own', 'No new sandbox');

	const tickNow = (): void => {
		const now = systemClock.now();
		for (const floor of floors) {
			floor.zone = serviceZone(floor.stage.store.get(), floor.zone);
		}
		for (const floor of floors) {
			floor.stage.store.dispatch({type: 'tick', now});
		}
	};

	let app: Instance | undefined;
	const draw = async (): Promise<void> => {
		const {showApp} = await import('../../screen/app.tsx');
		// An answer that came while this was loaded goes first: the next request is sent before the screen is drawn.
		await turn();
		if (isPainted) {
			await createUntil(store)(({dashboards}) => dashboards.size > 0, nearby);
		}
		app = showApp({
			terminal,
			floors: [shownAs(first), ...floors.slice(1).map(shownAs)],
			ui,
			switchTo,
			restart,
			quit: ended.resolve,
			watchClients: changed => watchClients(process.env, changed),
			traced: trace && (press => key => press(trace.key(key, ui.get()))),
		});
	};
	/** Stores the first frame that was drawn. */
	let storeFirst: (() => void) | undefined;
	const drawFirst = async (): Promise<void> => {
		const asked = askedFor(process.argv.slice(2), process.env, screen);
		const [state, before] = [store.get(), ui.get()];
		await draw();
		await new Promise<void>(resolve => screen.drawn(resolve));
		const {frame} = screen;
		// A key or the clock may have changed it meanwhile.
		if (store.get() === state && ui.get() === before) {
			storeFirst = () => storeFrame(asked, version, frame, state.now.wall);
		}
	};
	const start = async (): Promise<void> => {
		const {openFor, run} = await import('./running.ts');
		await Promise.all(
			floors.map(async floor => {
				const {settings: own, stage: its, secrets} = floor;
				floor.running = await run(await openFor(own, its, secrets), own, its);
			}),
		);
		tickNow();
	};
	const follow = async (): Promise<void> => {
		const [{followConfiguration}, {changedNames}] = await Promise.all([
			import('./follow.ts'),
			import('./changed-names.ts'),
		]);
		follower = followConfiguration({
			file,
			flag: flags.config,
			given,
			exists,
			version: version?.version,
			say,
			apply(now, before) {
				applyAgain(floors, settingsBy(now), storage);
				const {service} = first.settings;
				const profiles = floors.map(floor => floor.settings.service.profile);
				return changedNames(before, now, profiles, overridesOf(flags, process.env, service));
			},
		});
		terminal.onReload(() => void follower?.reload('asked'));
	};
	const tick = setInterval(tickNow, tickEvery);
	const closeAll = (isCrash = false) =>
		Promise.all([...floors.map(({running}) => running?.close(isCrash)), trace?.close()]);
	terminal.onLeave(({kind}) => closeAll(kind === 'crash'));
	const unlisten = onSecret(() => ui.dispatch({type: 'secret-learnt', strike: struckWord}));
	let keeping: NodeJS.Timeout | undefined;
	const leave = (): void => {
		clearInterval(tick);
		unlisten();
		clearTimeout(keeping);
		follower?.close();
		terminal.close();
		app?.unmount();
		ownInput?.destroy();
	};

	try {
		// Both modules are large: the one that the operator waits for is loaded first.
		if (isPainted) {
			const outcomes = await Promise.allSettled([start(), turn().then(draw)]);
			const failed = outcomes.find(outcome => outcome.status === 'rejected');
			if (failed) {
				throw failed.reason;
			}
		} else {
			await drawFirst();
			await start();
		}
		if (view) {
			const {markOnceListed} = await import('./begin-view.ts');
			markOnceListed(view, [stage, ...floors.slice(1).map(other => other.stage)], report);
		}
		await follow();
		keeping = setTimeout(() => {
			storeFirst?.();
			writeCompiledCode();
		}, storeAfter);
		watchHeap(terminal.crashNow);
		await ended.promise;
	} catch (error) {
		if (isForCaller(error)) {
			leave();
			throw error;
		}
		terminal.crash(error);
		return exits.ownError;
	}
	leave();
	await closeAll();
	return exits.done;
};
