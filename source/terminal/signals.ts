import type {EventEmitter} from 'node:events';
import {onEnding} from '../system/ending-signals.ts';

/** Why the program ends other than by its own keys. */
export type Reason =
	| {readonly kind: 'signal'; readonly code: number; readonly signal: NodeJS.Signals}
	| {readonly kind: 'hangup'; readonly code: number}
	| {readonly kind: 'crash'; readonly code: number; readonly error: unknown};

export type SignalHandlers = {
	readonly onLeave: (reason: Reason) => void;
	/** Restores the terminal before the program stops. */
	readonly onStop: () => void;
	/** Takes the terminal again; also called if another process stopped the program and continued it. */
	readonly onContinue: () => void;
	readonly onResize: () => void;
};

/** The terminal has gone without a signal; the code is that of SIGHUP. */
export const HANGUP: Reason = {kind: 'hangup', code: 129};

/** An uncaught error; the code is EX_SOFTWARE. */
export const crashed = (error: unknown): Reason => ({kind: 'crash', code: 70, error});

/** A shell stops us within microseconds; if we still run after these milliseconds, there is no shell. */
const NOT_STOPPED = 200;

/**
 * The line printed after a crash: what happened and where; with DIALTOP_DEBUG the whole stack too.
 *
 * @param safe removes secrets from a text of several lines, and makes each of them safe for a terminal
 * @param before the words before what happened
 */
export function crashMessage(
	error: unknown,
	safe: (text: string) => string,
	debug = process.env.DIALTOP_DEBUG,
	before = 'ended by a fault of its own: ',
): string {
	const what = safe(error instanceof Error ? error.message || error.name : String(error));
	const stack = safe(error instanceof Error ? (error.stack ?? '') : '');
	const frame = stack.split('\n').find(line => /^\s*at /.test(line) && !line.includes('node:')) ?? '';
	const location = /([^/\s()]+:\d+:\d+)\)?$/.exec(frame)?.[1];
	const words = [...what.replace(/\s+/g, ' ').trim()].slice(0, 500).join('');
	const line = `dialtop: ${before}${words}${location ? ` (at ${location})` : ''}\n`;
	return debug && stack ? `${line}${stack}\n` : line;
}

/** Listens for everything that can end or stop the program. */
export function watchSignals({onLeave, onStop, onContinue, onResize}: SignalHandlers) {
	const stopHearing = onEnding((signal, code) => onLeave({kind: 'signal', code, signal}));
	const crash = (error: unknown) => onLeave(crashed(error));
	const listeners: Array<[string, (given: unknown) => void]> = [
		['uncaughtException', crash],
		['unhandledRejection', crash],
		['SIGWINCH', onResize],
		// Without a listener Node would open a debugger's port.
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
		// Without our listener the signal stops us and whatever started us (npm, a shell). If no shell could continue us, it
		// does nothing, whereas SIGSTOP would stop us for good.
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
