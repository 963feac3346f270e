/** The signals that end a command which runs until it is stopped. */
import {onEnding} from '../../machine/ending-signals.ts';

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
