/** Signals that end a command: one that runs until it is stopped, or one that waits first for what it has sent. */
import {onEnding} from '../../machine/ending-signals.ts';
import {say} from './out.ts';

/** The signals, listened for. */
export type Signals = {
	/** Resolves at the first of them with the exit code, 128 + its number. */
	stopped: Promise<number>;
	/** Listens no longer. */
	[Symbol.dispose](): void;
};

/** Listens for the signals that end; a second one ends the program at once. Use with `using`. */
export const listenForSignals = (): Signals => {
	const {promise: stopped, resolve} = Promise.withResolvers<number>();
	let isEnding = false;
	const close = onEnding((_signal, code) => {
		if (isEnding) {
			process.exit(code);
		}
		isEnding = true;
		resolve(code);
	});
	return {stopped, [Symbol.dispose]: close};
};

/** Whether the program is to end, and how soon. */
export type Leaving = {
	/** Set once it is to end: nothing more is begun then. */
	isAsked(): boolean;
	/** Aborted once nothing is to be waited for any more. */
	now: AbortSignal;
	/** Waits for what cannot be called back, in a few words; undefined if one insisted on leaving before its end. */
	through<T>(what: string, underWay: Promise<T>): Promise<T | undefined>;
	/** Signals end the program as ever. */
	close(): void;
};

/** Listens to the signals that end a program; `process.exitCode` is set when one comes. */
export const watchLeaving = (): Leaving => {
	const controller = new AbortController();
	let present: string | undefined;
	let asked = false;
	const close = onEnding((_signal, code) => {
		process.exitCode = code;
		if (present === undefined || asked) {
			controller.abort();
		} else {
			say(`${present} is under way and its outcome not known yet: waiting for it, 15 s at most; once more leaves now`);
		}
		asked = true;
	});
	return {
		isAsked: () => asked,
		now: controller.signal,
		async through(what, underWay) {
			present = what;
			const left = new Promise<undefined>(resolve =>
				controller.signal.addEventListener('abort', () => resolve(undefined), {once: true}),
			);
			const result = await Promise.race([underWay, left]);
			present = undefined;
			return result;
		},
		close,
	};
};
