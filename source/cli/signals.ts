/** Signals that end a command: one that runs until it is stopped, or one that waits first for what it has sent. */
import {onEnding} from '../system/ending-signals.ts';
import {say} from './out.ts';

/** Listens for the signals that end a program. */
export type Signals = {
	/** Resolves at the first signal with its exit code, 128 + its number. */
	stopped: Promise<number>;
	/** Stops listening. */
	[Symbol.dispose](): void;
};

/**
 * Listens for the signals that end a program; a second one ends it at once. Use with `using`.
 *
 * @param others signals that mean something else to this program
 */
export const listenForSignals = (others: readonly NodeJS.Signals[] = []): Signals => {
	const {promise: stopped, resolve} = Promise.withResolvers<number>();
	let isEnding = false;
	const close = onEnding((signal, code) => {
		if (others.includes(signal)) {
			return;
		}
		if (isEnding) {
			process.exit(code);
		}
		isEnding = true;
		resolve(code);
	});
	return {stopped, [Symbol.dispose]: close};
};

/** Whether a signal has asked the program to end, and how soon. */
export type Leaving = {
	/** True after a signal: nothing new may be sent. */
	isAsked(): boolean;
	/** Aborted when the program should stop waiting. */
	now: AbortSignal;
	/**
	 * Waits for a command that is under way; undefined if a second signal came first. `what` names it in the message.
	 */
	through<T>(what: string, underWay: Promise<T>): Promise<T | undefined>;
	/** Stops listening: signals end the program again. */
	close(): void;
};

/** Holds back the signals that end a program while a command is under way; sets `process.exitCode` when one comes. */
export const watchLeaving = (): Leaving => {
	const controller = new AbortController();
	let present: string | undefined;
	let asked = false;
	const close = onEnding((_signal, code) => {
		process.exitCode = code;
		if (present === undefined || asked) {
			controller.abort();
		} else {
			say(`${present} is under way: waiting up to 15 s for its outcome; a second signal leaves now`);
		}
		asked = true;
	});
	return {
		isAsked: () => asked,
		now: controller.signal,
		async through(what, underWay) {
			present = what;
			const leaving = new Promise<undefined>(resolve =>
				controller.signal.addEventListener('abort', () => resolve(undefined), {once: true}),
			);
			const result = await Promise.race([underWay, leaving]);
			present = undefined;
			return result;
		},
		close,
	};
};
