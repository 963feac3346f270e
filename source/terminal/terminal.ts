import {writeSync} from 'node:fs';
import {isatty} from 'node:tty';
import type {RenderOptions} from 'ink';
import {type Device, openDevice} from './device.ts';
import {type KeyInput, Keys} from './keys.ts';
import {clipboard} from './osc.ts';
import {Screen} from './screen.ts';
import {crashed, crashMessage, HANGUP, type Reason, watchSignals} from './signals.ts';
import type {Colour} from './style.ts';

export type TerminalOptions = {
	readonly colour: Colour;
	/** The source of keys; standard input by default. */
	readonly input?: KeyInput;
	/** The terminal behind standard output, if it was opened before. */
	readonly device?: Device;
	/** Removes secrets from the message of a crash, and makes each of its lines safe to show. */
	readonly safe: (text: string) => string;
};

/** The terminal while the monitor has it. */
export type Terminal = {
	readonly screen: Screen;
	readonly keys: Keys;
	/** The options of Ink's `render`. */
	readonly ink: RenderOptions;
	/**
	 * Adds a listener for the program's end by a signal, a hang-up or a crash. The terminal is restored by then; promises are
	 * awaited, for at most a second in all.
	 */
	onLeave(listener: (reason: Reason) => unknown): void;
	/**
	 * Adds a listener for SIGHUP while the terminal is still there (`kill -HUP`). Without a listener, suspended, or once the terminal
	 * is gone, the signal ends the program.
	 */
	onReload(listener: () => void): void;
	/** Releases the terminal to another program, and takes it again once that has ended. What was typed meanwhile is dropped. */
	hand<T>(use: () => Promise<T>): Promise<T>;
	/** Puts a text into the terminal's clipboard, if it allows that; returns in words how. */
	copy(text: string): string;
	/** Ends the program with this error: for `app.waitUntilExit().catch(terminal.crash)`, as Ink does not throw its errors. */
	crash(error: unknown): void;
	/** The same at once, without the listeners of `onLeave`: for a heap that is nearly full, which V8 would abort meanwhile. */
	crashNow(error: unknown): void;
	/** Has an error that does not end the program printed once the terminal is restored. */
	report(error: Error): void;
	/** Restores the terminal at the end of an ordinary run; the program goes on. */
	close(): void;
};

/** Milliseconds that the listeners of `onLeave` may take. */
const LISTENERS_TIME = 1000;

/** Milliseconds in which a signal from before the terminal was taken again may be heard: two signals may come in either order. */
const SIGNALS_LATE = 500;

/**
 * Takes over the terminal: alternate screen, keys, signals. Call it before Ink is loaded, with a terminal on standard input
 * and output. From then on, whatever ends the program restores the terminal.
 */
export function openTerminal({colour, input = process.stdin, device = openDevice(), safe}: TerminalOptions): Terminal {
	const leaveListeners: Array<(reason: Reason) => unknown> = [];
	const reloadListeners: Array<() => void> = [];
	const reports = new Set<string>();
	let leaving = false;
	/** Until when a signal is one that came while the program was suspended: Infinity meanwhile. */
	let suspendedUntil = 0;
	/** Until when a signal is one that came while another program had the terminal: Infinity meanwhile. */
	let handedUntil = 0;
	const isHanded = (): boolean => handedUntil === Number.POSITIVE_INFINITY;
	const late = (): number => performance.now() + SIGNALS_LATE;

	/** Restores the terminal, and prints what there is to report on the ordinary screen or, if it is redirected, to standard error. */
	const restore = (crash = ''): void => {
		const message = [...reports, crash].join('');
		keys.leave();
		const together = isatty(2) && !isHanded();
		screen.leave(together ? message : '');
		if (message !== '' && !together) {
			try {
				writeSync(2, message);
			} catch {
				// Standard error is closed.
			}
		}
	};

	const leave = (reason: Reason): void => {
		// The terminal sends this signal for a key, and the program that has it is the one to act on it.
		const isForOther =
			performance.now() < handedUntil &&
			reason.kind === 'signal' &&
			(reason.signal === 'SIGINT' || reason.signal === 'SIGQUIT');
		if (leaving || isForOther) {
			return;
		}
		// Signals and errors stay caught until the exit, so that a second one does not interrupt this.
		leaving = true;
		restore(reason.kind === 'crash' ? crashMessage(reason.error, safe) : '');
		const exit = () => process.exit(reason.code);
		setTimeout(exit, LISTENERS_TIME);
		void Promise.allSettled(leaveListeners.map(async listener => listener(reason))).then(exit);
	};

	/** A terminal that has hung up is no terminal to the system any more by the time its signal arrives. */
	const isReload = (reason: Reason): boolean =>
		reason.kind === 'signal' &&
		reason.signal === 'SIGHUP' &&
		reloadListeners.length > 0 &&
		performance.now() >= suspendedUntil &&
		isatty(1);

	/** Takes the terminal again after another program had it. */
	const enter = (): void => {
		// The input first: in the background this stops us again before anything is drawn over the shell's screen.
		keys.enter();
		keys.discard();
		screen.enter();
	};

	const screen = new Screen({
		device,
		colour,
		onHangup: () => leave(HANGUP),
		isDropping: () => keys.isDropping(),
	});
	const keys = new Keys({
		input,
		onHangup: () => leave(HANGUP),
		onBefore: ({name}, heard) => {
			screen.hurry();
			if (name === 'ctrl-z') {
				signals.stop();
			} else if (name === 'ctrl-c' && !heard) {
				leave({kind: 'signal', code: 130, signal: 'SIGINT'});
			}
			return name === 'ctrl-z';
		},
	});
	const signals = watchSignals({
		onLeave: reason => {
			if (!isReload(reason)) {
				leave(reason);
				return;
			}
			for (const listener of reloadListeners) {
				listener();
			}
		},
		onStop: () => {
			suspendedUntil = Number.POSITIVE_INFINITY;
			keys.leave();
			screen.leave();
		},
		onContinue: () => {
			suspendedUntil = Math.min(suspendedUntil, late());
			if (!leaving && !isHanded()) {
				enter();
			}
		},
		onResize: () => screen.resize(),
	});
	process.on('exit', () => screen.leave());

	keys.enter();
	screen.enter();

	return {
		screen,
		keys,
		ink: {
			// Ink uses nothing else of a WriteStream.
			stdout: screen as unknown as NodeJS.WriteStream,
			stdin: keys.stdin,
			debug: true,
			interactive: true,
			exitOnCtrlC: false,
			patchConsole: false,
		},
		onLeave: listener => {
			leaveListeners.push(listener);
		},
		onReload: listener => {
			reloadListeners.push(listener);
		},
		async hand(use) {
			handedUntil = Number.POSITIVE_INFINITY;
			keys.leave();
			screen.leave();
			try {
				return await use();
			} finally {
				handedUntil = late();
				if (!leaving) {
					enter();
				}
			}
		},
		copy(text) {
			const inTmux = (process.env.TMUX ?? '') !== '';
			screen.aside(clipboard(text, inTmux));
			return inTmux ? 'OSC 52; tmux must have set-clipboard on' : 'OSC 52';
		},
		crash: error => leave(crashed(error)),
		crashNow(error) {
			if (!leaving) {
				leaving = true;
				restore(crashMessage(error, safe));
			}
			process.exit(crashed(error).code);
		},
		report: error => {
			reports.add(crashMessage(error, safe, process.env.DIALTOP_DEBUG, ''));
		},
		close() {
			if (!leaving) {
				restore();
				signals.close();
			}
		},
	};
}
