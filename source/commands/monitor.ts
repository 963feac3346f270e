/** The monitor's command: the terminal first, then a frame, and only then what talks to the service. */
import {openSync} from 'node:fs';
import {ReadStream} from 'node:tty';
import {struck} from '../api/secrets.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {initialState} from '../model/state.ts';
import {update} from '../model/update.ts';
import {systemClock} from '../monitor/clock.ts';
import type {Monitor} from '../monitor/monitor.ts';
import {createStore} from '../monitor/store.ts';
import {tickEvery} from '../ui/redraw.ts';
import {initialUi, updateUi} from '../ui/state.ts';
import {openTerminal} from '../ui/terminal/terminal.ts';
import {painter} from '../ui/theme.ts';
import {themes} from '../ui/themes/index.ts';
import type {Flags} from './flags.ts';
import {loadConfig} from './load-config.ts';
import {hostOf, type SecretFlags, secretsOf} from './secrets.ts';
import {settle} from './settings.ts';
import {whole} from './words.ts';

/** What the monitor cannot do without. @throws UsageError */
const needTerminal = (flags: SecretFlags): void => {
	if (!process.stdout.isTTY || !(process.stdin.isTTY || flags.tokenStdin || flags.passwordStdin)) {
		throw new UsageError('the monitor needs a terminal on standard input and output');
	}
	if (process.env.TERM === 'dumb') {
		throw new UsageError('the monitor needs a terminal that can move its cursor, and TERM is dumb');
	}
};

/** Opens the monitor until the operator quits; returns the exit code. @throws UsageError */
export const openMonitor = async (flags: Partial<Flags>): Promise<number> => {
	const {given} = await loadConfig(flags.config, process.env);
	const settings = settle(flags, process.env, whole(given));
	needTerminal(flags);
	const {service} = settings;
	const secrets = secretsOf(service, flags);

	const source = {
		profile: service.profile,
		environment: service.environment,
		host: hostOf(service),
		readOnly: service.readOnly,
	};
	const store = createStore(update, initialState(source, systemClock.now(), settings.alerts));
	const isPiped = flags.tokenStdin || flags.passwordStdin;
	const ownInput = isPiped ? new ReadStream(openSync('/dev/tty', 'r')) : undefined;
	const terminal = openTerminal({
		colour: settings.colourless ? 'none' : '256',
		strike: struck,
		...(ownInput ? {input: ownInput} : {}),
	});
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
		const {enter} = await import('./entry.ts');
		const entry = await enter(service, {
			...secrets,
			env: process.env,
			log: flags.log,
			scenario: settings.scenario,
			complain: text => ui.dispatch({type: 'say', text, tone: 'error', at: performance.now()}),
		});
		const {startMonitor} = await import('../monitor/monitor.ts');
		monitor = startMonitor({...entry, interval: settings.options.interval, store});
		const {notifyOperator} = await import('./notify.ts');
		const unnotify = await notifyOperator({store, ui, screen: terminal.screen, settings: settings.notifier});
		close = async () => Promise.all([unnotify(), monitor?.close(), entry.close()]);
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
