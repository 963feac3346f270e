/** `dialtop --linear`: the monitor in sentences and typed commands, for screen readers and terminals that only print. */
import {followAlerts} from '../../alerts/news.ts';
import {loadConfig} from '../../cli/configuration.ts';
import {whole} from '../../cli/configuration-words.ts';
import {say, sayBy} from '../../cli/out.ts';
import {openPrompt} from '../../cli/prompt.ts';
import {listenForSignals} from '../../cli/signals.ts';
import {openTerminal} from '../../cli/typing.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import type {Pending} from '../../model/pending.ts';
import {serviceZone} from '../../model/service-clock.ts';
import type {State} from '../../model/state.ts';
import {capital, inZone, clock as timeOf} from '../../present/format.ts';
import {systemClock} from '../../system/clock.ts';
import {keepCompilersSmall} from '../../system/heap.ts';
import {crashMessage} from '../../terminal/signals.ts';
import {messageOf} from '../../wire/causes.ts';
import {struck} from '../../wire/secrets.ts';
import {monitorOne, type OneService, worstOf} from '../connect/reach.ts';
import {type Recorded, recordService} from '../connect/record-service.ts';
import {sayFailed, useEach} from '../connect/several.ts';
import type {Flags} from '../monitor/flags.ts';
import {type MonitorSettings, resolveAll} from '../monitor/monitor-settings.ts';
import {notifyOperator} from '../monitor/notify.ts';
import {alertChange, commandSentences, commandsBetween, createChanges} from './changes.ts';
import {createFlow} from './flow.ts';
import {readerOf} from './reader.ts';
import type {Choice, LinearFloor, Session} from './session.ts';
import {runLine, summarize} from './words.ts';

/** Milliseconds that the first summary waits for the figures of every campaign. */
const summaryWithin = 15_000;

/** Milliseconds for which the outcomes of commands are gathered: many that are alike are one sentence. */
const gather = 500;

/** Milliseconds from the start until recording begins. */
const recordAfter = 1000;

/** Milliseconds that requests under way may take to end, once the operator leaves. */
const closingTime = 2000;

/** What the services of a session share. */
type Shared = Pick<Session, 'flow' | 'prompt'> & {add(floor: LinearFloor): void};

/** Whether the figures of every campaign that is listed were read, or failed to be. */
const isRead = ({campaigns, dashboards}: State): boolean =>
	[...(campaigns.value?.keys() ?? [])].every(id => dashboards.has(id));

/** Records the service as the screen does, once the first figures had time to come; `earlier` resolves to what was recorded before. */
const recordLater = (
	{service, store, say: complain}: LinearFloor['headless'],
	{history, scenario}: MonitorSettings,
	earlier: (recorded: Recorded['earlier']) => void,
): (() => Promise<void>) => {
	let recorded: Recorded | undefined;
	const timer = setTimeout(() => {
		recorded = recordService({service, history, scenario, env: process.env, store, say: complain});
		earlier(recorded?.earlier);
	}, recordAfter).unref();
	return async () => {
		clearTimeout(timer);
		earlier(undefined);
		await recorded?.close();
	};
};

/** Follows a service in sentences until the operator leaves, or it can be followed no longer; resolves with the exit code. */
const follow = (
	one: OneService,
	settings: MonitorSettings,
	{flow, prompt, add}: Shared,
	over: Promise<number>,
): Promise<number> => {
	const earlier = Promise.withResolvers<Recorded['earlier']>();
	const {interval} = settings.options;
	const options = {interval, rules: () => settings.alerts, earlier: earlier.promise, floor: one.name};
	return monitorOne(one, options, async headless => {
		const {store, monitor, until} = headless;
		const gone = Promise.withResolvers<number>();
		const changes = createChanges();
		/** Makes sentences about the service, with times by its clock. */
		const make = <T>(of: (state: State) => T): T => {
			const state = store.get();
			return inZone(serviceZone(state), () => of(state));
		};
		const dated = <C extends {text: string}>(change: C): C => ({
			...change,
			text: `${timeOf(Date.now()).slice(0, 5)} ${change.text}`,
		});
		let moved: Pending[] = [];
		let timer: NodeJS.Timeout | undefined;
		const flush = (): void => {
			clearTimeout(timer);
			timer = undefined;
			const commands = moved;
			moved = [];
			prompt.print(make(state => commandSentences(state, commands)));
		};
		const floor: LinearFloor = {headless, interval, flush};
		add(floor);
		// A monitor without a way to sign in is already signed out, which must still be noticed.
		let isSummarized = false;
		let seen: State = {...store.get(), link: {kind: 'starting'}};
		const look = (): void => {
			const before = seen;
			seen = store.get();
			flow.add(make(state => changes(before, state, Date.now()).map(dated)));
			moved.push(...commandsBetween(before, seen));
			if (moved.length > 0) {
				timer ??= setTimeout(flush, gather);
			}
			if (!isSummarized && seen.campaigns.value) {
				isSummarized = true;
				void until(isRead, summaryWithin).then(() => summarize({floors: [floor], prompt}));
			}
			if (seen.link.kind === 'gone') {
				gone.resolve(exits.ownError);
			}
		};
		const unsubscribe = store.subscribe(look);
		const alerts = followAlerts({store, clock: systemClock}, news =>
			flow.add(make(state => news.map(one => dated(alertChange(state, one))))),
		);
		const {notifier, start} = settings;
		const unnotify = notifyOperator({
			store,
			send: prompt.ring,
			complain: say,
			// A notification of the terminal would be read aloud beside its sentence, or be printed as text.
			settings: () => ({...notifier, notification: undefined}),
			isMuted: () => start.muted,
			reader: () => readerOf(store.get().source),
		});
		const stopRecording = recordLater(headless, settings, earlier.resolve);
		monitor.watch({selected: undefined, visible: new Set(), lists: undefined, listsOfAll: true});
		look();
		try {
			return await Promise.race([over, gone.promise]);
		} finally {
			unsubscribe();
			alerts.stop();
			flush();
			await Promise.all([unnotify(), stopRecording()]);
		}
	});
};

/** Opens the monitor in sentences until the operator leaves; returns the exit code. @throws UsageError */
export const openLinear = async (flags: Flags): Promise<number> => {
	keepCompilersSmall();
	const {given} = await loadConfig(flags.config, process.env);
	const all = resolveAll(flags, process.env, whole(given));
	if (flags.watchOnly) {
		throw new UsageError('--linear and --watch-only exclude each other');
	}
	if (flags.view !== undefined) {
		throw new UsageError('--linear and --view exclude each other: there is no board');
	}
	const terminal = process.stdout.isTTY ? openTerminal() : undefined;
	terminal?.close();
	if (!terminal) {
		throw new UsageError('--linear needs a terminal to type on and to print on; dialtop watch prints to a pipe');
	}
	/** Whether a message begins with the name of a service. */
	const isNamed = (line: string): boolean => all.some(({service}) => line.startsWith(`${service.profile}: `));
	using signals = listenForSignals();
	const over = Promise.withResolvers<number>();
	const underWay = new Set<Promise<unknown>>();
	let choices: readonly Choice[] = [];
	let isBusy = false;

	const onLine = async (line: string): Promise<void> => {
		const offered = choices;
		choices = [];
		if (isBusy) {
			prompt.print(['Nothing was done: the command before is under way. Type it again once that is over']);
			return;
		}
		isBusy = true;
		try {
			const choice = /^\d{1,2}$/.test(line) ? offered[Number(line) - 1] : undefined;
			await (line === '' ? summarize(session) : choice ? choice.run() : runLine(session, line));
		} catch (error) {
			prompt.print([capital(messageOf(error))]);
		} finally {
			isBusy = false;
		}
		// A signal at a question declines it, and ends the session.
		if (process.exitCode !== undefined) {
			over.resolve(Number(process.exitCode));
		}
	};
	const prompt = openPrompt({
		onLine: line => void onLine(line),
		onEnd(end) {
			if (end instanceof Error) {
				prompt.close();
				process.stderr.write(crashMessage(end, struck));
			}
			over.resolve(end instanceof Error ? exits.ownError : end);
		},
	});
	const stopSaying = sayBy(line => prompt.print([isNamed(line) ? line : capital(line)]));
	const flow = createFlow(systemClock, prompt.print);
	const opened = new Map<string, LinearFloor>();
	const session: Session = {
		prompt,
		flow,
		get floors() {
			return all.flatMap(({service}) => opened.get(service.profile) ?? []);
		},
		offer(question, offered) {
			choices = offered;
			prompt.print([question, ...offered.map(({text}, index) => `${index + 1}: ${text}`)]);
		},
		async during(sending) {
			underWay.add(sending);
			try {
				return await sending;
			} finally {
				underWay.delete(sending);
			}
		},
		listed: [],
		quit: () => over.resolve(exits.done),
	};
	void signals.stopped.then(over.resolve);
	try {
		prompt.print([
			`Connecting to ${all.map(({service}) => service.profile || service.environment).join(', ')}. Type help and Enter for the commands`,
		]);
		const services = all.map(
			({service}): OneService => ({
				service,
				given,
				flags,
				name: all.length > 1 ? service.profile : undefined,
			}),
		);
		const left = Promise.withResolvers<number>();
		const following = useEach(
			services,
			one => {
				const settings = all[services.indexOf(one)] ?? all[0];
				const add = (floor: LinearFloor): unknown => opened.set(one.service.profile, floor);
				return follow(one, settings, {flow, prompt, add}, left.promise);
			},
			sayFailed,
		).then(worstOf);
		const code = await Promise.race([over.promise, following]);
		prompt.close();
		await Promise.allSettled(underWay);
		left.resolve(code);
		await Promise.race([following, new Promise(resolve => setTimeout(resolve, closingTime).unref())]);
		// A request that is still open is not waited for.
		setTimeout(() => process.exit(code), closingTime).unref();
		return code;
	} finally {
		flow.stop();
		stopSaying();
		prompt.close();
	}
};
