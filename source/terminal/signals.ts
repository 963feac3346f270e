import type {EventEmitter} from 'node:events';
import {onEnding} from '../machine/ending-signals.ts';

/** Why the program leaves without being asked by its own keys. */
export type Reason =
	| {readonly kind: 'signal'; readonly code: number; readonly signal: NodeJS.Signals}
	| {readonly kind: 'hangup'; readonly code: number}
	| {readonly kind: 'crash'; readonly code: number; readonly error: unknown};

/** What `watchSignals` calls. */
export type SignalHandlers = {
	readonly onLeave: (reason: Reason) => void;
	/** Gives the terminal back before the program stops. */
	readonly onStop: () => void;
	/** Takes the terminal again. Also called when somebody else stopped the program and let it go on. */
	readonly onContinue: () => void;
	readonly onResize: () => void;
};

/** The reason when the terminal went away without a signal: its code is that of SIGHUP. */
export const HANGUP: Reason = {kind: 'hangup', code: 129};

/** The reason for an error that nobody caught: EX_SOFTWARE. */
export const crashed = (error: unknown): Reason => ({kind: 'crash', code: 70, error});

/** A shell stops us within microseconds. After this long we were not stopped: there is no shell to go back to. */
const NOT_STOPPED = 200;

/**
 * The one line a crash leaves behind: what happened and where, fit for a terminal. All of the stack with DIALTOP_DEBUG.
 *
 * @param strike takes secrets out of a text
 */
export function crashMessage(
	error: unknown,
	strike: (text: string) => string,
	debug = process.env.DIALTOP_DEBUG,
): string {
	const what = strike(error instanceof Error ? error.message || error.name : String(error));
	const stack = strike(error instanceof Error ? (error.stack ?? '') : '');
	const frame = stack.split('\n').find(line => /^\s*at /.test(line) && !line.includes('node:')) ?? '';
	const place = /([^/\s()]+:\d+:\d+)\)?$/.exec(frame)?.[1];
	const clean = what.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
	const line = `dialtop: ended by a fault of its own: ${clean.slice(0, 500)}${place ? ` (at ${place})` : ''}\n`;
	return debug && stack ? `${line}${stack}\n` : line;
}

/** Listens to everything that can end or stop the program. */
export function watchSignals({onLeave, onStop, onContinue, onResize}: SignalHandlers) {
	const stopHearing = onEnding((signal, code) => onLeave({kind: 'signal', code, signal}));
	const crash = (error: unknown) => onLeave(crashed(error));
	const listeners: Array<[string, (given: unknown) => void]> = [
		['uncaughtException', crash],
		['unhandledRejection', crash],
		['SIGWINCH', onResize],
		// Node would open a debugger's port. Listening takes the signal away from it.
		['SIGUSR1', () => undefined],
	];

	let timer: NodeJS.Timeout | undefined;
	const goOn = () => {
		clearTimeout(timer);
		process.off('SIGTSTP', stop);
		process.on('SIGTSTP', stop);
		onContinue();
	};
	const stop = () => {
		onStop();
		// Without a listener the signal does what it does to every program, and to whatever started us: npm, a shell. Where
		// no shell could wake us it does nothing, and SIGSTOP would stop us for good.
		process.off('SIGTSTP', stop);
		timer = setTimeout(goOn, NOT_STOPPED);
		process.kill(0, 'SIGTSTP');
	};
	listeners.push(['SIGTSTP', stop], ['SIGCONT', goOn]);

	const events: EventEmitter = process;
	for (const [name, listener] of listeners) {
		events.on(name, listener);
	}
	return {
		/** Stops the program as Ctrl-Z does. */
		stop,
		/** Stops listening. */
		close() {
			clearTimeout(timer);
			stopHearing();
			for (const [name, listener] of listeners) {
				events.off(name, listener);
			}
		},
	};
}
