import {writeSync} from 'node:fs';
import {isatty} from 'node:tty';
import type {RenderOptions} from 'ink';
import {clipboard} from './clipboard.ts';
import {openDevice} from './device.ts';
import {type KeyInput, Keys} from './keys.ts';
import {Screen} from './screen.ts';
import {crashed, crashMessage, HANGUP, type Reason, watchSignals} from './signals.ts';
import type {Colour} from './style.ts';

/** What `openTerminal` may be told. */
export type TerminalOptions = {
	readonly colour: Colour;
	/** Where keys come from, where that is not standard input. */
	readonly input?: KeyInput;
	/** Takes secrets out of what a crash leaves behind. */
	readonly strike: (text: string) => string;
};

/** The terminal while it is ours. */
export type Terminal = {
	readonly screen: Screen;
	readonly keys: Keys;
	/** What Ink's `render` is to be given. */
	readonly ink: RenderOptions;
	/**
	 * Adds something to do when the program leaves by a signal, a hang-up or a crash. The terminal is restored by then; a
	 * promise is waited for, but no longer than a second in all.
	 */
	onLeave(listener: (reason: Reason) => unknown): void;
	/** Puts a text into the clipboard of the terminal, where that takes it; tells by which way it went. */
	copy(text: string): string;
	/** Leaves with this error: for `app.waitUntilExit().catch(terminal.crash)`, since Ink keeps its errors to itself. */
	crash(error: unknown): void;
	/** Gives the terminal back and lets the program go on, as at the end of an ordinary run. */
	close(): void;
};

/** How long the listeners of `onLeave` may take, in milliseconds. */
const LAST_ERRANDS = 1000;

/**
 * Takes over the terminal: alternate screen, keys, signals. To be called before Ink is loaded, with a terminal on
 * standard input and output; from here on, whatever ends the program restores the terminal.
 */
export function openTerminal({colour, input = process.stdin, strike}: TerminalOptions): Terminal {
	const device = openDevice();
	const errands: Array<(reason: Reason) => unknown> = [];
	let leaving = false;

	/** Restores the terminal, with `message` on the ordinary screen when standard error is a terminal too. */
	const restore = (message = ''): void => {
		keys.leave();
		const together = isatty(2);
		screen.leave(together ? message : '');
		if (message !== '' && !together) {
			try {
				writeSync(2, message);
			} catch {
				// Nobody reads it.
			}
		}
	};

	const leave = (reason: Reason): void => {
		if (leaving) {
			return;
		}
		// Signals and errors stay caught until the exit, so that a second one cannot cut the first short.
		leaving = true;
		restore(reason.kind === 'crash' ? crashMessage(reason.error, strike) : '');
		const exit = () => process.exit(reason.code);
		setTimeout(exit, LAST_ERRANDS);
		void Promise.allSettled(errands.map(async errand => errand(reason))).then(exit);
	};

	const screen = new Screen({device, colour, onHangup: () => leave(HANGUP)});
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
		onLeave: leave,
		onStop: () => {
			keys.leave();
			screen.leave();
		},
		onContinue: () => {
			if (leaving) {
				return;
			}
			// The input first: in the background this stops us again before anything is drawn over the shell.
			keys.enter();
			keys.discard();
			screen.enter();
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
			// Ink uses no more of a WriteStream than the screen has.
			stdout: screen as unknown as NodeJS.WriteStream,
			stdin: keys.stdin,
			debug: true,
			interactive: true,
			exitOnCtrlC: false,
			patchConsole: false,
		},
		onLeave: listener => {
			errands.push(listener);
		},
		copy(text) {
			const inTmux = (process.env.TMUX ?? '') !== '';
			screen.aside(clipboard(text, inTmux));
			return inTmux ? 'OSC 52; tmux must have set-clipboard on' : 'OSC 52';
		},
		crash: error => leave(crashed(error)),
		close() {
			if (!leaving) {
				restore();
				signals.close();
			}
		},
	};
}
