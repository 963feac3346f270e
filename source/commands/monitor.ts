/** The monitor's command: the terminal first, then a frame, and only then what talks to the service. */
import {openSync} from 'node:fs';
import {ReadStream} from 'node:tty';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {lineOfInput} from '../config/standard-input.ts';
import {initialState} from '../model/state.ts';
import {update} from '../model/update.ts';
import type {Audit} from '../monitor/audit.ts';
import {systemClock} from '../monitor/clock.ts';
import type {Monitor} from '../monitor/monitor.ts';
import {createStore, type Store} from '../monitor/store.ts';
import {tickEvery} from '../ui/redraw.ts';
import {initialUi, type UiMessage, type UiState, updateUi} from '../ui/state.ts';
import {openTerminal} from '../ui/terminal/terminal.ts';
import {painter} from '../ui/theme.ts';
import {themes} from '../ui/themes/index.ts';
import type {Flags} from './flags.ts';
import {loadConfig} from './load-config.ts';
import {type MonitorSettings, settle} from './settings.ts';
import {whole} from './words.ts';

/** Requests a second: a service is spared, the sandbox in the next thread need not be. */
const serviceBudget = 5;
const sandboxBudget = 10;

/** What the monitor cannot do without. @throws UsageError */
const needTerminal = (settings: MonitorSettings): void => {
	if (!process.stdout.isTTY || !(process.stdin.isTTY || settings.tokenFromStdin || settings.passwordFromStdin)) {
		throw new UsageError('the monitor needs a terminal on standard input and output');
	}
	if (process.env.TERM === 'dumb') {
		throw new UsageError('the monitor needs a terminal that can move its cursor, and TERM is dumb');
	}
};

/** What came with the call to get in with: each from standard input or from the environment. */
type Secrets = {token: string | undefined; password: string | undefined};

const secretsOf = ({service, tokenFromStdin, passwordFromStdin}: MonitorSettings): Secrets => ({
	token: tokenFromStdin ? lineOfInput('--token-stdin', 'token').trim() : service.token,
	password: passwordFromStdin ? lineOfInput('--password-stdin', 'password') : service.password,
});

const startService = async ({service, scenario}: MonitorSettings, {token, password}: Secrets) => {
	if (service.url !== undefined) {
		const {url, user} = service;
		return {
			url,
			token,
			credentials: user && password ? {user, password} : undefined,
			close: async () => undefined,
		};
	}
	const {startEmbeddedSandbox} = await import('../sandbox/embedded.ts');
	const {close, ...embedded} = await startEmbeddedSandbox({scenario});
	const credentials = {user: embedded.user, password: embedded.password};
	return {url: embedded.url, token: undefined, credentials, close};
};

/** Says once what the audit tells at the start: that nothing can be sent, or what was left behind by earlier runs. */
const tellOfAudit = (audit: Audit, {recalled}: Monitor, ui: Store<UiState, UiMessage>): void => {
	const at = performance.now();
	const problem = audit.problem();
	if (problem) {
		ui.dispatch({
			type: 'say',
			text: `Nothing can be sent: ${problem.message}. ${problem.advice}`.trim(),
			tone: 'error',
			at,
		});
	} else if (recalled > 0) {
		const commands = recalled === 1 ? '1 command of an earlier run has' : `${recalled} commands of earlier runs have`;
		ui.dispatch({
			type: 'say',
			text: `${commands} no known outcome: 8 shows ${recalled === 1 ? 'it' : 'them'}`,
			tone: 'error',
			at,
		});
	}
};

/** Opens the monitor until the operator quits; returns the exit code. @throws UsageError */
export const openMonitor = async (flags: Partial<Flags>): Promise<number> => {
	const {given} = await loadConfig(flags.config, process.env);
	const settings = settle(flags, process.env, whole(given));
	needTerminal(settings);
	const secrets = secretsOf(settings);
	const {service} = settings;

	const source = {
		profile: service.profile,
		environment: service.environment,
		host: service.url === undefined ? 'embedded' : new URL(service.url).host,
		readOnly: service.readOnly,
	};
	const store = createStore(update, initialState(source, systemClock.now(), settings.alerts));
	const isPiped = settings.tokenFromStdin || settings.passwordFromStdin;
	const ownInput = isPiped ? new ReadStream(openSync('/dev/tty', 'r')) : undefined;
	const terminal = openTerminal({colour: settings.colourless ? 'none' : '256', ...(ownInput ? {input: ownInput} : {})});
	const ui = createStore(updateUi, {
		...initialUi(terminal.screen.columns, terminal.screen.rows),
		...settings.start,
	});
	const theme = themes[settings.theme];

	let monitor: Monitor | undefined;
	let close = async (): Promise<unknown> => undefined;
	const ended = Promise.withResolvers<void>();
	const {showApp} = await import('../ui/app.tsx');
	const app = showApp({
		terminal,
		store,
		ui,
		monitor: () => monitor,
		look: {theme, paint: painter(theme), ascii: settings.ascii},
		options: settings.options,
		user: service.user ?? '',
		quit: ended.resolve,
	});
	const tick = setInterval(() => store.dispatch({type: 'tick', now: systemClock.now()}), tickEvery);
	terminal.onLeave(() => close());

	try {
		// The modules that talk to the service are large: nothing of them is loaded before the first frame is out.
		await new Promise<void>(resolve => terminal.screen.drawn(resolve));
		// The nursery of the heap stays as large as it is now: left alone it grows to 64 MB, which buys nothing here.
		const {setFlagsFromString} = await import('node:v8');
		setFlagsFromString('--semi-space-growth-factor=1');
		const started = await startService(settings, secrets);
		const {startMonitor} = await import('../monitor/monitor.ts');
		const perSecond = service.perSecond ?? (service.url === undefined ? sandboxBudget : serviceBudget);
		const {auditAt} = await import('./audit.ts');
		const audit = auditAt({profile: service.profile, environment: service.environment, url: started.url}, process.env);
		monitor = startMonitor({...started, interval: settings.options.interval, perSecond, store, audit});
		tellOfAudit(audit, monitor, ui);
		const {notifyOperator} = await import('./notify.ts');
		const unnotify = await notifyOperator({store, ui, screen: terminal.screen, settings: settings.notifier});
		close = async () => Promise.all([unnotify(), monitor?.close(), started.close()]);
		store.dispatch({type: 'tick', now: systemClock.now()});
		await ended.promise;
	} catch (error) {
		terminal.crash(error);
		return exits.ownError;
	}
	clearInterval(tick);
	terminal.close();
	app.unmount();
	ownInput?.destroy();
	await close();
	return exits.done;
};
